"""A section is read by the number, the heading or the way to it that a reader would write."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import BadInput
from belegg.library.library import Library
from belegg.records import OWNER, DocumentId, Passage, PassageId, Scope, Span
from belegg.search.sections import name_told, sections_called, sections_of

REPORT = """# Report on the mission

## I. Introduction

The mission began in March.

## II. Developments

### A. Politics

The council met twice.

### B. Security

The road was closed.

#### Eastern region

The port stayed open.

## III. Observations

### A. Women and youth

The fund paid for schools.

### B. Security

The fence was mended.

## Chapter V Annexes

The annexes are printed apart.
"""
DOCUMENT = DocumentId("1")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("reports")
    (folder / "report.md").write_text(REPORT, encoding="utf-8")
    library = Library.open(folder / "belegg.db", create=True)
    library.ingest(folder / "report.md")
    return library


def read(library: Library, section: str) -> str:
    return library.read("report.md", Scope(OWNER), section=section).text


@pytest.mark.req("ING-8")
@pytest.mark.parametrize(
    "written", ["II", "ii", "II.", "(II)", "section II", "Developments", "II. Developments"]
)
def test_a_roman_section_is_read_in_any_spelling_with_the_sections_inside_it(
    library: Library, written: str
) -> None:
    text = read(library, written)

    assert "The council met twice." in text
    assert "The port stayed open." in text
    assert "The fund paid" not in text
    assert "began in March" not in text


@pytest.mark.parametrize("written", ["III.A", "III A", "iii.a.", "III › A", "Observations › A", "III, A"])
def test_a_letter_is_read_below_the_chapter_that_is_named_with_it(library: Library, written: str) -> None:
    text = read(library, written)

    assert "The fund paid for schools." in text
    assert "The council met" not in text
    assert "The fence" not in text


def test_a_letter_under_several_chapters_is_asked_back_and_never_guessed(library: Library) -> None:
    with pytest.raises(BadInput, match=r"2 sections `A`; name one: `II\.A`, `III\.A`"):
        read(library, "A")
    with pytest.raises(BadInput, match=r"2 sections `Security`"):
        read(library, "Security")


@pytest.mark.parametrize("written", ["Chapter V", "chapter v", "Kapittel V", "V", "Ch. V"])
def test_the_word_before_a_number_is_free_in_language_and_may_be_left_out(
    library: Library, written: str
) -> None:
    assert "printed apart" in read(library, written)


def test_another_word_before_the_number_is_another_section(library: Library) -> None:
    with pytest.raises(BadInput, match="no section `Annex V`"):
        read(library, "Annex V")


def test_what_the_message_offers_can_be_read(library: Library) -> None:
    with pytest.raises(BadInput) as refused:
        read(library, "IX")
    offered = str(refused.value).split("`")[5::2]

    assert offered == ["I", "II", "II.A", "II.B", "Eastern region", "III", "III.A", "III.B", "Chapter V"]
    for name in offered:
        assert read(library, name)


headings = st.lists(
    st.sampled_from(
        ["I. One", "II. Two", "A. First", "B. Second", "Pay", "2.1 Pay", "§ 3 Leave", "Kapittel 3"]
    ),
    min_size=1,
    max_size=3,
    unique=True,
).map(tuple)


@given(st.lists(headings, min_size=1, max_size=12))
def test_every_section_has_a_name_that_leads_to_it_alone(paths: list[tuple[str, ...]]) -> None:
    passages = [
        Passage(PassageId(f"1-{n}"), DOCUMENT, n, Span(10 * n, 10 * n + 9), "some text", path=path)
        for n, path in enumerate(paths)
    ]
    sections = sections_of(passages)

    for section in sections:
        assert sections_called(sections, name_told(sections, section)) == [section]


def test_a_heading_that_comes_again_gives_its_parts_and_not_what_lies_between() -> None:
    paths = [("Annex",), ("Notes",), ("Annex",)]
    passages = [
        Passage(PassageId(f"1-{n}"), DOCUMENT, n, Span(10 * n, 10 * n + 9), "some text", path=path)
        for n, path in enumerate(paths)
    ]

    (annex,) = sections_called(sections_of(passages), "annex")

    assert annex.spans == (Span(0, 9), Span(20, 29))
