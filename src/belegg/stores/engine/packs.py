"""Packs as rows: what was defined, which ones are off, and which ones somebody may know of."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from functools import lru_cache
from typing import Any

import numpy as np

from belegg.errors import StoreUnhealthy
from belegg.records import Entry, Pack, SynonymGroup
from belegg.records.packs import OtherNames, PackSize
from belegg.stores.engine import statements
from belegg.stores.engine.arrays import Mask
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.snapshot import Snapshot
from belegg.stores.engine.stored import to_json
from belegg.stores.engine.view import View

OF_WORDS = ("exact", "asked_only")  # what is said of some words of a group
FIRST = 64
ALL = "SELECT name, is_on, definition FROM packs ORDER BY name"


def set_pack(connection: Connection, pack: Pack) -> None:
    """Define a pack, or define it anew."""
    said = asdict(pack)
    for column in ("name", "on"):
        del said[column]
    said["access"] = None if pack.access is None else sorted(pack.access)
    for group in said["synonyms"]:
        for column in OF_WORDS:
            group[column] = sorted(group[column])
    connection.execute(
        statements.put("packs", ("name",), ("is_on", "definition")), (pack.name, int(pack.on), to_json(said))
    )


@lru_cache(maxsize=256)
def pack_of(name: str, is_on: int, definition: str) -> Pack:
    """
    A pack from its row; kept, for every search asks. What a newer Belegg says more is left out. Raises
    StoreUnhealthy.
    """
    try:
        said = json.loads(definition)
        groups = tuple(
            SynonymGroup(**known(SynonymGroup, group) | {k: frozenset(group.get(k, ())) for k in OF_WORDS})
            for group in said["synonyms"]
        )
        entries = tuple(Entry(**known(Entry, entry)) for entry in said["dictionary"])
        access = None if said["access"] is None else frozenset(said["access"])
        names = tuple(OtherNames(**known(OtherNames, others)) for others in said.get("names", ()))
        own = {"name": name, "on": bool(is_on), "synonyms": groups, "dictionary": entries, "names": names}
        return Pack(**known(Pack, said) | own | {"access": access})
    except (ValueError, TypeError, KeyError) as error:
        raise StoreUnhealthy(
            f"the definition of pack `{name}` cannot be read; `belegg pack add` it again"
        ) from error


def known(kind: type[SynonymGroup | Entry | OtherNames | Pack], said: Mapping[str, Any]) -> dict[str, Any]:
    """What is said of the record's fields, lists as tuples."""
    names = {each.name for each in fields(kind)}
    return {key: tuple(v) if isinstance(v, list) else v for key, v in said.items() if key in names}


def off_documents(connection: Connection, snapshot: Snapshot) -> Mask | None:
    """By document number, whether its pack is off; None when none is."""
    rows = statements.rows(
        connection,
        "SELECT d.number FROM packs AS p CROSS JOIN documents AS d ON d.pack = p.name WHERE p.is_on = 0",
    )
    if not rows:
        return None
    off = np.zeros(snapshot.access.size, dtype=np.bool_)
    off[[row[0] for row in rows]] = True
    return off


def readable(connection: Connection, view: View, named: Sequence[str]) -> list[Pack]:
    """The definitions that a view may know of, by name; only `named` ones when some are."""
    wanted = seen_packs(connection, view)
    if named:
        wanted.intersection_update(named)
    rows = statements.rows(connection, ALL) if wanted else []
    return [pack_of(*row) for row in rows if row[0] in wanted]


def sizes(connection: Connection, documents: Mask) -> dict[str, PackSize]:
    """What these documents, by number, are in each pack: one statement, no row of which comes to Python."""
    numbers = np.flatnonzero(documents).astype(np.int64)
    if not numbers.size:
        return {}
    rows = statements.rows(
        connection,
        "SELECT pack, count(*), sum(passages) FROM carray(?) CROSS JOIN documents WHERE number = value "
        "AND current = 1 GROUP BY pack ORDER BY pack",
        (connection.array(numbers),),
    )
    return {pack: PackSize(count, passages) for pack, count, passages in rows}


def seen_packs(connection: Connection, view: View) -> set[str]:
    """The packs that were defined, are on, and hold a document of the view; kept in the view."""
    if not view.packs:
        names = [row[0] for row in statements.rows(connection, "SELECT name FROM packs WHERE is_on = 1")]
        view.packs.update({name: _holds_one(connection, view, name) for name in names})
    return {name for name, holds in view.packs.items() if holds}


def _holds_one(connection: Connection, view: View, pack: str) -> bool:
    """Asks for a few of them first: a pack may hold a million, and mostly the first one can be read."""
    sql = "SELECT number FROM documents WHERE pack = ? AND current = 1"
    return any(
        any(view.documents[number] for (number,) in statements.rows(connection, each, (pack,)))
        for each in (f"{sql} LIMIT {FIRST}", sql)
    )
