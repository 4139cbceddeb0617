"""How documents were read, in sum and page by page, as the command line tells it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from typer.testing import CliRunner

from belegg import Library
from belegg.errors import BadInput
from belegg.library.page_by_page import WHY_EMPTY, page_numbered, told, totals_of, worth_a_look
from belegg.records import EmptyBecause, Page, PageReport, Report, Span
from belegg.serving.cli.commands import app
from belegg.testing import MemoryStore, incoming

pytestmark = pytest.mark.req("ING-14")

PAGES = (
    PageReport(1, "i", characters=1_200, furniture=2, footnotes=3, tables=1),
    PageReport(2, "ii", characters=40, ocr=0.9),
    PageReport(3, "1", furniture=2, empty="running lines"),
    PageReport(4, "2", pictures=1, empty="pictures"),
    PageReport(5, "3", hidden=812, pictures=1, empty="hidden text"),
    PageReport(6, "4", empty="blank"),
    PageReport(7, "5", characters=900, ocr=0.7, note="the lower half is handwriting"),
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("reports") / "belegg.db"
    document = incoming("reports/annual.pdf", *("Page of text." for _ in PAGES))
    plain = incoming("reports/note.md", "A note.")
    with Library.open(path, create=True) as opened, opened.store.writing("a test") as writer:
        writer.add(replace(document, report=replace(document.report, page_reports=PAGES, seconds=12.0)))
        writer.add(plain)
    return path


def belegg(library: Path, *words: str) -> tuple[int, str]:
    """Exit code and what was printed, on one line."""
    outcome = CliRunner().invoke(app, [*words, "--library", str(library)], env={"COLUMNS": "80"})
    return outcome.exit_code, " ".join((outcome.stdout + outcome.stderr).split())


def test_sums_are_over_every_page() -> None:
    totals = totals_of(PAGES)

    assert (totals.furniture, totals.footnotes, totals.tables, totals.hidden) == (4, 3, 1, 812)
    assert (totals.empty, totals.recognised, totals.confidence) == (4, 2, 0.8)
    assert totals_of(()).confidence is None


def test_pages_worth_a_look_are_those_where_something_is_missing_or_unsure() -> None:
    assert [page.number for page in worth_a_look(PAGES)] == [2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (1, "1,200 characters stand in the text"),
        (3, "nothing but running headers"),
        (4, "it holds pictures, and no text"),
        (5, "its text cannot be seen on the page"),
        (6, "no text is printed on it"),
    ],
)
def test_an_empty_page_says_why(number: int, reason: str) -> None:
    assert reason in told(PAGES[number - 1])


def test_every_reason_has_its_words_and_no_page_two_of_them() -> None:
    page = PageReport(7, furniture=29, contents=25, pictures=3, ocr=0.95)

    said = {told(replace(page, empty=because)) for because in get_args(EmptyBecause)}

    assert len(said) == len(get_args(EmptyBecause)) == len(WHY_EMPTY)
    assert told(replace(page, empty="contents")) == "empty: it is a table of contents, kept aside"


def test_an_empty_page_of_an_older_report_is_not_given_a_reason_that_nobody_knows() -> None:
    assert told(PageReport(3, furniture=2, pictures=1)).startswith("empty; it was read by an older Belegg")


def test_a_page_that_is_not_there_is_told() -> None:
    with pytest.raises(BadInput, match="its pages are 1 to 7"):
        page_numbered(Report("a.pdf", "pdf 3", page_reports=PAGES), 12)
    with pytest.raises(BadInput, match=r"nothing is known of single pages of `a\.md`"):
        page_numbered(Report("a.md", "markdown 2"), 1)
    with pytest.raises(BadInput, match="could not be read, page 1 neither: it is torn"):
        page_numbered(Report("a.pdf", "", failed="it is torn", error="Damaged"), 1)


def test_why_is_page_five_empty(library: Path) -> None:
    code, printed = belegg(library, "report", "annual.pdf", "--page", "5")

    assert code == 0
    assert printed.startswith(
        "Page 5 (printed 3) of reports/annual.pdf: empty: its text cannot be seen on the page, and was left "
        "out; 812 hidden characters left out"
    )


def test_a_page_with_a_note_says_how_it_was_read(library: Path) -> None:
    printed = belegg(library, "report", "annual.pdf", "--page", "7")[1]

    assert "900 characters stand in the text; 1 page read by OCR (mean confidence 70%)" in printed
    assert printed.endswith("the lower half is handwriting.")


def test_the_report_of_a_document_shows_its_sums_and_the_pages_worth_a_look(library: Path) -> None:
    printed = belegg(library, "report", "annual.pdf")[1]

    for part in (
        "3 footnotes",
        "1 table",
        "4 lines of headers and footers left aside",
        "812 hidden characters",
    ):
        assert part in printed
    assert "2 pages read by OCR (mean confidence 80%)" in printed
    assert "Pages worth a look (6 of 7)" in printed
    assert "time 12.0 s" in printed


def test_the_report_of_a_library_sums_up_all_pages(library: Path) -> None:
    printed = belegg(library, "report")[1]

    assert "8 pages, 3 footnotes, 1 table" in printed
    assert printed.endswith("Reading them took 12 s of worker time.")


def test_a_page_needs_a_document(library: Path) -> None:
    code, printed = belegg(library, "report", "--page", "5")

    assert (code, "a page belongs to a document" in printed) == (2, True)


def test_a_page_that_the_text_comes_back_to_counts_once() -> None:
    """Footnotes stand at the end of their section: the text goes from 1 to 2 and back to the notes of 1."""
    stretches = [(1, 0, 4), (2, 4, 8), (1, 8, 10), (2, 10, 12), (3, 12, 14)]
    arrived = incoming("a.pdf", "Fourteen signs")
    document = replace(
        arrived.document,
        pages=tuple(Page(number, None, Span(start, end)) for number, start, end in stretches),
    )
    store = MemoryStore()
    with store.writing("a test") as writer:
        head = writer.add(replace(arrived, document=document))

    assert (document.page_count, head.pages) == (3, 3)
