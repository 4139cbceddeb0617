"""
Whether the server checks its pages, and what it met; with the extension `amcheck`, whether indexes are in
order.
"""

from __future__ import annotations

from collections.abc import Iterator

from psycopg import errors

from belegg.stores.engine.checked import Checked
from belegg.stores.postgres.catalogue import Asked
from belegg.stores.postgres.living.bounds import Bounds
from belegg.stores.postgres.living.told import Fault, summed
from belegg.text.counted import counted

CHECKSUMS = """
SELECT current_setting('data_checksums') = 'on', coalesce(checksum_failures, 0), checksum_last_failure
FROM pg_stat_database WHERE datname = current_database()
"""
CALLED = """
SELECT quote_ident(n.nspname) || '.bt_index_check', has_function_privilege(p.oid, 'EXECUTE')
  AND has_schema_privilege(n.oid, 'USAGE')
FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace
JOIN pg_proc AS p ON p.pronamespace = n.oid AND p.proname = 'bt_index_check' AND p.pronargs = 1
WHERE e.extname = 'amcheck'
"""
INDEXES = """
SELECT c.oid::bigint, c.relname::text, pg_relation_size(c.oid)
FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
JOIN pg_am AS m ON m.oid = c.relam
WHERE c.relnamespace = current_schema()::regnamespace AND m.amname = 'btree' AND i.indisvalid AND i.indisready
ORDER BY 3, 2
"""


def checked(raw: Asked, within: Bounds) -> Checked:
    row = raw.execute(CHECKSUMS).fetchone()
    assert row is not None
    on, failures, last = row
    faults: list[Fault] = []
    unseen: list[Fault] = []
    if not on:
        unseen.append(
            ("the server does not check its pages", "`pg_checksums --enable` on the stopped server")
        )
    if failures:
        met = f"the server met {counted(failures, 'damaged page')}, the last one at {last:%Y-%m-%d %H:%M}"
        faults.append((met, "look at its log and its disk, and restore a backup"))
    well = "no damaged page was met"
    may = raw.execute(CALLED).fetchone()
    if may is None:
        unseen.append(("the order of indexes was not checked", "`CREATE EXTENSION amcheck` lets it be"))
    elif not may[1]:
        todo = f"`GRANT EXECUTE ON FUNCTION {may[0]}(regclass) TO` this role"
        unseen.append(("the order of indexes was not checked: this role may not", todo))
    else:
        looked = Looked(raw, str(may[0]), within.checked_bytes)
        faults += looked.faults()
        unseen += looked.left_out()
        well = f"{looked.checked} indexes are in order"
    return summed("pages", faults, well, unseen)


class Looked:
    """amcheck's look at each index, the small ones first."""

    def __init__(self, raw: Asked, function: str, most_bytes: int) -> None:
        self._raw = raw
        self._function = function
        self._most_bytes = most_bytes
        self.checked = 0
        self._left: list[str] = []

    def faults(self) -> Iterator[Fault]:
        taken = 0
        for oid, name, size in self._raw.execute(INDEXES).fetchall():
            taken += size
            if taken > self._most_bytes:
                self._left.append(name)
                continue
            try:
                self._raw.execute(f"SELECT {self._function}({oid}::oid::regclass)".encode())
            except (errors.IndexCorrupted, errors.DataCorrupted) as error:
                met = str(error).split("\n", 1)[0]
                yield f"the index `{name}` is damaged ({met})", f"`REINDEX INDEX CONCURRENTLY {name}`"
            else:
                self.checked += 1

    def left_out(self) -> Iterator[Fault]:
        if self._left:
            told = ", ".join(f"`{name}`" for name in self._left)
            yield f"for their size not gone through: {told}", "`pg_amcheck` goes through all"
