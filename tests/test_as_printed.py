"""Quotations on a terminal: read as on the page, word for word as in the source."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.serving.cli.as_printed import as_printed


@pytest.mark.req("ANS-1")
@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("See the [change log](https://example.org/a_(b).md#top).", "See the change log."),
        ('A [page](../x.md "its title") and ![a picture](p.png).', "A page and a picture."),
        ("[![build](b.svg)](https://example.org) passes", "build passes"),
        ("[`infrastructure`](https://example.org/x) is ours", "infrastructure is ours"),
        ("See [the list][2] and <https://example.org>.", "See the list and https://example.org."),
        ("**Norway.** The benefit *stops* at __six__ times.", "Norway. The benefit stops at six times."),
        ("***Never*** ~~always~~ again", "Never always again"),
        ("Set `default_ttl_hours` to `*`.", "Set default_ttl_hours to *."),
        (r"A star \* and a bar \| stay", "A star * and a bar | stay"),
        ("| Grade | Pay | | A | 400 |", "Grade | Pay / A | 400"),
        ("| E-4203 | battery low |", "E-4203 | battery low"),
        ("> Quoted by the page", "Quoted by the page"),
        ("one<br>two", "one two"),
        ("* a key, except on Sundays", "a key, except on Sundays"),
        ("> > Members pay. > > They pay in June.", "Members pay. They pay in June."),
        ("**A:** **Twice a year", "A: Twice a year"),
        ("| Berth | Fee | […] | South | 1,200 |", "Berth | Fee […] / South | 1,200"),
    ],
)
def test_marks_are_not_shown(written: str, read: str) -> None:
    assert as_printed(written, "wiki/page.md") == read


@pytest.mark.parametrize(
    "text",
    [
        "5 * 3 * 2 = 30",
        "the file snake_case_name",
        "ordered […] and paid [1]",
        "a || b, x | y",
        "2**3 and a > b",
        "A note* at the end, and another*",
    ],
)
def test_what_only_looks_like_a_mark_stays(text: str) -> None:
    assert as_printed(text, "wiki/page.md") == text


def test_a_source_without_markdown_is_shown_as_it_is() -> None:
    assert as_printed("**Not bold** [a](b)", "notes/page.txt") == "**Not bold** [a](b)"


@given(st.text(alphabet="ab *_`[]()|\\>~!<\n", max_size=40))
def test_nothing_but_marks_and_addresses_is_taken_away(text: str) -> None:
    kept = [character for character in as_printed(text, "a.md") if character not in " /"]

    # What is shown is a part of what is written, in its order.
    rest = iter(text)
    assert all(character in rest for character in kept)


@given(st.lists(st.sampled_from(["rent", "is", "4,200", "kroner", "§ 5", "ikke"]), min_size=1))
def test_a_text_without_marks_stays_as_it_is(words: list[str]) -> None:
    assert as_printed(" ".join(words), "a.md") == " ".join(words)
