"""
Settings that weaken what Belegg promises, whoever made them: the server's file, the database, the role.

They are read as they stand on a connection of the library, so that one that did not stick is seen too.
"""

from __future__ import annotations

from collections.abc import Iterator

from belegg.stores.engine.checked import Checked
from belegg.stores.postgres.catalogue import Asked
from belegg.stores.postgres.living.told import Fault, summed

DURABLE = {
    "fsync": "a machine that goes down may lose or damage all that was acknowledged",
    "full_page_writes": "a machine that goes down may leave pages that are half written",
    "synchronous_commit": "a server that goes down loses the last changes that it acknowledged",
}
RISKY = {
    "zero_damaged_pages": "a damaged page is emptied without an error",
    "ignore_checksum_failure": "a damaged page is read as if it were whole",
    "ignore_invalid_pages": "a damaged page is passed over when the server recovers",
}
CUTTING = (
    "statement_timeout",
    "idle_in_transaction_session_timeout",
    "transaction_timeout",
    "idle_session_timeout",
)
SHORTEST_MS = 600_000
"""A fold, a merge or `VACUUM FULL` of a large library may take minutes as one statement."""

ASKED = (
    *DURABLE, *RISKY, *CUTTING, "default_transaction_read_only", "standard_conforming_strings",
    "autovacuum", "track_counts", "row_security",
)  # fmt: skip
SHOWN = """
SELECT name, setting, source, current_setting(name) FROM pg_settings
WHERE name = ANY (%s) OR (name LIKE 'enable\\_%%' AND setting = 'off' AND boot_val = 'on')
"""
MADE_BY = {
    "database": "ALTER DATABASE {database} RESET {name}",
    "user": "ALTER ROLE {role} RESET {name}",
    "database user": "ALTER ROLE {role} IN DATABASE {database} RESET {name}",
    "command line": "leave `{name}` out of the command that starts the server",
    "client": "leave `{name}` out of the DSN's `options`",
    "session": "tell what sets `{name}` on each connection not to",
}


def checked(raw: Asked) -> Checked:
    return summed("settings", faults(raw), "what is acknowledged is on disk; nothing cuts work short")


def faults(raw: Asked) -> Iterator[Fault]:
    names = raw.execute("SELECT quote_ident(current_user), quote_ident(current_database())").fetchone()
    assert names is not None
    for name, setting, source, shown in raw.execute(SHOWN, (list(ASKED),)).fetchall():
        why = fault(name, setting)
        if why:
            told = MADE_BY.get(source, "`ALTER SYSTEM SET {name} = {right}`, then `SELECT pg_reload_conf()`")
            todo = told.format(name=name, role=names[0], database=names[1], right=right(name))
            yield f"`{name}` is `{shown}` ({source}): {why}", todo if "`" in todo else f"`{todo}`"


def fault(name: str, setting: str) -> str:
    """What a setting does that should not be; empty when it is right."""
    if setting == "off" and name in DURABLE:
        return DURABLE[name]
    if setting == "on" and name in RISKY:
        return RISKY[name]
    if name in CUTTING and 0 < int(setting) < SHORTEST_MS:
        return "it may cut ingesting, merging or `belegg compact` short"
    if setting == "off" and name.startswith("enable_"):
        return "searches and ingests may take far longer"
    said = {
        ("default_transaction_read_only", "on"): "nothing can be changed",
        ("standard_conforming_strings", "off"): "a backslash in a statement's text means something else",
        ("autovacuum", "off"): "dead rows stay, statistics grow old, transaction numbers run out",
        ("track_counts", "off"): "autovacuum does not learn which tables need it",
        ("row_security", "off"): "a question that row security narrows is refused",
    }
    return said.get((name, setting), "")


def right(name: str) -> str:
    if name in CUTTING:
        return "0"
    return "off" if name in RISKY or name == "default_transaction_read_only" else "on"
