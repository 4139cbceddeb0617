"""A quotation that stands somewhere else than the draft says is told so, whatever its words."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from belegg.library.check import CheckedClaim
from belegg.library.library import Library
from belegg.records import OWNER, Scope
from belegg.serving.cli.commands import app
from reading.pdf_pages import pdf

TWICE = "the committee shall meet in the second week of every month"
OVER = "the harbour master keeps a register of all ships that have come in since the war"
SEVEN_ROWS = 7


def page(*lines: str, number: str) -> Callable[[Any], None]:
    def draw(canvas: Any) -> None:
        canvas.setFont("Helvetica", 11)
        for row, line in enumerate(lines):
            canvas.drawString(72, 760 - 14 * row, line)
        canvas.drawString(300, 30, number)

    return draw


def rows(about: str) -> list[str]:
    return [
        f"Row {row} of this page is about {about} and about nothing else at all." for row in range(SEVEN_ROWS)
    ]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three pages, printed 9 to 11; a handbook without pages; an act."""
    desk = tmp_path_factory.mktemp("desk")
    house = desk / "house"
    house.mkdir()
    (house / "harbour.pdf").write_bytes(
        pdf(
            page(*rows("ropes"), f"It is agreed that {TWICE}.", number="9"),
            page(*rows("sails"), "It is also agreed that the harbour master keeps a register", number="10"),
            page(
                "of all ships that have come in since the war.",
                *rows("oars"),
                f"Once more, {TWICE}.",
                number="11",
            ),
        )
    )
    (house / "staff.md").write_text(
        "# Staff handbook\n\nEverybody gets a key to the boathouse in May.\n", encoding="utf-8"
    )
    (house / "act.md").write_text(
        "# Boat act\n\n## 3 a §\n\nA boat carries a lamp.\n\n## 4 §\n\nA skipper carries a whistle.\n",
        encoding="utf-8",
    )
    with Library.open(desk / "belegg.db", create=True) as library:
        library.ingest(house)
    return desk


def checked(desk: Path, draft: str) -> CheckedClaim:
    with Library.open(desk / "belegg.db") as library:
        (claim,) = library.check(draft, Scope(OWNER)).claims
        return claim


@pytest.mark.req("ANS-1")
@pytest.mark.parametrize("named", ["page 2", "p. 2", "pp. 2–2", "side 2", "s. 10", "page 10", "#page=2"])
def test_the_page_may_be_named_by_its_place_or_as_printed(desk: Path, named: str) -> None:
    claim = checked(desk, f'See "Row 3 of this page is about sails" (harbour.pdf, {named}).')

    assert claim.is_right
    assert claim.note == ""


@pytest.mark.req("ANS-1")
def test_a_quotation_on_another_page_than_named_is_told_so(desk: Path) -> None:
    claim = checked(desk, '"Row 3 of this page is about sails" (harbour.pdf, page 99).')

    assert claim.check.status == "exact"
    assert not claim.is_right
    assert [(wrong.what, wrong.named, wrong.stands) for wrong in claim.misnamed] == [
        ("page", "page 99", "page 2 (printed 10)")
    ]
    assert claim.note == "page 99 is named; it stands on page 2 (printed 10)"


def test_of_two_places_the_one_on_the_named_page_is_cited(desk: Path) -> None:
    first, last = (checked(desk, f'"{TWICE}" (harbour.pdf, page {number}).') for number in (1, 3))

    assert first.is_right
    assert last.is_right
    assert first.quote
    assert last.quote
    assert (first.quote.page, last.quote.page) == (1, 3)
    assert first.quote.check.text == last.quote.check.text == TWICE
    assert not checked(desk, f'"{TWICE}" (harbour.pdf, page 2).').is_right


@pytest.mark.parametrize(
    ("named", "right"), [("page 2", True), ("page 3", True), ("pp. 2-3", True), ("p. 1", False)]
)
def test_a_quotation_over_a_page_break_stands_on_both_pages(desk: Path, named: str, right: bool) -> None:
    claim = checked(desk, f'"{OVER}" (harbour.pdf, {named}).')

    assert claim.quote
    assert claim.is_right == right


@pytest.mark.req("ANS-1")
def test_a_quotation_of_another_document_than_named_is_told_so(desk: Path) -> None:
    claim = checked(desk, '"Everybody gets a key to the boathouse" (harbour.pdf, page 2).')

    assert [(wrong.what, wrong.stands) for wrong in claim.misnamed] == [("document", "house/staff.md")]


def test_a_section_in_another_spelling_is_the_same_and_another_one_is_not(desk: Path) -> None:
    same = checked(desk, '"A boat carries a lamp." (Boat act § 3a)')
    other = checked(desk, '"A boat carries a lamp." (Boat act § 4)')

    assert same.is_right
    assert [(wrong.what, wrong.named, wrong.stands) for wrong in other.misnamed] == [
        ("section", "§ 4", "3 a §")
    ]


def test_a_page_of_a_source_without_pages_is_a_remark(desk: Path) -> None:
    claim = checked(desk, '"Everybody gets a key to the boathouse" (staff.md, page 2).')

    assert claim.is_right
    assert claim.note == "the draft names page 2; `house/staff.md` has no pages"


def test_the_page_of_a_source_that_is_not_here_is_not_compared(desk: Path) -> None:
    claim = checked(desk, '"Row 3 of this page is about sails" (S/2025/999, page 99).')

    assert claim.is_right
    assert claim.note == "the draft names `S/2025/999`; it stands in `house/harbour.pdf`"


def test_the_command_ends_as_for_a_quotation_that_is_not_found(desk: Path) -> None:
    draft = desk / "draft.md"
    draft.write_text('"Row 3 of this page is about sails" (harbour.pdf, page 99).', encoding="utf-8")
    words = ["check", str(draft), "--library", str(desk / "belegg.db")]

    seen = CliRunner().invoke(app, words)
    (quote,) = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)["quotes"]

    assert seen.exit_code == 6
    assert "EXACT, BUT NOT WHERE NAMED" in seen.stdout
    assert (quote["status"], quote["page"]) == ("exact", 2)
    assert quote["misnamed"] == [{"what": "page", "named": "page 99", "stands": "page 2 (printed 10)"}]
