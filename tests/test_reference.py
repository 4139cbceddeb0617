"""The generated reference pages say what the code says."""

from __future__ import annotations

import pytest

from reference import PROJECT, pages

PAGES = pages()


@pytest.mark.req("FAC-1")
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_reference_page_is_fresh(path: object) -> None:
    page = next(p for p in PAGES if p == path)

    assert page.read_text(encoding="utf-8") == PAGES[page], "run `python tests/reference.py`"


@pytest.mark.req("FAC-1")
def test_every_command_has_an_example_and_every_option_a_word_of_help() -> None:
    text = PAGES[PROJECT / "docs" / "reference" / "cli.md"]

    sections = text.split("\n## ")[1:]
    assert [s.splitlines()[0] for s in sections if f"\n{s.splitlines()[0].split(' ')[0]} " not in s] == []
    assert ": None" not in text
