"""Labels and notes of sources are plain text in one line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.sources.statistics.markup import plain_text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (
            "This replaces [table 03013](https://x.example/03013).\n\nAs of 2026 …",
            "This replaces table 03013. As of 2026 …",
        ),
        ("<b>Total</b>, <a href='x'>all</a> ages", "Total , all ages"),
        ("age <5 and >3", "age <5 and >3"),
        ("R&amp;D &lt;script&gt;alert(1)&lt;/script&gt; spending", "R&D spending"),
        ("one\u202etwo\u200b\x00three\r\nfour", "onetwo three four"),
        ("S\u00f8r\u00adlandet", "Sørlandet"),
        ("a <!-- hidden --> b", "a b"),
    ],
)
def test_markup_goes_and_words_stay(text: str, plain: str) -> None:
    assert plain_text(text) == plain


@given(st.text(max_size=80))
def test_there_is_one_line_and_doing_it_twice_changes_nothing_seen(text: str) -> None:
    once = plain_text(text)

    assert len(once.splitlines()) <= 1
    assert once == once.strip()
