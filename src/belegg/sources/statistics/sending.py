"""
One exchange over HTTP with a source: no redirect followed, a body read up to a limit, an end in time.

httpx2 limits each read, not the whole, and nothing limits the look-up of a name. So the exchange runs in a
thread of its own that is waited for until the deadline, and then left: it ends by itself, at its next read.
"""

from __future__ import annotations

import threading
import time
import zlib
from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belegg.errors import (
    MissingExtra,
    SourceChanged,
    SourceOffline,
    SourceTimeout,
    SourceUnavailable,
    StatisticsFailed,
)

if TYPE_CHECKING:
    import httpx2

MOST_BYTES = 20 * 2**20


@dataclass(frozen=True, slots=True)
class Told:
    """What came: header names in small letters, the body decompressed."""

    status: int
    headers: Mapping[str, str]
    content: bytes


class TooLong(Exception):
    """A body of more bytes than are read."""


class Late(Exception):
    """The time was over while the body came."""


class Sender:
    """
    Sends requests, from any thread, over connections that are kept. Proxies of the environment are used but
    for a server on this machine. Raises MissingExtra when httpx2 is not installed.
    """

    def __init__(self, within_s: float, most_bytes: int = MOST_BYTES) -> None:
        self._within_s = within_s
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._clients: dict[bool, httpx2.Client] = {}

    def send(
        self, method: str, url: str, body: bytes, headers: Mapping[str, str], named: tuple[str, str]
    ) -> Told:
        """
        One request and its answer, whatever its status. `named`: the source's name and id, for errors.

        Raises SourceOffline, SourceTimeout, SourceUnavailable (the answer broke off) and SourceChanged (it
        is too long, or cannot be decompressed).
        """
        client = self._client(is_loopback(url))
        outcome: Future[Told] = Future()
        request = (client, method, url, body, dict(headers), outcome)
        threading.Thread(target=self._run, args=request, name="belegg statistics", daemon=True).start()
        if not wait_for([outcome], timeout=self._within_s).done:
            raise self._late(named)
        return self._outcome(outcome, named)

    def close(self) -> None:
        with self._lock:
            while self._clients:
                self._clients.popitem()[1].close()

    def _client(self, is_local: bool) -> httpx2.Client:
        try:
            import httpx2
        except ModuleNotFoundError:
            raise MissingExtra(
                "official statistics need `httpx2`; install with `pip install 'belegg[statistics]'`"
            ) from None
        with self._lock:
            if is_local not in self._clients:
                self._clients[is_local] = httpx2.Client(
                    timeout=self._within_s, follow_redirects=False, trust_env=not is_local
                )
            return self._clients[is_local]

    def _run(
        self,
        client: httpx2.Client,
        method: str,
        url: str,
        body: bytes,
        headers: dict[str, str],
        outcome: Future[Told],
    ) -> None:
        deadline = time.monotonic() + self._within_s
        try:
            with client.stream(method, url, content=body or None, headers=headers) as response:
                told = {name.lower(): value for name, value in response.headers.items()}
                encoding = told.get("content-encoding", "identity").strip().lower()
                content = capped(response.iter_raw(), encoding, self._most_bytes, deadline)
                outcome.set_result(Told(response.status_code, told, content))
        except BaseException as error:  # noqa: BLE001  a thread's error would be lost otherwise
            outcome.set_exception(error)

    def _late(self, named: tuple[str, str]) -> SourceTimeout:
        return SourceTimeout(f"{named[0]} did not answer within {self._within_s:g} seconds", named[1])

    def _outcome(self, outcome: Future[Told], named: tuple[str, str]) -> Told:
        import httpx2

        name, id = named
        try:
            return outcome.result()
        except (httpx2.TimeoutException, Late):
            raise self._late(named) from None
        except (httpx2.ConnectError, httpx2.ProxyError):
            raise SourceOffline(
                f"{name} cannot be reached; look whether this machine has a way to the internet", id
            ) from None
        except TooLong:
            raise SourceChanged(
                f"{name} answered with more than {self._most_bytes / 2**20:.0f} MB, and the rest was not "
                "read; ask for fewer cells",
                id,
            ) from None
        except (zlib.error, httpx2.DecodingError):
            raise SourceChanged(f"{name} sent an answer that cannot be decompressed", id) from None
        except (httpx2.InvalidURL, httpx2.UnsupportedProtocol):
            raise StatisticsFailed(f"{name} cannot be asked that: it makes no address", id) from None
        except httpx2.TransportError:
            raise SourceUnavailable(f"{name} broke off before its answer was whole", id) from None


def capped(pieces: Iterable[bytes], encoding: str, most_bytes: int, deadline: float) -> bytes:
    """The pieces in one, decompressed; raises TooLong before it holds much more than `most_bytes`."""
    unpack = zlib.decompressobj(wbits=47) if encoding in {"gzip", "deflate"} else None
    if unpack is None and encoding != "identity":
        raise zlib.error(encoding)
    whole = bytearray()
    for piece in pieces:
        if time.monotonic() > deadline:
            raise Late
        whole += piece if unpack is None else unpack.decompress(piece, most_bytes + 1 - len(whole))
        if len(whole) > most_bytes:
            raise TooLong
    if unpack is not None and not unpack.eof and whole:
        raise zlib.error("cut short")
    return bytes(whole)


def is_loopback(url: str) -> bool:
    """Whether it is an address of this machine."""
    from ipaddress import ip_address
    from urllib.parse import urlsplit

    host = urlsplit(url).hostname or ""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
