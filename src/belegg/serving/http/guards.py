"""What a request passes before a route sees it: which host, from which site, how large, how slow."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from belegg.serving.http.problems import problem

LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
OWN_SITE: Final = frozenset({"same-origin", "none"})
HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?", re.IGNORECASE)
BODY_S: Final = 60.0
"""How long a body may take to arrive; an upload has ten times as long."""


def host_of(header: str) -> str:
    """
    The name in a Host header, in lower case, without port and brackets. Empty for what is no name and port:
    where two are told, or somebody's name before it, which of them is meant is anybody's guess.
    """
    named = HOST.fullmatch(header)
    return named[1].strip("[]").rstrip(".").casefold() if named else ""


class BasePath:
    """
    Tells routes and links the path before all of ours, whether a proxy left it in the address or not; the
    path alone, without a slash behind it, is the first page's too.
    """

    def __init__(self, app: ASGIApp, path: str) -> None:
        self.app = app
        self.path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.path and scope["type"] == "http":
            asked = scope["path"]
            asked += "/" if asked == self.path else ""
            is_left = asked.startswith(self.path + "/")
            scope = {**scope, "root_path": self.path, "path": asked if is_left else self.path + asked}
        await self.app(scope, receive, send)


class Hosts:
    """
    Refuses (421) whoever calls this server by a name that is not its own: a page of another site whose name
    was bound to this address (DNS rebinding) would be taken for ours by the browser.
    """

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        self.app = app
        self.names = LOOPBACK | {name.casefold() for name in names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            named = Headers(scope=scope).getlist("host")
            if len(named) != 1 or host_of(named[0]) not in self.names:
                await problem(scope, 421)(scope, receive, send)
                return
        await self.app(scope, receive, send)


class Origins:
    """
    Refuses (403) what changes something when a browser sends it from another site's page. A request with an
    API token carries nothing that a browser adds by itself, and one without both headers is no browser's.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (
            scope["type"] == "http"
            and scope["method"] not in READS
            and self._is_strange(Headers(scope=scope))
        ):
            told = "this came from a page of another site; open Belegg's own page, or send an API token"
            await problem(scope, 403, told)(scope, receive, send)
            return
        await self.app(scope, receive, send)

    @staticmethod
    def _is_strange(headers: Headers) -> bool:
        if headers.get("authorization", "").casefold().startswith("bearer "):
            return False
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site not in OWN_SITE
        origin = headers.get("origin")
        return origin is not None and urlsplit(origin).netloc.casefold() != headers.get("host", "").casefold()


class Bodies:
    """
    Refuses bodies that are too large (413) before they are read, and while they come in when their size was
    not told or was a lie; gives up (408) on one that does not arrive. `uploads` are the routes' paths that
    take `most_upload_bytes`.
    """

    def __init__(
        self, app: ASGIApp, most_bytes: int, most_upload_bytes: int, uploads: Collection[str]
    ) -> None:
        self.app = app
        self.most_bytes = most_bytes
        self.most_upload_bytes = most_upload_bytes
        self.uploads = frozenset(uploads)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_upload = scope["path"].removeprefix(scope.get("root_path", "")) in self.uploads
        most = self.most_upload_bytes if is_upload else self.most_bytes
        told = f"the body may have {most:,} bytes at most"
        size = Headers(scope=scope).get("content-length", "0")
        if not size.isascii() or not size.isdigit() or int(size[:20]) > most:
            await problem(scope, 413, told)(scope, receive, send)
            return
        body = Body(
            receive, send, most, asyncio.get_running_loop().time() + BODY_S * (10 if is_upload else 1)
        )
        try:
            await self.app(scope, body.receive, body.send)
        except BodyRefused as refused:
            if not body.answered:
                await problem(scope, refused.status, told if refused.status == 413 else "")(
                    scope, receive, send
                )


class BodyRefused(BaseException):
    """Passes every `except Exception` on the way out, as a cancellation does."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Body:
    """One request's body as it comes in; whether its response has begun."""

    def __init__(self, receive: Receive, send: Send, most: int, until: float) -> None:
        self._receive, self._send, self._left, self._until = receive, send, most, until
        self._ended = False
        self.answered = False

    async def receive(self) -> Message:
        if self._ended:  # whoever waits now waits for the other side to go away
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError as late:
            raise BodyRefused(408) from late
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
            self._ended = not message.get("more_body", False)
            if self._left < 0:
                raise BodyRefused(413)
        return message

    async def send(self, message: Message) -> None:
        self.answered = self.answered or message["type"] == "http.response.start"
        await self._send(message)
