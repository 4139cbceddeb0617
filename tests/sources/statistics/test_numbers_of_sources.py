"""Numbers of statistics stay the text that their publisher wrote."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.sources.statistics.numbers import as_published, decimals_of, plain, power_in_words, read_json

pytestmark = pytest.mark.req("STA-2")

WRITTEN = st.from_regex(r"-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,2})?", fullmatch=True)


@given(WRITTEN, st.none() | st.integers(0, 20))
def test_padding_changes_no_value(raw: str, decimals: int | None) -> None:
    text = as_published(raw, decimals)

    assert text is not None
    assert Decimal(text) == Decimal(raw)
    assert "e" not in text.lower()


@given(WRITTEN.filter(lambda raw: "e" not in raw.lower()), st.integers(0, 20))
def test_what_was_written_stays_as_it_was_written(raw: str, decimals: int) -> None:
    text = as_published(raw, decimals)

    assert text is not None
    assert text.startswith(raw)
    assert set(text[len(raw) :]) <= {"0", "."}
    assert len(text.partition(".")[2]) >= (decimals if decimals else 0)


@pytest.mark.parametrize(
    ("raw", "decimals", "text"),
    [
        ("103", 1, "103.0"),
        ("10.892", 4, "10.8920"),
        ("50506.5179638543", 1, "50506.5179638543"),
        ("103431000000.00", None, "103431000000.00"),
        ("-0.00004", None, "-0.00004"),
        ("\u22123.5", 2, "-3.50"),
        ("5 821", 0, "5821"),
        ("1\u00a0234\u00a0567.8", 1, "1234567.8"),
        ("1.5E+3", None, "1500"),
        ("2.50e-3", None, "0.00250"),
        (".5", 2, "0.50"),
        ("7.", 0, "7"),
        ("+4", None, "4"),
    ],
)
def test_numbers_as_lines_have_them(raw: str, decimals: int | None, text: str) -> None:
    assert as_published(raw, decimals) == text


@pytest.mark.parametrize(
    "raw", ["", "..", ":", "<5", "NaN", "Infinity", "1,234", "5 8", "1e99999", "Yes", "٣"]
)
def test_what_is_no_number_is_none(raw: str) -> None:
    assert plain(raw) is None


def test_json_numbers_are_read_as_their_text() -> None:
    told = read_json(b'\xef\xbb\xbf{"a": [103431000000.00, 3, 1.50e2, NaN, null, true]}')

    assert told == {"a": ["103431000000.00", "3", "1.50e2", "NaN", None, True]}


@pytest.mark.parametrize("content", [b"{", b"[" * 100_000, b"\xff\xfe", b""])
def test_what_is_no_json_is_a_value_error(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_json(content)


def test_decimals_and_powers_are_read_when_they_are_there() -> None:
    assert [decimals_of(told) for told in ("1", 2, None, "", "x", "-1")] == [1, 2, None, None, None, None]
    assert [power_in_words(told) for told in ("0", "", "2", "6", "-3")] == [
        "",
        "",
        "hundreds",
        "millions",
        "times ten to the power of -3",
    ]
