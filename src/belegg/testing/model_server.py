"""
A model server on this machine, over real HTTP, without a model: for tests of whatever asks one.

    with ModelServer() as server:
        server.will(status(429, retry_after="2"))       # the next request; after that it answers rightly
        embedder = hosted_embedder(EmbedderSettings("openai", "m", server.base_url))
        …
        assert server.requests[0].body["input"] == ["…"]

What it answers rightly stands in `model_shapes`. A misbehaviour is a function of the open `Turn`; those below
are the usual ones, and a test may write its own (a stream of events, say). None waits for time to pass except
`trickling`; `holding` waits for the test, or for the server to be closed.
"""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from belegg.testing.model_shapes import Asked, Json, answer_to, chat_completion

TRICKLE_S = 0.02
PATIENCE_S = 60.0
"""When a test is stuck, what it holds is let go."""


@dataclass(slots=True)
class Turn:
    """One request that waits for its answer; `right` is what a well-behaved server would say."""

    asked: Asked
    right: Json
    server: ModelServer
    _handler: BaseHTTPRequestHandler

    def send(self, status: int, answer: Json, headers: Mapping[str, str] | None = None) -> None:
        """A whole answer in JSON (NaN as Python writes it)."""
        content = json.dumps(answer).encode("utf-8")
        self.send_bytes(status, content, {"Content-Type": "application/json", **(headers or {})})

    def send_bytes(
        self, status: int, content: bytes, headers: Mapping[str, str], *, length: int | None = None
    ) -> None:
        """`length`: what the header says, if it is to differ from what comes."""
        self.begin(status, headers, len(content) if length is None else length)
        self.write(content)

    def begin(self, status: int, headers: Mapping[str, str], length: int) -> None:
        self._handler.send_response(status)
        for name, value in headers.items():
            self._handler.send_header(name, value)
        self._handler.send_header("Content-Length", str(length))
        self._handler.end_headers()

    def write(self, content: bytes) -> None:
        self._handler.wfile.write(content)
        self._handler.wfile.flush()

    def begin_stream(self, media_type: str = "text/event-stream") -> None:
        """A body without a known length: `chunk` after `chunk`, until `end_stream`."""
        self._handler.send_response(200)
        self._handler.send_header("Content-Type", media_type)
        self._handler.send_header("Transfer-Encoding", "chunked")
        self._handler.end_headers()

    def chunk(self, content: bytes) -> None:
        """One piece of a stream; not empty, which would end it."""
        self.write(f"{len(content):x}\r\n".encode() + content + b"\r\n")

    def end_stream(self) -> None:
        self.write(b"0\r\n\r\n")

    def hang_up(self) -> None:
        """Close the connection after this turn."""
        self._handler.close_connection = True

    def reset(self) -> None:
        """Drop the connection now, so that the client's next read fails and does not merely end."""
        at_once = struct.pack("ii", 1, 0)
        self._handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
        socket.close(self._handler.connection.detach())
        self.hang_up()

    def hold(self, seconds: float = PATIENCE_S) -> bool:
        """Wait until the test lets go (then True), at most so long."""
        self.server.held.set()
        return self.server.let_go.wait(seconds)


Behaviour = Callable[[Turn], None]


class ModelServer:
    """
    Answers as OpenAI, Azure, Gemini, Voyage, Jina, Cohere, TEI and a chat model would, on loopback.

    `requests` lists what came, in order; `connections` counts those that were opened. `held` is set while a
    request is held; `release` lets it go. Left as a context, it lets go of everything and closes its port.
    """

    def __init__(self, dimension: int = 8) -> None:
        self.dimension = dimension
        self.requests: list[Asked] = []
        self.connections = 0
        self.held = threading.Event()
        self.let_go = threading.Event()
        self._next: deque[Behaviour] = deque()
        self._else: Behaviour = rightly
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), handler_of(self))
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    @property
    def base_url(self) -> str:
        """`http://127.0.0.1:port`, without a path."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def will(self, *behaviours: Behaviour) -> None:
        """What the next requests get, one each."""
        self._next.extend(behaviours)

    def always(self, behaviour: Behaviour) -> None:
        """What every request gets from now on that `will` says nothing of."""
        self._else = behaviour

    def release(self) -> None:
        """Let go of what is held, and of all that would be."""
        self.let_go.set()

    def take(self, asked: Asked, handler: BaseHTTPRequestHandler) -> None:
        """Answer one request; called by the HTTP server in a thread for each connection."""
        self.requests.append(asked)
        right = None if asked.body is None else answer_to(asked, self.dimension)
        turn = Turn(asked, right, self, handler)
        behaviour = self._next.popleft() if self._next else self._else
        with suppress(ConnectionError):
            behaviour(turn)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


def handler_of(server: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def setup(self) -> None:
            super().setup()
            server.connections += 1

        def do_GET(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            server.take(Asked(self.path, headers, None), self)

        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            headers = {name.lower(): value for name, value in self.headers.items()}
            try:
                body = json.loads(content)
            except ValueError:
                body = None
            server.take(Asked(self.path, headers, body), self)

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing is printed."""

    return Handler


def rightly(turn: Turn) -> None:
    if turn.right is None:
        turn.send(404, {"error": {"message": "no such interface", "code": "not_found"}})
    else:
        turn.send(200, turn.right)


def status(
    code: int, *, retry_after: str | None = None, error: Json = None, headers: Mapping[str, str] | None = None
) -> Behaviour:
    """A refusal, with `error` as its body's."""
    told = {} if retry_after is None else {"Retry-After": retry_after}
    return lambda turn: turn.send(code, {"error": error or {"message": "no"}}, {**told, **(headers or {})})


def refusing(word: str, code: int = 400, error: Json = None) -> Behaviour:
    """A refusal when a text to embed holds the word, else the right answer."""
    refusal = status(code, error=error or {"message": "no", "code": "content_filter"})

    def behave(turn: Turn) -> None:
        (refusal if word in json.dumps(turn.asked.body, ensure_ascii=False) else rightly)(turn)

    return behave


def saying(answer: Json) -> Behaviour:
    """Another answer than the right one, with 200."""
    return lambda turn: turn.send(200, answer)


def changed(change: Callable[[Json], Json]) -> Behaviour:
    """The right answer, changed."""
    return lambda turn: turn.send(200, change(turn.right))


def chatting(content: str | None, finish_reason: str = "stop", refusal: str | None = None) -> Behaviour:
    """A chat completion that says this."""
    return saying(chat_completion(content, finish_reason, refusal))


def unreadable(content: bytes = b"<html>Bad gateway</html>", media_type: str = "text/html") -> Behaviour:
    """200 with something that is no JSON."""
    return lambda turn: turn.send_bytes(200, content, {"Content-Type": media_type})


def cut(after: int = 20) -> Behaviour:
    """The body breaks off after so many bytes of the right answer."""

    def behave(turn: Turn) -> None:
        content = json.dumps(turn.right).encode("utf-8")
        turn.send_bytes(200, content[:after], {"Content-Type": "application/json"}, length=len(content))
        turn.hang_up()

    return behave


def hanging_up(turn: Turn) -> None:
    """The connection ends without an answer."""
    turn.hang_up()


def holding(turn: Turn) -> None:
    """Nothing comes until the test releases it; then the right answer."""
    turn.hold()
    rightly(turn)


def trickling(turn: Turn) -> None:
    """A byte at a time, on and on: every read succeeds, the whole never ends."""
    turn.begin(200, {"Content-Type": "application/json"}, 10**9)
    for _ in range(int(PATIENCE_S / TRICKLE_S)):
        turn.write(b" ")
        if turn.hold(TRICKLE_S):
            break
    turn.hang_up()


def trickling_headers(turn: Turn) -> None:
    """As `trickling`, and the headers do not end either."""
    turn.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    for _ in range(int(PATIENCE_S / TRICKLE_S)):
        turn.write(b"a")
        if turn.hold(TRICKLE_S):
            break
    turn.hang_up()


def flooding(size: int) -> Behaviour:
    """A body of so many bytes of white space, then the right answer."""

    def behave(turn: Turn) -> None:
        content = json.dumps(turn.right).encode("utf-8")
        turn.send_bytes(200, b" " * size + content, {"Content-Type": "application/json"})

    return behave


@dataclass(slots=True)
class FakeClock:
    """A clock that stands still but for waits, which take no time; `waits` lists them in seconds."""

    at: float = 0.0
    waits: list[float] = field(default_factory=list)

    def now(self) -> float:
        return self.at

    def wait(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.at += seconds
