"""Passages are parts of the text, in order, none lost, each with the headings above it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.reading import read
from belegg.reading.content import Profile
from belegg.reading.division import divided
from belegg.reading.passages import WHOLE_CHARACTERS, WIKI_CHARACTERS, cut
from belegg.reading.stored import TextBuilder
from belegg.records import Document, Page, Passage, Span, passage_id

PROFILES: tuple[Profile, ...] = ("wiki", "reports", "sections")
PARTS = [
    "# One\n\n",
    "## Two\n\n",
    "### § 3 Three\n\n",
    "A word. " * 30 + "\n\n",
    "Line of text\n",
    "- item\n",
    "|a|b|\n|-|-|\n|c|d|\n",
    "```\ncode\n```\n\n",
    "x" * 3_000 + "\n\n",
    "Sentence number one. " * 120 + "\n\n",
    "\n\n---\n\n",
    "[r]: /u\n\n",
]
TEXTS = st.lists(st.sampled_from(PARTS), max_size=12).map(lambda parts: "Start.\n\n" + "".join(parts))


def document(text: str, name: str = "notes/page.md") -> Document:
    return read(text.encode(), name, "p").document


def whole(text: str) -> str:
    return "".join(text.split())


def sentences(count: int) -> str:
    return " ".join(f"This is sentence number {n} of the text." for n in range(count))


@pytest.mark.req("ING-8")
@given(TEXTS, st.sampled_from(PROFILES))
def test_a_passage_is_its_span_of_the_text_and_passages_stand_in_order(text: str, profile: Profile) -> None:
    read_document = document(text)
    passages = cut(read_document, profile)

    assert all(p.text == read_document.text[p.span.start : p.span.end] != "" for p in passages)
    assert all(one.span.start < other.span.start for one, other in pairwise(passages))
    assert [p.id for p in passages] == [passage_id(read_document.id, n) for n in range(len(passages))]
    assert cut(read_document, profile) == passages


@pytest.mark.req("ING-2")
@given(TEXTS, st.sampled_from(("wiki", "sections")))
def test_every_character_lies_in_exactly_one_passage(text: str, profile: Profile) -> None:
    assert whole("".join(p.text for p in cut(document(text), profile))) == whole(text)


@pytest.mark.req("ING-2")
@given(TEXTS)
def test_windows_of_a_report_leave_nothing_out(text: str) -> None:
    read_document = document(text)
    covered = [False] * len(read_document.text)
    for passage in cut(read_document, "reports"):
        covered[passage.span.start : passage.span.end] = [True] * (passage.span.end - passage.span.start)

    assert all(inside or char.isspace() for inside, char in zip(covered, read_document.text, strict=True))


@pytest.mark.req("ING-2")
@given(st.text(alphabet="ab \n.", max_size=400), st.integers(5, 60))
def test_a_division_never_cuts_a_word(text: str, most: int) -> None:
    pieces = divided(text, Span(0, len(text)), most)

    assert [word for p in pieces for word in text[p.start : p.end].split()] == text.split()
    assert all(p.end - p.start <= most or not text[p.start : p.end].strip().count(" ") for p in pieces)


@pytest.mark.req("ING-2")
def test_a_section_is_a_passage_with_the_headings_above_it() -> None:
    text = "# Handbook\n\nIntro.\n\n## Leave\n\nGeneral.\n\n### Parental\n\nDetails.\n\n## Pay\n\nMonthly.\n"

    assert [(p.path, p.text.splitlines()[-1]) for p in cut(document(text), "wiki")] == [
        (("Handbook",), "Intro."),
        (("Handbook", "Leave"), "General."),
        (("Handbook", "Leave", "Parental"), "Details."),
        (("Handbook", "Pay"), "Monthly."),
    ]


@pytest.mark.req("ING-2")
def test_a_heading_without_text_goes_with_what_follows() -> None:
    passages = cut(document("# Handbook\n\n## Leave\n\n### Parental\n\nDetails.\n\n## Last\n"), "wiki")

    assert [p.text for p in passages] == ["# Handbook\n\n## Leave\n\n### Parental\n\nDetails.\n\n## Last"]
    assert passages[0].path == ("Handbook", "Leave", "Parental")


@pytest.mark.req("ING-2")
def test_a_long_section_is_cut_at_paragraphs_into_like_parts() -> None:
    paragraphs = [sentences(10) for _ in range(12)]
    passages = cut(document("# Title\n\n" + "\n\n".join(paragraphs)), "wiki")

    assert all(len(p.text) <= WIKI_CHARACTERS for p in passages)
    assert all(p.text.endswith("of the text.") for p in passages)
    assert min(len(p.text) for p in passages) > WIKI_CHARACTERS / 3
    assert {p.path for p in passages} == {("Title",)}


@pytest.mark.req("ING-2")
def test_a_table_is_not_cut_below_its_bound() -> None:
    table = "| name | days |\n|---|---|\n" + "".join(f"| person {n} | {n} |\n" for n in range(150))
    passages = cut(document(f"{sentences(30)}\n\n{table}\n{sentences(30)}\n"), "wiki")

    assert WIKI_CHARACTERS < len(table) < WHOLE_CHARACTERS
    assert table.strip() in [p.text for p in passages]


@pytest.mark.req("ING-2")
def test_windows_of_a_report_have_their_size_and_overlap_and_stay_in_their_section() -> None:
    long = sentences(400)
    passages = cut(document(f"# One\n\n{long}\n\n# Two\n\nShort.\n\n# Three\n\n{long}\n"), "reports")
    first = [p for p in passages if p.path == ("One",)]
    overlaps = [one.span.end - other.span.start for one, other in pairwise(first)]

    assert [p.path for p in passages if p.text.endswith("Short.")] == [("Two",)]
    assert all(600 * 4 <= len(p.text) <= 900 * 4 for p in first)
    assert all(0.10 <= overlap / len(p.text) <= 0.25 for overlap, p in zip(overlaps, first, strict=False))
    assert all(not ("sentence" in p.text and "Short." in p.text) for p in passages)


@pytest.mark.req("ING-2")
def test_a_finnish_report_is_cut_shorter_than_an_english_one() -> None:
    finnish = "Työntekijä voi irtisanoa sopimuksen, kun siitä on säädetty lailla ja se on kirjattu. " * 60

    assert max(len(p.text) for p in cut(document(finnish), "reports")) <= 900 * 2.5


@pytest.mark.req("ING-4")
def test_sections_of_law_stay_whole_and_numbered_headings_stay_alone() -> None:
    long = f"# Act\n\n## Chapter 1\n\n### § 1 Long\n\n{sentences(200)}\n\n"
    text = f"{long}### § 2 (Repealed)\n\n### § 3 Short\n\nText.\n\n### § 4 (Repealed)\n"
    read_text = read(text.encode(), "law/act.md", "p")

    passages = cut(read_text.document, read_text.profile)

    assert read_text.profile == "sections"
    assert [(p.section, p.path[-1]) for p in passages] == [
        ("§ 1", "§ 1 Long"),
        ("§ 2", "§ 2 (Repealed)"),
        ("§ 3", "§ 3 Short"),
        ("§ 4", "§ 4 (Repealed)"),
    ]


@pytest.mark.req("ING-8")
def test_a_subsection_without_a_number_belongs_to_the_section_above_it() -> None:
    passages = cut(document("## § 4 Pay\n\nText.\n\n### Exceptions\n\nMore.\n"), "wiki")

    assert [p.section for p in passages] == ["§ 4", "§ 4"]


@pytest.mark.req("ING-8")
def test_a_passage_knows_the_pages_it_stands_on() -> None:
    text = "one one\n\ntwo two\n\nfour"
    spans = (Span(0, 7), Span(9, 16), Span(16, 16), Span(18, 22))
    pages = tuple(Page(number, None, span) for number, span in enumerate(spans, 1))
    read_document = Document(id=document("x").id, source="a.pdf", pack="p", title="t", text=text, pages=pages)

    assert [p.pages for p in cut(read_document, "reports")] == [(1, 4)]


@pytest.mark.req("ING-8", "LAN-1")
def test_a_passage_in_another_language_than_its_document_says_so() -> None:
    norwegian = (
        "Dette er en tekst som ikke er på engelsk, og det skal vi også vise her for å være sikre. " * 8
    )
    english = (
        "This is the part that was written in English, and it is there for those who do not read it. " * 3
    )

    passages = cut(document(f"# Norsk\n\n{norwegian}\n\n# English\n\n{english}\n"), "wiki")

    assert [p.language for p in passages] == ["nb", "en"]


@pytest.mark.req("ING-2")
@pytest.mark.parametrize("profile", PROFILES)
def test_a_long_text_without_a_line_end_is_cut_in_bounds(shared: Path, profile: Profile) -> None:
    data = (shared / "data" / "text-encodings" / "one-long-line.md").read_bytes()
    passages: list[Passage] = cut(read(data, "n/one-long-line.md", "p").document, profile)

    bound = {"wiki": WIKI_CHARACTERS, "reports": 900 * 4, "sections": 100_000}[profile]
    assert max(len(p.text) for p in passages) <= bound


@pytest.mark.req("ING-8")
def test_the_rest_of_a_cut_table_is_found_by_its_columns_names() -> None:
    rows = "".join(f"| person number {n} | {n} | a longer remark about {n} |\n" for n in range(200))
    passages = cut(document(f"| name | days | remark |\n|---|---|---|\n{rows}"), "wiki")

    assert len(passages) > 1
    assert [p.context for p in passages] == ["", *["| name | days | remark |"] * (len(passages) - 1)]


@pytest.mark.req("ING-10")
@pytest.mark.parametrize(
    ("second", "context"),
    [
        ("|  | Q1 | Q2 |", "| Region | 2023 |  | |  | Q1 | Q2 |"),
        ("|  | 2023 | 2024 |", "| Region | 2023 |  | |  | 2023 | 2024 |"),
        ("| North | 7 | 8.5 |", "| Region | 2023 |  |"),
    ],
)
def test_columns_that_are_named_in_two_lines_are_found_by_both(second: str, context: str) -> None:
    builder = TextBuilder()
    rows = "\n".join(f"| place {n} with a longer name | {n} | 8.5 |" for n in range(200))
    builder.add("table", f"| Region | 2023 |  |\n{second}\n{rows}")

    passages = cut(replace(document("x"), text=builder.text(), blocks=tuple(builder.blocks)), "wiki")

    assert passages[1].context == context


@pytest.mark.req("ING-10")
def test_every_passage_is_found_by_whose_report_it_is_from_and_when() -> None:
    front = "---\norganisation: Strømvåg Institute\nreport_no: SI-2031-4\npublished: 2031-05-06\n---\n"
    read_document = document(f"{front}# One\n\nFirst.\n\n# Two\n\nSecond.\n")

    assert [p.context for p in cut(read_document, "wiki")] == [
        "Strømvåg Institute · SI-2031-4 · 2031-05-06"
    ] * 2
    assert {p.context for p in cut(read_document, "sections")} == {""}


@pytest.mark.req("ING-7")
def test_each_footnote_is_a_passage_with_its_mark_under_its_heading() -> None:
    builder = TextBuilder()
    builder.add("heading", "Leave", level=1, name="Leave", section="2.1")
    builder.add("paragraph", "Four weeks.¹ More.²")
    builder.add("footnote", "¹ By law.", section="note 1")
    builder.add("footnote", "² By contract.", section="note 2")
    builder.add("heading", "Pay", level=1, name="Pay")
    builder.add("paragraph", "Words.")
    read_document = replace(document("x"), text=builder.text(), blocks=tuple(builder.blocks))

    passages = cut(read_document, "wiki")

    assert [(p.kind, p.section, p.path, p.text) for p in passages if p.kind == "footnote"] == [
        ("footnote", "note 1", ("Leave",), "¹ By law."),
        ("footnote", "note 2", ("Leave",), "² By contract."),
    ]
    assert [p.section for p in passages if p.kind == "text"] == ["2.1", None]


@pytest.mark.req("ING-8")
def test_a_slide_with_a_title_alone_is_not_cited_with_the_next_one() -> None:
    builder = TextBuilder()
    pages = []
    for number, words in enumerate(("", "Words.", ""), 1):
        start = builder.length + 2 if builder.length else 0
        builder.add("heading", f"Slide {number}", level=1, name=f"Slide {number}")
        builder.add("paragraph", words)
        pages.append(Page(number, None, Span(start, builder.length)))
    slides = replace(document("x"), text=builder.text(), blocks=tuple(builder.blocks), pages=tuple(pages))

    assert [(p.text, p.pages) for p in cut(slides, "wiki")] == [
        ("Slide 1", (1, 1)),
        ("Slide 2\n\nWords.", (2, 2)),
        ("Slide 3", (3, 3)),
    ]
