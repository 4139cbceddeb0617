"""What stands above fetched figures is no figure, and no line is of a kind that it does not name."""

from __future__ import annotations

from typing import Any

import pytest

from answering.test_checked_figure_lines import BERGEN, Fetching, of, shelf
from belegg.testing.figures import table

pytestmark = pytest.mark.req("ANS-6", "STA-3")
__all__ = ["shelf"]

JULY = ("2026M07: 3.0", "rates of prices")


@pytest.fixture
def total(shelf: Fetching) -> Fetching:
    """The rate of all goods and services, asked for alone."""
    made: Any = table(
        "ssb",
        "14700",
        "Consumer price index per 4321 things",
        {
            "Group": ("other", {"00": "Total", "01": "Food"}),
            "Contents": ("measure", {"T": "12-month rate (per cent)"}),
            "Tid": ("time", {"2026M07": "2026M07"}),
        },
        decimals=1,
    )
    shelf.statistics.put(made, {("00", "T", "2026M07"): "3.0", ("01", "T", "2026M07"): "5.5"})
    shelf.get("rates of prices", "14700", {"Group": ("00",), "Contents": ("T",), "Tid": ("2026M07",)})
    shelf.get("food", "14700", {"Group": ("01",), "Contents": ("T",), "Tid": ("2026M07",)})
    return shelf


@pytest.mark.parametrize(
    "said",
    [
        "The CPI was 14700 in July 2026.",
        "The CPI was 14,700 in July 2026.",
        "Konsumprisindeksen var 14 700 i juli 2026.",
        "Konsumprisindeksen er 14700.",
        "The consumer price index was 4321 in July 2026.",
    ],
)
def test_a_number_of_the_table_is_no_figure(total: Fetching, said: str) -> None:
    told = of(JULY, said=said, shelf=total)

    assert "as no figure" in told[1] or "stands in no quotation" in told[0]


def test_a_quoted_head_gives_no_figure(total: Fetching) -> None:
    document = total.fetched["rates of prices"]
    with total.shelf.store.reading(total.scope) as reader:
        head = reader.passages_of(document)[0].text.splitlines()
    for line in head[1:4]:
        told = of((line, "rates of prices"), said="The consumer price index is 14700.", shelf=total)
        assert "as no figure" in told[1] or told[0], line


@pytest.mark.parametrize(
    "said",
    [
        "According to table 14700 consumer prices rose 3.0 per cent in July 2026.",
        "Ifølge tabell 14700 steg konsumprisene 3,0 prosent i juli 2026.",
        "Consumer prices rose 3.0 per cent in July 2026 (SSB 14700).",
        "Consumer prices rose 3.0 per cent per 4321 things in July 2026.",
        "The total 12-month rate was 3.0 per cent in July 2026.",
        "Konsumprisene steg 3,0 prosent i juli 2026, men det er i kraft av flere ting.",
        "Women and men alike paid 3.0 per cent more in July 2026.",
    ],
)
def test_a_table_may_be_called_by_its_number(total: Fetching, said: str) -> None:
    told = of(JULY, said=said, shelf=total)

    assert "as no figure" not in told[1]
    assert "nor above it" not in told[1]


@pytest.mark.parametrize(
    "said",
    [
        "Prices of food rose 3.0 per cent in July 2026.",
        "Food prices rose 3.0 per cent in July 2026.",
        "Matvareprisene steg 3,0 prosent i juli 2026.",
        "Prisen på mat steg 3,0 prosent i juli 2026.",
        "Strømprisene steg 3,0 prosent i juli 2026.",
        "Livsmedelspriserna steg 3,0 procent i juli 2026.",
        "Prices for women rose 3.0 per cent in July 2026.",
    ],
)
def test_a_kind_that_no_line_has_is_doubted(total: Fetching, said: str) -> None:
    for question in ("", "How much did food prices rise?"):
        assert "nor above it" in of(JULY, said=said, shelf=total, question=question)[1]


def test_a_kind_that_a_line_has_in_another_language_is_its_own(total: Fetching) -> None:
    food, males = ("2026M07: 5.5", "food"), ("Males · 2024: 12.5", "income")

    for said in (
        "Matvareprisene steg 5,5 prosent i juli 2026.",
        "Food prices rose 5.5 per cent in July 2026.",
    ):
        assert "nor above it" not in of(food, said=said, shelf=total)[1]
    said = "Menns inntekt i Bergen var 12,5 mill. kr i 2024."
    assert "nor above it" not in of(males, said=said, shelf=total)[1]
    assert (
        "nor above it" not in of((BERGEN, "population"), said="Bergen had 291,940 in 2024.", shelf=total)[1]
    )
