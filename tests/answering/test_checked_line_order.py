"""Two quoted lines of figures keep their own times, labels and order; a fall is no rise."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from answering.test_checked_figure_lines import BERGEN, BERGEN_BEFORE, OSLO, Fetching, of, shelf
from belegg.testing.figures import table

pytestmark = pytest.mark.req("ANS-6", "STA-3")
__all__ = ["shelf"]

INDEX = "Consumer Price Index (2025=100)"
RATE = "12-month rate (per cent)"
MAY, JULY = (f"{INDEX} · 2026M05: 103.0", "cpi"), (f"{INDEX} · 2026M07: 103.8", "cpi")
RATE_MAY, RATE_JULY = (f"{RATE} · 2026M05: -0.4", "cpi"), (f"{RATE} · 2026M07: 3.0", "cpi")
TWO = ((BERGEN, "population"), (OSLO, "population"))
YEARS = ((BERGEN_BEFORE, "population"), (BERGEN, "population"))
PER_100 = (("Euro, per 100 · 2026-08-27: 1089.250", "rates"),)


@pytest.fixture
def both(shelf: Fetching) -> Fetching:
    """The index and its rate, in May and July."""
    prices = table(
        "ssb",
        "14701",
        "Consumer price index, by contents and month",
        {
            "Contents": ("measure", {"K": INDEX, "T": RATE}),
            "Tid": ("time", {"2026M05": "2026M05", "2026M07": "2026M07"}),
        },
        decimals=1,
    )
    cells: dict[tuple[str, ...], str] = {("K", "2026M05"): "103.0", ("K", "2026M07"): "103.8"}
    shelf.statistics.put(prices, {**cells, ("T", "2026M05"): "-0.4", ("T", "2026M07"): "3.0"})
    shelf.get("cpi", "14701", {"Contents": ("K", "T"), "Tid": ("2026M05", "2026M07")})
    return shelf


@pytest.mark.parametrize(
    "said",
    [
        "The index was 103.0 in July and 103.8 in May 2026.",
        "In July 2026 the index was 103.0, and in May 103.8.",
        "In May and July 2026 the index was 103.8 and 103.0.",
        "In July 2026 the index was 103.0, against 103.8 in May.",
        "Indeksen var 103,0 i juli og 103,8 i mai 2026.",
        "I juli 2026 var indeksen 103,0, mot 103,8 i mai.",
        "Konsumprisindeksen var 103,0 (juli 2026) og 103,8 (mai 2026).",
        "The index was 103.8 in May 2026.",
        "I mai 2026 var indeksen 103,8.",
        "Index var 103,0 i juli och 103,8 i maj 2026.",
        "Indeksi oli heinäkuussa 103,0 ja toukokuussa 103,8 vuonna 2026.",
    ],
)
def test_a_figure_with_another_quoted_lines_time_is_doubted(both: Fetching, said: str) -> None:
    assert "the sentence gives `103" in of(MAY, JULY, said=said, shelf=both)[1]


def test_a_figure_with_another_quoted_lines_year_or_place_is_met(both: Fetching) -> None:
    later = of(*YEARS, said="Bergen hadde 289 330 innbyggere i 2024.", shelf=both)[1]
    assert "with `2024`; it is of “Bergen · 2023: 289330”" in later
    assert "`Oslo`" in of(*TWO, said="I 2024 hadde Oslo 291 940 innbyggere.", shelf=both)[1]
    assert "717,710" in "".join(of(*TWO, said="In 2024 there were 717,710 persons in Bergen.", shelf=both))


@pytest.mark.parametrize(
    ("said", "met"),
    [
        ("The index rose from 103.8 to 103.0.", "it went down"),
        ("The index fell from 103.0 in May to 103.8 in July 2026.", "it went up"),
        ("The index fell from 103.8 to 103.0.", "back in time"),
        ("The index rose to 103.0 from 103.8.", "it went down"),
        ("Indeksen steg fra 103,8 til 103,0.", "it went down"),
        ("Indeksen økte fra 103,8 i juli til 103,0 i mai 2026.", "it went down"),
        ("Indeksen gikk ned fra 103,0 til 103,8 fra mai til juli 2026.", "it went up"),
        ("Index ökade från 103,8 till 103,0.", "it went down"),
        ("Index minskade från 103,0 till 103,8.", "it went up"),
        ("Indeksi nousi 103,8:sta 103,0:aan.", "it went down"),
        ("The index was 103.0 in May 2026, higher than 103.8 in July.", "is not more than"),
        ("Indeksen var 103,8 i juli 2026, lavere enn 103,0 i mai.", "is not less than"),
    ],
)
def test_another_way_than_the_quoted_figures_went_is_doubted(both: Fetching, said: str, met: str) -> None:
    assert met in of(MAY, JULY, said=said, shelf=both)[1]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (RATE_JULY, "Prices fell by 3.0 per cent in the 12 months to July 2026."),
        (RATE_JULY, "Prices decreased 3.0 per cent in July 2026."),
        (RATE_JULY, "Consumer prices were 3.0 per cent lower than a year before in July 2026."),
        (RATE_JULY, "There was a fall of 3.0 per cent in July 2026."),
        (RATE_JULY, "Prisene falt med 3,0 prosent i juli 2026."),
        (RATE_JULY, "Prisene gikk ned 3,0 prosent i juli 2026."),
        (RATE_JULY, "Priserna minskade med 3,0 procent i juli 2026."),
        (RATE_JULY, "Hinnat laskivat 3,0 prosenttia heinäkuussa 2026."),
        (RATE_JULY, "Prices fell by about 3.0 per cent in July 2026."),
        (RATE_JULY, "Prisene falt kraftig med hele 3,0 prosent i juli 2026."),
        (RATE_MAY, "Prices rose by 0.4 per cent in May 2026."),
        (RATE_MAY, "Prisene steg med 0,4 prosent i mai 2026."),
    ],
)
def test_a_change_of_the_other_sign_is_no_change_that_way(
    both: Fetching, line: tuple[str, str], said: str
) -> None:
    assert "the sentence says that it went" in "".join(of(line, said=said, shelf=both))


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ((MAY, JULY), "The index was 103.0 in May and 103.8 in July 2026."),
        ((MAY, JULY), "The index was 103.8 in July 2026, against 103.0 in May."),
        ((MAY, JULY), "In July 2026 the index was 103.8, up from 103.0 in May."),
        ((MAY, JULY), "The index rose from 103.0 in May to 103.8 in July 2026."),
        ((MAY, JULY), "The index rose by 0.8 points from May to July 2026, from 103.0 to 103.8."),
        ((MAY, JULY), "In July 2026, compared with May, the index rose from 103.0 to 103.8."),
        ((MAY, JULY), "In May and July 2026 the index was 103.0 and 103.8."),
        ((MAY, JULY), "The index was 103.8 in July 2026, higher than 103.0 in May."),
        ((MAY, JULY), "The index rose to 103.8 in July 2026 from 103.0 in May."),
        ((MAY, JULY), "In May 2026 the index was 103.0, lower than the 103.8 of July."),
        ((MAY, JULY), "Indeksen var 103,8 i juli, mot 103,0 i mai 2026."),
        ((MAY, JULY), "Indeksen steg fra 103,0 i mai til 103,8 i juli 2026."),
        ((MAY, JULY), "I juli 2026 var indeksen 103,8, mens den var 103,0 i mai."),
        ((MAY, JULY), "Fra mai til juli 2026 økte indeksen fra 103,0 til 103,8."),
        ((MAY, JULY), "Konsumprisindeksen økte med 0,8 poeng fra mai til juli 2026, til 103,8."),
        ((MAY, JULY), "Indeksi nousi toukokuun 103,0:sta heinäkuun 103,8:aan vuonna 2026."),
        ((MAY, JULY), "Index var 103,0 i maj och 103,8 i juli 2026."),
        ((JULY, RATE_JULY), "The consumer price index was 103.8 and the 12-month rate 3.0 in July 2026."),
        ((JULY, RATE_JULY), "Consumer prices rose 3.0 per cent in July 2026, to an index of 103.8."),
        ((RATE_JULY,), "Consumer prices rose by 3.0 per cent in the 12 months to July 2026."),
        ((RATE_JULY,), "The 12-month rate rose to 3.0 per cent in July 2026."),
        ((RATE_JULY,), "The 12-month rate fell to 3.0 per cent in July 2026."),
        ((RATE_JULY,), "Tolvmånedersendringen falt til 3,0 prosent i juli 2026."),
        ((RATE_JULY,), "Tolvmånedersendringen gikk ned til 3,0 prosent i juli 2026."),
        ((RATE_JULY,), "Tolvmånedersendringen falt fra 3,0 prosent i juli 2026."),
        ((RATE_JULY,), "Prisveksten falt etter 3,0 prosent i juli 2026."),
        ((RATE_JULY,), "Prisveksten sank litt i juli 2026 og var 3,0 prosent."),
        ((RATE_JULY,), "Tolvmånedersraten har falt ned mot 3,0 prosent i juli 2026."),
        ((RATE_JULY,), "The 12-month rate fell back to 3.0 per cent in July 2026."),
        ((RATE_JULY,), "The 12-month rate fell from 3.0 per cent in July 2026."),
        ((RATE_JULY,), "Prices rose 3.0 per cent in July 2026, a smaller increase than before the fall."),
        ((RATE_JULY,), "Årstakten sjönk till 3,0 procent i juli 2026."),
        ((RATE_JULY,), "Die Jahresrate fiel auf 3,0 Prozent im Juli 2026."),
        ((RATE_MAY,), "The 12-month rate rose to -0.4 per cent in May 2026."),
        ((RATE_MAY,), "Consumer prices fell by 0.4 per cent in May 2026."),
        ((RATE_MAY,), "The 12-month rate was -0.4 per cent in May 2026."),
        ((RATE_MAY, RATE_JULY), "The 12-month rate rose from -0.4 in May to 3.0 in July 2026."),
        ((*TWO,), "In 2024 Bergen had 291,940 inhabitants and Oslo 717,710."),
        ((*TWO,), "Oslo and Bergen had 717,710 and 291,940 inhabitants in 2024."),
        ((*TWO,), "I 2024 bodde 717 710 i Oslo, flere enn de 291 940 i Bergen."),
        ((*TWO,), "Bergen had 41 per cent of the population of Oslo in 2024: 291,940 of 717,710."),
        ((*YEARS,), "Folketallet i Bergen økte med 2 610 til 291 940 i 2024, fra 289 330 i 2023."),
        ((*YEARS,), "Bergen hadde 289 330 innbyggere i 2023, mer enn året før, og 291 940 i 2024."),
        ((*YEARS,), "In 2024 Bergen had 291,940 inhabitants, 2,610 more than the 289,330 of 2023."),
        ((*TWO,), "In 2024 Oslo had 717,710 inhabitants, more than the 291,940 of Bergen."),
        ((*TWO,), "Bergen hadde 291 940 innbyggere i 2024, færre enn Oslo, som hadde 717 710."),
        (
            (RATE_JULY, RATE_MAY),
            "Prices rose as the 12-month rate went from -0.4 in May to 3.0 in July 2026.",
        ),
        (
            (RATE_JULY, RATE_MAY),
            "Prices had fallen; the 12-month rate went from -0.4 in May to 3.0 in July 2026.",
        ),
        ((RATE_JULY,), "Die Jahresrate fiel von 3,0 Prozent im Juli 2026."),
        ((MAY, JULY), "Mellom mai og juli 2026 økte indeksen fra 103,0 til 103,8, altså med 0,8 poeng."),
        ((MAY, JULY), "I juli 2026 hadde indeksen økt til 103,8 fra 103,0 to måneder før."),
        ((MAY, JULY), "The index of July 2026 was 103.8; that of May was 103.0."),
        ((MAY, JULY), "103.8 was the index in July 2026, and 103.0 that in May."),
        ((MAY, JULY), "May 2026: 103.0; July 2026: 103.8."),
        ((MAY, JULY), "The index may rise: it was 103.0 in May 2026 and 103.8 in July."),
        ((MAY, JULY), "Since May 2026 (103.0) the index has gone up to 103.8 in July."),
        ((MAY, JULY, RATE_JULY), "I juli 2026 var indeksen 103,8 og tolvmånedersendringen 3,0; i mai 103,0."),
        (PER_100, "100 euro kostet 1 089,25 27. august 2026."),
    ],
)
def test_honest_sentences_are_not_doubted(
    both: Fetching, lines: Sequence[tuple[str, str]], said: str
) -> None:
    told = of(*lines, said=said, shelf=both)[1]

    assert not any(
        word in told
        for word in ("the sentence gives", "it went", "back in time", "is not more", "is not less")
    ), told
