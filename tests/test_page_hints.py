"""The page that a draft names beside a quotation."""

from __future__ import annotations

import pytest

from belegg.text.drafts import find_claims
from belegg.text.page_hints import named_pages, page_hint, without_pages


@pytest.mark.parametrize(
    ("text", "pages"),
    [
        ("S/2025/223, page 99", {"99"}),
        ("p.7", {"7"}),
        ("pp. 3–5", {"3", "4", "5"}),
        ("pp. 123-5", {"123", "124", "125"}),
        ("pages 3, 5 and 9", {"3", "5", "9"}),
        ("side 7 flg.", {"7"}),
        ("sivulla 4", {"4"}),
        ("Seite 12", {"12"}),
        ("page iv", {"iv"}),
        ("p. 3, 12 May 2025", {"3"}),
        ("report.pdf#page=7", {"7"}),
        ("op. 3", set()),
        ("side by side", set()),
        ("page seven", set()),
        ("on the page I read", set()),
        ("15 pages", set()),
    ],
)
def test_pages_are_read_as_people_write_them(text: str, pages: set[str]) -> None:
    assert named_pages(page_hint(text) or "") == pages


def test_s_15_is_a_section_in_english_and_a_page_in_swedish() -> None:
    assert named_pages("s. 15", "sv") == {"15"}
    assert named_pages("s. 15", "en") == frozenset()


def test_a_source_is_named_without_its_page() -> None:
    assert without_pages("Leave policy, side 3") == "Leave policy"
    assert without_pages("page 99") == ""


@pytest.mark.parametrize(
    ("draft", "hints"),
    [
        ('"one two three" (report.pdf, page 99).', [("report.pdf", "page 99")]),
        ('"one two three" (Leave policy, p. 3).', [("Leave policy", "p. 3")]),
        ('He said "one two three" (page 4).', [(None, "page 4")]),
        ('On page 7 of S/2025/223 it says "one two three".', [("S/2025/223", "page 7")]),
        ('"one two three" (p. 3) and "four five six".', [(None, "p. 3"), (None, None)]),
        ('"one two three" is on p. 4. On page 5 is "four five six".', [(None, "p. 4"), (None, "page 5")]),
        ('It says "one two three" [^1].\n\n[^1]: S/2025/223, p. 12\n', [("S/2025/223", "p. 12")]),
        ("> one two three\n> four\n>\n> — Leave policy, page 4", [("Leave policy", "page 4")]),
        ('See [the report](s.pdf#page=7): "one two three".', [("s.pdf", "#page=7")]),
    ],
)
def test_source_and_page_stand_beside_a_quotation(
    draft: str, hints: list[tuple[str | None, str | None]]
) -> None:
    assert [(claim.source_hint, claim.page_hint) for claim in find_claims(draft)] == hints
