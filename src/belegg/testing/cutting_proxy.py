"""
A proxy before a server that cuts or stalls connections at a chosen moment of what passes through it.

    with CuttingProxy(server.address_of(dsn)) as proxy:
        proxy.when(b"COMMIT", Fault.ANSWER_LOST)   # carried out by the server, which then cannot say so
        store = PostgresStore(proxy.dsn(dsn))

It listens on 127.0.0.1 and knows nothing of the protocol: it looks for words in what a client sends.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Final, Self

CHUNK_BYTES: Final = 65_536
HARD: Final = b"\1\0\0\0\0\0\0\0"  # SO_LINGER, at once: what was not sent is not sent


class Fault(Enum):
    """What happens to the connection that sent the words."""

    NOT_ASKED = "cut before the server hears them"
    HALF_ASKED = "cut when the server has heard half of them"
    ANSWER_LOST = "cut when the server answers, of which nothing arrives"
    HALF_ANSWERED = "cut when half of the answer has arrived"
    STALLED = "neither cut nor served any more"


class CuttingProxy:
    """
    Forwards to the server at an address, a socket's path or host and port, until it is told otherwise. Safe
    to use from any thread.
    """

    def __init__(self, server: Path | tuple[str, int]) -> None:
        self._server = server
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._links: list[Link] = []
        self._due: tuple[bytes, Fault] | None = None
        self._lock = threading.Lock()
        self.happened = threading.Event()

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._listening.close()
        self.cut()

    def dsn(self, of: str) -> str:
        """A server's DSN, led through here."""
        from psycopg.conninfo import make_conninfo

        host, port = self._listening.getsockname()
        return make_conninfo(of, host=host, port=port, sslmode="disable", gssencmode="disable")

    def when(self, words: bytes, fault: Fault) -> None:
        """The next client that sends these words meets with the fault, once."""
        self.happened.clear()
        self._due = (words, fault)

    def cut(self) -> None:
        """Cut every connection now."""
        with self._lock:
            links, self._links = self._links, []
        for link in links:
            link.cut()

    def fault_for(self, data: bytes) -> Fault | None:
        with self._lock:
            if self._due is None or self._due[0] not in data:
                return None
            fault = self._due[1]
            self._due = None
        self.happened.set()
        return fault

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return  # the proxy is closed
            try:
                server = connected(self._server)
            except OSError:
                client.close()
                continue
            link = Link(client, server, self.fault_for)
            with self._lock:
                self._links.append(link)
            link.start()


def connected(address: Path | tuple[str, int]) -> socket.socket:
    """A connection to a server. Raises OSError."""
    if not isinstance(address, Path):
        return socket.create_connection(address)
    made = socket.socket(socket.AF_UNIX)
    try:
        made.connect(str(address))
    except OSError:
        made.close()
        raise
    return made


class Link:
    """A client's connection and the one to the server."""

    def __init__(
        self, client: socket.socket, server: socket.socket, fault_for: Callable[[bytes], Fault | None]
    ) -> None:
        self._client, self._server, self._fault_for = client, server, fault_for
        self._fate: Fault | None = None
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def start(self) -> None:
        threading.Thread(target=self._carry, args=(self._client, self._asked), daemon=True).start()
        threading.Thread(target=self._carry, args=(self._server, self._answered), daemon=True).start()

    def cut(self) -> None:
        for end in (self._client, self._server):
            with suppress(OSError):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, HARD)
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _carry(self, source: socket.socket, on: Callable[[bytes], bool]) -> None:
        with suppress(OSError):
            while (data := source.recv(CHUNK_BYTES)) and on(data):
                pass
        if self._fate is not Fault.STALLED:
            self.cut()

    def _asked(self, data: bytes) -> bool:
        """Hand on what a client sent. False when nothing more is handed on."""
        fault = self._fate or self._fault_for(data)
        if fault is None:
            self._server.sendall(data)
            return True
        self._fate = fault
        if fault is Fault.HALF_ASKED:
            self._server.sendall(data[: len(data) // 2])
        if fault in (Fault.ANSWER_LOST, Fault.HALF_ANSWERED):
            self._server.sendall(data)
            return True  # until the answer
        return False

    def _answered(self, data: bytes) -> bool:
        """Hand on what the server said. False when nothing more is handed on."""
        if self._fate is None:
            self._client.sendall(data)
            return True
        if self._fate is Fault.HALF_ANSWERED:
            self._client.sendall(data[: len(data) // 2])
        return False
