"""The audit log: rows are added, each sealed with the one before; they go oldest first, and it is told."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256

from belegg.records.people import Noted
from belegg.stores.engine import statements
from belegg.stores.people.file import PeopleFile

ROW = "number, at, person, doing, what, door, session, seal"
AT_ONCE = 1000


def seal_of(before: str, at: float, person: str, doing: str, what: str, door: str, session: str) -> str:
    """The seal of a row that follows the row sealed `before` (empty: the first)."""
    row = json.dumps([before, at, person, doing, what, door, session], ensure_ascii=False)
    return sha256(row.encode("utf-8", "backslashreplace")).hexdigest()


class KeepsLog:
    """The part of `SqlitePeople` that remembers who did what."""

    _file: PeopleFile

    def note(self, at: float, person: str, doing: str, what: str, door: str, session: str) -> None:
        with self._file.writing(durable=False) as connection:
            last = statements.row(
                connection,
                "SELECT number, seal FROM audit UNION ALL SELECT up_to, seal FROM forgotten "
                "ORDER BY number DESC LIMIT 1",
            )
            number, before = last or (0, "")
            seal = seal_of(before, at, person, doing, what, door, session)
            connection.execute(
                f"INSERT INTO audit ({ROW}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (number + 1, at, person, doing, what, door, session, seal),
            )

    def noted(
        self,
        since: float = 0.0,
        person: str | None = None,
        what: str | None = None,
        most: int = 1000,
        doing: str | None = None,
        before: int | None = None,
    ) -> Sequence[Noted]:
        sql = (
            f"SELECT {ROW} FROM audit WHERE at >= ?1 AND (?2 IS NULL OR person = ?2) "
            "AND (?3 IS NULL OR what = ?3) AND (?4 IS NULL OR doing = ?4) AND (?5 IS NULL OR number < ?5) "
            "ORDER BY number DESC LIMIT ?6"
        )
        with self._file.reading() as connection:
            rows = statements.rows(connection, sql, (since, person, what, doing, before, most))
        return [Noted(*row) for row in rows]

    def all_noted(self) -> Iterator[Noted]:
        after = 0
        while True:
            with self._file.reading() as connection:
                rows = statements.rows(
                    connection,
                    f"SELECT {ROW} FROM audit WHERE number > ? ORDER BY number LIMIT ?",
                    (after, AT_ONCE),
                )
            if not rows:
                return
            yield from (Noted(*row) for row in rows)
            after = rows[-1][0]

    def last_noted(self) -> tuple[int, str]:
        with self._file.reading() as connection:
            number, seal = statements.row(connection, "SELECT number, seal FROM head")
        return int(number), str(seal)

    def first_unsealed(self, known: tuple[int, str] | None = None) -> int | None:
        last, _ = head = self.last_noted()  # rows that come while this looks are more, not fewer
        with self._file.reading() as connection:
            told = statements.row(connection, "SELECT up_to, seal FROM forgotten ORDER BY up_to DESC LIMIT 1")
        number, before = told or (0, "")
        kept = [mark for mark in (head, known) if mark is not None and mark[0] >= number]
        if any(not before.startswith(seal) for at, seal in kept if at == number):
            return int(number)
        for row in self.all_noted():
            number += 1
            sealed = seal_of(before, row.at, row.person, row.doing, row.what, row.door, row.session)
            is_known = all(row.seal.startswith(seal) for at, seal in kept if at == number)
            if (row.number, row.seal) != (number, sealed) or not is_known:
                return number
            before = row.seal
        most = max(last, 0 if known is None else known[0])
        return number + 1 if number < most else None

    def forget_noted(self, before: float, at: float) -> int:
        with self._file.writing() as connection:
            last = statements.row(
                connection,
                "SELECT number, seal FROM audit WHERE number < (SELECT coalesce(min(number), ?) FROM audit "
                "WHERE at >= ?) ORDER BY number DESC LIMIT 1",
                (2**62, before),
            )
            if last is None:
                return 0
            (count,) = statements.row(connection, "SELECT count(*) FROM audit WHERE number <= ?", (last[0],))
            connection.execute("INSERT INTO forgotten VALUES (?, ?, ?, ?)", (*last, count, at))
            connection.execute("DELETE FROM audit WHERE number <= ?", (last[0],))
            return int(count)
