"""What every store promises of filters: what lies outside them is neither listed, found nor spoken of."""

from __future__ import annotations

import pytest

from belegg.records import OWNER, Scope, document_id
from belegg.seams import Store
from belegg.testing import incoming
from stores.stocked import put, sources


def filled(store: Store) -> None:
    put(
        store,
        incoming("r/a", "word", language="nb", facts=[("updated", "2023-05-01"), ("organisation", "NAV")]),
        incoming("r/b", "word", language="en", facts=[("published", "2024-05-12")], pack="other"),
        incoming(
            "r/c", "word", "ord", language="en", languages=["en", "nb"], facts=[("organisation", "OECD")]
        ),
    )


@pytest.mark.req("SEA-6")
@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({}, ["r/a", "r/b", "r/c"]),
        ({"packs": ("other",)}, ["r/b"]),
        ({"documents": (document_id("documents", "r/c"),)}, ["r/c"]),
        ({"languages": ("nb",)}, ["r/a", "r/c"]),
        ({"organisations": ("nav", "unknown")}, ["r/a"]),
        ({"since": "2024"}, ["r/b"]),
        ({"since": "2024-05-12", "until": "2024-05-12"}, ["r/b"]),
        ({"until": "2023"}, ["r/a"]),
        ({"since": "2025"}, []),
        ({"packs": ("other",), "languages": ("nb",)}, []),
    ],
)
def test_filters_narrow_lists_and_searches(
    store: Store, filters: dict[str, object], expected: list[str]
) -> None:
    filled(store)
    scope = Scope(OWNER, **filters)  # type: ignore[arg-type]

    with store.reading(scope) as reader:
        assert sources(reader) == expected
        assert [report.source for _, report in reader.reports()] == expected
        keys = reader.matching(["no:word", "en:word", "no:ord"])
        assert (
            sorted({head.source for head in map(reader.head, reader.documents_of(keys)) if head}) == expected
        )
        assert reader.collection().passages == 4


def test_a_language_filter_narrows_passages_and_not_whole_documents(store: Store) -> None:
    filled(store)

    with store.reading(Scope(OWNER, languages=("nb",))) as reader:
        found_keys = reader.matching(["no:word", "en:word", "no:ord"])
        assert [p.text for p in reader.passages(found_keys)] == ["word", "ord"]
        assert reader.languages() == ("no",)
        document = document_id("documents", "r/c")
        assert len(reader.keys_of(document)) == 1
        assert len(reader.passages_of(document)) == 2


def test_languages_are_the_name_spaces_in_scope(store: Store) -> None:
    put(
        store,
        incoming("r/a", "ord 2026", language="nb", pack="one"),
        incoming("r/b", "word", language="en", pack="two"),
        incoming("r/c", "uttal", language=None, pack="three"),
    )

    def languages(*packs: str) -> tuple[str, ...]:
        with store.reading(Scope(OWNER, packs=packs)) as reader:
            return reader.languages()

    assert languages() == ("=", "en", "no")
    assert languages("one") == ("=", "no")
    assert languages("two") == ("en",)
    assert languages("three") == ("=",)
    assert languages("four") == ()
