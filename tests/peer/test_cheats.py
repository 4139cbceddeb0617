"""The models that cheat at quoting do cheat, in every way, and the check of a quotation falls for none."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from belegg.reading import read
from belegg.records import Answered, DocumentHead, Quote, QuoteCheck, Sentence, Span, document_id
from belegg.records.chat import Message
from belegg.testing.chat import Request
from belegg.testing.cheating import Cheat, cheats, falsely_shown
from belegg.testing.cheating_ways import WAYS, Material
from belegg.text.quotes import check_quote

pytestmark = pytest.mark.req("ANS-1", "ANS-2")

ATTEMPTS = 280


@pytest.fixture(scope="module")
def materials(company: Path) -> list[Material]:
    """The demo company's handbook and policies, and one report with pages."""
    files = [*sorted(company.glob("handbook/**/*.md")), *sorted(company.glob("policies/*.md"))]
    documents = [read(file.read_bytes(), file.name, "company").document for file in files]
    documents += [
        read(file.read_bytes(), file.name, "company").document for file in company.glob("reports/*-03.pdf")
    ]
    return [
        Material(
            document.source,
            document.text,
            document.language,
            document.pages,
            tuple(block.name for block in document.blocks if block.kind == "heading" and block.name),
        )
        for document in documents
    ]


@pytest.fixture(scope="module")
def made(materials: list[Material]) -> list[Cheat]:
    return list(cheats(materials, ATTEMPTS))


def test_every_way_of_cheating_is_tried_and_many_documents_are_cheated_with(made: list[Cheat]) -> None:
    ways = Counter(cheat.way for cheat in made)

    assert len(made) == ATTEMPTS
    assert set(ways) == set(WAYS)
    assert min(ways.values()) >= 3
    assert len({cheat.truth.material.source for cheat in made}) > 15
    assert any(cheat.truth.page for cheat in made if cheat.way == "wrong page")


def test_the_same_seeds_make_the_same_cheats(materials: list[Material], made: list[Cheat]) -> None:
    assert list(cheats(materials, 40)) == made[:40]


def test_no_false_quotation_passes_the_check(made: list[Cheat]) -> None:
    passed = [
        (cheat.way, false)
        for cheat in made
        for false in cheat.attempt.false
        if check_quote(cheat.truth.material.text, false).status != "not found"
    ]

    assert sum(len(cheat.attempt.false) for cheat in made) > 100
    assert passed == []


def test_the_true_sentences_do_pass(made: list[Cheat]) -> None:
    for cheat in made:
        assert check_quote(cheat.truth.material.text, cheat.truth.text).status == "exact"


def test_a_negation_left_out_by_an_ellipsis_is_told(made: list[Cheat]) -> None:
    hidden = [cheat for cheat in made if cheat.way == "hidden exception"]

    for cheat in hidden:
        check = check_quote(cheat.truth.material.text, cheat.attempt.quotes[0][1])
        held = {cut.holds for cut in check.cut}
        assert check.status == "not found" or held - {"none"}, cheat.attempt.quotes


def test_the_model_searches_once_and_then_quotes_by_the_handle_that_it_was_shown(made: list[Cheat]) -> None:
    cheat = made[0]
    asked = Request((Message("user", cheat.question),), ("search", "answer"), True, None)
    first = cheat.line(asked)

    shown = f"D1 = «Other» · x.md\nD1:\nnothing\nD2 = «This» · y.md\nD2, page 3:\n{cheat.truth.text}"
    then = cheat.line(
        Request((*asked.messages, first.message, Message("tool", shown)), asked.tools, True, None)
    )

    assert [call.name for call in (*first.message.calls, *then.message.calls)] == ["search", "answer"]
    assert '"document": "D2"' in then.message.calls[0].arguments


def answered(cheat: Cheat, text: str, span: Span, page: int | None = None) -> Answered:
    material = cheat.truth.material
    id = document_id("company", material.source)
    head = DocumentHead(id, material.source, "company", "", None, 1, "", "", 1, 0)
    quote = Quote(head, 1, (), None, page, QuoteCheck("exact", span, (span,), text))
    sentence = Sentence(cheat.attempt.sentence, True, (quote,))
    return Answered(cheat.question, "verified", (sentence,), (), (), ())


def test_what_is_shown_falsely_is_found(made: list[Cheat], materials: list[Material]) -> None:
    cheat = next(cheat for cheat in made if cheat.way == "altered figure" and cheat.truth.page is None)
    true, false = cheat.truth, cheat.attempt.false[0]

    told = falsely_shown(cheat, answered(cheat, false, true.span), materials)
    assert [what.partition("` ")[2] for what in told] == [
        "does not stand where it is quoted from",
        "is false, and shown as a quotation",
        "stands as if its quotations carried it",
    ]
    right = replace(cheat, attempt=replace(cheat.attempt, carried=True))
    assert falsely_shown(right, answered(right, true.text, true.span), materials) == []
    assert falsely_shown(right, answered(right, true.text, true.span, page=7), materials) != []


def test_a_library_without_sentences_is_no_material() -> None:
    with pytest.raises(ValueError, match="no sentences"):
        next(cheats([Material("empty.md", "Nothing.")], 1))
