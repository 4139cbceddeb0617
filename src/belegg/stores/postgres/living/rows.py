"""Dead rows, statistics that are old or were never made, unused space: what slows down, and does no harm."""

from __future__ import annotations

from collections.abc import Iterator

from belegg.stores.engine.checked import Checked
from belegg.stores.postgres.catalogue import Asked
from belegg.stores.postgres.living.bounds import Bounds
from belegg.stores.postgres.living.told import Fault, summed
from belegg.text.counted import counted

TABLES = """
SELECT c.relname::text, c.reltuples, pg_relation_size(c.oid), s.n_live_tup, s.n_dead_tup,
  s.n_mod_since_analyze, greatest(s.last_vacuum, s.last_autovacuum),
  coalesce(c.reloptions, '{}') && '{autovacuum_enabled=false,autovacuum_enabled=off}'
FROM pg_class AS c LEFT JOIN pg_stat_user_tables AS s ON s.relid = c.oid
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
ORDER BY pg_relation_size(c.oid) DESC, 1
"""
TUPLES = """
SELECT quote_ident(n.nspname) || '.pgstattuple_approx', has_function_privilege(p.oid, 'EXECUTE')
  AND has_schema_privilege(n.oid, 'USAGE')
FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace
JOIN pg_proc AS p ON p.pronamespace = n.oid AND p.proname = 'pgstattuple_approx'
WHERE e.extname = 'pgstattuple'
"""


def checked(raw: Asked, within: Bounds) -> Checked:
    tables = raw.execute(TABLES).fetchall()
    faults = [fault for table in tables for fault in of_table(table, within)]
    may = raw.execute(TUPLES).fetchone()
    unseen: list[Fault] = []
    if may is None:
        unseen.append(("unused space was not measured", "`CREATE EXTENSION pgstattuple` lets it be"))
    elif not may[1]:
        todo = f"`GRANT EXECUTE ON FUNCTION {may[0]}(regclass) TO` this role"
        unseen.append(("unused space was not measured: this role may not", todo))
    else:
        large = [name for name, _, size, *_ in tables if size >= within.small_bytes]
        faults += unused(raw, str(may[0]), large, within.unused_share)
    dead = sum(table[4] or 0 for table in tables)
    return summed("rows", faults, f"{counted(dead, 'dead row')}, statistics are of today's tables", unseen)


def of_table(table: tuple[object, ...], within: Bounds) -> Iterator[Fault]:
    name, analysed, size, live, dead, changed, vacuumed, off = table
    assert isinstance(size, int)
    assert isinstance(analysed, float)
    live, dead, changed = (int(str(number or 0)) for number in (live, dead, changed))
    if off:
        yield f"autovacuum is off for table `{name}`", f"`ALTER TABLE {name} RESET (autovacuum_enabled)`"
    if dead >= within.dead_rows and dead >= within.dead_share * (live + dead):
        last = f"last vacuumed {vacuumed:%Y-%m-%d %H:%M}" if vacuumed else "never vacuumed"
        yield f"table `{name}` holds {counted(dead, 'dead row')} beside {live:,} ({last})", f"`VACUUM {name}`"
    if size >= within.small_bytes and analysed < 0:
        yield f"table `{name}` was never analysed: plans are guesses", f"`ANALYZE {name}`"
    elif size >= within.small_bytes and changed > within.changed_share * max(analysed, 1):
        yield (
            f"{counted(changed, 'row')} of table `{name}` changed since it was analysed",
            f"`ANALYZE {name}`",
        )


def unused(raw: Asked, function: str, tables: list[str], share: float) -> Iterator[Fault]:
    """Tables much of which is empty: what `VACUUM` freed and nothing filled again."""
    for name in tables:
        sql = f"SELECT table_len, approx_free_space + dead_tuple_len FROM {function}('{name}'::regclass)"
        row = raw.execute(sql.encode()).fetchone()
        assert row is not None
        if row[1] > share * row[0]:
            met = f"{row[1] / (1 << 20):,.0f} of {row[0] / (1 << 20):,.0f} MiB of table `{name}` are unused"
            yield met, "`belegg compact` gives it back"
