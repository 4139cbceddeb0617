"""
Whether a library's schema is what the migrations made: tables, columns with their collations, constraints,
functions, and indexes that PostgreSQL uses. No table is read for this; pages are the server's to check.
"""

from __future__ import annotations

from belegg.stores.engine.checked import Checked
from belegg.stores.postgres.catalogue import (
    COLUMN,
    CONSTRAINT,
    FUNCTION,
    INDEX,
    TABLE,
    Asked,
    Thing,
    made,
    there,
    unusable,
)

NAME = "database"
MOST_TOLD = 5
RESTORE = "restore a backup, or copy the library into a new database"
ORDER = (TABLE, COLUMN, FUNCTION, CONSTRAINT, INDEX)
"""What is missing or different comes first when other things may be so because of it."""

Fault = tuple[str, str]
"""What was met, and what to do."""


def damage(raw: Asked) -> Checked:
    """Whether all that the engine relies on is there and as it was made."""
    found = there(raw)
    faults = [*differences(found), *(of_unusable(name) for name in unusable(raw))]
    if not faults:
        tables = sum(kind == TABLE for kind, _ in made())
        return Checked(NAME, True, f"{tables} tables and all their indexes are there, as they were made")
    told = [text for text, _ in faults[:MOST_TOLD]]
    if len(faults) > MOST_TOLD:
        told.append(f"and {len(faults) - MOST_TOLD} more")
    todo = list(dict.fromkeys(todo for _, todo in faults[:MOST_TOLD]))
    return Checked(NAME, False, "; ".join(told), "; ".join(todo))


def differences(found: dict[Thing, str]) -> list[Fault]:
    """What is missing or different. What only follows from another fault is left out."""
    expected = made()
    differ = [thing for thing in expected if found.get(thing) != expected[thing]]
    gone = {name for kind, name in differ if kind == TABLE and (TABLE, name) not in found}
    gone |= {name.partition(".")[2] for kind, name in differ if kind == CONSTRAINT}
    ordered = sorted(differ, key=lambda thing: (ORDER.index(thing[0]), thing[1]))
    own = [thing for thing in ordered if not follows(thing, gone)]
    return [
        *(fault(thing, found.get(thing), expected[thing]) for thing in own),
        *(too_many(name) for kind, name in sorted(found.keys() - expected) if is_in_the_way(kind, name)),
    ]


def is_in_the_way(kind: str, name: str) -> bool:
    """Whole rows are written without naming their columns: one more in a table of ours, and none fits."""
    return kind == COLUMN and (TABLE, name.partition(".")[0]) in made()


def too_many(column: str) -> Fault:
    table, _, name = column.partition(".")
    return f"the column `{column}` is not Belegg's", f"`ALTER TABLE {table} DROP COLUMN {name}`"


def follows(thing: Thing, gone: set[str]) -> bool:
    """Whether the thing differs because its table or its constraint does."""
    kind, name = thing
    if kind == INDEX:
        table = made()[thing].partition(" ON ")[2].partition(" ")[0]
        return name in gone or table in gone
    return kind in (COLUMN, CONSTRAINT) and name.partition(".")[0] in gone


def fault(thing: Thing, met: str | None, expected: str) -> Fault:
    kind, name = thing
    table, _, part = name.partition(".")
    if met is None:
        text = f"the {kind} `{name}` is missing"
    elif kind == TABLE:
        return f"the table `{name}` is emptied when the server crashes", f"`ALTER TABLE {name} SET LOGGED`"
    else:
        text = f"the {kind} `{name}` is `{met}` and was made as `{expected}`"
    if kind == INDEX:
        anew = f"`{expected}`"
        return text, anew if met is None else f"`DROP INDEX {name}`, then {anew}"
    if kind == CONSTRAINT:
        anew = f"`ALTER TABLE {table} ADD CONSTRAINT {part} {expected}`"
        return text, anew if met is None else f"`ALTER TABLE {table} DROP CONSTRAINT {part}`, then {anew}"
    if kind == COLUMN and met is not None and collation(met) != collation(expected):
        kind_of = expected.split()[1]
        return text, f"`ALTER TABLE {table} ALTER COLUMN {part} TYPE {kind_of} {collation(expected)}`"
    return text, RESTORE


def collation(column: str) -> str:
    """The part of a column's text that says its collation; without one it is the database's."""
    words = column.split()
    return " ".join(words[words.index("COLLATE") :][:2]) if "COLLATE" in words else 'COLLATE "default"'


def of_unusable(index: str) -> Fault:
    return f"the index `{index}` is not valid, and is not used", f"`REINDEX INDEX CONCURRENTLY {index}`"
