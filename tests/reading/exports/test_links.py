"""Links between documents are facts, resolved from where the document lies; the text stays as written."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.reading import read
from belegg.reading.exports.links import MOST_LINKS, MOST_NOTED

pytestmark = pytest.mark.req("ING-15")


def links(text: str, source: str = "wiki/a/page.md") -> list[str]:
    return [f.value for f in read(text.encode(), source, "p").document.facts if f.name == "link"]


def test_a_relative_link_leads_to_the_source_beside_the_page() -> None:
    text = "See [one](one.md), [up](../b/two.md#part), [top](/c/three.md) and [spaced](<my page.md>)."

    assert links(text) == ["wiki/a/one.md", "wiki/b/two.md", "wiki/c/three.md", "wiki/a/my page.md"]


def test_encoded_names_and_reference_links_are_resolved() -> None:
    text = "[x](Sub%20page%20%28old%29.md) and [the list][l].\n\n[l]: lists/l.md\n\n[^1]: Footnote"

    assert links(text) == ["wiki/a/Sub page (old).md", "wiki/a/lists/l.md"]


def test_a_wiki_link_keeps_the_name_of_its_page() -> None:
    text = "[[ Plan#Heading |alias]], ![[dir/Note]], [[#inside]], ![[white.png]], [[Plan]]"

    found = [f for f in read(text.encode(), "vault/a.md", "p").document.facts if f.name == "link"]

    assert [(f.value, f.origin) for f in found] == [("Plan", "wiki link"), ("dir/Note", "wiki link")]


def test_links_in_code_to_the_web_and_out_of_the_root_are_none() -> None:
    text = "`[[code]]` [w](https://x.no/a.md) [m](mailto:a@b.no) [out](../../../etc/passwd) [self](page.md)"
    text += " [t]({{site.url}}/x.md)\n\n"
    text += "```\n[[fenced]] [x](y.md)\n```\n"

    assert links(text) == []


def test_links_beyond_the_bound_are_left_out_with_a_warning() -> None:
    text = " ".join(f"[x](p{n}.md)" for n in range(MOST_LINKS + 5))

    found = read(text.encode(), "wiki/a.md", "p")

    assert len([f for f in found.document.facts if f.name == "link"]) == MOST_LINKS
    assert "links" in [w.code for w in found.warnings]


def test_a_text_of_nothing_but_links_makes_facts_of_a_bounded_number() -> None:
    text = " ".join(f"[x](p{n}.md)" for n in range(MOST_NOTED + 5))

    found = read(text.encode(), "wiki/a.md", "p")

    assert "over 20,000 links" in next(w.text for w in found.warnings if w.code == "links")


def test_the_text_stays_as_its_author_wrote_it() -> None:
    text = "Se [[Plan|planen]] og ![[Vedlegg]].\n\nEt avsnitt ^blokk1"

    assert read(text.encode(), "vault/a.md", "p").document.text == text


@given(st.text(alphabet="[]()<>!|#`\n ab./%2"))
def test_any_text_gives_links_below_its_root(text: str) -> None:
    if text.strip():
        found = read(("x " + text).encode(), "root/d/a.md", "p").document.facts

        resolved = [f.value for f in found if f.name == "link" and f.origin == "text"]
        assert all(v.startswith("root/") and ".." not in v.split("/") for v in resolved)


@pytest.mark.parametrize("unit", ["[", "](", "[[", "[a](", "((", "[a]: ", "`", "[](<"])
def test_hostile_repetition_costs_no_more_than_its_length(unit: str) -> None:
    started = time.process_time()

    read((unit * 20_000).encode(), "root/a.md", "p")

    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("main-samples/obsidian-wikilinks.md", ["pure-markdown-examples", "Pure-Markdown-Examples"]),
        ("same-filename-different-directories/Note.md", ["dir1/Note", "dir2/Note"]),
        ("non-ascii/Link.md", ["Nöte with 'quotes'"]),
        ("main-samples/issue-188-wikilinks-need-trimming.md", ["foo"]),
        ("main-samples/embeds.md", ["note-with-frontmatter", "non-existing note", "note.pdf"]),
    ],
)
def test_the_links_of_a_real_vault(shared: Path, page: str, expected: list[str]) -> None:
    file = shared / "data" / "markdown-cases" / "obsidian-vault" / "input" / page
    found = read(file.read_bytes(), f"vault/{page}", "p").document

    assert [f.value for f in found.facts if f.name == "link"][: len(expected)] == expected
