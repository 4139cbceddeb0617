"""One answer rests on a contract and on deals in PostgreSQL; who may not ask meets no trace of them."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from belegg.library.library import Library
from belegg.records import Abstained, Answered
from belegg.records.runs import Opened, Used
from extras import needs

needs("tables")
psycopg = pytest.importorskip("psycopg", reason="belegg[postgres] is not installed")

from tables.company_server import role_for  # noqa: E402
from tables.test_answers_from_both import BOTH, CONTRACT, REVENUE, asked, sentence, who  # noqa: E402
from tables.test_postgres_tables import uri  # noqa: E402

pytestmark = pytest.mark.req("AGE-10", "ACC-1")

ROW = "customer: Elvheim Fjernvarme AS · year: 2026 · revenue_nok: 4131000.00"
SETTINGS = """
[tables.deals]
dsn = "{dsn}"
schema = "deals"
password_file = "secret"
access = ["sales"]
"""
SAID = [
    sentence("Fakturaene til Elvheim Fjernvarme forfaller etter 21 kalenderdager.", CONTRACT,
             "Fakturaene forfaller 21 kalenderdager etter at de er mottatt"),
    sentence("I 2026 har vi fakturert Elvheim Fjernvarme for 4 131 000 kroner.", "deals: revenue", ROW),
]  # fmt: skip
SCRIPT = (
    ("query_table", {"database": "deals", "statement": REVENUE}),
    ("answer", {"settled": "yes", "sentences": SAID}),
)


def loaded(owner: str, file: Path) -> None:
    """The demo company's revenue as a server has it: numbers as numbers, with two decimals."""
    with (
        psycopg.connect(owner, autocommit=True) as connection,
        file.open(encoding="utf-8", newline="") as rows,
    ):
        connection.execute(
            "CREATE SCHEMA deals; "
            "CREATE TABLE deals.revenue(customer text, year integer, amount_nok numeric(14,2))"
        )
        for row in csv.DictReader(rows, delimiter=";"):
            amount = row["amount_nok"].replace(",", ".")
            connection.execute(
                "INSERT INTO deals.revenue VALUES (%s, %s, %s)", (row["customer"], row["year"], amount)
            )


@pytest.fixture
def library(tmp_path: Path, company: Path, company_databases: Callable[[], str]) -> Iterator[Library]:
    owner = company_databases()
    loaded(owner, company.with_name("company.tables") / "deals" / "revenue.csv")
    dsn, password = uri(role_for(owner, "deals"))
    (tmp_path / "secret").write_text(password)
    (tmp_path / "belegg.toml").write_text(SETTINGS.format(dsn=dsn), encoding="utf-8")
    with Library.open(tmp_path / "belegg.db", create=True) as opened:
        opened.ingest(company / "contracts")
        yield opened


def test_terms_of_a_contract_and_revenue_of_a_server_stand_in_one_answer(library: Library) -> None:
    answer, events = asked(library, BOTH, who("sales"), *SCRIPT)

    assert isinstance(answer, Answered)
    assert [(each.supported, each.doubts) for each in answer.sentences] == [(True, ()), (True, ())]
    packs = [quote.document.pack for each in answer.sentences for quote in each.quotes]
    assert packs == ["documents", "tables"]
    assert [event.outcome for event in events if isinstance(event, Used)] == ["1 row of deals"]


def test_revenue_of_a_server_leaves_no_trace_for_somebody_without_the_group(library: Library) -> None:
    answer, events = asked(library, BOTH, who("support"), *SCRIPT)

    assert isinstance(answer, Abstained) or "131" not in str(answer.sentences)
    assert not any(isinstance(event, Opened) and "deals" in str(event) for event in events)
    [used, *_] = [event.outcome for event in events if isinstance(event, Used)]
    assert "there is no" in used.lower()
    assert library.store.fetched() == []
