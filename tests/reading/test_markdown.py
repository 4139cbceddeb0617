"""Markdown by its block structure: the text stays as written, and nothing of it falls between the blocks."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.reading import read
from belegg.reading.markdown import MOST_LINES, heading_name, markdown_blocks
from belegg.records import Block
from belegg.text.normalise import normalise_document

pytestmark = pytest.mark.req("ING-2")

MARKS = st.text(alphabet=list("#>-*+=|`~_[]()<!\\:.1 \t\nabå&{}%"), max_size=200)


def headings(text: str) -> list[tuple[int, str]]:
    return [(block.level, block.name) for block in markdown_blocks(text) if block.kind == "heading"]


def loose(text: str, blocks: list[Block]) -> str:
    """What of a text lies in no block, white space left out."""
    outside = list(text)
    for block in blocks:
        outside[block.span.start : block.span.end] = " " * (block.span.end - block.span.start)
    return "".join("".join(outside).split())


@given(MARKS)
def test_every_character_lies_in_exactly_one_block(text: str) -> None:
    blocks = markdown_blocks(text)

    assert loose(text, blocks) == ""
    assert all(one.span.end <= other.span.start for one, other in pairwise(blocks))


@given(MARKS)
def test_the_same_text_gives_the_same_blocks(text: str) -> None:
    assert markdown_blocks(text) == markdown_blocks(text)


def test_a_sharp_sign_inside_code_is_no_heading() -> None:
    text = "# Real\n\n```sh\n# a comment\n## another\n```\n\n    # indented code\n\n## Second\n"

    assert headings(text) == [(1, "Real"), (2, "Second")]


def test_both_kinds_of_headings_are_seen() -> None:
    text = "Title of\ntwo lines\n===\n\nSmaller\n---\n\n### Third ###\n\n####### seven are too many\n"

    assert headings(text) == [(1, "Title of two lines"), (2, "Smaller"), (3, "Third")]


def test_headings_inside_lists_and_quotations_belong_to_them() -> None:
    assert headings("> # quoted\n\n- # listed\n\n# Own\n") == [(1, "Own")]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("**Bold** and `code_name`", "Bold and code_name"),
        ("[Terms](https://example.org/a_b) of *use*", "Terms of use"),
        ("![logo](x.png) Name", "logo Name"),
        ("Name {#custom-id}", "Name"),
        ("Q&amp;A for a&nbsp;team", "Q&A for a team"),
        ("<a id='x'></a>Anchored", "Anchored"),
        ("[[page|Shown]] and [[Other]]", "Shown and Other"),
        (r"1\. Escaped \*star\*", "1. Escaped *star*"),
        ("snake_case_name and 2 * 3", "snake_case_name and 2 * 3"),
        ("{% include title.md %} Liquid", "{% include title.md %} Liquid"),
    ],
)
def test_a_headings_name_is_what_a_reader_would_say(written: str, said: str) -> None:
    assert heading_name(written) == said


@pytest.mark.parametrize(
    "text", [">" * 500 + " VISIBLE", "\n".join(" " * 2 * n + "- x" for n in range(300)) + " VISIBLE"]
)
def test_what_is_nested_deeper_than_the_parser_goes_is_kept(text: str) -> None:
    document = read(text.encode(), "n/deep.md", "p").document

    assert document.text == text
    assert loose(text, list(document.blocks)) == ""


def test_kinds_of_blocks_are_told_apart() -> None:
    text = (
        "para\n\n- item\n- item\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```\n\n"
        "> quote\n\n<div>html</div>\n\n[ref]: /url\n"
    )

    assert [block.kind for block in markdown_blocks(text)] == [
        "paragraph",
        "list",
        "table",
        "code",
        "quote",
        "paragraph",
        "paragraph",
    ]


def test_a_heading_written_as_html_is_a_heading() -> None:
    assert headings("<h3 class='x'>Owners</h3>\n\nKari.\n") == [(3, "Owners")]


def test_section_numbers_stand_on_their_headings() -> None:
    blocks = markdown_blocks("### § 15-7 Vern mot usaklig oppsigelse\n\n## 2.1.1 Scope\n\n## 12 a § Rätt\n")

    assert [block.section for block in blocks] == ["§ 15-7", "2.1.1", "12 a §"]


def test_wiki_links_and_liquid_tags_stay_as_written() -> None:
    text = "See [[Other page#Part]] and {{ site.url }}.\n\n{% raw %}\nx\n{% endraw %}\n"

    assert read(text.encode(), "n/a.md", "p").document.text == text


def test_very_long_markdown_is_read_as_paragraphs_and_told() -> None:
    text = "# Heading\n\n" + "line\n" * (MOST_LINES + 1)

    outcome = read(text.encode(), "n/long.md", "p")

    assert {block.kind for block in outcome.document.blocks} == {"paragraph"}
    assert "long Markdown" in [warned.code for warned in outcome.warnings]


@pytest.mark.req("ING-14")
def test_the_text_is_what_the_author_wrote_but_for_what_cannot_be_seen(shared: Path) -> None:
    folder = shared / "data" / "markdown-cases" / "obsidian-vault" / "input"
    for path in sorted(folder.rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        if not text.strip() or text.startswith("---"):
            continue
        assert read(path.read_bytes(), f"v/{path.name}", "p").document.text == normalise_document(text)[
            0
        ].lstrip("\n")


@pytest.mark.parametrize("folder", ["wiki/digdir-docs-nb", "markdown-cases"])
def test_no_real_page_loses_a_character(shared: Path, folder: str) -> None:
    for path in sorted((shared / "data" / folder).rglob("*.md")):
        text = normalise_document(path.read_bytes().decode("utf-8-sig"))[0]
        assert loose(text, markdown_blocks(text)) == "", path.name
