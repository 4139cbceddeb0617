"""A text as its reader sees it: marks of Markdown go, words stay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.text.as_read import as_read, body_as_read


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("See the [leave **policy**](../pay/leave.md#top) now", "See the leave policy now"),
        ("[![badge](b.svg)](https://x.y) [page][1] [[Home|the start]]", " page the start"),
        ("**Bold**, _slanted_, `code` and ***both***", "Bold, slanted, code and both"),
        (
            "default_ttl_hours, 2 * 3 * 4, a \\* b, file_name_",
            "default_ttl_hours, 2 * 3 * 4, a * b, file_name",
        ),
        ("## Heading\n- one\n- two\n> said", "Heading\n• one\n• two\nsaid"),
        ("- 5 degrees\n> 5 is more", "- 5 degrees\n> 5 is more"),
        ("| a | b |\n|---|:-:|\n| 1 | 2 |", "a · b\n\n1 · 2"),
        ("```python\nx = 1\n```\n---\nend", "\nx = 1\n\n\nend"),
        ("a<br/>b <b>c</b> <https://x.y/z> 1 < 2 &amp; 3<!-- not seen -->", "a b c https://x.y/z 1 < 2 & 3"),
    ],
)
def test_marks_go_and_words_stay(text: str, shown: str) -> None:
    assert as_read(text) == shown


def test_the_headings_above_a_passage_are_not_shown_again() -> None:
    text = "## Leave\n\n### **Parents** take\n\nSixteen weeks.\n\n### Later\n\nMore."

    assert body_as_read(text, ["Handbook", "Leave", "Parents take"]) == "Sixteen weeks.\n\nLater\n\nMore."
    assert body_as_read(text, ["Handbook"]).startswith("Leave\n\nParents take")
    assert body_as_read("## Leave\n", ["Leave"]) == "Leave\n"


@given(
    st.lists(
        st.sampled_from(["notice", "30", "days.", "A-1", "§", "15-7", "ærlig", "(x)", "\n"]), max_size=40
    )
)
def test_text_without_marks_stays_as_it_is(words: list[str]) -> None:
    assert as_read(" ".join(words)) == " ".join(words)


@given(st.text(alphabet='ab 1[]()*_`#>|-<!/\\"&;\n', max_size=120))
def test_no_text_makes_it_fail_or_lose_a_plain_line(text: str) -> None:
    assert "plain words" in as_read(f"{text}\n\nplain words\n")
