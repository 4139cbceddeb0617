"""What is in the library's schema and is not Belegg's: others' tables, triggers, leftovers."""

from __future__ import annotations

from collections.abc import Iterator

from belegg.stores.engine.checked import Checked
from belegg.stores.postgres.catalogue import (
    COLUMN,
    CONSTRAINT,
    INDEX,
    RULE,
    TABLE,
    TRIGGER,
    Asked,
    made,
    there,
)
from belegg.stores.postgres.living.told import Fault, summed

CHANGING = (TRIGGER, RULE, CONSTRAINT)
"""What changes or refuses the rows that Belegg writes."""

LEFT_OVER = ("_ccnew", "_ccold")
"""How PostgreSQL calls an index that an interrupted `REINDEX … CONCURRENTLY` left behind."""


def checked(raw: Asked) -> Checked:
    return summed("schema", faults(raw), "holds nothing but Belegg's tables")


def faults(raw: Asked) -> Iterator[Fault]:
    unknown = sorted(there(raw).keys() - made().keys())
    theirs = {name for kind, name in unknown if kind == TABLE}
    for kind, name in unknown:
        table, _, part = name.partition(".")
        if kind in CHANGING and table not in theirs:
            met = f"the {kind} `{part}` of table `{table}` is not Belegg's, and may change what is stored"
            yield met, f"`{removing(kind, table, part)}`"
        elif kind == INDEX:
            if name.rstrip("0123456789").endswith(LEFT_OVER):
                yield f"the index `{name}` was left behind by a `REINDEX`", f"`DROP INDEX {name}`"
        elif kind not in (*CHANGING, COLUMN):
            yield (
                f"the {kind} `{name}` is not Belegg's",
                "give Belegg a schema of its own, and move it elsewhere",
            )


def removing(kind: str, table: str, part: str) -> str:
    if kind in (TRIGGER, RULE):
        return f"DROP {kind.upper()} {part} ON {table}"
    return f"ALTER TABLE {table} DROP {kind.upper()} {part}"
