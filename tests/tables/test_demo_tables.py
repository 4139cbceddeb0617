"""The demo company's tables agree with its documents, and both answer a question about terms and revenue."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from belegg.errors import BadInput
from belegg.library.demo import place_tables
from belegg.library.library import Library
from belegg.records import Principal, Scope
from extras import needs

pytestmark = pytest.mark.req("AGE-10")

SAID = {
    ("contracts/2026-041-elvheim-fjernvarme.md", "Fakturaene forfaller 21 kalenderdager"): ("2026-041", 21),
    ("contracts/2025-088-lisasopimus-1.md", "Maksuaika on 45 päivää netto"): ("2025-088", 45),
    ("contracts/2025-112-norrvik-vatten.md", "30 dagar netto från fakturadatum"): ("2025-112", 30),
    ("contracts/2026-017-nordvik-vann.md", "med forfall etter 30 dager"): ("2026-017", 30),
    ("contracts/2026-053-brattholm-aqua.md", "falls due 14 days after the date"): ("2026-053", 14),
}
INVOICED = {
    "contracts/2026-041-elvheim-fjernvarme.md": ("972 000", "1 701 000", "1 458 000"),
    "contracts/2025-112-norrvik-vatten.md": ("1 576 000", "2 364 000"),
    "contracts/2025-088-koskiranta-energia.md": ("143 000",),
    "contracts/2025-088-lisasopimus-1.md": ("57 200",),
    "contracts/2026-053-brattholm-aqua.md": ("86,000", "19,680"),
}
RATES = {"NOK": Decimal(1), "SEK": Decimal("1.02"), "EUR": Decimal("11.60")}


def rows(company: Path, name: str) -> list[dict[str, str]]:
    with (company.with_name("company.tables") / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=";"))


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    place_tables(tmp_path)
    with Library.open(tmp_path / "belegg.db", create=True) as opened:
        yield opened


def asking(*groups: str) -> Scope:
    return Scope(Principal.signed_in("anna", groups), question="q1")


def test_the_terms_of_payment_are_those_of_the_contracts(company: Path) -> None:
    terms = {
        row["contract_number"]: int(row["payment_terms_days"]) for row in rows(company, "deals/contracts")
    }

    for (file, words), (number, days) in SAID.items():
        assert words in (company / file).read_text(encoding="utf-8")
        assert terms[number] == days


def test_what_was_invoiced_stands_in_the_contracts_and_is_changed_at_the_rates_of_the_budget(
    company: Path,
) -> None:
    revenue = rows(company, "deals/revenue")
    amounts = {row["amount"] for row in revenue}

    for file, written in INVOICED.items():
        text = (company / file).read_text(encoding="utf-8")
        for amount in written:
            assert amount in text
            assert amount.replace(" ", "").replace(",", "") in amounts
    for row in revenue:
        changed = Decimal(row["amount"]) * RATES[row["currency"]]
        assert Decimal(row["amount_nok"].replace(",", ".")) == changed
    budget = (company / "finance/budget-2026.md").read_text(encoding="utf-8")
    assert "One euro is 11.60 kroner; one hundred Swedish kronor is 102 kroner" in budget


def test_tables_hold_together(company: Path) -> None:
    customers = {row["customer_number"]: row["customer"] for row in rows(company, "deals/customers")}
    contracts = {row["contract_number"]: row for row in rows(company, "deals/contracts")}

    for row in rows(company, "deals/revenue"):
        assert customers[row["customer_number"]] == row["customer"]
        if row["contract_number"]:
            assert contracts[row["contract_number"]]["customer_number"] == row["customer_number"]


def test_the_frame_for_raises_is_that_of_the_policy(company: Path) -> None:
    policy = (company / "policies/compensation-2026.md").read_text(encoding="utf-8")
    frames = {(row["year"], row["frame_per_cent"]) for row in rows(company, "pay/raises")}

    assert frames == {("2025", "4,8"), ("2026", "4,1")}
    assert "budgeted for 2026 is 4.1 per cent of base salary. It was 4.8 per cent in 2025" in policy


def test_terms_and_revenue_of_a_customer_are_one_line(library: Library) -> None:
    needs("tables")
    statement = (
        "SELECT c.customer, payment_terms_days, sum(amount_nok) AS revenue_nok FROM customers c "
        "JOIN contracts USING (customer_number) JOIN revenue USING (contract_number) "
        "WHERE c.customer LIKE 'Elvheim Fjernvarme%' AND year = 2026 GROUP BY c.customer, payment_terms_days"
    )

    id = library.tables.query("deals", statement, asking("sales"))

    with library.store.reading(asking("sales")) as reader:
        text = reader.text(id)
    assert text is not None
    last = text.text.split("\n")[-1]
    assert last == "customer: Elvheim Fjernvarme AS · payment_terms_days: 21 · revenue_nok: 4131000.0"


@pytest.mark.parametrize("groups", [("hr",), ("management",), ("sales",), ("finance",), ("support",), ()])
def test_the_raise_of_2026_is_for_hr_and_management_alone(library: Library, groups: tuple[str, ...]) -> None:
    needs("tables")
    statement = "SELECT DISTINCT frame_per_cent FROM raises WHERE year = 2026"
    if not {"hr", "management"} & set(groups):
        with pytest.raises(BadInput, match="there is no database `pay`"):
            library.tables.query("pay", statement, asking(*groups))
        assert "4.1" not in str(library.tables.tables(asking(*groups)))
        return

    id = library.tables.query("pay", statement, asking(*groups))

    with library.store.reading(asking(*groups)) as reader:
        text = reader.text(id)
    assert text is not None
    assert text.text.endswith("\nframe_per_cent: 4.1")


def test_settings_that_are_there_are_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "belegg.toml").write_text("# mine", encoding="utf-8")

    place_tables(tmp_path)

    assert [path.name for path in tmp_path.iterdir()] == ["belegg.toml"]
