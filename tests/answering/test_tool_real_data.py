"""The tools on real documents: reports of the United Nations, as PDF readers leave them, and law."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import regex

from answering.toolbox import Toolbox, texts_in
from belegg.answering.tools.fitting import lines_of
from belegg.library.library import Library
from belegg.records import OWNER, Scope
from belegg.search.search import Search
from belegg.search.settings import SearchSettings
from belegg.text.quotes import check_quote

REPORTS = Path(os.environ.get("BELEGG_SHARED", "/nowhere")) / "data" / "un-reports"
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
ACTS = REPORTS.parent / "law" / "no" / "lover"
NAMES = ("S_2025_223.en.pdf", "A_79_947.en.pdf", "S_2025_303.en.pdf")

pytestmark = pytest.mark.skipif(not REPORTS.is_dir(), reason="the shared test data is not here")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("reports") / "un"
    folder.mkdir()
    for name in NAMES:
        (folder / name).write_bytes((REPORTS / name).read_bytes())
    with Library.open(folder.with_name("un.db"), create=True) as library:
        library.ingest(folder)
        yield library


@pytest.fixture
def box(library: Library) -> Toolbox:
    return Toolbox(Search(library.store, library.analyser, SearchSettings()), library.store)


@pytest.mark.req("AGE-1", "ANS-1")
def test_a_report_read_page_by_page_is_its_text_and_every_line_can_be_quoted(
    box: Toolbox, library: Library
) -> None:
    for name in NAMES:
        with library.store.reading(Scope(OWNER)) as reader:
            head = next(one for one in reader.heads() if one.source.endswith(name))
            text = reader.text(head.id)
        assert text is not None
        shown = 0
        for page in range(1, head.pages + 1):
            for piece in texts_in(box.told("read", {"document": head.id, "page": str(page)})):
                assert piece in text.text
                shown += len(piece)
                for span in lines_of(piece)[::7]:
                    line = piece[span.start : span.end]
                    if regex.search(r"\p{L}{3}.* ", line):  # the rest of an address is no quotation
                        assert check_quote(text.text, line, text.furniture).status != "not found", line
        assert shown > 0.97 * len(text.text)


def test_every_section_that_is_named_can_be_read(box: Toolbox) -> None:
    box.told("find_documents", {"query": "S/2025/223"})
    listed = texts_in(box.told("read", {"document": "D1"}))[0]

    assert "C. Migrants and refugees (pages 11–12, lines" in listed
    for place in regex.findall(r"lines (\d+–\d+)\)", listed):
        assert not box.told("read", {"document": "D1", "lines": place}).startswith("refused")


@pytest.mark.req("AGE-1")
@pytest.mark.parametrize(
    ("queries", "answer"),
    [
        (["number of migrants Libya December 2024", "antal migranter Libyen"], "exceeded 824,000"),
        (["eligible voters registered Libya", "voter registration March 2025"], "295,000 eligible voters"),
    ],
)
def test_the_passage_that_answers_is_among_the_first(box: Toolbox, queries: list[str], answer: str) -> None:
    told = box.told("search", {"queries": queries})

    assert any(answer in text for text in texts_in(told)[:3])
    assert len(told) < 20_000


def test_notes_come_with_the_text_that_calls_them(box: Toolbox) -> None:
    told = box.told("read", {"document": "S/2025/303", "around": "Presidential Decree"})

    called = regex.search(r"Called here, page \d+, footnote (\d+):\n(.*)\n(.*)", told)
    assert called
    assert called[3].translate(RAISED).startswith(f"{called[1]} ")


@pytest.mark.req("AGE-1")
def test_an_act_is_found_by_its_short_name_and_read_by_its_sections(tmp_path: Path) -> None:
    folder = tmp_path / "law"
    folder.mkdir()
    for act in ("lov-2005-06-17-62.md", "lov-1961-06-16-15.md", "lov-2017-06-16-67.md"):
        (folder / act).write_bytes((ACTS / act).read_bytes())
    with Library.open(tmp_path / "law.db", create=True) as library:
        library.ingest(folder, pack="law")
        box = Toolbox(Search(library.store, library.analyser, SearchSettings()), library.store)

        (section,) = texts_in(box.told("read", {"document": "aml", "section": "15-3"}))
        assert section.startswith("### § 15-3 Oppsigelsesfrister")
        assert "(arbeidsmiljøloven)" in box.told("find_documents", {"query": "arbeidsmiljølova"})
        assert "introduced above" in box.told("find_documents", {"query": "arbeidsmiljøloven"})
        told = box.told("search", {"queries": "aml § 15-6"})
        assert [text.splitlines()[0][:10] for text in texts_in(told)] == ["### § 15-6"]
