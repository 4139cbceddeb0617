"""A quotation in its place: the words around it, what was cut away, and nothing for whom it is not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg.answering.placing import placed
from belegg.library.beside import beside
from belegg.library.library import Library
from belegg.records import OWNER, Principal, Quote, Scope, Span
from belegg.testing import MemoryStore
from belegg.testing.figures import FakeStatistics, table
from belegg.text.quotes import check_quote

LONG = "Nothing here is of any weight at all. " * 30
TEXT = f"""# Leave

{LONG}

## Parents

Before it stands this. If you have been here for a year, you may take ten weeks of leave. So much for that.

{LONG}
"""
QUOTED = "you may take ten weeks of leave"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder: Path = tmp_path_factory.mktemp("beside")
    (folder / "texts").mkdir()
    (folder / "texts" / "leave.md").write_text(TEXT, encoding="utf-8")
    with Library.open(folder / "beside.db", create=True) as library:
        library.ingest(folder / "texts")
        yield library


@pytest.fixture(scope="module")
def quote(library: Library) -> Quote:
    found = library.mark("leave.md", QUOTED, Scope(OWNER)).checked.quote
    assert found is not None
    return found


def test_a_quotation_stands_in_its_own_paragraph(library: Library, quote: Quote) -> None:
    (place,) = library.beside([quote], Scope(OWNER))

    assert place is not None
    assert place.text.startswith("Before it stands this.")
    assert place.text.endswith("So much for that.")
    assert (place.begins, place.ends, place.newest) == (True, True, True)
    marked = [place.text[span.start - place.start : span.end - place.start] for span in place.marks]
    assert marked == [QUOTED]


def test_what_is_cut_away_and_holds_a_condition_is_told(library: Library, quote: Quote) -> None:
    (place,) = library.beside([quote], Scope(OWNER))

    assert place is not None
    cut = [place.text[span.start - place.start : span.end - place.start] for span in place.cuts]
    assert cut == ["If you have been here for a year,"]


def test_of_a_long_paragraph_a_part_is_shown_that_begins_at_a_word(library: Library) -> None:
    marked = library.mark("leave.md", "of any weight at all. Nothing here is of any weight", Scope(OWNER))
    assert marked.checked.quote is not None
    (place,) = library.beside([marked.checked.quote], Scope(OWNER))

    assert place is not None
    assert len(place.text) < len(LONG)
    assert not place.ends


@pytest.mark.req("FAC-6")
def test_a_quotation_of_what_one_may_not_read_has_no_place(library: Library, quote: Quote) -> None:
    assert library.beside([quote], Scope(Principal.signed_in("eva", ["staff"]))) == [None]


def test_the_outline_has_each_heading_once_in_order(library: Library) -> None:
    assert [heading.name for heading in library.outline("leave.md", Scope(OWNER))] == ["Leave", "Parents"]


@pytest.mark.req("STA-3", "ANS-2")
def test_a_quoted_figure_stands_among_the_lines_next_to_it() -> None:
    store, scope = MemoryStore(), Scope(OWNER, question="q1")
    years = {str(year): str(year) for year in range(2010, 2020)}
    statistics = FakeStatistics(store)
    made = table("ssb", "1", "Boats", {"Region": ("geo", {"1": "Bergen"}), "Tid": ("time", years)})
    statistics.put(made, {("1", year): str(1_000 + int(year)) for year in years})
    id = statistics.get("ssb", "1", {"Tid": ("*",)}, scope)

    with store.reading(scope) as reader:
        text = reader.text(id)
        assert text is not None
        checks = [check_quote(text.text, f"{year}: {1_000 + year}") for year in (2010, 2015)]
        passages = reader.passages_of(id)
        quotes = [placed(text, each, each.span or Span(0, 0), passages) for each in checks]
        first, inside = beside(reader, quotes)

    assert first is not None
    assert first.text.splitlines() == ["2010: 3010", "2011: 3011", "2012: 3012", "2013: 3013"]
    assert (first.begins, first.ends) == (True, False)
    assert inside is not None
    assert inside.text.splitlines()[0] == "2012: 3012"
    assert inside.text.splitlines()[-1] == "2018: 3018"
