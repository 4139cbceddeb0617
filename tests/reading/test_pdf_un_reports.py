"""Real reports with running headers, footnotes and numbered sections: pages that were typed by hand."""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from belegg.reading import read
from belegg.reading.content import Content
from belegg.reading.passages import cut
from belegg.reading.pdf import parse
from belegg.reading.pdf.ocr import PageReader
from belegg.records import Block, Passage, Span
from belegg.text.quotes import check_quote

PAGES = Path(__file__).with_name("un_pages.tsv")
ENOUGH = 0.98


class Print(NamedTuple):
    """A line's number of words and the fingerprint of them."""

    words: int
    digits: str


class Read(NamedTuple):
    """
    A page as a person read it: footnotes that begin on it (mark, and what they say where that was typed),
    lines that stay out of the text, lines of running text in order.
    """

    file: str
    page: int
    typed: bool
    notes: dict[str, Print | None]
    furniture: tuple[Print, ...]
    lines: tuple[Print, ...]


def read_by_hand() -> list[Read]:
    rows = [line.split("\t") for line in PAGES.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    return [
        Read(file, int(page), how == "typed", dict(map(note, told(notes))), prints(furniture), prints(lines))
        for file, page, how, notes, furniture, lines in rows
    ]


def told(column: str) -> list[str]:
    return column.split() if column != "-" else []


def prints(column: str) -> tuple[Print, ...]:
    return tuple(Print(int(words), digits) for words, digits in (one.split(":") for one in told(column)))


def note(one: str) -> tuple[str, Print | None]:
    mark, _, print_ = one.partition(":")
    return mark, prints(print_)[0] if print_ else None


def print_of(text: str) -> Print:
    words = text.split()
    return Print(len(words), hashlib.sha256(" ".join(words).encode()).hexdigest()[:10])


BY_HAND = read_by_hand()
named = pytest.mark.parametrize("page", BY_HAND, ids=lambda page: f"{page.file[:-7]}-{page.page}")


@cache
def content(path: Path) -> Content:
    return parse(path.read_bytes(), reader=PageReader(choose=lambda languages: None))


def report(shared: Path, name: str) -> Content:
    return content(shared / "data" / "un-reports" / name)


def notes_of(found: Content, page: int) -> list[Block]:
    return [b for b in found.blocks if b.kind == "footnote" and page_of(found, b.span) == page]


def page_of(found: Content, span: Span) -> int:
    return next(p.number for p in found.pages if p.span.start <= span.start < p.span.end)


def running_words(found: Content, page: int) -> list[str]:
    """The words of a page without its footnotes."""
    stretches = [p.span for p in found.pages if p.number == page]
    running = [block.span for block in found.blocks if block.kind != "footnote"]
    both = ((max(a.start, b.start), min(a.end, b.end)) for a in running for b in stretches)
    words = " ".join(found.text[start:end] for start, end in both if start < end).split()
    return [word for word in words if word != "|"]


def in_order(words: list[str], lines: tuple[Print, ...]) -> int:
    """How many of the lines stand in the words one after the other."""
    at = matched = 0
    for line in lines:
        for start in range(at, len(words) - line.words + 1):
            if print_of(" ".join(words[start : start + line.words])) == line:
                at, matched = start + line.words, matched + 1
                break
    return matched


@pytest.mark.req("ING-5")
@pytest.mark.parametrize("typed", [True, False], ids=["typed", "compared"])
def test_lines_stand_in_reading_order(shared: Path, typed: bool) -> None:
    pages = [page for page in BY_HAND if page.typed is typed]

    matched = [in_order(running_words(report(shared, page.file), page.page), page.lines) for page in pages]

    assert sum(matched) >= ENOUGH * sum(len(page.lines) for page in pages), matched


RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@pytest.mark.req("ING-7")
@named
def test_footnotes_stand_apart_and_are_linked_to_their_marks(shared: Path, page: Read) -> None:
    found = report(shared, page.file)

    notes = notes_of(found, page.page)
    assert [note.section for note in notes] == [f"note {mark}" for mark in page.notes]
    words = " ".join(running_words(found, page.page))
    assert [mark for mark in page.notes if mark.translate(RAISED) not in words] == []
    for note, (mark, said) in zip(notes, page.notes.items(), strict=True):
        begins, _, rest = text_of(found, note).partition(" ")
        assert begins == mark.translate(RAISED)
        assert said in (None, print_of(rest))


@pytest.mark.req("ING-6")
@named
def test_running_headers_and_page_numbers_are_in_no_passage(shared: Path, page: Read) -> None:
    found = report(shared, page.file)
    symbol = found_symbol(found)
    count = len({p.number for p in found.pages})
    numbers = {f"{number}/{count}" for number in range(1, count + 1)}

    lines = {cell.strip() for line in found.text.splitlines() for cell in line.split("|")}
    assert not lines & ({symbol} | numbers)
    assert symbol in found.furniture
    on_page = {print_of(line) for block in blocks_on(found, page.page) for line in parts(found, block)}
    assert not on_page & (set(page.furniture) - set(page.lines))


def blocks_on(found: Content, page: int) -> list[Block]:
    return [block for block in found.blocks if page_of(found, block.span) == page]


def parts(found: Content, block: Block) -> list[str]:
    """A block's printed lines as far as they show, and its cells."""
    return [cell for line in text_of(found, block).splitlines() for cell in line.split("|")]


def found_symbol(found: Content) -> str:
    return next(fact.value for fact in found.facts if fact.name == "report_number")


def text_of(found: Content, block: Block) -> str:
    return found.text[block.span.start : block.span.end]


@pytest.mark.req("ING-5", "ING-8")
@pytest.mark.parametrize(
    ("file", "sections"),
    [
        ("S_2025_303.en.pdf", ["I", "II", "III", "IV"]),
        ("A_52_826.en.pdf", ["I", "II", "III", "A", "B"]),
        ("E_2025_76.en.pdf", ["I", "II", "A", "B", "C", "D", "III", "A", "B", "C"]),
    ],
)
def test_numbered_sections_are_headings_in_order(shared: Path, file: str, sections: list[str]) -> None:
    headings = [b for b in report(shared, file).blocks if b.kind == "heading" and b.section]

    assert [b.section for b in headings[: len(sections)]] == sections


@pytest.mark.req("ING-5", "ING-8")
def test_sections_nest_in_heading_paths(shared: Path) -> None:
    passage = passage_with(shared, "E_2025_76.en.pdf", "high population growth rate")

    assert passage.path[-3:] == ("III. Sahel region", "A. Context", "Sustainable development")
    assert passage.section == "A"
    assert passage.pages is not None
    assert passage.pages[0] <= 10 <= passage.pages[1]


def passage_with(shared: Path, file: str, words: str) -> Passage:
    document = read((shared / "data" / "un-reports" / file).read_bytes(), file, "p").document
    return next(p for p in cut(document, "reports") if words in " ".join(p.text.split()))


@pytest.mark.req("ANS-1", "ANS-2")
def test_each_gold_quotation_is_found_on_its_page(shared: Path) -> None:
    folder = shared / "data" / "un-reports"
    asked = [json.loads(line) for line in (folder / "questions.jsonl").read_text().splitlines()]
    golds = [gold for question in asked for gold in question["gold"]]

    missed = []
    for gold in golds:
        found = report(shared, gold["file"])
        check = check_quote(found.text, gold["quote"], found.furniture)
        if check.span is None or page_of(found, check.span) != gold["page"]:
            missed.append(gold)
    assert golds
    assert missed == []


@pytest.mark.req("ING-5", "ING-6")
def test_numbers_of_table_rows_are_no_line_numbers(shared: Path) -> None:
    """A list of violations, numbered over 24 pages."""
    found = report(shared, "S_2025_107.en.pdf")

    rows = [int(number) for number in re.findall(r"^\| (\d{1,3}) \|", found.text, re.MULTILINE)]
    assert rows == list(range(1, 545))
    assert "25-02954" not in found.text
    assert sum(page.line_numbers for page in found.page_reports) == 0
