"""The company's tables are there for those who may ask them, and for nobody else, in no word."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from belegg.errors import BadInput, BadSetting, BeleggError, StatementRefused
from belegg.library.library import Library
from belegg.records import EVERYONE, OWNER, DocumentId, Principal, Scope
from belegg.sources.tables.settings import databases
from extras import needs
from tables.company_database import database

needs("tables")
pytestmark = pytest.mark.req("AGE-10", "STA-4")

SCHEMA = """
CREATE TABLE customers(id INTEGER PRIMARY KEY, name TEXT, phone TEXT);
INSERT INTO customers VALUES (1, 'Alfa · revenue: 9', '12'), (2, 'Beta', NULL);
CREATE TABLE contracts(customer INTEGER, payment_terms_days INTEGER, value REAL);
INSERT INTO contracts VALUES (1, 30, 1250000), (2, NULL, 0.1);
CREATE TABLE raises(name TEXT, share REAL); INSERT INTO raises VALUES ('KANARI', 4.1);
CREATE TABLE secret(x); INSERT INTO secret VALUES ('KANARI');
"""
SETTINGS = """
[tables.deals]
path = "deals.db"
about = "Invented."
access = ["sales", "finance"]
only = ["customers", "Contracts", "raises"]
hidden = ["customers.phone"]

[tables.deals.table.contracts]
access = ["finance"]
about = "What was agreed."
columns = { payment_terms_days = "days to pay" }

[tables.deals.table.raises]
access = ["hr"]

[tables.closed]
path = "closed.db"
"""
SELECT = "SELECT name, payment_terms_days FROM customers JOIN contracts ON customer = id ORDER BY id"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    database(tmp_path / "deals.db", SCHEMA)
    database(tmp_path / "closed.db", "CREATE TABLE secret(x)")
    (tmp_path / "belegg.toml").write_text(SETTINGS, encoding="utf-8")
    with Library.open(tmp_path / "belegg.db", create=True) as opened:
        yield opened


def asking(*groups: str, question: str | None = "q1") -> Scope:
    return Scope(Principal.signed_in("anna", groups), question=question)


def text_of(library: Library, document: DocumentId, scope: Scope) -> str | None:
    with library.store.reading(scope) as reader:
        found = reader.text(document)
        return None if found is None else found.text


@pytest.mark.parametrize(
    ("scope", "names"),
    [
        (Scope(OWNER), {"contracts", "customers", "raises", "closed.secret"}),
        (asking("sales"), {"customers"}),
        (asking("finance"), {"contracts", "customers"}),
        (asking("hr"), {"raises"}),
        (asking("hr", "finance"), {"contracts", "customers", "raises"}),
        (asking(), set()),
        (Scope(Principal.anonymous()), set()),
        (Scope(Principal("x", frozenset())), set()),
    ],
)
def test_whoever_asks_sees_the_tables_that_are_open_to_them(
    library: Library, scope: Scope, names: set[str]
) -> None:
    found = library.tables.tables(scope)

    told = {table.name if table.database == "deals" else f"{table.database}.{table.name}" for table in found}
    assert told == names
    assert library.tables.may_ask(scope) is bool(names)
    assert "phone" not in str(found)


def test_a_table_is_described_with_values_and_what_is_said_of_it(library: Library) -> None:
    found = library.tables.describe("deals", "CONTRACTS", asking("finance"))

    assert (found.name, found.rows, found.about) == ("contracts", 2, "Invented. What was agreed.")
    assert [(c.name, c.type, c.examples, c.about) for c in found.columns] == [
        ("customer", "INTEGER", ("1", "2"), ""),
        ("payment_terms_days", "INTEGER", ("30",), "days to pay"),
        ("value", "REAL", ("1250000.0", "0.1"), ""),
    ]


def test_the_rows_become_a_document_with_a_line_a_row(library: Library) -> None:
    scope = asking("finance")
    id = library.tables.query("deals", SELECT, scope)

    with library.store.reading(scope) as reader:
        head, text, passages = reader.head(id), reader.text(id), reader.passages_of(id)
    assert head is not None
    assert text is not None
    assert (head.pack, head.title) == ("tables", "deals: contracts, customers")
    assert head.access == {"finance"}
    assert head.source.startswith("tables/deals/contracts+customers/")
    lines = text.text.split("\n")
    assert lines[0] == "# deals: contracts, customers"
    assert lines[1:3] == ["Database: deals", f"Statement: {SELECT}"]
    assert lines[4:] == [
        "Rows: 2",
        "## Rows",
        'name: "Alfa · revenue: 9" · payment_terms_days: 30',
        "name: Beta · payment_terms_days: missing",
    ]
    assert [passage.text for passage in passages[1:]] == lines[6:]
    assert all(text.text[p.span.start : p.span.end] == p.text for p in passages)
    assert head.fact("fetched") == head.ingested_at


def test_a_statement_with_a_comment_says_where_its_lines_end(library: Library) -> None:
    id = library.tables.query("deals", "SELECT id -- all\n\n FROM customers", asking("sales"))

    text = text_of(library, id, asking("sales"))
    assert text is not None
    assert text.split("\n")[2] == "Statement: SELECT id -- all ⏎ FROM customers"


def test_no_rows_and_too_many_rows_are_told(library: Library) -> None:
    scope = asking("finance")
    none = library.tables.query("deals", "SELECT id FROM customers WHERE id > 5", scope)
    joined = ", ".join(f"customers {letter}" for letter in "abcdefghi")
    many = library.tables.query("deals", f"SELECT a.id FROM {joined}", scope)

    assert "Rows: 0 (no row fits)" in (text_of(library, none, scope) or "")
    assert "Rows: the first 200 of 512; 312 rows not shown (at most 200" in (
        text_of(library, many, scope) or ""
    )


def test_what_was_asked_for_one_question_is_not_there_for_another(library: Library) -> None:
    scope = asking("finance")
    id = library.tables.query("deals", SELECT, scope)
    again = library.tables.query("deals", SELECT, scope)

    assert id != again
    assert text_of(library, id, scope)
    assert text_of(library, id, asking("finance", question=None))
    assert text_of(library, id, asking("finance", question="q2")) is None
    assert text_of(library, id, Scope(Principal.signed_in("bo", ["finance"]), question="q1")) is None
    assert [head.source for head in library.documents(asking("finance", question=None))] == []


@pytest.mark.parametrize("groups", [(), ("hr",), ("sales",)])
def test_what_somebody_may_not_ask_is_told_as_what_is_not_there(
    library: Library, tmp_path: Path, groups: tuple[str, ...]
) -> None:
    """Every answer, in this company and in one that has nothing else than what they may ask."""
    calls: list[tuple[str, tuple[Any, ...]]] = [
        ("tables", ()),
        ("describe", ("deals", "raises")),
        ("describe", ("deals", "contracts")),
        ("describe", ("deals", "secret")),
        ("describe", ("deals", "customers")),
        ("describe", ("closed", "secret")),
        ("query", ("deals", "SELECT * FROM contracts")),
        ("query", ("deals", "SELECT * FROM raises")),
        ("query", ("deals", "SELECT phone FROM customers")),
        ("query", ("deals", "SELECT * FROM secret")),
        ("query", ("deals", "SELECT count(*) FROM customers, contracts")),
        ("query", ("closed", "SELECT 1")),
    ]
    other = tmp_path / "other"
    other.mkdir()
    alone = {
        (): ("", ""),
        ("hr",): (
            "CREATE TABLE raises(name TEXT, share REAL); INSERT INTO raises VALUES ('KANARI', 4.1);",
            "hr",
        ),
        ("sales",): (
            "CREATE TABLE customers(id INTEGER PRIMARY KEY, name TEXT);"
            "INSERT INTO customers VALUES (1, 'Alfa · revenue: 9'), (2, 'Beta');",
            "sales",
        ),
    }[groups]
    database(other / "deals.db", alone[0])
    named = (
        f'[tables.deals]\npath = "deals.db"\nabout = "Invented."\naccess = ["{alone[1]}"]\n' if groups else ""
    )
    (other / "belegg.toml").write_text(named, encoding="utf-8")

    with Library.open(other / "belegg.db", create=True) as bare:
        for method, arguments in calls:
            told = [heard(each, method, arguments, asking(*groups)) for each in (library, bare)]
            assert told[0] == told[1], (method, arguments)


def heard(library: Library, method: str, arguments: tuple[Any, ...], scope: Scope) -> str:
    try:
        found = getattr(library.tables, method)(*arguments, scope)
    except BeleggError as error:
        return f"{type(error).__name__}: {error}"
    return "a document" if method == "query" else str(found)


def test_rows_of_tables_that_nobody_may_read_together_are_not_made(library: Library) -> None:
    with pytest.raises(StatementRefused, match="open to different groups"):
        library.tables.query("deals", "SELECT share, id FROM raises, customers", asking("hr", "sales"))

    assert library.tables.query("deals", "SELECT share, id FROM raises, customers", Scope(OWNER))
    assert library.store.fetched()[-1].asker == ""


def test_kept_rows_follow_the_settings(library: Library, tmp_path: Path) -> None:
    scope = asking("finance", "sales")
    contracts = library.tables.query("deals", "SELECT value FROM contracts", scope)
    customers = library.tables.query("deals", "SELECT name FROM customers", scope)
    assert text_of(library, contracts, asking("finance"))

    settings = SETTINGS.replace('access = ["finance"]', 'access = ["hr"]')
    (tmp_path / "belegg.toml").write_text(settings, encoding="utf-8")
    with Library.open(tmp_path / "belegg.db") as again:
        assert text_of(again, contracts, scope) is None
        assert text_of(again, customers, scope)
        assert text_of(again, contracts, Scope(OWNER))

    (tmp_path / "belegg.toml").write_text("", encoding="utf-8")
    with Library.open(tmp_path / "belegg.db") as again:
        assert text_of(again, customers, scope) is None

    (tmp_path / "belegg.toml").write_text("[tables]\ndeals = 1", encoding="utf-8")
    with Library.open(tmp_path / "belegg.db") as again:
        assert text_of(again, customers, Scope(OWNER))
        with pytest.raises(BadSetting):
            _ = again.tables


def test_a_database_that_does_not_answer_hides_no_other_one(library: Library, tmp_path: Path) -> None:
    (tmp_path / "deals.db").unlink()

    [closed, deals] = library.tables.tables(Scope(OWNER))

    assert (deals.name, deals.about) == ("", "`deals` is not where the settings say")
    assert closed.name == "secret"
    assert library.tables.tables(asking()) == []


def test_unknown_names_are_told_with_the_nearest(library: Library) -> None:
    with pytest.raises(BadInput, match="there is no database `deal`; did you mean `deals`"):
        library.tables.query("deal", "SELECT 1", Scope(OWNER))
    with pytest.raises(BadInput, match="there is no table `contract`; the tables: `contracts`, `customers`"):
        library.tables.describe("deals", "contract", asking("finance"))


def test_health_says_what_answers_and_what_the_settings_name_in_vain(
    library: Library, tmp_path: Path
) -> None:
    settings = SETTINGS.replace("customers.phone", "customers.fax").replace('"raises"]', '"invoices"]')
    (tmp_path / "belegg.toml").write_text(settings, encoding="utf-8")
    (tmp_path / "closed.db").write_bytes(b"x" * 4096)

    told = {(f.state, f.text) for f in library.health() if f.check == "tables"}

    place = tmp_path / "deals.db"
    assert told == {
        ("well", f"`deals`: 2 tables in `{place}`"),
        ("look", "`deals` has no table `invoices`, `raises` and no column `customers.fax`"),
        ("look", f"`closed` is no SQLite file (`{tmp_path / 'closed.db'}`)"),
    }
    (tmp_path / "d.db").touch()
    (tmp_path / "belegg.toml").write_text('[tables.deals]\npath = "d.db"', encoding="utf-8")
    [finding] = [f for f in library.health() if f.check == "tables"]
    assert (finding.state, finding.text) == ("look", f"`deals`: 0 tables in `{tmp_path / 'd.db'}`")
    (tmp_path / "belegg.toml").write_text('[tables.deals]\npath = "d.db"\nacces = []', encoding="utf-8")
    [finding] = [f for f in library.health() if f.check == "tables"]
    assert "under `[tables.deals]`: `acces` is no key here; did you mean `access`?" in finding.text


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (1, "`tables` is `1`, no table; write `[tables.NAME]`"),
        ({"Deals": {}}, "the name of a database is `Deals`"),
        ({"d": {}}, 'has no path; write path = "FILE.db"'),
        ({"d": {"path": 1}}, "`path` is `1`; write the path"),
        ({"d": {"path": "x", "access": "sales"}}, "`access` is `sales`, not a list"),
        ({"d": {"path": "x", "hidden": ["phone"]}}, '`hidden` is `phone`; write "TABLE.COLUMN"'),
        ({"d": {"path": "x", "table": {"t": {"only": []}}}}, "`[tables.d.table.t]`: `only` is no key here"),
        ({"d": {"path": "x", "table": {"t": {"columns": {"a": 1}}}}}, "`a` is `1`, not text"),
    ],
)
def test_a_broken_setting_says_where_and_what_to_write(told: object, words: str) -> None:
    with pytest.raises(BadSetting) as error:
        databases(told, Path("/etc/belegg.toml"))

    assert words in str(error.value)
    assert "/etc/belegg.toml" in str(error.value)


def test_everyone_is_a_list_that_leaves_the_other_as_it_is() -> None:
    told = {"d": {"path": "x", "access": [EVERYONE], "table": {"t": {"access": ["hr"]}, "u": {"access": []}}}}
    [settings] = databases(told, Path("belegg.toml")).values()

    assert settings.access_of_all(["s"]) == {EVERYONE}
    assert settings.access_of_all(["s", "T"]) == {"hr"}
    assert settings.access_of_all(["s", "t", "u"]) == frozenset()
    assert settings.access_of_all([]) == {EVERYONE, "hr"}
