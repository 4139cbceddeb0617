"""How a process uses a database server: how many connections, how long it waits."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Connecting:
    """
    `connections`: how many readers of one process are served at once; more wait. Writing takes two or three
    besides. `statement_s`: how long one statement of a reader may take. `connect_s`: how long to wait for a
    server that does not answer. `away_s`: how long a reader waits for a server that was lost, and for a
    connection when all are in use. `silence_s`: so long beyond `statement_s` a server may say nothing at all
    until it is given up; a writer, whose statements are long, gives it `writer_silence_s`.
    """

    connections: int = 16
    statement_s: float = 60.0
    connect_s: int = 10
    away_s: float = 10.0
    silence_s: float = 10.0
    writer_silence_s: float = 600.0


USUAL = Connecting()
