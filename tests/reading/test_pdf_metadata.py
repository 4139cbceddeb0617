"""What a report says of itself, by rule, with the place where it was found; a doubtful title is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from belegg.reading.pdf.drawn import drawn
from belegg.reading.pdf.metadata import FIRST_PAGES, Metadata, language, metadata
from belegg.reading.pdf.numbers import UN_SYMBOL
from belegg.reading.pdf.opening import opened
from belegg.reading.pdf.page import page_lines
from belegg.reading.pdf.periods import period
from belegg.reading.pdf.told import Row, date_of
from belegg.records import Fact

pytestmark = pytest.mark.req("ING-7")


def test_what_a_file_says_of_itself_holds_no_control_signs() -> None:
    info = {"Author": "A\0nn\u202e Berg", "Subject": "soft\u00adware\n\x07 bell"}
    said = [(fact.name, fact.value) for fact in found(page(*BODY), info).facts]

    assert said == [("author", "A nn Berg"), ("subject", "software bell")]


@dataclass(frozen=True)
class Printed:
    text: str
    size: float = 10.0
    bold: bool = False
    page: int = 1
    x0: float = 72.0
    y0: float = 0.0
    x1: float = 500.0
    y1: float = 0.0


def page(*lines: Printed) -> list[Row]:
    """Lines one below the other, 14 points apart."""
    return [
        Printed(line.text, line.size, line.bold, line.page, 72, 80 + 14 * n, 500, 92 + 14 * n)
        for n, line in enumerate(lines)
    ]


BODY = [Printed(f"This is a line of the body, number {n}, as long as lines are.") for n in range(20)]


def found(rows: Sequence[Row], info: dict[str, str] | None = None, running: Sequence[str] = ()) -> Metadata:
    return metadata(info or {}, rows, 842.0, running)


def facts(told: Metadata, name: str) -> list[tuple[str, str]]:
    return [(fact.value, fact.origin) for fact in told.facts if fact.name == name]


def test_the_largest_lines_of_the_first_page_are_the_title() -> None:
    told = found(page(Printed("A Study of", 20), Printed("Many Rivers", 20), Printed("Contents", 24), *BODY))

    assert told.title == "A Study of Many Rivers"
    assert facts(told, "title") == [("A Study of Many Rivers", "page 1")]


@pytest.mark.parametrize(
    "stated",
    [
        "Microsoft Word - rivers.docx",
        "untitled",
        "0000764478-23-000006",
        "rivers_final_v2",
        "A Study of the",
        "Contents",
        "(anonymous)",
        "Plan for another country",
    ],
)
def test_a_title_that_the_file_states_wrongly_is_not_used(stated: str) -> None:
    assert found(page(Printed("A Study of Many Rivers"), *BODY), {"Title": stated}).title is None


def test_a_title_that_the_file_states_and_the_page_shows_is_used() -> None:
    told = found(page(Printed("A Study of Many Rivers"), *BODY), {"Title": "A Study of Many Rivers"})

    assert facts(told, "title") == [("A Study of Many Rivers", "pdf metadata")]


def test_a_page_of_even_lines_has_no_title() -> None:
    assert found(page(*BODY)).title is None


UN = [
    Printed("United Nations", 14),
    Printed("| A/79/797−S/2025/109 |"),
    Printed("General Assembly", 20, bold=True),
    Printed("Distr.: General"),
    Printed("21 February 2025"),
    Printed("Original: English"),
    Printed("Seventy-ninth session", bold=True),
    Printed("Agenda item 36"),
    Printed("The situation in Afghanistan", bold=True),
    Printed("The situation in Afghanistan and its implications for", 14, bold=True),
    Printed("international peace and security*", 14, bold=True),
    Printed("Report of the Secretary-General", 12, bold=True),
    Printed("I. Introduction", 14, bold=True),
    Printed("1. The report covers developments from 16 January to 31 March 2025."),
    *BODY,
]


def test_a_document_of_the_united_nations_is_read_by_its_masthead() -> None:
    told = found(page(*UN), {"Title": "current.PDF", "CreationDate": "D:20250305095829-05'00'"})

    assert told.title == (
        "The situation in Afghanistan and its implications for international peace and security: "
        "Report of the Secretary-General"
    )
    assert facts(told, "report_number") == [("A/79/797", "page 1"), ("S/2025/109", "page 1")]
    assert facts(told, "organisation") == [("United Nations", "page 1")]
    assert facts(told, "published") == [("2025-02-21", "page 1")]
    assert facts(told, "created") == [("2025-03-05", "pdf metadata")]
    assert facts(told, "reference_period") == [("2025-01-16/2025-03-31", "page 1")]


def test_a_filing_is_read_by_its_form() -> None:
    lines = [
        Printed("UNITED STATES"),
        Printed("SECURITIES AND EXCHANGE COMMISSION"),
        Printed("FORM 10-K", 14),
        Printed("For the fiscal year ended January 28, 2023"),
        Printed("Commission file number 1-9595"),
        Printed("BEST BUY CO., INC.", 14),
        Printed("________________"),
        Printed("(Exact name of registrant as specified in its charter)"),
    ]
    told = found(page(*lines, *BODY), {"Subject": "Form 10-K filed on 2023-03-17 for the period"})

    assert told.title == "BEST BUY CO., INC.: Form 10-K, fiscal year ended January 28, 2023"
    assert facts(told, "reference_period") == [("fiscal year ended 2023-01-28", "page 1")]
    assert facts(told, "published") == [("2023-03-17", "pdf metadata")]
    assert facts(told, "form") == [("10-K", "page 1")]


def test_a_date_says_what_it_is() -> None:
    alone = found(page(Printed("12 May 2024"), *BODY), {"ModDate": "D:20240601"})
    in_a_sentence = found(page(Printed("adopted by its resolution of"), Printed("10 December 1948"), *BODY))
    labelled = found(page(Printed("Publicerad: 2024-05-12"), Printed("3 June 2023"), *BODY))

    assert [(f.name, f.value) for f in alone.facts] == [
        ("modified", "2024-06-01"),
        ("published", "2024-05-12"),
    ]
    assert in_a_sentence.facts == ()
    assert facts(labelled, "published") == [("2024-05-12", "page 1")]


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("NIST SP 800-223", "NIST SP 800-223"),
        ("SOU 2023:12", "SOU 2023:12"),
        ("NOU 2023: 5", "NOU 2023: 5"),
        ("Meld. St. 4 (2022–2023)", "Meld. St. 4 (2022–2023)"),
        ("COM(2023) 123 final", "COM(2023) 123 final"),
        ("Report ID: SPARSE-2024-INV-1234", "SPARSE-2024-INV-1234"),
        ("Publication 15", "Publication 15"),
        ("Report 2023", None),
        ("See SOU 2023:12 for more", None),
    ],
)
def test_a_report_number_fills_its_line(line: str, number: str | None) -> None:
    numbers = [value for value, _ in facts(found(page(Printed(line), *BODY)), "report_number")]

    assert numbers == ([number] if number else [])


def test_a_number_that_heads_every_page_is_found_there() -> None:
    assert facts(found(page(*BODY), running=["NOU 2023: 5", "Page 2"]), "report_number") == [
        ("NOU 2023: 5", "running header")
    ]


def test_an_isbn_counts_with_a_right_check_digit() -> None:
    good, bad = "ISBN 978-91-38-25000-6", "ISBN 978-91-38-25000-7"
    values = [value for value, _ in facts(found(page(Printed(good), Printed(bad), *BODY)), "identifier")]

    assert values == [good]


@pytest.mark.parametrize(
    "symbol", ["A/79/797", "S/2025/71/Rev.1", "A/HRC/43/12", "E/CN.4/1999/1", "A/45/696/Add.1"]
)
def test_symbols_are_known_whole(symbol: str) -> None:
    assert UN_SYMBOL.fullmatch(symbol)


def test_a_period_may_share_its_year() -> None:
    assert (
        period("an account of activities from 19 February to 19 May 2025, pursuant")
        == "2025-02-19/2025-05-19"
    )
    assert period("from 5 December 2024 to 4 April 2025") is None
    assert period("The report covers the period from 31 May 2025 to 1 March 2025") is None


def test_dates_are_read_in_the_languages_of_reports() -> None:
    printed = ["26 de junio de 2012", "3 juin 2024", "12. mai 2024", "²¹ February²⁰²⁵".translate(RAISED)]

    assert [date_of(text) for text in printed] == ["2012-06-26", "2024-06-03", "2024-05-12", "2025-02-21"]


RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def test_the_text_tells_the_language_before_the_file_does() -> None:
    assert language("en-US", "sv") == "sv"
    assert language("fi-FI", None) == "fi"
    assert language("x", None) is None


def of_file(path: Path) -> Metadata:
    document = pdfium.PdfDocument(path)
    rows: list[Row] = []
    height = 0.0
    for number in range(1, min(len(document), FIRST_PAGES) + 1):
        one = opened(document, number, False)
        glyphs = one.glyphs
        seen = page_lines(glyphs, drawn(one.objects, glyphs.width, glyphs.height), None, one.unseen.why > 0)
        rows += seen.lines
        height = height or glyphs.height
        one.close()
    return metadata(document.get_metadata_dict(), rows, height)


def test_every_report_of_the_united_nations_has_its_symbol_and_date(shared: Path) -> None:
    folder = shared / "data" / "un-reports"
    for path in sorted(folder.glob("S_2025_[34]*.pdf")):
        symbol = path.name.removesuffix(".en.pdf").replace("_", "/")
        told = of_file(path)

        assert Fact("report_number", symbol, "page 1") in told.facts
        assert facts(told, "published")[0][0].startswith("2025-")
        assert told.title
