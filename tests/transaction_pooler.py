"""
A pooler in transaction mode, as small as it can be: one connection to the server for all who come, lent to
each for one transaction at a time. Whoever comes is let in.

    with TransactionPooler(dsn) as address:
        psycopg.connect(address)
"""

from __future__ import annotations

import socket
import struct
import threading
from types import TracebackType
from typing import Self

import psycopg
from psycopg.pq import TransactionStatus

STARTS = 196_608
HELLO = {"server_encoding": "UTF8", "client_encoding": "UTF8", "server_version": "18.0"}


def message(kind: bytes, body: bytes) -> bytes:
    return kind + struct.pack("!i", len(body) + 4) + body


class TransactionPooler:
    def __init__(self, dsn: str) -> None:
        self._raw = psycopg.connect(dsn, autocommit=True)
        self._server = socket.socket(fileno=socket.dup(self._raw.pgconn.socket))
        self._server.setblocking(True)
        self._free = threading.Lock()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._clients: list[socket.socket] = []
        threading.Thread(target=self._let_in, daemon=True).start()

    @property
    def address(self) -> str:
        return f"host=127.0.0.1 port={self._listening.getsockname()[1]} user=any dbname=any sslmode=disable"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._listening.close()
        for client in self._clients:
            client.close()
        self._server.close()
        self._raw.close()

    def _let_in(self) -> None:
        for number in range(1, 1_000):
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            self._clients.append(client)
            threading.Thread(target=self._serve, args=(client, number), daemon=True).start()

    def _serve(self, client: socket.socket, number: int) -> None:
        """One client to its end; its process has a number of the pooler's own."""
        try:
            while started(client) != STARTS:
                client.sendall(b"N")
            told = b"".join(message(b"S", f"{k}\0{v}\0".encode()) for k, v in HELLO.items())
            key = message(b"K", struct.pack("!ii", number, 0))
            client.sendall(message(b"R", struct.pack("!i", 0)) + told + key + message(b"Z", b"I"))
            while self._transaction(client):
                pass
        except OSError:
            return

    def _transaction(self, client: socket.socket) -> bool:
        """All of a client's messages until none of its transactions is open; False when it goes."""
        asked = whole(client)
        if asked[:1] == b"X":
            return False
        with self._free:
            while True:
                self._server.sendall(asked)
                if asked[:1] in (b"Q", b"S") and self._answer(client) == TransactionStatus.IDLE:
                    return True
                asked = whole(client)

    def _answer(self, client: socket.socket) -> int:
        while True:
            answer = whole(self._server)
            client.sendall(answer)
            if answer[:1] == b"Z":
                return {b"I": TransactionStatus.IDLE}.get(answer[5:6], TransactionStatus.INTRANS)


def started(client: socket.socket) -> int:
    """The version of the protocol that a client begins with, or the number by which it asks for a cipher."""
    (size,) = struct.unpack("!i", taken(client, 4))
    version: int = struct.unpack_from("!i", taken(client, size - 4))[0]
    return version


def whole(sender: socket.socket) -> bytes:
    head = taken(sender, 5)
    return head + taken(sender, struct.unpack("!i", head[1:])[0] - 4)


def taken(sender: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = sender.recv(size - len(data))
        if not more:
            raise OSError("gone")
        data += more
    return data
