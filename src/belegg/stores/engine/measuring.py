"""Golden sets and runs as rows. They quote documents of any access list: the owner's alone."""

from __future__ import annotations

from belegg.stores.engine import statements
from belegg.stores.engine.connection import Connection

ALL_SETS = "SELECT name, questions FROM golden_sets ORDER BY name"
ALL_PROBES = "SELECT record FROM probes ORDER BY number"
MOST_PROBES = 1_000
ALL_RUNS = "SELECT number, golden_set, record FROM runs ORDER BY number"


def keep_set(connection: Connection, name: str, questions: str) -> None:
    """Keep a set, in place of the one of that name."""
    connection.execute(statements.put("golden_sets", ("name",), ("questions",)), (name, questions))


def remove_set(connection: Connection, name: str) -> None:
    """Let a set go, and its runs."""
    connection.execute("DELETE FROM golden_sets WHERE name = ?", (name,))
    connection.execute("DELETE FROM runs WHERE golden_set = ?", (name,))


def keep_probe(connection: Connection, record: str) -> None:
    """Keep what a check of health found; of more than `MOST_PROBES` the oldest go."""
    connection.execute("INSERT INTO probes (record) VALUES (?)", (record,))
    connection.execute(
        "DELETE FROM probes WHERE number <= (SELECT max(number) FROM probes) - ?", (MOST_PROBES,)
    )


def keep_run(connection: Connection, golden_set: str, record: str) -> int:
    """Keep a run; its number."""
    sql = "INSERT INTO runs (golden_set, record) VALUES (?, ?) RETURNING number"
    return int(statements.row(connection, sql, (golden_set, record))[0])


def set_run(connection: Connection, number: int, record: str) -> None:
    """Keep a run anew, under its number."""
    connection.execute("UPDATE runs SET record = ? WHERE number = ?", (record, number))


def remove_run(connection: Connection, number: int) -> None:
    connection.execute("DELETE FROM runs WHERE number = ?", (number,))
