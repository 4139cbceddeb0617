"""A sentence says of a fetched figure what its line says: whose it is, of when, and in what it is counted."""

from __future__ import annotations

from typing import Any

import pytest

from answering.drafting_by_hand import Checking, says
from answering.figured import statistics
from belegg.records import OWNER, DocumentId, Scope
from belegg.testing.figures import FakeTables, table

pytestmark = pytest.mark.req("ANS-6", "STA-3")

POPULATION = {"Region": ("4601", "0301", "1103"), "Tid": ("2023", "2024")}
BERGEN, OSLO = "Bergen · 2024: 291940", "Oslo · 2024: 717710"
BERGEN_BEFORE = "Bergen · 2023: 289330"


class Fetching(Checking):
    """Documents and what was fetched, each by a name."""

    def __init__(self) -> None:
        super().__init__(Scope(OWNER, question="q1"))
        self.statistics = statistics(self.shelf.store)
        self.fetched: dict[str, DocumentId] = {}

    def get(
        self,
        name: str,
        id: str,
        selection: dict[str, tuple[str, ...]],
        source: str = "ssb",
        question: str = "q1",
    ) -> None:
        scope = Scope(OWNER, question=question)
        self.fetched[name] = self.statistics.get(source, id, selection, scope)

    def called(self, name: str) -> DocumentId | None:
        return self.fetched.get(name) or super().called(name)


@pytest.fixture
def shelf() -> Fetching:
    fetching = Fetching()
    fetching.get("population", "07459", POPULATION)
    fetching.get("prices", "14700", {"Tid": ("2026M05", "2026M06", "2026M07")})
    rates = table(
        "ssb",
        "exr",
        "Valutakurser, etter valuta og dag",
        {
            "BASE": ("other", {"SEK": "Svenske kroner", "EUR": "Euro"}),
            "TENOR": ("measure", {"SP": "Spot"}),
            "TIME": ("time", {"2026-08-26": "2026-08-26", "2026-08-27": "2026-08-27"}),
        },
        language="no",
        multiplier="per 100",
    )
    fetching.statistics.put(
        rates, {("SEK", "SP", "2026-08-27"): "98.140", ("EUR", "SP", "2026-08-27"): "1089.250"}
    )
    fetching.get("rates", "exr", {"BASE": ("SEK", "EUR"), "TIME": ("2026-08-27",)})
    income = table(
        "ssb",
        "inc",
        "Income of municipalities",
        {
            "Region": ("geo", {"4601": "Bergen", "0301": "Oslo"}),
            "Sex": ("other", {"1": "Males", "2": "Females"}),
            "Contents": ("measure", {"I": "Income"}),
            "Tid": ("time", {"2024": "2024"}),
        },
        unit="NOK million",
        decimals=1,
    )
    fetching.statistics.put(income, {("4601", "1", "I", "2024"): "12.5", ("4601", "2", "I", "2024"): "11.5"})
    fetching.get("income", "inc", {"Region": ("4601",), "Sex": ("1", "2"), "Tid": ("2024",)})
    return fetching


def of(*claims: tuple[str, str], said: str, shelf: Fetching, **more: Any) -> tuple[str, str]:
    """What fails of a sentence, and what is doubted."""
    proof = shelf.prove(says(said, *claims), **more)[0]
    return "; ".join(proof.failures), "; ".join(filter(None, (*proof.doubts, proof.unjudged)))


@pytest.mark.parametrize(
    "said",
    [
        "Folketallet i Bergen var 291 940 i 2024.",
        "The population of Bergen was 291,940 in 2024.",
        "Befolkningen i Bergen var 291940 i 2024.",
        "Bergen hade 291 940 invånare 2024.",
        "Die Einwohnerzahl von Bergen betrug 2024 291.940.",
        "Bergenin väkiluku oli 291 940 vuonna 2024.",
        "In 2024 some 292,000 persons lived in Bergen.",
    ],
)
def test_a_line_carries_its_figure_in_every_language_and_way_of_writing(shelf: Fetching, said: str) -> None:
    assert of((BERGEN, "population"), said=said, shelf=shelf) == ("", "")


@pytest.mark.parametrize(
    ("said", "met"),
    [
        ("Folketallet i Oslo var 291 940 i 2024.", "`Oslo` is of another line"),
        ("Folketallet i Bergen var 291 940 i 2023.", "`2023` is of another line"),
        ("Folketallet i Bergen var 291 940 i 2022.", "`2022` stands in no quotation"),
        ("Folketallet i Stavanger var 291 940 i 2024.", "`Stavanger` is of another line"),
        ("Folketallet i Bergen var 291 941 i 2024.", "`291 941` stands in no quotation"),
        ("Folketallet i Bergen var 29 194 i 2024.", "`29 194` stands in no quotation"),
    ],
)
def test_another_place_year_or_figure_fails(shelf: Fetching, said: str, met: str) -> None:
    failures, _ = of((BERGEN, "population"), said=said, shelf=shelf)

    assert met in failures


def test_a_year_of_the_title_or_of_the_question_is_not_the_lines(shelf: Fetching) -> None:
    years = table(
        "ssb",
        "y",
        "Population 2019-2024",
        {"Region": ("geo", {"1": "Bergen"}), "Tid": ("time", {"2019": "2019", "2024": "2024"})},
        updated="2021-03-01",
    )
    shelf.statistics.put(years, {("1", "2019"): "5"})
    shelf.get("years", "y", {"Tid": ("2019",)})

    for year in ("2024", "2021"):
        said = f"Bergen had 5 inhabitants in {year}."
        failures, doubts = of(("2019: 5", "years"), said=said, shelf=shelf, question=f"How many in {year}?")
        assert year in failures + doubts


def test_what_all_lines_have_in_common_counts_as_what_a_line_says(shelf: Fetching) -> None:
    shelf.get("bergen", "07459", {"Region": ("4601",), "Tid": ("2024",)})

    assert of(("2024: 291940", "bergen"), said="Folketallet i Bergen var 291 940 i 2024.", shelf=shelf) == (
        "",
        "",
    )
    wrong = of(("2024: 291940", "bergen"), said="The population of Oslo was 291,940 in 2024.", shelf=shelf)
    foreign = of(("2024: 291940", "bergen"), said="Folketallet i Oslo var 291 940 i 2024.", shelf=shelf)
    assert "`Oslo` stands in no quotation" in wrong[0]
    assert "`Oslo` stands neither in the quotation nor in its section" in foreign[1]


def test_a_part_of_a_line_is_quoted_with_the_whole_of_it(shelf: Fetching) -> None:
    proof = shelf.proof("Folketallet i Bergen var 291 940 i 2024.", ("291940", "population"))

    assert [quote.check.text for quote in proof.quotes] == [BERGEN]
    assert "`Oslo` is of another line" in shelf.failures(
        "Oslo hadde 291 940 i 2024.", ("291940", "population")
    )


def test_several_lines_may_be_quoted_as_one_or_one_by_one(shelf: Fetching) -> None:
    said = "Folketallet i Bergen økte fra 289 330 i 2023 til 291 940 i 2024."

    assert of((f"{BERGEN_BEFORE}\n{BERGEN}", "population"), said=said, shelf=shelf) == ("", "")
    assert of((BERGEN_BEFORE, "population"), (BERGEN, "population"), said=said, shelf=shelf) == ("", "")
    assert of((f"{BERGEN}\n{OSLO}", "population"), said=said, shelf=shelf)[0]  # no two lines side by side


def test_the_figures_of_two_lines_the_other_way_round_fail(shelf: Fetching) -> None:
    both = ((BERGEN, "population"), (OSLO, "population"))

    right = of(*both, said="I 2024 hadde Bergen 291 940 innbyggere og Oslo 717 710.", shelf=shelf)
    wrong, _ = of(*both, said="I 2024 hadde Oslo 291 940 innbyggere og Bergen 717 710.", shelf=shelf)
    behind = of(*both, said="I 2024 bodde 717 710 i Oslo og 291 940 i Bergen.", shelf=shelf)

    assert right == ("", "")
    assert behind == ("", "")
    assert "`291 940 innbyggere` is of “Bergen · 2024: 291940”" in wrong or "`291 940` is of" in wrong


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("Bergen og Oslo hadde til sammen 1 009 650 innbyggere i 2024.", "717710 + 291940 = 1 009 650"),
        ("Oslo had 425,770 more inhabitants than Bergen in 2024.", "717710 - 291940 = 425,770"),
    ],
)
def test_sums_and_differences_are_computed_again(shelf: Fetching, said: str, line: str) -> None:
    proof = shelf.proof(said, (BERGEN, "population"), (OSLO, "population"))

    assert (proof.failures, proof.doubts, proof.unjudged) == ((), (), "")
    assert any(line in " ".join(one.split()) for one in proof.arithmetic)


def test_a_wrong_sum_is_told_with_the_right_one(shelf: Fetching) -> None:
    told = shelf.failures(
        "Bergen og Oslo hadde til sammen 1 009 660 innbyggere i 2024.",
        (BERGEN, "population"),
        (OSLO, "population"),
    )

    assert "1,009,650" in told


def test_decimals_months_and_base_years(shelf: Fetching) -> None:
    quoted = ("2026M07: 103.8", "prices")

    assert of(quoted, said="Konsumprisindeksen var 103,8 i juli 2026.", shelf=shelf) == ("", "")
    assert of(quoted, said="The consumer price index (2025=100) was 103.8 in July 2026.", shelf=shelf) == (
        "",
        "",
    )
    assert "juni 2026" in of(quoted, said="Konsumprisindeksen var 103,8 i juni 2026.", shelf=shelf)[0]
    assert "a part of it" in of(quoted, said="Konsumprisindeksen var 103,8 i 2026.", shelf=shelf)[1]
    assert "2025" in "".join(of(quoted, said="Konsumprisindeksen var 103,8 i juli 2025.", shelf=shelf))
    assert "2025" in of(quoted, said="In 2025 the consumer price index was 103.8.", shelf=shelf)[0]
    assert "103,88" in of(quoted, said="Konsumprisindeksen var 103,88 i juli 2026.", shelf=shelf)[0]


def test_a_point_is_one_of_decimals_also_where_labels_are_norwegian(shelf: Fetching) -> None:
    quoted = ("Svenske kroner, per 100 · 2026-08-27: 98.140", "rates")
    euro = ("Euro, per 100 · 2026-08-27: 1089.250", "rates")

    said = "100 svenske kroner kostet 98,14 kroner 27. august 2026."
    assert of(quoted, said=said, shelf=shelf)[0] == ""
    assert of(euro, said="100 euro kostet 1 089,25 27. august 2026.", shelf=shelf) == ("", "")
    assert of(euro, said="100 euro kostet 1 089 250 27. august 2026.", shelf=shelf)[0]


def test_what_is_per_100_or_in_millions_is_said(shelf: Fetching) -> None:
    euro, income = ("Euro, per 100 · 2026-08-27: 1089.250", "rates"), ("Males · 2024: 12.5", "income")

    assert (
        "`per 100`, and the sentence does not say so"
        in of(euro, said="Prisen på euro var 1 089,25 den 27. august 2026.", shelf=shelf)[1]
    )
    assert (
        "counted in 1,000,000, and the sentence does not say so"
        in of(income, said="Males in Bergen had an income of 12.5 in 2024.", shelf=shelf)[1]
    )
    said = "Males in Bergen had an income of NOK 12.5 million in 2024."
    assert of(income, said=said, shelf=shelf) == ("", "")
    assert of(income, said="Menns inntekt i Bergen var 12,5 mill. kr i 2024.", shelf=shelf)[0] == ""


def test_a_label_in_small_letters_is_held_against_its_line_too(shelf: Fetching) -> None:
    said = "The income of females in Bergen was 12.5 million in 2024."

    assert "`Females` is of another line" in of(("Males · 2024: 12.5", "income"), said=said, shelf=shelf)[0]


def test_a_line_without_a_figure_carries_none(shelf: Fetching) -> None:
    missing = ("Stavanger · 2024: .. (not available)", "population")

    assert "`150 000`" in of(missing, said="Folketallet i Stavanger var 150 000 i 2024.", shelf=shelf)[0]
    assert "`0`" in of(missing, said="Folketallet i Stavanger var 0 i 2024.", shelf=shelf)[0]
    assert of(missing, said="The population of Stavanger in 2024 is not available.", shelf=shelf) == ("", "")


@pytest.mark.req("STA-4")
def test_a_line_that_was_fetched_for_another_question_is_none(shelf: Fetching) -> None:
    shelf.get("earlier", "07459", POPULATION, question="q0")

    failures, _ = of((BERGEN, "earlier"), said="Folketallet i Bergen var 291 940 i 2024.", shelf=shelf)

    assert "was not checked: `earlier` is no document that was shown" in failures


def test_a_flag_is_remarked(shelf: Fetching) -> None:
    proof = shelf.proof(
        "Stavanger in 2024: not available.", ("Stavanger · 2024: .. (not available)", "population")
    )

    assert not any("marks" in one for one in proof.remarks)


# ---------------------------------------------------------------- company tables


@pytest.fixture
def deals() -> Fetching:
    fetching = Fetching()
    made = FakeTables(fetching.shelf.store)
    statement = (
        "SELECT client, sum(amount) AS revenue FROM deals WHERE year = 2026 AND amount > 5000 GROUP BY client"
    )
    rows = [
        "client: Northern Steel Service · revenue: 1240000",
        "client: Alfa Boats · revenue: 90500",
        "client: Beta AS · revenue: 5000",
    ]
    made.put("deals", ("sales",), (), {statement: rows})
    fetching.fetched["deals"] = made.query("deals", statement, fetching.scope)
    return fetching


@pytest.mark.req("AGE-10")
def test_a_row_carries_its_own_figure_and_no_other(deals: Fetching) -> None:
    row = ("client: Northern Steel Service · revenue: 1240000", "deals")

    said = "The revenue from Northern Steel Service is 1,240,000 so far."
    assert of(row, said=said, shelf=deals) == ("", "")
    assert "`NOK` stands in no quotation" in of(row, said=said.replace("is", "is NOK"), shelf=deals)[0]
    assert of(row, said="Omsetningen fra Northern Steel Service er 1,24 mill.", shelf=deals) == ("", "")
    wrong, _ = of(row, said="The revenue from Alfa Boats is 1,240,000.", shelf=deals)
    assert "`client: Alfa Boats` is of another line" in wrong
    assert of(row, said="The revenue from Northern Steel Service is 90,500.", shelf=deals)[0]


@pytest.mark.req("AGE-10")
def test_a_figure_that_was_written_into_the_statement_is_doubted(deals: Fetching) -> None:
    row = ("client: Beta AS · revenue: 5000", "deals")

    assert (
        "was written into the statement" in of(row, said="The revenue from Beta AS is 5,000.", shelf=deals)[1]
    )
