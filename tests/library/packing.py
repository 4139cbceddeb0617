"""Libraries with packs, and what the tests of packs ask of them."""

from __future__ import annotations

from pathlib import Path

from belegg import Library
from belegg.records import OWNER, Principal, Scope
from library.ingesting import write

OWNERS = Scope(OWNER)
STAFF = Scope(Principal("staff", frozenset({"staff"})))


def pack_file(tmp_path: Path, text: str) -> Path:
    return write(tmp_path / "pack" / "pack.toml", text).parent


def found(library: Library, words: str, scope: Scope = OWNERS) -> list[str]:
    return [hit.document.source for hit in library.search(words, scope).hits]


def spaces(library: Library, *packs: str) -> tuple[str, ...]:
    """The name spaces of the terms in the index."""
    with library.store.reading(Scope(OWNER, packs=packs)) as reader:
        return reader.languages()


def names(library: Library, scope: Scope) -> list[tuple[str, int]]:
    return [(each.pack.name, each.documents) for each in library.packs(scope)]
