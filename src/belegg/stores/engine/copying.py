"""
A library copied from one database into another: every row of every table, in the order of its keys.

One pass reads the source in one transaction, so that it sees one state. What an earlier pass copied, or one
that was ended, is read again and compared by its digest: a table in which something changed is copied anew.
So each pass leaves in the target what the source held; passes follow until one finds nothing changed. Then
the target is read, and must hold what was copied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from belegg.errors import BadInput, MigrationNeeded, StoreBusy, StoreError, StoreUnhealthy
from belegg.stores.engine import copy_marks, statements
from belegg.stores.engine.connection import Connection, Kind
from belegg.stores.engine.copied_tables import COPIED, Table
from belegg.stores.engine.copy_marks import Mark, Reached
from belegg.stores.engine.database import Database
from belegg.stores.engine.digests import Digest, Row, Summing
from belegg.stores.engine.roles import WRITER

BATCH_BYTES: Final = 8 * 1024 * 1024
BATCH_ROWS: Final = 10_000
COMPARED_ROWS: Final = 5_000
MOST_PASSES: Final = 5
NUMBER_BYTES: Final = 9

Watch = Callable[[str, str, Digest], None]
"""Told of what is done (`copy`, `compare`, `verify`), in which table, and with how much since it was told."""


@dataclass(frozen=True, slots=True)
class TableCopied:
    """What a table holds in both databases. `digest`: the sum of its rows' hashes, in hexadecimal."""

    name: str
    rows: int
    size_bytes: int
    digest: str


@dataclass(frozen=True, slots=True)
class Copied:
    """
    `went_on`: an earlier run had begun. `passes` over the source; `changed` are the tables in which something
    changed meanwhile, or since the earlier run. `generation`: that of the state that was copied.
    """

    tables: tuple[TableCopied, ...]
    went_on: bool
    passes: int
    changed: tuple[str, ...]
    generation: int


def size_of(database: Database) -> Digest:
    """How much there is to copy: rows, and about how many bytes."""
    total = Digest()
    with database.whole_state() as connection:
        columns = database.columns(connection)
        for table in COPIED:
            long = [name for name, kind in columns[table.name].items() if kind in ("text", "bytes")]
            lengths = " + ".join(f"coalesce(sum(octet_length({name})), 0)" for name in long) or "0"
            sql = f"SELECT count(*), CAST({lengths} AS BIGINT) FROM {table.name} WHERE {table.only}"
            rows, size = statements.row(connection, sql)
            total += Digest(rows, size + rows * NUMBER_BYTES * len(columns[table.name]))
    return total


def copy(source: Database, target: Database, name: str, watch: Watch, beside: Callable[[], None]) -> Copied:
    """
    Bring everything that `source`, called `name`, holds into `target`, which is empty or holds the beginning
    of such a copy. `watch` hears of every batch; `beside` is called before the target becomes a library.
    Raises BadInput for a target that holds a library, StoreError.
    """
    with target.only_one(WRITER, "copy"):
        return Copy(source, target, name, watch).run(beside)


def copied_of(database: Database) -> str | None:
    """Of which library an unfinished copy is; None where there is none."""
    with database.whole_state() as connection:
        mark = copy_marks.kept(connection)
    return None if mark is None else mark.source


class Copy:
    """One run of `copy`. The target's writer's lock must be held."""

    def __init__(self, source: Database, target: Database, name: str, watch: Watch) -> None:
        self.source = source
        self.target = target
        self.name = name
        self.watch = watch
        self.mark = Mark.new(name)
        self.columns: Mapping[str, Mapping[str, Kind]] = {}
        self.emptied: list[str] = []

    def run(self, beside: Callable[[], None]) -> Copied:
        went_on = self._begin()
        changed: list[str] = []
        generation = -1
        for number in range(1, MOST_PASSES + 1):
            with self.source.whole_state() as connection:
                generation = statements.row(connection, "SELECT generation FROM state")[0]
                found = [table.name for table in COPIED if self._bring(connection, table)]
            changed += found if number > 1 else self.emptied  # what a first pass adds is only the rest
            if number > 1 and not found:
                break
        else:
            raise StoreBusy(
                f"`{self.name}` changed again and again while it was copied (`{found[0]}`, …); stop whoever "
                "writes to it, and run the same command again: it goes on where it stopped"
            )
        tables = self._verified()
        beside()
        self._finish()
        return Copied(tables, went_on, number, tuple(dict.fromkeys(changed)), generation)

    # ------------------------------------------------------------ before

    def _begin(self) -> bool:
        """Whether an earlier run began. Nothing was written when this raises."""
        with self.source.whole_state() as source, self.target.whole_state() as target:
            self.columns = self.source.columns(source)
            self._refuse_other_columns(self.target.columns(target))
            mark = copy_marks.kept(target)
            if mark is None:
                self._refuse_a_library(target)
            elif mark.source != self.name:
                raise BadInput(
                    f"what stands there is an unfinished copy of `{mark.source}` and not of `{self.name}`; "
                    f"go on with that one. To give it up, {self.target.given_up}"
                )
            long = self.target.long_keys(target)
            rows = [
                (table, row) for table, columns in long for row in self._long_rows(source, table, columns)
            ]
        for table, row in rows:
            self._try(table, row)
        if mark is not None:
            self.mark = mark
            return True
        with self.target.committing() as (connection, _):
            self.mark.keep(connection)
        return False

    def _refuse_other_columns(self, there: Mapping[str, Mapping[str, Kind]]) -> None:
        for table in COPIED:
            ours, theirs = self.columns.get(table.name), there.get(table.name)
            if ours is None or ours != theirs:
                raise MigrationNeeded(
                    f"the table `{table.name}` is not the same in both libraries; "
                    "bring both to this Belegg's layout first"
                )

    def _refuse_a_library(self, connection: Connection) -> None:
        for table in COPIED:
            sql = f"SELECT count(*) FROM {table.name} WHERE {table.only}"
            rows = 0 if table.kept else statements.row(connection, sql)[0]
            if rows:
                raise BadInput(
                    f"there is a library already (`{table.name}` has {rows:,} rows); a copy is written to a "
                    "new file or an empty database"
                )

    def _long_rows(self, source: Connection, table: str, columns: tuple[str, ...]) -> Iterator[Row]:
        """Rows whose key may be longer than the target takes."""
        length = " + ".join(f"coalesce(octet_length({column}), 0)" for column in columns)
        sql = f"SELECT {', '.join(self.columns[table])} FROM {table} WHERE {length} > ?"
        yield from source.stream(sql, (self.target.longest_key,))

    def _try(self, table: str, row: Row) -> None:
        """Raises StoreError, naming the row, when the target cannot hold it. Leaves nothing there."""
        try:
            with self.target.committing() as (connection, _):
                connection.fill(table, self.columns[table], [row])
                raise _TriedError
        except _TriedError:
            return
        except StoreError as error:
            values = zip(self.columns[table], row, strict=True)
            name, value = max(
                ((c, v) for c, v in values if isinstance(v, str)), key=lambda each: len(each[1])
            )
            raise type(error)(
                f"{error}: in the table `{table}` a `{name}` of {len(value.encode()):,} bytes that begins "
                f"`{value[:60]}`. Nothing was copied"
            ) from error

    # ------------------------------------------------------------ the way

    def _bring(self, source: Connection, table: Table) -> bool:
        """Leave in the target what this state holds of a table; whether anything was written."""
        reached = self.mark.of(table.name)
        emptied = bool(reached.last) and not self._stands(source, table, reached)
        if emptied:
            self._empty(table)
        reached = self.mark.of(table.name)
        keys = ", ".join(table.keys)
        beyond = f"AND ({keys}) > ({', '.join('?' * len(reached.last))})" if reached.last else ""
        sql = f"{self._select(table)} {beyond} ORDER BY {keys}"
        written = False
        for rows, held in batches(source.stream(sql, reached.last)):
            self._write(table, rows, held)
            written = True
        return emptied or written

    def _select(self, table: Table) -> str:
        return f"SELECT {', '.join(self.columns[table.name])} FROM {table.name} WHERE {table.only}"

    def _stands(self, source: Connection, table: Table, reached: Reached) -> bool:
        """Whether the source still holds what was copied of a table."""
        keys, places = ", ".join(table.keys), ", ".join("?" * len(reached.last))
        rows = source.stream(f"{self._select(table)} AND ({keys}) <= ({places})", reached.last)
        return self._sum(rows, "compare", table) == reached.held

    def _sum(self, rows: Iterable[Row], stage: str, table: Table) -> Digest:
        total, part = Digest(), Summing()
        for row in rows:
            part.add(row)
            if part.rows >= COMPARED_ROWS or part.size_bytes >= BATCH_BYTES:
                self.watch(stage, table.name, part.digest())
                total, part = total + part.digest(), Summing()
        self.watch(stage, table.name, part.digest())
        return total + part.digest()

    def _empty(self, table: Table) -> None:
        with self.target.committing() as (connection, _):
            if not table.kept:
                connection.execute(f"DELETE FROM {table.name} WHERE {table.only}")
            self.mark = self.mark.after(table.name, Reached())
            self.mark.keep(connection)
        self.emptied.append(table.name)
        self.target.step("table emptied")

    def _write(self, table: Table, rows: list[Row], held: Digest) -> None:
        names = list(self.columns[table.name])
        last = tuple(rows[-1][names.index(key)] for key in table.keys)
        mark = self.mark.after(table.name, Reached(self.mark.of(table.name).held + held, last))
        with self.target.committing() as (connection, _):
            if table.kept:
                put, order = _in_its_place(table, names)
                connection.executemany(put, [tuple(row[place] for place in order) for row in rows])
            else:
                connection.fill(table.name, self.columns[table.name], rows)
            self.target.step("rows copied")
            mark.keep(connection)
        self.mark = mark
        self.watch("copy", table.name, held)

    # ------------------------------------------------------------ the end

    def _verified(self) -> tuple[TableCopied, ...]:
        """What the target holds of every table. Raises StoreUnhealthy when it is not what was copied."""
        found = []
        with self.target.whole_state() as connection:
            for table in COPIED:
                expected = self.mark.of(table.name).held
                held = self._sum(connection.stream(self._select(table)), "verify", table)
                if held != expected:
                    raise StoreUnhealthy(
                        f"`{table.name}` does not hold what was copied: {held.rows:,} rows with the digest "
                        f"{held.sum:032x}, and not {expected.rows:,} with {expected.sum:032x}. To copy anew, "
                        f"{self.target.given_up}, and check its disk"
                    )
                found.append(TableCopied(table.name, held.rows, held.size_bytes, f"{held.sum:032x}"))
        return tuple(found)

    def _finish(self) -> None:
        with self.target.committing() as (connection, _):
            self.target.count_on(connection)
            copy_marks.remove(connection)
        self.target.settle()
        self.target.learn()


def _in_its_place(table: Table, names: list[str]) -> tuple[str, list[int]]:
    """The statement that puts a row in the place of the one that is there, and the order of its values."""
    others = tuple(name for name in names if name not in table.keys)
    return statements.put(table.name, table.keys, others), [names.index(n) for n in (*table.keys, *others)]


def batches(rows: Iterable[Row]) -> Iterator[tuple[list[Row], Digest]]:
    """Rows by the batch, each with its digest; never empty."""
    batch: list[Row] = []
    held = Summing()
    for row in rows:
        batch.append(row)
        held.add(row)
        if held.rows >= BATCH_ROWS or held.size_bytes >= BATCH_BYTES:
            yield batch, held.digest()
            batch, held = [], Summing()
    if batch:
        yield batch, held.digest()


class _TriedError(Exception):
    """Ends a transaction that was for trying."""
