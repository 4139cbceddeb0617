"""
The one HTTP client under every provider's SDK: with limits of ours, and a look at what the server said.

SDKs hide what is needed to say what went wrong: which status, which headers, whether a success was a stream
at all. So the client remembers the last answer. It also bounds what is read, and sends no more about this
machine than a request needs.
"""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

import httpx2

from belegg.models.chat.settings import ChatSettings
from belegg.models.http.refusing import Reply

Readers = TypeVar("Readers", bound=AsyncIterator[Any])

MOST_BYTES = 32 * 2**20
"""Of a stream; far above any reply, and what a hostile server can make us hold."""
MOST_ERROR_BYTES = 2**20
KEY_HEADERS = frozenset(("authorization", "api-key", "x-api-key", "x-goog-api-key"))
SENT_HEADERS = KEY_HEADERS | {
    "host",
    "accept",
    "connection",
    "content-type",
    "content-length",
    "transfer-encoding",
    "anthropic-version",
    "anthropic-beta",
}
"""All else that SDKs send (the operating system, the Python, some account's organisation) stays here."""
NO_STREAM = ("application/json", "text/html", "text/plain")


class TooLong(httpx2.ReadError):
    """The stream is longer than may be read."""


@dataclass(slots=True)
class Watch:
    """
    What the server said to the last request. `answer` holds status, headers and body of what was no stream;
    `has_begun` says that a stream's first bytes came, `is_silent` that a limit on waiting passed.
    """

    answer: Reply | None = None
    has_begun: bool = False
    is_silent: bool = False
    media_type: str = ""
    headers: dict[str, str] = field(default_factory=dict)


class Client(httpx2.AsyncClient):
    """
    A client for one reply that tells `watch` what came, and gives up on silence. Its connection is closed
    with it, whatever loop it ran in. Proxies and certificates of the environment count, except to this
    machine.
    """

    def __init__(self, settings: ChatSettings, watch: Watch, *, has_key: bool) -> None:
        address = settings.address
        here = address.is_loopback
        super().__init__(
            verify=False if here and address.scheme == "http" else trusted(),
            trust_env=not here,
            follow_redirects=False,
            timeout=settings.timeout_s,
        )
        self._watch = watch
        self._settings = settings
        self._has_key = has_key
        self._streamed: Streamed | None = None

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """As every SDK sends. The stream of a success is handed on as it comes, all else is read here."""
        for name in [name for name in request.headers if name.lower() not in SENT_HEADERS]:
            del request.headers[name]
        if not self._has_key:
            for name in KEY_HEADERS & {name.lower() for name in request.headers}:
                del request.headers[name]
        request.headers["User-Agent"] = "belegg"
        request.headers["Accept-Encoding"] = "identity"
        request.extensions["timeout"] = self._timeouts()
        response = await super().send(request, **{**options, "stream": True})
        watch = self._watch
        watch.headers = {name.lower(): value for name, value in response.headers.items()}
        watch.media_type = watch.headers.get("content-type", "").partition(";")[0].strip().lower()
        if response.status_code == 200 and watch.media_type not in NO_STREAM:
            assert isinstance(response.stream, httpx2.AsyncByteStream)
            self._streamed = Streamed(
                200,
                headers=response.headers,
                stream=Heard(response.stream, watch, self._settings),
                request=request,
                extensions=response.extensions,
            )
            return self._streamed
        whole = await self._whole(request, response)
        watch.answer = Reply(response.status_code, watch.headers, json_of(whole))
        return whole

    async def _whole(self, request: httpx2.Request, response: httpx2.Response) -> httpx2.Response:
        """The answer, read up to a limit: an error, or a success that is no stream."""
        parts, size = [], 0
        try:
            async with asyncio.timeout(self._settings.idle_s):
                assert isinstance(response.stream, httpx2.AsyncByteStream)
                async for part in response.stream:
                    parts.append(part[: MOST_ERROR_BYTES - size])
                    size += len(parts[-1])
                    if size >= MOST_ERROR_BYTES:
                        break
        except TimeoutError:
            self._watch.is_silent = True
        except httpx2.TransportError:
            pass  # what came of an error's body is enough to name it
        finally:
            await response.aclose()
        kept = [(name, value) for name, value in response.headers.items() if name.lower() not in FRAMING]
        return httpx2.Response(response.status_code, headers=kept, content=b"".join(parts), request=request)

    async def close_readers(self) -> None:
        """To be called before the client is closed, when a reply is over."""
        if self._streamed is not None:
            await self._streamed.close_readers()

    def _timeouts(self) -> dict[str, float]:
        settings = self._settings
        waits = dict.fromkeys(("read", "write", "pool"), settings.first_byte_s)
        return {**waits, "connect": settings.connect_s}


FRAMING = frozenset(("content-length", "transfer-encoding", "content-encoding"))


class Streamed(httpx2.Response):
    """
    An answer that closes whoever reads from it, outermost first. Google's SDK leaves its readers open after
    an error; the event loop would close them in any order when it ends, which fails and prints.
    """

    _readers: tuple[AsyncGenerator[object], ...] = ()

    def aiter_lines(self) -> AsyncIterator[str]:
        return self._kept(super().aiter_lines())

    def aiter_text(self, chunk_size: int | None = None) -> AsyncIterator[str]:
        return self._kept(super().aiter_text(chunk_size))

    def aiter_bytes(self, chunk_size: int | None = None) -> AsyncGenerator[bytes]:
        return self._kept(super().aiter_bytes(chunk_size))

    def aiter_raw(self, chunk_size: int | None = None) -> AsyncGenerator[bytes]:
        return self._kept(super().aiter_raw(chunk_size))

    def _kept(self, reader: Readers) -> Readers:
        if isinstance(reader, AsyncGenerator):
            self._readers += (reader,)
        return reader

    async def close_readers(self) -> None:
        for reader in self._readers:
            await reader.aclose()


class Heard(httpx2.AsyncByteStream):
    """A stream's bytes, each piece within its limit."""

    def __init__(self, inner: httpx2.AsyncByteStream, watch: Watch, settings: ChatSettings) -> None:
        self._inner = inner
        self._watch = watch
        self._settings = settings

    async def __aiter__(self) -> AsyncGenerator[bytes]:
        size = 0
        pieces = aiter(self._inner)
        try:
            while (piece := await self._next(pieces)) is not None:
                size += len(piece)
                if size > MOST_BYTES:
                    raise TooLong("too long")
                yield piece
        finally:
            if isinstance(pieces, AsyncGenerator):
                await pieces.aclose()

    async def _next(self, pieces: AsyncIterator[bytes]) -> bytes | None:
        """The next piece; None: that was all."""
        wait_s = self._settings.idle_s if self._watch.has_begun else self._settings.first_byte_s
        try:
            async with asyncio.timeout(wait_s):
                piece = await anext(pieces, None)
        except TimeoutError:
            self._watch.is_silent = True
            raise httpx2.ReadTimeout("silent") from None
        self._watch.has_begun = self._watch.has_begun or piece is not None
        return piece

    async def aclose(self) -> None:
        await self._inner.aclose()


def json_of(response: httpx2.Response) -> object:
    """The body as JSON; None when it is none."""
    with suppress(ValueError, RecursionError, httpx2.DecodingError):
        return json.loads(response.content)
    return None


@lru_cache(maxsize=1)
def trusted() -> ssl.SSLContext:
    """The certificates that are trusted, read once: some 30 ms."""
    return httpx2.create_ssl_context()
