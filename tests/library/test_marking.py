"""A quotation's words are found on the pages they were printed on, and a page is read with its footnotes."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

from belegg import check_quote
from belegg.errors import BadInput, UnknownDocument
from belegg.library.library import Library
from belegg.records import OWNER, Principal, Scope, Span
from belegg.serving.cli.commands import app
from reading.pdf_pages import HEIGHT, pdf

OVER_THE_BREAK = "the committee shall publish its findings before the first of May"
LEFT, SIZE = 72, 11
LOWEST = 130  # of the body; the footnote stands below it


def first_page(canvas: Any) -> None:
    canvas.setFont("Helvetica-Bold", 16)
    canvas.drawString(LEFT, 760, "1 Duties of the committee")
    canvas.setFont("Helvetica", SIZE)
    for row in range(40):
        canvas.drawString(
            LEFT, 735 - 14 * row, f"Line {row} of the report is about the duties of a committee and"
        )
    canvas.drawString(LEFT, LOWEST + 14, "that is the rule.")
    canvas.setFont("Helvetica", 7)
    canvas.drawString(LEFT + 82, LOWEST + 18, "1")
    canvas.setFont("Helvetica", SIZE)
    canvas.drawString(
        LEFT, LOWEST, "After every year that has passed without one, the committee shall publish its"
    )
    canvas.line(LEFT, 100, LEFT + 150, 100)
    canvas.setFont("Helvetica", 8)
    canvas.drawString(LEFT, 85, "1 The rule was adopted at the meeting in Strømvåg.")


def second_page(canvas: Any) -> None:
    canvas.setFont("Helvetica", SIZE)
    canvas.drawString(
        LEFT, 780, "findings before the first of May, and the board shall read them at its next meeting,"
    )
    for row in range(30):
        canvas.drawString(
            LEFT, 766 - 14 * row, f"where row {row} of the findings is read aloud to those who came and"
        )
    canvas.drawString(LEFT, 766 - 14 * 30, "then they go home.")


@pytest.fixture
def library(tmp_path: Path) -> Library:
    folder = tmp_path / "reports"
    folder.mkdir()
    (folder / "duties.pdf").write_bytes(pdf(first_page, second_page))
    library = Library.open(tmp_path / "belegg.db", create=True)
    library.ingest(folder)
    return library


def span_of(library: Library, quote: str) -> Span:
    found = check_quote(library.read("duties.pdf", Scope(OWNER)).text, quote)
    assert found.span is not None
    return found.span


@pytest.mark.req("ANS-1", "ING-6")
def test_a_quotation_over_a_page_break_has_boxes_on_both_pages(library: Library) -> None:
    pages = library.marked_pages("duties.pdf", span_of(library, OVER_THE_BREAK), Scope(OWNER))

    assert [page.number for page in pages] == [1, 2]
    assert [len(page.boxes) for page in pages] == [1, 1]
    below, above = pages[0].boxes[0], pages[1].boxes[0]
    assert abs(HEIGHT - below.y1 - LOWEST) < 5, "the last line of the body, not the footnote"
    assert below.x0 > LEFT + 100, "the sentence begins inside the line"
    assert abs(HEIGHT - above.y1 - 780) < 5
    assert abs(above.x0 - LEFT) < 2


def pixels_of(picture: bytes) -> NDArray[np.uint8]:
    """The picture (h, w, 3) of a PNG in 8-bit RGB whose rows are stored as differences."""
    wide, high = struct.unpack(">II", picture[16:24])
    (size,) = struct.unpack(">I", picture[33:37])
    rows = np.frombuffer(zlib.decompress(picture[41 : 41 + size]), np.uint8).reshape(high, 1 + 3 * wide)
    assert (rows[:, 0] == 2).all()
    return np.cumsum(rows[:, 1:], axis=0, dtype=np.uint8).reshape(high, wide, 3)


def yellow(picture: bytes) -> NDArray[np.bool_]:
    pixels = pixels_of(picture).astype(int)
    return (pixels[..., 0] > 200) & (pixels[..., 2] < 100) & (pixels[..., 1] > 150)


@pytest.mark.req("ANS-2")
def test_a_quotation_over_a_page_break_is_marked_on_the_pictures_of_both_pages(library: Library) -> None:
    marked = library.mark("duties.pdf", OVER_THE_BREAK, Scope(OWNER))
    drawn = library.pictures(marked, Scope(OWNER))

    assert marked.checked.is_right
    assert [number for number, _ in drawn] == [1, 2]
    for (_, picture), page in zip(drawn, marked.pages, strict=True):
        seen = yellow(picture)
        scale = seen.shape[1] / page.width
        (box,) = page.boxes
        rows, columns = np.flatnonzero(seen.any(axis=1)) / scale, np.flatnonzero(seen.any(axis=0)) / scale
        assert abs(rows[0] - box.y0) < 3
        assert abs(rows[-1] - box.y1) < 3
        assert abs(columns[0] - box.x0) < 3
        assert abs(columns[-1] - box.x1) < 3
        assert (pixels_of(picture)[seen].min(axis=1) < 100).all(), "the words show through"


def test_words_that_stand_nowhere_are_marked_nowhere(library: Library) -> None:
    marked = library.mark("duties.pdf", "the committee shall burn its findings", Scope(OWNER))

    assert marked.checked.check.status == "not found"
    assert marked.pages == ()


def test_of_a_file_without_pages_nothing_is_drawn_and_the_words_are_checked(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Keys\n\nEverybody gets a key in May.\n", encoding="utf-8")
    with Library.open(tmp_path / "belegg.db", create=True) as library:
        library.ingest(tmp_path / "a.md")
        marked = library.mark("a.md", "Everybody gets a key", Scope(OWNER))

        assert marked.checked.is_right
        assert marked.pages == ()
        with pytest.raises(BadInput, match="is no PDF"):
            library.pictures(marked, Scope(OWNER))


@pytest.mark.req("ING-3")
def test_nobody_marks_what_is_not_theirs_to_read(library: Library) -> None:
    eva = Scope(Principal("eva", frozenset({"staff"})))
    with pytest.raises(UnknownDocument):
        library.mark("duties.pdf", OVER_THE_BREAK, eva)
    with pytest.raises(UnknownDocument):
        library.pictures(library.mark("duties.pdf", OVER_THE_BREAK, Scope(OWNER)), eva)


@pytest.mark.req("ANS-2")
def test_the_command_tells_the_place_and_writes_a_picture_of_each_page(
    library: Library, tmp_path: Path
) -> None:
    words = ["mark", "duties.pdf", OVER_THE_BREAK, "--library", str(library.path)]
    drawn = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "page.png"), "--json"])
    lost = CliRunner().invoke(app, [*words, "--page", "7"])
    told = json.loads(drawn.stdout)

    assert drawn.exit_code == 0
    assert [page["number"] for page in told["pages"]] == [1, 2]
    assert [Path(page["picture"]).name for page in told["pages"]] == ["page-1.png", "page-2.png"]
    assert all(Path(page["picture"]).read_bytes().startswith(b"\x89PNG") for page in told["pages"])
    assert lost.exit_code == 6
    assert "page 7 is named; it stands on pages 1–2" in lost.stdout


@pytest.mark.req("ING-7")
def test_a_page_is_read_with_its_footnotes_and_without_the_next_page(library: Library) -> None:
    first = library.read("duties.pdf", Scope(OWNER), pages="1")
    second = library.read("duties.pdf", Scope(OWNER), pages="2")

    assert first.text.endswith("The rule was adopted at the meeting in Strømvåg.")
    assert "row 3 of the findings" not in first.text
    assert first.pages == (1, 1)
    assert "Strømvåg" not in second.text
    assert second.text.endswith("then they go home.")


@pytest.mark.req("ING-7")
def test_a_footnote_is_read_by_its_number(library: Library) -> None:
    note = library.read("duties.pdf", Scope(OWNER), section="note 1")

    assert note.text.endswith("The rule was adopted at the meeting in Strømvåg.")
    assert note.pages == (1, 1)
    with pytest.raises(BadInput, match="no section `note 2`"):
        library.read("duties.pdf", Scope(OWNER), section="note 2")


@pytest.mark.req("ING-3")
def test_places_are_told_to_those_who_may_read_the_document(library: Library) -> None:
    with pytest.raises(UnknownDocument):
        library.marked_pages("duties.pdf", Span(0, 5), Scope(Principal("eva", frozenset({"staff"}))))


def test_a_span_outside_the_text_is_an_error_that_names_the_length(library: Library) -> None:
    with pytest.raises(BadInput, match="its text has"):
        library.marked_pages("duties.pdf", Span(5, 10_000_000), Scope(OWNER))
