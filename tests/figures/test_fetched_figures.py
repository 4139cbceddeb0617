"""Figures through a Library: found, described, fetched for one question, verified, pinned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from belegg.errors import (
    BadInput,
    BadQuery,
    BadSelection,
    NotSignedIn,
    SelectionTooLarge,
    SourceOffline,
    SourceTimeout,
    UnknownDocument,
    UnknownTable,
)
from belegg.library.library import Library
from belegg.library.statistics.live import searched_live
from belegg.records import OWNER, DocumentId, Pack, Principal, Scope
from belegg.records.statistics import Code, Dimension, StatisticsTable, TableRef
from belegg.testing.statistics_source import POPULATION, KnownSource

SELECTION = {"Region": ("4601",), "Tid": ("2023", "2024")}
KARI = Principal.signed_in("kari", {"staff"})


@pytest.fixture
def source() -> KnownSource:
    return KnownSource()


@pytest.fixture
def library(tmp_path: Path, source: KnownSource) -> Iterator[Library]:
    """A library with one source, whose catalogue was fetched."""
    with Library.open(tmp_path / "belegg.db", create=True) as opened:
        opened.use_statistics([source])
        opened.sync_statistics()
        yield opened


@pytest.mark.req("STA-1")
def test_without_the_pack_there_are_no_sources(tmp_path: Path, source: KnownSource) -> None:
    with Library.open(tmp_path / "belegg.db", create=True) as library:
        library.use_statistics([source])

        assert library.statistics.sources == {}
        with pytest.raises(BadQuery, match="are off here"):
            library.statistics.find("population")
        assert not (tmp_path / "belegg.db.statistics").exists()


@pytest.mark.req("STA-1")
def test_the_first_sync_switches_statistics_on_and_the_pack_off_again(library: Library) -> None:
    assert library.statistics.sources == {"known": "Known Statistics"}

    library.turn("statistics", False)

    assert library.statistics.sources == {}
    library.sync_statistics()
    assert library.statistics.sources == {}


def test_a_pack_of_documents_of_that_name_is_not_made_one_of_statistics(
    tmp_path: Path, source: KnownSource
) -> None:
    with Library.open(tmp_path / "belegg.db", create=True) as library:
        library.use_statistics([source])
        with library.store.narrowing("test") as writer:
            writer.set_pack(Pack("statistics"))

        with pytest.raises(BadInput, match="kind `documents`"):
            library.sync_statistics()
        assert library.statistics.sources == {}


@pytest.mark.req("STA-2")
def test_a_table_is_found_with_the_date_of_its_catalogue(library: Library) -> None:
    found = library.statistics.find("people by region")

    assert [(ref.source, ref.id) for ref in found.tables] == [("known", "07459")]
    assert found.tables[0] == POPULATION.ref
    assert any("catalogues searched: Known Statistics 20" in note.text for note in found.notes)


@pytest.mark.req("STA-4")
def test_what_is_fetched_is_read_by_its_id_and_found_by_nothing(library: Library) -> None:
    scope = Scope(KARI, question="q1")

    id = library.statistics.get("known", "07459", SELECTION, scope)

    assert library.read(id, scope).text.endswith("## Figures\n2023: 289330\n2024: 291940")
    assert library.search("population", scope).hits == ()
    assert library.documents(Scope(OWNER)) == []
    [head] = library.fetched_figures()
    assert (head.id, head.question, head.asker) == (id, "q1", "kari")


@pytest.mark.req("STA-4", "FAC-6")
def test_another_question_and_another_asker_cannot_read_it(library: Library) -> None:
    id = library.statistics.get("known", "07459", SELECTION, Scope(KARI, question="q1"))

    for scope in (
        Scope(KARI, question="q2"),
        Scope(Principal.signed_in("per", {"staff"}), question="q1"),
        Scope(Principal.anonymous()),
    ):
        with pytest.raises(UnknownDocument):
            library.read(id, scope)
    assert library.read(id, Scope(KARI)).document.id == id


def test_nobody_who_is_nobody_fetches_figures(library: Library, source: KnownSource) -> None:
    with pytest.raises(NotSignedIn):
        library.statistics.get("known", "07459", SELECTION, Scope(Principal.anonymous()))
    assert source.sent == []


@pytest.mark.req("STA-3")
def test_too_many_figures_are_refused_before_they_are_asked_for(tmp_path: Path) -> None:
    codes = tuple(Code(str(number), f"Place {number}") for number in range(401))
    wide = StatisticsTable(
        TableRef("known", "wide", "Wide", "en"),
        (
            Dimension("Region", "region", "geo", codes, 401),
            Dimension("Tid", "year", "time", (Code("1", "1"),), 1),
        ),
    )
    source = KnownSource(tables=(wide,))
    with Library.open(tmp_path / "belegg.db", create=True) as library:
        library.use_statistics([source])
        library.sync_statistics()

        with pytest.raises(SelectionTooLarge, match="widest dimension is `Region` «region» with 401 codes"):
            library.statistics.get("known", "wide", {"Region": ("*",), "Tid": ("1",)}, Scope(KARI))
        assert source.sent == []


def test_a_table_is_described_once_a_day(library: Library, source: KnownSource) -> None:
    for _ in range(3):
        library.statistics.describe("known", "07459")

    assert source.described == ["07459"]


@pytest.mark.req("STA-1")
def test_a_source_that_fails_is_told_and_nothing_is_kept(library: Library, source: KnownSource) -> None:
    source.fails = SourceTimeout("Known Statistics did not answer within 30 s", "known")

    with pytest.raises(SourceTimeout):
        library.statistics.get("known", "07459", SELECTION, Scope(KARI))

    assert library.fetched_figures() == []
    [standing] = library.statistics_standing()
    assert standing.use.error == "Known Statistics did not answer within 30 s"


def test_a_code_that_is_not_there_is_no_failure_of_the_source(library: Library) -> None:
    with pytest.raises(BadSelection):
        library.statistics.get("known", "07459", {**SELECTION, "Region": ("9",)}, Scope(KARI))
    with pytest.raises(UnknownTable):
        library.statistics.get("known", "1", SELECTION, Scope(KARI))

    [standing] = library.statistics_standing()
    assert standing.use.error == ""


@pytest.mark.req("STA-2")
def test_a_search_of_its_own_is_merged_and_one_that_fails_is_named(
    library: Library, source: KnownSource
) -> None:
    source.live = [replace(POPULATION.ref, id="05212", title="Population in dense areas")]

    found = library.statistics.find("population")
    source.fails = SourceOffline("Known Statistics cannot be reached", "known")
    offline = library.statistics.find("population")

    assert {ref.id for ref in found.tables} == {"07459", "05212"}
    assert [ref.id for ref in offline.tables] == ["07459"]
    told = [note.text for note in offline.notes]
    assert any(
        text.startswith("Known Statistics cannot be reached; its tables are those of its catalogue of 20")
        for text in told
    )


@pytest.mark.req("STA-2")
def test_a_norwegian_question_is_put_to_each_source_in_a_language_it_speaks(
    library: Library, source: KnownSource
) -> None:
    library.statistics.find("befolkningen etter alder")
    source.languages = ("no", "en")
    library.statistics.find("befolkningen etter alder")
    library.statistics.find("population by age", language="nb")

    assert source.searched == [
        ("population age", "en"),
        ("befolkningen etter alder", "no"),
        ("population by age", "no"),
    ]


@pytest.mark.req("STA-2")
def test_what_a_source_finds_that_says_no_word_of_the_question_comes_last(
    library: Library, source: KnownSource
) -> None:
    company = replace(POPULATION.ref, id="923609016", title="A company: accounts", variables=())
    people = replace(POPULATION.ref, id="05212", title="Befolkning i tettsteder", variables=())
    source.live = [company, people]

    found = library.statistics.find("populations of towns")
    norwegian = library.statistics.find("befolkninger")

    assert found.tables[0].id == "07459"
    assert [ref.id for ref in norwegian.tables] == ["07459", "05212", "923609016"]


@pytest.mark.req("STA-4")
def test_fetched_figures_are_verified_from_their_answers(library: Library) -> None:
    id = library.statistics.get("known", "07459", SELECTION, Scope(KARI, question="q1"))

    found = library.verify_figures(id, Scope(KARI))

    assert found.holds
    assert found.lines == 2


@pytest.mark.req("STA-4")
def test_pinned_figures_are_found_by_whoever_may_read_them(library: Library) -> None:
    id = library.statistics.get("known", "07459", SELECTION, Scope(KARI, question="q1"))

    head = library.pin_figures(id, Scope(KARI))

    per = Scope(Principal.signed_in("per", ()))
    assert head.pack == "statistics"
    hits = library.search("population Bergen 2024", per).hits
    assert hits[0].document.id == head.id
    assert "2024: 291940" in {hit.passage.text for hit in hits}
    assert library.verify_figures(head.id, per).holds
    assert library.search("population", Scope(Principal.anonymous())).hits == ()


def test_the_same_cells_pinned_again_are_one_document(library: Library) -> None:
    first, second = (
        library.pin_figures(library.statistics.get("known", "07459", SELECTION, Scope(OWNER)), Scope(OWNER))
        for _ in range(2)
    )
    other = library.statistics.get("known", "07459", {**SELECTION, "Region": ("1103",)}, Scope(OWNER))

    assert first.id == second.id
    assert library.pin_figures(other, Scope(OWNER)).id != first.id
    assert len(library.documents(Scope(OWNER))) == 2


def test_a_document_of_words_holds_no_figures_to_verify(library: Library, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "pay.md").write_text("# Pay\n\nPay is paid.", encoding="utf-8")
    library.ingest(tmp_path / "notes")

    with pytest.raises(BadInput, match="holds no fetched figures"):
        library.verify_figures("notes/pay.md", Scope(OWNER))
    with pytest.raises(UnknownDocument):
        library.pin_figures(DocumentId("0" * 16), Scope(OWNER))


def test_a_folder_of_the_same_name_takes_no_pinned_figures_away(library: Library, tmp_path: Path) -> None:
    library.pin_figures(library.statistics.get("known", "07459", SELECTION, Scope(OWNER)), Scope(OWNER))
    (tmp_path / "statistics").mkdir()
    (tmp_path / "statistics" / "own.md").write_text("# Own\n\nOwn figures.", encoding="utf-8")

    library.ingest(tmp_path / "statistics")
    library.ingest(tmp_path / "statistics")

    assert len(library.documents(Scope(OWNER))) == 2
    assert library.removed(Scope(OWNER)) == []


@pytest.mark.req("STA-2")
def test_a_search_that_takes_too_long_is_left_behind_and_named() -> None:
    asked, held = Event(), Event()

    class Slow(KnownSource):
        def search(self, query: str, language: str, limit: int) -> None:
            asked.set()
            held.wait(60)

    found = searched_live({"known": Slow()}, {"known": ("population", "en")}, 5, budget_s=0.0)

    assert found.late == ("known",)
    assert asked.wait(60)
    held.set()


@pytest.mark.req("STA-2")
def test_a_catalogue_that_was_never_fetched_is_named(library: Library) -> None:
    other = KnownSource(id="other", name="Other Statistics")
    library.use_statistics([KnownSource(), other])

    found = library.statistics.find("population")

    assert [ref.source for ref in found.tables] == ["known"]
    text = "no catalogue yet: Other Statistics; `belegg statistics sync other` fetches them"
    assert text in [note.text for note in found.notes]
