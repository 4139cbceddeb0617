"""What a reader of a PDF page cannot see is found and told; what he can see is left alone."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belegg.reading.pdf.glyphs import characters
from belegg.reading.pdf.layers import may_be_off
from belegg.reading.pdf.opening import opened
from plain_pdf import line, one_page, stream

pytestmark = [pytest.mark.req("ING-5"), pytest.mark.req("ING-6")]

SHOWN = line("Shown: thirty days", y=750)
TRICK = "Trick: ninety days"


@dataclass(frozen=True)
class Looked:
    seen: str
    layer: str
    found: dict[str, str]
    hidden: int


def look(data: bytes, number: int = 1) -> Looked:
    document = pdfium.PdfDocument(data)
    page = opened(document, number, may_be_off(data))
    codes, unseen = page.glyphs.codes, page.unseen
    looked = Looked(
        " ".join(characters(codes[unseen.why == 0]).split()),
        " ".join(characters(codes[unseen.layer]).split()),
        {hidden.why: hidden.sample for hidden in page.found},
        page.hidden,
    )
    page.close()
    document.close()
    return looked


NOTE = b"<< /Type /Annot /Subtype /Text /Rect [0 0 1 1] /F 2 /Contents (Trick: ninety days) >>"
OFF = b"/OCProperties << /OCGs [6 0 R] /D << /OFF [6 0 R] >> >>"
GROUP = b"<< /Type /OCG /Name (drafts) >>"
SQUARE = (
    b"<< /Type /Annot /Subtype /Square /Rect [60 690 400 720] /IC [0 0 0] /C [0 0 0] /AP << /N 7 0 R >> >>"
)
SQUARE_SHOWN = stream(b"0 0 0 rg 0 0 340 30 re f", b"/Type /XObject /Subtype /Form /BBox [0 0 340 30]")

TRICKS = {
    "in the colour of its background": one_page(SHOWN + line(TRICK, before="1 1 1 rg")),
    "invisible by its way of drawing": one_page(SHOWN + line(TRICK, before="3 Tr")),
    "outside the page": one_page(SHOWN + line(TRICK, y=100), page=b"/CropBox [0 421 595 842]"),
    "too small to read": one_page(SHOWN + line(TRICK, size=0.5)),
    "of no size": one_page(SHOWN + line(TRICK, size=0)),
    "cut away": one_page(SHOWN + line(TRICK, before="0 0 5 5 re W n")),
    "covered": one_page(SHOWN + line(TRICK, after="0.2 0.4 0.6 rg 60 690 300 30 re f")),
    "transparent": one_page(
        SHOWN + line(TRICK, before="/G0 gs"), resources=b"/ExtGState << /G0 << /ca 0 /CA 0 >> >>"
    ),
    "in a layer that is off": one_page(
        SHOWN + b"/OC /L0 BDC " + line(TRICK) + b" EMC",
        catalog=OFF,
        resources=b"/Properties << /L0 6 0 R >>",
        more=(GROUP,),
    ),
    "a replacement that the page does not show": one_page(
        SHOWN + b"/Span << /ActualText (Trick: ninety days) >> BDC " + line("grey") + b" EMC"
    ),
    "in a hidden note": one_page(SHOWN, page=b"/Annots [6 0 R]", more=(NOTE,)),
}


@pytest.mark.parametrize("why", TRICKS)
def test_hidden_text_is_found_and_told_why(why: str) -> None:
    looked = look(TRICKS[why])

    assert looked.found == {why: TRICK.replace(" ", "") if why == "too small to read" else TRICK}
    assert looked.hidden == len(TRICK.replace(" ", ""))
    assert looked.seen in ("Shown: thirty days", "Shown: thirty days grey")


def test_black_on_black_is_hidden_whichever_was_drawn_first() -> None:
    box = b"0 0 0 rg 60 690 300 30 re f\n"

    assert "ninety" not in look(one_page(SHOWN + box + line(TRICK))).seen
    assert "ninety" not in look(one_page(SHOWN + line(TRICK) + box)).seen


def test_an_annotation_laid_over_text_hides_it() -> None:
    looked = look(one_page(SHOWN + line(TRICK), page=b"/Annots [6 0 R]", more=(SQUARE, SQUARE_SHOWN)))

    assert looked.found == {"covered": TRICK}


def test_only_the_covered_words_of_a_line_are_hidden() -> None:
    looked = look(one_page(line("She answered nothing at all.", after="0 g 151 695 41 15 re f")))

    assert looked.seen == "She answered at all."
    assert looked.found == {"covered": "nothing"}


@pytest.mark.parametrize(
    "content",
    [
        b"0 0 0.4 rg 60 690 300 30 re f\n" + line("Table head", before="1 1 1 rg"),
        b"0 0 0.4 rg 60 690 300 30 re f\n" + line("Table head", before="1 1 1 rg 0 0 595 842 re W n"),
        b"1 1 1 rg 0 0 595 842 re f\n" + line("Table head", before="0 g"),
        line("Table head", before="2 Tr 1 w"),
        line("Table head", before="1 Tr 1 w"),
        line("Table head", before="0.85 0.85 0.85 rg"),
        line("Table head", after="/G0 gs 1 1 0 rg 60 690 300 30 re f"),
        line("Table head", before="0 1 -1 0 800 0 cm"),
        line("Table head", size=4),
    ],
    ids=["on a box", "clip around", "white page", "bold", "outline", "grey", "marker", "upright", "small"],
)
def test_what_can_be_seen_is_not_called_hidden(content: bytes) -> None:
    looked = look(one_page(content, resources=b"/ExtGState << /G0 << /ca 0.4 /BM /Multiply >> >>"))

    assert looked.found == {}
    assert looked.seen == "Table head"


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_a_turned_page_shows_and_hides_the_same(turned: int) -> None:
    looked = look(
        one_page(SHOWN + line(TRICK, before="1 1 1 rg") + line("Off", x=-90), page=b"/Rotate %d" % turned)
    )

    assert looked.seen == "Shown: thirty days"
    assert looked.found == {"in the colour of its background": TRICK, "outside the page": "Off"}


def test_letters_filled_with_what_is_drawn_after_them_are_seen() -> None:
    filling = "0.1 0.3 0.7 rg 60 690 300 30 re f"
    clip = f"q BT 7 Tr /F1 24 Tf 72 700 Td (Gradient) Tj ET {filling} Q\n".encode()
    closed = f"q BT 7 Tr /F1 24 Tf 72 600 Td (Trick) Tj ET Q q {filling} Q\n".encode()

    assert look(one_page(clip)).seen == "Gradient"
    assert look(one_page(closed + SHOWN)).found == {"invisible by its way of drawing": "Trick"}
    assert "Trick" not in look(one_page(closed.replace(b"690", b"590") + SHOWN)).seen


def test_letters_that_are_drawn_again_over_their_shadow_are_seen() -> None:
    shadow = b" 0.8 0.8 0.8 rg 60 690 300 30 re f "
    twice = one_page(SHOWN + line("Shown: 239") + shadow + line("Shown: 239", before="0 g"))
    other = one_page(SHOWN + line(TRICK) + shadow + line("Shown: 239", before="0 g"))

    assert look(twice).seen == "Shown: thirty days Shown: 239"
    assert look(other).found == {"covered": TRICK}


def test_text_in_a_form_is_looked_at_too() -> None:
    form = stream(
        line("Shown in a form") + line(TRICK, y=650, before="1 1 1 rg"),
        b"/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >>",
    )
    looked = look(
        one_page(b"q 0.5 0 0 0.5 0 0 cm /X0 Do Q", resources=b"/XObject << /X0 6 0 R >>", more=(form,))
    )

    assert looked.seen == "Shown in a form"
    assert looked.found == {"in the colour of its background": TRICK}


def test_a_replacement_that_says_what_is_shown_is_kept() -> None:
    content = b"/Span << /ActualText (office) >> BDC " + line("of") + line("fice", x=83) + b" EMC"

    assert look(one_page(content)).found == {}


def test_invisible_text_over_a_picture_of_the_page_is_a_text_layer() -> None:
    scan = b"q 595 0 0 842 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \xc0 EI Q\n"
    looked = look(one_page(scan + line("Read by a scanner", before="3 Tr")))
    stamp = b"q 60 0 0 20 70 695 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \xc0 EI Q\n"

    assert (looked.layer, looked.found) == ("Read by a scanner", {})
    assert look(one_page(stamp + line(TRICK, before="3 Tr"))).layer == ""


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.text("abcdefghij .,-", min_size=1, max_size=20), min_size=1, max_size=4),
    st.floats(2, 40),
    st.sampled_from(["0 g", "1 0 0 rg", "0.2 0.4 0.1 rg"]),
)
def test_plain_text_on_a_white_page_is_never_hidden(texts: list[str], size: float, colour: str) -> None:
    lines = (line(text, y=780 - 45 * n, size=size, before=colour) for n, text in enumerate(texts))

    assert look(one_page(b"".join(lines))).hidden == 0


def test_layers_may_be_off_only_where_something_switches_them() -> None:
    always = b"/OCProperties << /OCGs [6 0 R] /D << /ON [6 0 R] /OFF [] >> >>"

    assert not may_be_off(one_page(SHOWN))
    assert not may_be_off(one_page(SHOWN, catalog=always, more=(GROUP,)))
    assert may_be_off(one_page(SHOWN, catalog=OFF, more=(GROUP,)))
    assert may_be_off(one_page(SHOWN, catalog=OFF.replace(b"/OFF", b"/#4fFF"), more=(GROUP,)))


@pytest.fixture(scope="module")
def hostile(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hidden")
    generator = shared / "data" / "security" / "gen" / "gen_pdf_hidden_text.py"
    command = [sys.executable, "-B", generator.name, str(folder)]
    subprocess.run(command, cwd=generator.parent, check=True, capture_output=True)
    return folder


def test_none_of_the_hostile_files_hidden_sentences_is_seen(hostile: Path) -> None:
    made = (hostile / "hidden_text.pdf").read_bytes()
    looked = look(made)
    sentences = set(re.findall(rb"HID-([A-Z0-9]+)", made))

    assert looked.seen == "VISIBLE The notice period is 30 days. shown text"
    assert len(sentences) == 15
    assert looked.hidden == sum(len(f"HID-{s.decode()}noticeperiodis90days") for s in sentences)
    assert look((hostile / "hidden_crop.pdf").read_bytes()).seen == "VISIBLE The notice period is 30 days."


def test_a_bad_redaction_hides_the_words_under_it(shared: Path) -> None:
    looked = look((shared / "data" / "pdf" / "doctor__rectangles_yes.pdf").read_bytes())

    assert "She answered . (Ex. 1 at p. 61" in looked.seen
    assert "did not disclose" in next(iter(looked.found.values()))


@pytest.mark.parametrize("name", ["S_2025_211.en.pdf", "S_2025_71_Rev.1.en.pdf", "S_2025_257.en.pdf"])
def test_ordinary_reports_hide_nothing(shared: Path, name: str) -> None:
    data = (shared / "data" / "un-reports" / name).read_bytes()
    pages = len(pdfium.PdfDocument(data))

    assert [n for n in range(1, pages + 1) if look(data, n).hidden] == []
