"""Stored runs as rows: whose they are, what each was shown, the questions that were left open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from belegg.errors import UnknownRun
from belegg.records import DocumentId, Principal
from belegg.records.runs import Touched
from belegg.records.turns import Turn, TurnHead, sees
from belegg.seams import Without
from belegg.stores.engine import statements, stored
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.fetched import FetchedKeeping, drop_untouched, shown_in

HEAD = "id, conversation, place, asker, at, question, verdict, reason, model, gap"
ALL_TOUCHED = (
    "SELECT t.id, d.document, d.version, d.quoted FROM turns AS t "
    "CROSS JOIN turn_documents AS d ON d.turn = t.number ORDER BY t.number, d.document, d.version"
)
ALL_GAPS = "SELECT number, gap, closed_at FROM gaps ORDER BY number"
OPEN_GAPS_LAST = (
    "SELECT max(t.number) FROM turns AS t CROSS JOIN gaps AS g ON g.gap = t.gap "
    "WHERE t.gap <> '' AND g.closed_at = '' GROUP BY t.gap"
)


def touched_of(id: str, document: str, version: int, quoted: int) -> tuple[str, Touched]:
    return id, Touched(DocumentId(document), version, bool(quoted))


def heads(connection: Connection, who: Principal, conversation: str | None) -> list[TurnHead]:
    """Those that a principal sees, the newest first."""
    rows = statements.rows(
        connection,
        f"SELECT {HEAD} FROM turns WHERE (?1 OR asker = ?2) "
        "AND (CAST(?3 AS TEXT) IS NULL OR conversation = ?3) ORDER BY number DESC",
        (who.groups is None, who.id, conversation),
    )
    return [head for head in (TurnHead(*row) for row in rows) if sees(who, head.asker)]


def turn(connection: Connection, who: Principal, id: str) -> Turn | None:
    """One of those with its record."""
    sql = f"SELECT {HEAD}, record_bytes, record, number FROM turns WHERE id = ?"
    row = statements.row(connection, sql, (id,))
    if row is None:
        return None
    *named, size, record, number = row
    head = TurnHead(*named)
    if not sees(who, head.asker):
        return None
    shown = statements.rows(
        connection,
        "SELECT document, version, quoted FROM turn_documents WHERE turn = ? ORDER BY document, version",
        (number,),
    )
    touched = tuple(touched_of("", *each)[1] for each in shown)
    return Turn(head, stored.unpack(size, record).decode(), touched)


class TurnKeeper(FetchedKeeping):
    """Writes inside one open transaction; of no use after it."""

    def not_held(self, documents: Iterable[DocumentId]) -> frozenset[DocumentId]:
        held = "SELECT 1 FROM documents WHERE id = ?1 UNION ALL SELECT 1 FROM fetched WHERE id = ?1"
        return frozenset(d for d in documents if statements.row(self._connection, held, (d,)) is None)

    def keep(self, turn: Turn) -> int:
        head, record = turn.head, turn.record.encode()
        last = statements.row(
            self._connection,
            "SELECT place, asker FROM turns WHERE conversation = ? ORDER BY place DESC LIMIT 1",
            (head.conversation,),
        )
        if last is not None and last[1] != head.asker:
            raise UnknownRun(head.conversation)
        place = 1 if last is None else int(last[0]) + 1
        number = statements.row(
            self._connection,
            "INSERT INTO turns (id, conversation, place, asker, at, question, verdict, reason, model, gap, "
            "record_bytes, record) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number",
            (
                head.id,
                head.conversation,
                place,
                head.asker,
                head.at,
                head.question,
                head.verdict,
                head.reason,
                head.model,
                head.gap,
                len(record),
                stored.pack(record),
            ),
        )[0]
        self._connection.executemany(
            statements.put("turn_documents", ("document", "turn", "version"), ("quoted",)),
            [(t.document, number, t.version, int(t.quoted)) for t in sorted(turn.touched)],
        )
        if head.gap:
            opened = "UPDATE gaps SET closed_at = '' WHERE gap = ?"
            self._connection.execute(opened, (head.gap,))
            if not self._connection.changes():
                new = "INSERT INTO gaps (gap, closed_at) VALUES (?, '')"
                self._connection.execute(new, (head.gap,))
        return place

    def remove(self, ids: Sequence[str]) -> int:
        found = [
            row[0]
            for id in ids
            for row in statements.rows(self._connection, "SELECT number FROM turns WHERE id = ?", (id,))
        ]
        return self._remove(found)

    def keep_newest(self, most: int) -> int:
        rows = statements.rows(
            self._connection,
            "SELECT number FROM turns WHERE number NOT IN "
            f"(SELECT number FROM turns ORDER BY number DESC LIMIT ?) AND number NOT IN ({OPEN_GAPS_LAST})",
            (most,),
        )
        return self._remove([row[0] for row in rows])

    def close_gap(self, number: int, at: str) -> bool:
        self._connection.execute("UPDATE gaps SET closed_at = ? WHERE number = ?", (at, number))
        return self._connection.changes() > 0

    def _remove(self, numbers: Sequence[int]) -> int:
        if not numbers:
            return 0
        self._connection.overwrite()
        fetched = shown_in(self._connection, numbers)
        chosen = [(number,) for number in numbers]
        self._connection.executemany("DELETE FROM turn_documents WHERE turn = ?", chosen)
        self._connection.executemany("DELETE FROM turns WHERE number = ?", chosen)
        self._connection.execute("DELETE FROM gaps WHERE gap NOT IN (SELECT gap FROM turns)")
        drop_untouched(self._connection, fetched)
        return len(chosen)


def take_out(connection: Connection, document: DocumentId, without: Without | None) -> int:
    """Take a document out of the runs that were shown something of it; how many quotations went."""
    numbers = statements.rows(
        connection, "SELECT DISTINCT turn FROM turn_documents WHERE document = ?", (document,)
    )
    gone, fetched = 0, shown_in(connection, [number for (number,) in numbers])
    for (number,) in numbers:
        sql = "SELECT record_bytes, record FROM turns WHERE number = ?"
        row = statements.row(connection, sql, (number,))
        if row is None:
            continue
        left = without(stored.unpack(*row).decode()) if without is not None else None
        if left is None:
            connection.execute("DELETE FROM turns WHERE number = ?", (number,))
            connection.execute("DELETE FROM turn_documents WHERE turn = ?", (number,))
            continue
        data = left[0].encode()
        gone += left[1]
        connection.execute(
            "UPDATE turns SET record_bytes = ?, record = ?, verdict = 'withheld' WHERE number = ?",
            (len(data), stored.pack(data), number),
        )
    connection.execute("DELETE FROM turn_documents WHERE document = ?", (document,))
    connection.execute("DELETE FROM gaps WHERE gap NOT IN (SELECT gap FROM turns)")
    drop_untouched(connection, fetched)
    return gone
