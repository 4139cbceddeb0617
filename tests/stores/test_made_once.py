"""A sum over all documents is made once for a state of a library and a scope, and anew for any other."""

from __future__ import annotations

from pathlib import Path

import pytest

from belegg import Library
from belegg.library.corpus import corpus_version
from belegg.records import OWNER, Principal, Scope

pytestmark = pytest.mark.req("FAC-6", "SCA-1")

STAFF = Scope(Principal("anna", frozenset({"staff"})))


def page(folder: Path, name: str, access: str) -> None:
    (folder / name).write_text(f"---\naccess: [{access}]\n---\n\n# {name}\n\nA page.\n", encoding="utf-8")


def test_a_sum_is_made_once_and_anew_when_the_library_or_who_asks_is_another(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    page(pages, "open.md", "staff")
    page(pages, "closed.md", "board")
    made: list[str] = []

    def titles(library: Library, scope: Scope) -> tuple[str, ...]:
        with library.store.reading(scope) as reader:

            def make() -> tuple[str, ...]:
                made.append("made")
                return tuple(head.title for head in reader.heads())

            return reader.once("titles", make)

    with Library.open(tmp_path / "belegg.db", create=True) as library:
        library.ingest(pages)
        owners = [titles(library, Scope(OWNER)) for _ in range(3)]
        staffs = [titles(library, STAFF) for _ in range(3)]
        version = corpus_version(library.store, STAFF)
        page(pages, "open.md", "board")
        library.ingest(pages)

        assert owners == [("closed.md", "open.md")] * 3
        assert staffs == [("open.md",)] * 3
        assert len(made) == 2
        assert titles(library, STAFF) == ()
        assert corpus_version(library.store, STAFF) != version
