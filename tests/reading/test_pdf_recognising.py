"""Scans are recognised page by page: in lots, once each, in the language of the document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given as for_any
from hypothesis import settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from belegg.errors import ParserStalled
from belegg.library.kept import recognised_in
from belegg.reading import owed
from belegg.reading.content import Content, Given, Kept
from belegg.reading.ocr import RecognisedLine, Recogniser, missing
from belegg.reading.pdf import layout, pictured
from belegg.reading.pdf.ocr import PageReader
from belegg.reading.pdf.pages import parse
from belegg.records import Span
from scanned import ByShade, pdf, picture, reader, scan, text_page

pytestmark = [pytest.mark.req("ING-11"), pytest.mark.req("ING-13")]

SAYS = [f"Page number {n} tells of the lamps in hall {n}." for n in range(9)]
SWEDISH = "Uppsägningstiden är trettio dagar och den som inte är anställd har ingen rätt till det."


def lot(data: bytes, by: Recogniser | None, kept: Kept, seconds: float | None = 0.0) -> Content:
    return parse(data, given=Given(seconds=seconds, kept=kept), reader=reader(by))


def codes(content: Content) -> list[str]:
    return [warned.code for warned in content.warnings]


def test_when_the_time_is_over_the_pages_that_are_left_are_named() -> None:
    content = lot(scan(3), ByShade(SAYS), {})

    assert content.text == SAYS[0]
    assert content.owed == owed.UNFINISHED
    assert "partly read" in codes(content)
    assert "pages 2, 3 of 3" in next(w.text for w in content.warnings if w.code == "partly read")
    assert [bool(page.note) and page.ocr is None for page in content.page_reports] == [False, True, True]


def test_each_lot_reads_one_page_more_and_no_page_twice() -> None:
    by, content = ByShade(SAYS), None
    kept: Kept = {}
    for _ in range(3):
        content = lot(scan(3), by, kept)
        kept = recognised_in(content.pages)

    assert content is not None
    assert by.asked == [0, 1, 2]
    assert content.owed == ""
    assert content == lot(scan(3), ByShade(SAYS), {}, seconds=None)


@settings(max_examples=15, deadline=None)
@for_any(st.lists(st.booleans(), min_size=1, max_size=5), st.sets(st.integers(0, 4)))
def test_whatever_was_kept_the_document_is_the_same(are_pictures: list[bool], forgotten: set[int]) -> None:
    contents = [picture(n) if it else text_page(SAYS[n]) for n, it in enumerate(are_pictures)]
    whole = lot(pdf(contents), ByShade(SAYS), {}, seconds=None)
    kept = {n: form for n, form in recognised_in(whole.pages).items() if n not in forgotten}
    by = ByShade(SAYS)

    assert lot(pdf(contents), by, kept, seconds=None) == whole
    assert len(by.asked) == sum(are_pictures) - len(kept)


def test_what_was_read_by_another_program_is_read_again() -> None:
    before = lot(scan(1), ByShade(["01d w0rds."]), {})
    content = lot(scan(1), ByShade(SAYS, name="fake 2"), recognised_in(before.pages))

    assert content.text == SAYS[0]


def test_until_it_is_read_again_the_older_reading_stands() -> None:
    before = lot(scan(2), ByShade(["Old first.", "Old second."]), {}, seconds=None)
    content = lot(scan(2), ByShade(SAYS, name="fake 2"), recognised_in(before.pages))

    assert SAYS[0] in content.text
    assert "Old second." in content.text
    assert content.owed == owed.UNFINISHED


def test_without_a_program_what_was_read_before_stands() -> None:
    before = lot(scan(2), ByShade(SAYS), {}, seconds=None)

    assert lot(scan(2), None, recognised_in(before.pages)).text == before.text


def test_pages_that_no_program_could_read_are_owed() -> None:
    content = lot(pdf([text_page("Enough words to be a page."), picture(0)]), None, {})

    assert content.owed == owed.WITHOUT
    assert "no text layer" in codes(content)
    assert lot(pdf([text_page("Enough words to be a page.")]), None, {}).owed == ""


@pytest.mark.parametrize("kept", [b"", b"L1", b"nonsense", b'[1,2,"x"]', b"[null,0,1,[1,1],[[[]]]]"])
def test_what_was_kept_in_another_form_is_read_again(kept: bytes) -> None:
    places = layout.with_recognised(b"", kept) if kept else b""
    by = ByShade(SAYS)

    assert lot(scan(1), by, {1: places}).text == SAYS[0]
    assert by.asked == [0]


def test_boxes_are_found_beside_what_was_recognised() -> None:
    content = lot(scan(1), ByShade(SAYS), {})
    form = content.pages[0].layout

    assert layout.boxes(form, Span(0, 4))[0].x0 == pytest.approx(60, abs=0.1)
    assert pictured.unpacked(layout.recognised_in(form)) is not None


def test_the_text_pages_tell_the_language_of_the_pictures() -> None:
    assert asked_for(pdf([picture(0), text_page(SWEDISH)])) == [("sv",)]


def test_a_language_that_the_user_states_is_believed() -> None:
    assert asked_for(pdf([picture(0), text_page(SWEDISH)]), "fi") == [("fi",)]


def test_one_languages_data_looks_first_and_the_right_one_reads() -> None:
    assert asked_for(scan(1), says=SWEDISH)[-2:] == [("en",), ("sv",)]


def test_a_missing_language_that_only_the_picture_tells_is_named() -> None:
    by = ByShade([SWEDISH], lacks=("sv",))
    content = lot(scan(1), by, {})

    told = next(w.text for w in content.warnings if w.code == "recognised text")
    assert "there is no data for `sv` (install `tesseract-ocr-swe`): letters may be wrong" in told
    assert "without data for `sv`" in content.page_reports[0].note
    assert content.owed == "OCR without swe"


def asked_for(data: bytes, *stated: str, says: str = "A lamp.") -> list[tuple[str, ...]]:
    """The languages for which a recogniser was chosen, in order."""
    asked: list[tuple[str, ...]] = []

    def choose(languages: Sequence[str]) -> Recogniser:
        asked.append(tuple(languages))
        return ByShade([says])

    parse(data, reader=PageReader(stated, choose))
    return asked


def test_pages_read_before_the_language_was_told_are_read_again_in_it() -> None:
    def choose(languages: Sequence[str]) -> Recogniser:
        return ByShade(["Bilaga ett", SWEDISH], name=f"fake {'+'.join(languages)}")

    content = parse(scan(2), reader=PageReader((), choose))

    assert "fake sv)" in content.warnings[0].text


def test_a_language_without_data_is_named_with_what_to_install() -> None:
    content = lot(scan(1), ByShade(SAYS, lacks=("nb",)), {})

    assert "`nb` (install `tesseract-ocr-nor`)" in content.warnings[0].text
    assert missing(["nb"]) in content.warnings[0].text
    assert content.owed == owed.lacking(["nb"]) == "OCR without nor"


class Slow(ByShade):
    """Never gets ready."""

    def read(self, picture: NDArray[Any], dpi: int) -> Sequence[RecognisedLine]:
        raise ParserStalled("it took more than 50 s")


def test_a_page_that_took_too_long_is_tried_again_next_time() -> None:
    content = lot(pdf([text_page("Enough words to be a page."), picture(0)]), Slow(SAYS), {})

    assert content.owed == owed.UNFINISHED
    assert "more than 50 s" in content.page_reports[1].note


def test_what_is_owed_is_due_when_it_can_be_had() -> None:
    def have(*data: str) -> bool:
        return owed.is_due("OCR without nor+swe", lambda: None, lambda: frozenset(data), lambda: False)

    assert owed.is_due(owed.WITHOUT, lambda: ByShade(SAYS))
    assert not owed.is_due(owed.WITHOUT, lambda: None)
    assert have("eng", "swe")
    assert not have("eng", "fin")
    assert owed.is_due("OCR without nor", lambda: None, frozenset, lambda: True)
    assert owed.is_due(owed.UNFINISHED, lambda: None)
    assert not owed.is_due("")
    assert owed.parted(owed.named("pdf 3", owed.WITHOUT)) == ("pdf 3", owed.WITHOUT)
    assert owed.named("pdf 3", "") == "pdf 3"
