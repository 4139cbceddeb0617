"""Names of files inside files are safe, distinct and told apart from what is left out by rule."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import TooLarge
from belegg.reading.parts import MOST_BYTES, MOST_PARTS, PartNames, left_out, safe_name

pytestmark = pytest.mark.req("ING-11")


@pytest.mark.parametrize(
    ("stated", "kept"),
    [
        ("a/b.md", "a/b.md"),
        ("../../etc/passwd", "etc/passwd"),
        ("/var/tmp/x", "var/tmp/x"),
        ("C:\\docs\\x.pdf", "docs/x.pdf"),
        ("a/./b/../x", "a/b/x"),
        ("a\nb\x1b[31m.md", "a<U+000A>b<U+001B>[31m.md"),
        ("\u202egnp.exe.md", "<U+202E>gnp.exe.md"),
        ("A\u030alesund.md", "Ålesund.md"),
        ("trailing. ", "trailing."),
        ("..", "unnamed"),
        ("", "unnamed"),
    ],
)
def test_a_name_leads_nowhere_but_down_and_can_be_printed(stated: str, kept: str) -> None:
    assert safe_name(stated) == kept


@given(st.text(alphabet="aC./\\: \n\u202e~\u0301", max_size=60) | st.text(max_size=400))
def test_every_name_is_safe_and_safe_again(stated: str) -> None:
    kept = safe_name(stated)

    assert kept
    assert safe_name(kept) == kept
    assert not kept.startswith("/")
    assert ".." not in kept.split("/")
    assert not {unicodedata.category(letter) for letter in kept} & {"Cc", "Cs", "Zl", "Zp"}


def test_a_long_name_keeps_its_beginning_and_its_ending() -> None:
    kept = safe_name("x" * 5_000 + ".pdf")

    assert len(kept) <= 150
    assert kept.startswith("xxx")
    assert kept.endswith(".pdf")


@given(st.lists(st.sampled_from(["a.md", "a (2).md", "b", "b (2)", "A.md", "x" * 400 + ".md"]), max_size=12))
def test_names_are_distinct(stated: list[str]) -> None:
    names = PartNames()

    kept = [names.take(name, 0) for name in stated]
    assert len(set(kept)) == len(stated)
    assert [safe_name(name) for name in kept] == kept


def test_too_many_parts_and_too_many_bytes_are_refused() -> None:
    many, large = PartNames(), PartNames()
    for number in range(MOST_PARTS):
        many.take(str(number), 0)

    with pytest.raises(TooLarge, match="10,000 files"):
        many.take("one more", 0)
    with pytest.raises(TooLarge, match="bytes"):
        large.take("x", MOST_BYTES + 1)


def test_hidden_names_and_folders_of_tools_are_left_out() -> None:
    assert [left_out(name) for name in (".env", "a/.git/config", "__MACOSX/a.md", "~$x.docx", "a/b.md")] == [
        True, True, True, True, False,
    ]  # fmt: skip
