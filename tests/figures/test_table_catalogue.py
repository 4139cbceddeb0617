"""The catalogue of tables: replaced in one go, searched as documents are, no source filling the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import SourceOffline
from belegg.library.progress import Progress
from belegg.library.statistics.catalogue import Catalogue
from belegg.library.statistics.figures import CANDIDATES, is_stale
from belegg.library.statistics.merging import MOST_OF_ONE, PAGE, merged, named_first, shared_pages
from belegg.library.statistics.syncing import synced
from belegg.library.statistics.translating import in_english
from belegg.records.statistics import StatisticsTable, TableRef
from belegg.stores.sqlite import SqliteStore
from belegg.testing.statistics_source import KnownSource
from belegg.text.analysis import Analyser
from figures.asked_for_tables import ENGLISH, NORWEGIAN
from figures.catalogued import needs_titles, titles

pytestmark = pytest.mark.req("STA-2")

AT = "2026-11-30T08:00:00Z"
ANALYSER = Analyser()


def nothing(done: int) -> None:
    """Hears of no progress."""


def table(id: str, title: str, source: str = "ssb", language: str = "en") -> TableRef:
    return TableRef(source, id, title, language)


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    opened = Catalogue(SqliteStore(tmp_path / "belegg.db.statistics"), ANALYSER)
    yield opened
    opened.close()


def ids(catalogue: Catalogue, query: str, sources: Sequence[str] = ("ssb",), limit: int = 20) -> list[str]:
    return [ref.id for ref in catalogue.find(query, sources, limit)[0]]


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    """Every title of `data/statistics`."""
    file = tmp_path_factory.mktemp("catalogue") / "real.statistics"
    opened = Catalogue(SqliteStore(file), ANALYSER)
    for source in dict.fromkeys(ref.source for ref in titles()):
        opened.replace(source, (ref for ref in titles() if ref.source == source), AT, nothing)
    yield opened
    opened.close()


def found_in_five(real: Catalogue, question: str, answering: set[str]) -> bool:
    rows, _ = real.find(question, tuple(real.states()), CANDIDATES * 20)
    return any(ref.id in answering for ref in shared_pages(named_first(question, rows), 20)[:5])


@needs_titles
@pytest.mark.parametrize(("question", "answering"), ENGLISH)
def test_an_english_question_has_its_table_in_the_first_five(
    real: Catalogue, question: str, answering: set[str]
) -> None:
    assert found_in_five(real, question, answering)


@needs_titles
def test_eleven_of_twelve_norwegian_questions_have_theirs_though_titles_are_english(real: Catalogue) -> None:
    missed = [question for question, answering in NORWEGIAN if not found_in_five(real, question, answering)]

    assert missed == ["lønn til lærere"]


def test_every_row_comes_back_as_its_source_gave_it(catalogue: Catalogue) -> None:
    row = TableRef(
        "ssb", "07459", "Befolkning", "nb", "Etter\nregion", ("Befolkning",), ("region", "år"), "1986",
        "2026", "2026-02-20", "year", "https://ssb.example/07459",
    )  # fmt: skip

    catalogue.replace("ssb", [row], AT, nothing)

    assert catalogue.find("befolkning", ["ssb"], 5)[0] == [row]


def test_a_number_in_a_question_brings_its_table_first(catalogue: Catalogue) -> None:
    rows = [table("14700", "Prices"), table("03013", "Table of tables"), table("nama_10_gdp", "Accounts")]
    catalogue.replace("ssb", rows, AT, nothing)

    assert ids(catalogue, "what is table 14700 about")[0] == "14700"
    assert ids(catalogue, "NAMA_10_GDP")[0] == "nama_10_gdp"
    assert ids(catalogue, "tabell 14700 om priser")[0] == "14700"


def test_any_of_the_words_is_enough(catalogue: Catalogue) -> None:
    catalogue.replace("ssb", [table("1", "Dwellings by county"), table("2", "Farms")], AT, nothing)

    assert ids(catalogue, "dwellings and spaceships") == ["1"]


def test_a_norwegian_question_is_asked_of_english_titles_in_english(catalogue: Catalogue) -> None:
    catalogue.replace("eurostat", [table("une", "Unemployment by sex", "eurostat")], AT, nothing)
    catalogue.replace("ssb", [table("05111", "Arbeidsledige etter kjønn", "ssb", "nb")], AT, nothing)

    rows, notes = catalogue.find("Hvor høy er arbeidsledigheten?", ["eurostat", "ssb"], 5)

    assert {ref.id for ref in rows} == {"une", "05111"}
    assert [note.text for note in notes] == ["titles in English were searched for `unemployment`"]


@pytest.mark.parametrize(
    ("question", "english"),
    [
        ("konsumprisindeksen", "consumer price index"),
        ("lærerlønn i 2024", "teachers wages salaries 2024"),
        ("boligprisene per kvartal", "house price index quarterly"),
        ("population by region", ""),
        ("exports of fish by sea", ""),
        ("Hva heter du?", ""),
    ],
)
def test_listed_words_are_translated_in_their_forms_and_in_compounds(question: str, english: str) -> None:
    assert in_english(question, ANALYSER).words == english


def test_a_sync_takes_the_place_of_what_was_there(catalogue: Catalogue) -> None:
    catalogue.replace("ssb", [table("1", "Dwellings"), table("2", "Farms"), table("3", "Roads")], AT, nothing)
    catalogue.replace("nve", [table("4", "Reservoirs", "nve")], AT, nothing)

    done = catalogue.replace(
        "ssb", [table("1", "Dwellings"), table("2", "Old farms")], "2026-12-01T08:00:00Z", nothing
    )

    assert (done.tables, done.new, done.changed, done.gone) == (2, 0, 1, 1)
    assert ids(catalogue, "roads") == []
    assert [ref.title for ref in catalogue.find("farms", ["ssb"], 5)[0]] == ["Old farms"]
    assert ids(catalogue, "reservoirs", ["nve"]) == ["4"]
    assert {source: state.at for source, state in catalogue.states().items()} == {
        "ssb": "2026-12-01T08:00:00Z",
        "nve": AT,
    }


def test_a_table_that_comes_back_is_found_again(catalogue: Catalogue) -> None:
    for rows in ([table("1", "Dwellings")], [table("2", "Farms")], [table("1", "Dwellings")]):
        catalogue.replace("ssb", rows, AT, nothing)

    assert ids(catalogue, "dwellings") == ["1"]
    assert ids(catalogue, "farms") == []


class Interrupted(Exception):
    """Somebody pressed Ctrl-C."""


def test_an_interrupted_sync_leaves_the_old_rows(catalogue: Catalogue) -> None:
    catalogue.replace("ssb", [table("1", "Dwellings")], AT, nothing)

    def stopped(done: int) -> None:
        if done == 2:
            raise Interrupted

    with pytest.raises(Interrupted):
        catalogue.replace(
            "ssb", [table(str(n), "Farms") for n in range(2, 6)], "2026-12-01T08:00:00Z", stopped
        )

    assert ids(catalogue, "dwellings farms") == ["1"]
    assert catalogue.states()["ssb"].at == AT


def test_a_source_that_stops_in_the_middle_or_lists_nothing_changes_nothing(catalogue: Catalogue) -> None:
    source = KnownSource()
    synced(source, catalogue, lambda: AT, lambda progress: None)

    source.fails = SourceOffline("Known Statistics cannot be reached", "known")
    offline = synced(source, catalogue, lambda: AT, lambda progress: None)
    empty = synced(KnownSource(tables=()), catalogue, lambda: AT, lambda progress: None)

    assert offline.failed == "Known Statistics cannot be reached"
    assert "lists no table" in empty.failed
    assert ids(catalogue, "population", ["known"]) == ["07459"]


def test_a_sync_tells_how_far_it_came(catalogue: Catalogue) -> None:
    tables = [StatisticsTable(table(str(n), f"Table {n}", "known"), ()) for n in range(250)]
    told: list[Progress] = []

    synced(KnownSource(tables=tables), catalogue, lambda: AT, told.append)

    assert [(each.stage, each.done) for each in told] == [
        ("known: tables listed", 100),
        ("known: tables listed", 200),
        ("known: tables stored", 100),
        ("known: tables stored", 200),
        ("known: tables stored", 250),
    ]
    assert told[-1].done == told[-1].total


def test_titles_read_by_another_analyser_are_to_be_fetched_again(tmp_path: Path) -> None:
    class Newer(Analyser):
        @property
        def identity(self) -> str:
            return "words 99"

    store = SqliteStore(tmp_path / "belegg.db.statistics")
    Catalogue(store, ANALYSER).replace("ssb", [table("1", "Dwellings")], AT, nothing)
    newer = Catalogue(store, Newer())

    assert newer.states() == {}
    assert newer.replace("ssb", [table("1", "Dwellings")], AT, nothing).changed == 1
    assert set(newer.states()) == {"ssb"}
    store.close()


def test_a_catalogue_is_old_after_seven_days(catalogue: Catalogue) -> None:
    catalogue.replace("ssb", [table("1", "Dwellings")], AT, nothing)
    state = catalogue.states()["ssb"]
    then = datetime(2026, 11, 30, 8, tzinfo=UTC)

    assert not is_stale(state, then + timedelta(days=7))
    assert is_stale(state, then + timedelta(days=7, seconds=1))


refs = st.builds(
    table, id=st.integers(0, 30).map(str), title=st.just("T"), source=st.sampled_from(["ssb", "oecd", "imf"])
)


@given(rows=st.lists(refs, max_size=60), limit=st.integers(1, 30))
def test_no_source_fills_a_page_while_others_are_left(rows: list[TableRef], limit: int) -> None:
    chosen = shared_pages(rows, limit)

    once = {(ref.source, ref.id) for ref in rows}
    assert len({(ref.source, ref.id) for ref in chosen}) == len(chosen) == min(limit, len(once))
    for first in range(0, len(chosen), PAGE):
        page = chosen[first : first + PAGE]
        left = once - {(ref.source, ref.id) for ref in chosen[: first + len(page)]}
        for source in {ref.source for ref in page}:
            crowded = sum(ref.source == source for ref in page) > MOST_OF_ONE
            assert not crowded or all(name == source for name, _ in left)


@given(rows=st.lists(refs, max_size=30))
def test_one_list_keeps_its_order_when_merged(rows: list[TableRef]) -> None:
    once = list(dict.fromkeys((ref.source, ref.id) for ref in rows))

    assert [(ref.source, ref.id) for ref in merged([(1.0, rows)])] == once


def test_what_two_lists_have_comes_before_what_one_has() -> None:
    one, two, three = (table(id, "T") for id in "123")

    assert [ref.id for ref in merged([(1.0, [one, two]), (1.0, [three, two])])] == ["2", "1", "3"]


def test_a_row_is_given_in_the_language_asked_where_there_is_one(catalogue: Catalogue) -> None:
    english, norwegian = table("1", "Dwellings"), table("1", "Boliger", language="no")
    other = table("2", "Farms")
    catalogue.replace("ssb", [english, norwegian, other], AT, nothing)

    assert catalogue.in_language([norwegian, other], "en") == [english, other]
    assert catalogue.in_language([english, replace(other)], "nb") == [norwegian, other]
