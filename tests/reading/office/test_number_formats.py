"""Numbers and dates as a spreadsheet shows them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.reading.tables.number_formats import BUILT_IN, general, shown, text_shown
from belegg.reading.tables.separators import AS_WRITTEN, Separators, separators_of

pytestmark = pytest.mark.req("ING-11")


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (0.153, "0.0 %", "15.3 %"),
        (1234567.891, "#,##0.00", "1,234,567.89"),
        (999.5, "#,##0", "1,000"),
        (-5, "0;(0)", "(5)"),
        (-5, "0", "-5"),
        (-0.001, "0.0", "0.0"),
        (0, "#,##0;-#,##0;-", "-"),
        (12345678, r"#\ ##0", "12345 678"),
        (1234.5, '_-"kr"* #,##0.00_-', "kr 1,234.50"),
        (1234.5, "[$kr-414] #,##0.00", "kr 1,234.50"),
        (5, "000-00", "000-05"),
        (1234567, '0.0,," M"', "1.2 M"),
        (1.25, "# ?/?", "1 1/4"),
        (12345, "0.00E+00", "1.23E+04"),
        (1234, "##0.0E+0", "1.2E+3"),
        (2.5, "0", "3"),
        (1.005, "0.00", "1.01"),
        (3.14159, "0.###", "3.142"),
        (5000, '[>1000]#,##0,"k";0', "5k"),
        (500, '[>1000]#,##0,"k";0', "500"),
        (7, ";;;", ""),
        (99, "@", "99"),
        (12, "[Red]0.0", "12.0"),
        (3, '"Q"0', "Q3"),
    ],
)
def test_a_number_is_shown_as_its_format_says(value: float, code: str, text: str) -> None:
    assert shown(value, code) == text


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (45306, "yyyy-mm-dd", "2024-01-15"),
        (45306.75, "d.m.yyyy h:mm", "15.1.2024 18:00"),
        (45306, "[$-414]d. mmmm yyyy", "15. januar 2024"),
        (45306, "[$-41D]dddd d mmm", "måndag 15 jan"),
        (45306, "mmm-yy", "Jan-24"),
        (45306, BUILT_IN[14], "2024-01-15"),
        (45306, "[$-F800]dddd, mmmm dd, yyyy", "2024-01-15"),
        (0.5, "h:mm AM/PM", "12:00 PM"),
        (1.5, "[h]:mm", "36:00"),
        (37.5 / 1440, "mm:ss", "37:30"),
        (0.999999999, "hh:mm:ss", "00:00:00"),
        (1, "yyyy-mm-dd", "1900-01-01"),
        (61, "yyyy-mm-dd", "1900-03-01"),
        (-1, "yyyy-mm-dd", "-1"),
    ],
)
def test_days_are_shown_as_dates(value: float, code: str, text: str) -> None:
    assert shown(value, code) == text


def test_a_workbook_may_count_its_days_from_1904() -> None:
    assert shown(43844, "yyyy-mm-dd", since_1904=True) == "2024-01-15"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1 + 0.2, "0.3"),
        (123456789012, "123456789012"),
        (1 / 3, "0.333333333"),
        (12345.678901, "12345.6789"),
        (1e20, "1E+20"),
        (1.5e-10, "1.5E-10"),
        (0.00001234, "0.00001234"),
        (-0.0, "0"),
    ],
)
def test_a_number_without_a_format_is_shown_in_up_to_eleven_signs(value: float, text: str) -> None:
    assert general(value) == text


def test_a_format_may_say_something_about_texts() -> None:
    assert text_shown("Oslo", '0;-0;0;"by: "@') == "by: Oslo"
    assert text_shown("Oslo", "0.00") == "Oslo"


@given(st.floats(), st.text(alphabet='0#?.,%/@;"\\_*[]ymdhsEAPM+-Gneral $x', max_size=24))
def test_any_number_under_any_format_is_shown_and_never_as_nan(value: float, code: str) -> None:
    assert "nan" not in shown(value, code).lower() or "nan" in code.lower()


@given(st.integers(-(10**12), 10**12))
def test_a_whole_number_is_shown_whole(number: int) -> None:
    assert general(number) == str(number)
    assert shown(number, "0") == str(number)
    assert shown(number, "#,##0") == f"{number:,}"


SPACED, DOTTED = Separators(" ", ","), Separators(".", ",")


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (1234567.891, "#,##0.00", "1 234 567,89"),
        (1234.5, '"approx. "#,##0.0" kr."', "approx. 1 234,5 kr."),
        (12345, "0.00E+00", "1,23E+04"),
        (0.5, "General", "0,5"),
        (1234567, '0.0,," M"', "1,2 M"),
        (1234567, "#,##0,", "1 235"),
        (45306, "dd.mm.yyyy", "15.01.2024"),
    ],
)
def test_numbers_take_the_separators_of_the_language_and_nothing_else_does(
    value: float, code: str, text: str
) -> None:
    assert shown(value, code, signs=SPACED) == text


@pytest.mark.parametrize(
    ("words", "codes", "signs"),
    [
        ("Regnskapet viser hva vi har brukt, og det er ikke noe som må betales nå av dere", (), SPACED),
        ("Das ist nicht der Betrag, den wir mit der Bank für das Jahr vereinbart haben", (), DOTTED),
        (
            "This is not the amount that we have agreed with the bank for the year",
            ("[$kr-414] 0",),
            AS_WRITTEN,
        ),
        ("Sum", ("[$kr-414] #,##0.00",), SPACED),
        ("Sum", (r"_-* #,##0.00\ _k_r_-",), SPACED),
        ("Sum", ('#,##0 "kr"',), SPACED),
        ("Sum", ("#,##0.00 [$€-407]",), DOTTED),
        ("Sum", ('0 "krona"', "#,##0.00 [$€-40C]"), AS_WRITTEN),
    ],
)
def test_separators_are_told_from_the_words_and_else_from_the_formats(
    words: str, codes: tuple[str, ...], signs: Separators
) -> None:
    assert separators_of([words], codes) == signs
