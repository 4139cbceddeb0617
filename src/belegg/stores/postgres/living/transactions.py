"""
Transactions that hold up the removal of dead rows, and how far transaction numbers are from their end.
"""

from __future__ import annotations

from collections.abc import Iterator

from belegg.stores.engine.checked import Checked
from belegg.stores.postgres.catalogue import Asked
from belegg.stores.postgres.living.bounds import Bounds
from belegg.stores.postgres.living.told import Fault, summed
from belegg.text.counted import counted

AGE = """
SELECT age(datfrozenxid), mxid_age(datminmxid), quote_ident(datname) FROM pg_database
WHERE datname = current_database()
"""
LONG = """
SELECT pid, coalesce(state, ''), usename::text, application_name,
  CAST(extract(epoch FROM now() - xact_start) AS int)
FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
  AND xact_start < now() - make_interval(secs => %s) AND (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL
    OR state LIKE 'idle in transaction%%')
ORDER BY xact_start
"""
HIDDEN = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND usename IS NOT NULL AND state IS NULL AND pid <> pg_backend_pid()
"""
PREPARED = """
SELECT gid, CAST(extract(epoch FROM now() - prepared) AS int) FROM pg_prepared_xacts
WHERE database = current_database() AND prepared < now() - make_interval(secs => %s) ORDER BY prepared
"""
SLOTS = """
SELECT slot_name::text, wal_status FROM pg_replication_slots WHERE NOT active AND restart_lsn IS NOT NULL
  AND (database IS NULL OR database = current_database()) ORDER BY 1
"""


def checked(raw: Asked, within: Bounds) -> Checked:
    hidden = raw.execute(HIDDEN).fetchone()
    unseen = []
    if hidden is not None and hidden[0]:
        met = f"{counted(hidden[0], 'session')} of other roles not looked into"
        unseen.append((met, "`GRANT pg_read_all_stats TO` this role"))
    faults = [*of_age(raw, within.age), *of_sessions(raw, within.long_s), *of_prepared(raw, within.long_s)]
    faults += of_slots(raw)
    return summed("transactions", faults, "none is held open, their numbers last", unseen)


def of_age(raw: Asked, most: int) -> Iterator[Fault]:
    row = raw.execute(AGE).fetchone()
    assert row is not None
    for age, what in ((row[0], "transaction"), (row[1], "multixact")):
        if age >= most:
            met = f"{what} numbers of database {row[2]} are {age:,} old, of two billion at which writing ends"
            yield met, "end what holds them up, then `VACUUM (FREEZE)` as the owner"


def of_sessions(raw: Asked, long_s: float) -> Iterator[Fault]:
    for pid, state, role, program, seconds in raw.execute(LONG, (long_s,)).fetchall():
        called = f"`{program}` (process {pid}, role `{role}`)"
        met = f"a transaction of {called} is open for {seconds:,} s ({state}); dead rows stay until it ends"
        yield met, f"end it, or `SELECT pg_terminate_backend({pid})`"


def of_prepared(raw: Asked, long_s: float) -> Iterator[Fault]:
    for gid, seconds in raw.execute(PREPARED, (long_s,)).fetchall():
        met = f"the prepared transaction `{gid}` waits for {seconds:,} s; dead rows stay until it ends"
        yield met, f"`ROLLBACK PREPARED '{gid}'`, or commit it"


def of_slots(raw: Asked) -> Iterator[Fault]:
    for name, status in raw.execute(SLOTS).fetchall():
        met = f"nobody reads the replication slot `{name}` ({status}): the server keeps all for it"
        yield met, f"let its reader run, or `SELECT pg_drop_replication_slot('{name}')`"
