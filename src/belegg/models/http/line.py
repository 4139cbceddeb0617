"""A connection to a server, made so that another thread can cut it."""

from __future__ import annotations

import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from belegg.errors import BadSetting, MissingExtra, ModelRefused
from belegg.models.http.address import Address

if TYPE_CHECKING:
    import httpx

IDLE_S = 30.0
"""How long a connection is kept for the next request."""


class CutShort(Exception):
    """The connection ended inside the body of an answer."""


class TooLong(Exception):
    """The body of an answer is longer than may be read."""


@dataclass(frozen=True, slots=True)
class Raw:
    """An answer as bytes; header names in lower case."""

    status: int
    headers: Mapping[str, str]
    content: bytes


class Line:
    """A client of its own, for one request at a time."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client
        self._stream: Any = None
        self.is_cut = False

    def post(self, url: str, content: bytes, headers: Mapping[str, str], timeout_s: float, most: int) -> Raw:
        """
        Send and read all, each read `timeout_s` at most. Raises the errors of httpx, CutShort and TooLong
        (`most` bytes, as decompressed).
        """
        import httpx

        extensions = {"trace": self._watch}
        call = self._client.stream(
            "POST", url, content=content, headers=headers, timeout=timeout_s, extensions=extensions
        )
        with call as response:
            parts, size = [], 0
            try:
                for part in response.iter_bytes():
                    parts.append(part)
                    size += len(part)
                    if size > most:
                        raise TooLong
            except (httpx.NetworkError, httpx.ProtocolError) as error:
                raise CutShort from error
            return Raw(response.status_code, dict(response.headers), b"".join(parts))

    def _watch(self, event: str, told: Mapping[str, Any]) -> None:
        """httpx's trace extension: it names each connection that is opened, and again within TLS."""
        if event.endswith((".connect_tcp.complete", ".start_tls.complete")):
            self._stream = told["return_value"]

    def cut(self) -> None:
        """Shut the socket under whoever reads from it."""
        self.is_cut = True
        if self._stream is not None:
            with suppress(OSError):
                self._stream.get_extra_info("socket").shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._client.close()


def opener(address: Address) -> Callable[[], Line]:
    """
    What opens lines to a server. Certificates are read once; those of the environment (`SSL_CERT_FILE`)
    count, and so do its proxies, except to this machine. Raises MissingExtra without httpx.
    """
    try:
        import httpx
    except ImportError:
        raise MissingExtra("`httpx` is not installed; run `pip install 'belegg[models]'`") from None
    try:
        httpx.URL(address.url("/"))
    except httpx.InvalidURL:
        raise BadSetting(f"base_url names no host that can be asked: `{address.shown}`") from None
    here = address.is_loopback
    trusted = False if here and address.scheme == "http" else httpx.create_ssl_context()
    limits = httpx.Limits(max_connections=1, max_keepalive_connections=1, keepalive_expiry=IDLE_S)

    def line() -> Line:
        try:
            client = httpx.Client(verify=trusted, trust_env=not here, limits=limits, follow_redirects=False)
        except (ValueError, ImportError):
            raise ModelRefused(
                f"`{address.shown}` is not asked: the environment names a proxy that cannot be used; "
                "correct `HTTPS_PROXY`, or add the host to `NO_PROXY`"
            ) from None
        return Line(client)

    return line
