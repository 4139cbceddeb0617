"""A model that cheats at quoting gets nothing false shown as a quotation, or as carried by one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from answering.agent import asked
from belegg.reading import read
from belegg.reading.passages import cut
from belegg.records import Answered
from belegg.testing.cheating import Cheat, cheats, falsely_shown
from belegg.testing.cheating_ways import WAYS, Material
from belegg.testing.desk import Desk

pytestmark = pytest.mark.req("ANS-1", "ANS-2", "ANS-3")

ATTEMPTS = 210


@pytest.fixture(scope="module")
def company_desk(company: Path) -> tuple[Desk, list[Material]]:
    """Pages of the demo company in four languages and one report with pages, on a desk, and as material."""
    desk, materials = Desk(), []
    for pattern in ("handbook/*/*.md", "policies/*.md", "reports/*-03.pdf"):
        for file in sorted(company.glob(pattern)):
            found = read(file.read_bytes(), file.name, "company")
            document = found.document
            desk.shelf.put_document(document, cut(document, found.profile))
            headings = tuple(b.name for b in document.blocks if b.kind == "heading" and b.name)
            materials.append(
                Material(document.source, document.text, document.language, document.pages, headings)
            )
    return desk, materials


def of_way(materials: list[Material], way: str) -> Iterator[Cheat]:
    return (cheat for cheat in cheats(materials, ATTEMPTS) if cheat.way == way)


@pytest.mark.parametrize("way", WAYS)
def test_no_cheat_is_shown(company_desk: tuple[Desk, list[Material]], way: str) -> None:
    desk, materials = company_desk

    shown = {}
    for cheat in of_way(materials, way):
        told = asked(desk, cheat.question, [cheat.line])
        if wrong := falsely_shown(cheat, told.answer, materials):
            shown[cheat.seed] = (wrong, cheat.attempt)

    assert shown == {}


@pytest.mark.parametrize("way", ["wrong page", "wrong document"])
def test_a_true_quotation_given_a_wrong_place_is_shown_at_its_own(
    company_desk: tuple[Desk, list[Material]], way: str
) -> None:
    desk, materials = company_desk
    answers = [asked(desk, cheat.question, [cheat.line]).answer for cheat in of_way(materials, way)]

    shown = [answer for answer in answers if isinstance(answer, Answered) and answer.sentences[0].quotes]
    assert len(shown) >= 0.8 * len(answers)
