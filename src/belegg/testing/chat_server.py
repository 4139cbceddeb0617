"""
A chat model over real HTTP on this machine, that says what its script says.

    with ChatServer([calls(("search", {"query": "ferie"})), FAULTS["reset in text"], says("…")]) as server:
        …                                        # ask server.base_url + "/v1" as one would OpenAI's
        assert server.asked[1].messages[-1].by == "tool"

It speaks OpenAI's form (`/v1/chat/completions`, `/v1/models`), Anthropic's (`/v1/messages`) and Gemini's
(`/v1beta/models/…:generateContent`), whole and as streams. A line of the script answers one request: a reply,
a fault (`chat_faults`), or what makes a reply of the request, which is the same `Request` that a
`ScriptedChat` gives: what is written for one works with the other. The last line is said again and again.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from http.server import BaseHTTPRequestHandler

from belegg.records.chat import Finish, Reply
from belegg.testing.chat import Request, estimated
from belegg.testing.dialects import Dialect, dialect_of
from belegg.testing.model_server import ModelServer, Turn
from belegg.testing.model_shapes import Asked, Json

SECRET_HEADERS = ("authorization", "api-key", "x-api-key", "x-goog-api-key")
HIDDEN = "***"


@dataclass(slots=True)
class ChatTurn(Turn):
    """A request of a chat that waits for its reply."""

    dialect: Dialect
    request: Request
    model: str

    @property
    def streaming(self) -> bool:
        """Whether a stream is wanted."""
        return self.dialect.streams(self.asked.path, self.asked.body)

    def give(self, reply: Reply) -> None:
        """The reply in the form that was asked for. An interrupted one ends where it should go on."""
        counted = reply.usage if reply.usage.requests else estimated(self.request, reply)
        whole = replace(reply, usage=counted)
        if not self.streaming:
            self.send(200, self.dialect.whole(whole, self.model))
            return
        self.begin_stream()
        self.tell(self.dialect.streamed(whole, self.model, self.asked.body).all)
        self.end_stream()

    def tell(self, events: Iterable[bytes]) -> None:
        """Events of a stream, each on its own."""
        for event in events:
            self.chunk(event)


@dataclass(frozen=True, slots=True)
class Fault:
    """
    What goes wrong with one request. `ends` is the finish of the reply that may be made of it, None where
    none may: then a typed error is right.
    """

    name: str
    behave: Callable[[ChatTurn], None]
    ends: Finish | None = None


Line = Reply | Fault | Callable[[Request], Reply]


class ChatServer(ModelServer):
    """
    Says its script. `asked` lists the requests of chats as they were heard, `requests` all of them as they
    came, but for keys: of those it is only checked that they are `key`, when one is given (401 if not).

    `left` is set once somebody went away in the middle of an answer; `held` and `release` as in ModelServer.
    """

    def __init__(
        self, script: Iterable[Line], *, models: Iterable[str] = ("scripted",), key: str | None = None
    ) -> None:
        super().__init__()
        self.asked: list[Request] = []
        self.left = threading.Event()
        self._script = list(script)
        self._models = list(models)
        self._key = key
        self._turns = threading.Lock()

    def take(self, asked: Asked, handler: BaseHTTPRequestHandler) -> None:
        self.requests.append(without_key(asked))
        turn = Turn(self.requests[-1], None, self, handler)
        dialect = dialect_of(asked.path)
        try:
            if self._key is not None and self._key not in keys_of(asked):
                turn.send(401, {"error": {"message": "Incorrect API key", "code": "invalid_api_key"}})
            elif asked.path.split("?")[0].endswith("/models"):
                turn.send(200, model_list(self._models))
            elif dialect is None or asked.body is None:
                turn.send(404, {"error": {"message": "no such interface", "code": "not_found"}})
            else:
                self._answer(dialect, turn, handler)
        except ConnectionError:
            turn.hang_up()
            self.left.set()

    def _answer(self, dialect: Dialect, turn: Turn, handler: BaseHTTPRequestHandler) -> None:
        request = dialect.heard(turn.asked.body)
        with self._turns:
            line = self._script[min(len(self.asked), len(self._script) - 1)]
            self.asked.append(request)
        chat = ChatTurn(turn.asked, None, self, handler, dialect, request, self._models[0])
        if isinstance(line, Fault):
            line.behave(chat)
        else:
            chat.give(line if isinstance(line, Reply) else line(request))


def model_list(names: Iterable[str]) -> Json:
    return {"object": "list", "data": [{"id": name, "object": "model", "created": 0} for name in names]}


def keys_of(asked: Asked) -> list[str]:
    given = [asked.headers[name].removeprefix("Bearer ") for name in SECRET_HEADERS if name in asked.headers]
    return given + re.findall(r"[?&]key=([^&]*)", asked.path)


def without_key(asked: Asked) -> Asked:
    headers: Mapping[str, str] = {
        name: re.sub(r"^(Bearer )?.*$", rf"\1{HIDDEN}", value) if name in SECRET_HEADERS else value
        for name, value in asked.headers.items()
    }
    return Asked(re.sub(r"([?&]key=)[^&]*", rf"\1{HIDDEN}", asked.path), headers, asked.body)
