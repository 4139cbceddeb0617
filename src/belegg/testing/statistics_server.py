"""
A statistics service on this machine, over real HTTP: it answers with recorded bodies, or goes wrong as told.

    with StatisticsServer(folder, [Rule("/tables/14700/data", "ssb/data_14700_en.json")]) as server:
        source = source_of("ssb", Asking(), server.base_url)
        …
        server.will(status(429, {"Retry-After": "7"}))      # the next request; after that by its rules again
        assert server.requests[0].query["lang"] == ["en"]

The folder is given; nothing recorded is part of Belegg. A fault is a function of the open `Turn`; none waits
for time to pass but `holding`, which waits until the server is closed.
"""

from __future__ import annotations

import re
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import parse_qs, urlsplit

PATIENCE_S = 60.0
"""When a test is stuck, what it holds is let go."""
MEDIA_TYPES = {
    ".json": "application/json; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".xml": "application/xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".tsv": "text/plain; charset=utf-8",
    ".html": "text/html; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class Rule:
    """
    A request whose path matches the pattern `path` (a regular expression, anywhere in it) and that has every
    value of `query` is answered with `body`: a file's name in the folder, or the bytes themselves. The first
    rule that fits counts.
    """

    path: str
    body: str | bytes
    query: Mapping[str, str] = field(default_factory=dict)
    status: int = 200
    method: str = ""
    media_type: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AskedOf:
    """A request as it came; header names in small letters."""

    method: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    body: bytes
    target: str


@dataclass(slots=True)
class Turn:
    """One request that waits for its answer."""

    asked: AskedOf
    server: StatisticsServer
    _handler: BaseHTTPRequestHandler

    def send(
        self,
        status: int,
        content: bytes,
        media_type: str = "application/json",
        headers: Mapping[str, str] | None = None,
        *,
        length: int | None = None,
    ) -> None:
        """`length`: what the header says, if it is to differ from what comes."""
        self._handler.send_response(status)
        self._handler.send_header("Connection", "close")
        for name, value in (headers or {}).items():
            self._handler.send_header(name, value)
        if status not in {204, 304}:
            self._handler.send_header("Content-Type", media_type)
            self._handler.send_header("Content-Length", str(len(content) if length is None else length))
        self._handler.end_headers()
        self._handler.wfile.write(content)
        self._handler.wfile.flush()

    def right(self) -> tuple[bytes, str]:
        """The body and media type that the rules have for it; raises LookupError when no rule fits."""
        rule = self.server.rule_for(self.asked)
        if rule is None:
            raise LookupError(self.asked.target)
        return self.server.content_of(rule)

    def hold(self) -> None:
        self.server.released.wait(PATIENCE_S)


Fault = Callable[[Turn], None]


def status(code: int, headers: Mapping[str, str] | None = None, content: bytes = b"") -> Fault:
    """That status, with a body in JSON if any."""
    return lambda turn: turn.send(code, content, headers=headers)


def page() -> Fault:
    """A web page with status 200, as an overloaded service sends."""
    content = b"<!DOCTYPE html>\n<html><body><h1>We are busy</h1></body></html>"
    return lambda turn: turn.send(200, content, "text/html; charset=utf-8")


def empty() -> Fault:
    """204, no body."""
    return lambda turn: turn.send(204, b"")


def half() -> Fault:
    """The right answer's first half, and then the connection ends."""

    def cut(turn: Turn) -> None:
        content, media_type = turn.right()
        turn.send(200, content[: len(content) // 2], media_type, length=len(content))

    return cut


def half_told_whole() -> Fault:
    """The first half, and the header says that this is all."""

    def cut(turn: Turn) -> None:
        content, media_type = turn.right()
        turn.send(200, content[: len(content) // 2], media_type)

    return cut


def endless(megabytes: int = 21) -> Fault:
    """So many megabytes of blanks."""

    def flood(turn: Turn) -> None:
        with suppress(OSError):
            turn.send(200, b"", length=megabytes * 2**20)
            for _ in range(megabytes):
                turn._handler.wfile.write(b" " * 2**20)

    return flood


def holding() -> Fault:
    """No answer until the server is closed."""
    return lambda turn: turn.hold()


def sends_on(location: str, code: int = 302) -> Fault:
    """A redirect."""
    return status(code, {"Location": location})


class StatisticsServer:
    """Serves from its beginning to its end as a context; requests are kept in order."""

    def __init__(self, folder: Path, rules: Sequence[Rule] = ()) -> None:
        self.folder = folder
        self.rules = list(rules)
        self.requests: list[AskedOf] = []
        self.released = threading.Event()
        self._faults: deque[Fault] = deque()
        self._always: Fault | None = None
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler_class())
        self._server.daemon_threads = True

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def will(self, *faults: Fault) -> None:
        """Go wrong in these ways, one for each of the next requests."""
        with self._lock:
            self._faults.extend(faults)

    def always(self, fault: Fault | None) -> None:
        """Go wrong in this way from now on (None: no longer), when no other is waiting."""
        self._always = fault

    def rule_for(self, asked: AskedOf) -> Rule | None:
        return next((rule for rule in self.rules if fits(rule, asked)), None)

    def content_of(self, rule: Rule) -> tuple[bytes, str]:
        if isinstance(rule.body, bytes):
            return rule.body, rule.media_type or "application/json"
        path = self.folder / rule.body
        return path.read_bytes(), rule.media_type or MEDIA_TYPES.get(path.suffix, "application/octet-stream")

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()

    def answer(self, turn: Turn) -> None:
        with self._lock:
            self.requests.append(turn.asked)
            fault = self._faults.popleft() if self._faults else self._always
        if fault is not None:
            fault(turn)
            return
        rule = self.rule_for(turn.asked)
        if rule is None:
            turn.send(404, b'{"title": "no rule for this request"}')
            return
        content, media_type = self.content_of(rule)
        turn.send(rule.status, content, media_type, rule.headers)

    def _handler_class(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                query = parse_qs(parts.query, keep_blank_values=True)
                asked = AskedOf(self.command, parts.path, query, headers, body, self.path)
                with suppress(ConnectionError):
                    server.answer(Turn(asked, server, self))

            do_POST = do_GET  # noqa: N815  the name that http.server calls

            def log_message(self, format: str, *arguments: object) -> None:
                """Nothing: the requests are kept."""

        return Handler


def fits(rule: Rule, asked: AskedOf) -> bool:
    if rule.method and rule.method != asked.method:
        return False
    if any(value not in asked.query.get(name, []) for name, value in rule.query.items()):
        return False
    return re.search(rule.path, asked.path) is not None
