"""A question that leans on the one before it is searched with its words; one that stands alone as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from belegg import Library
from belegg.answering.conversation import Conversation, Earlier
from belegg.answering.question.following import standing_alone
from belegg.answering.steps import NO_CLASSIFIER, FirstCalls
from belegg.answering.understanding import by_rule
from belegg.records import OWNER, Abstained, Answered, Ran, Scope
from belegg.records.runs import Event, Understood

pytestmark = pytest.mark.req("HYB-8", "AGE-9")

RENT = "How much is the rent of the boathouse?"
LEAVE = "Hvor lenge kan jeg ha permisjon uten lønn?"
HOLIDAYS = "Hur många semesterdagar har en anställd?"
NOTICE = "Kuinka pitkä irtisanomisaika on?"


@pytest.mark.parametrize(
    ("before", "question", "standalone"),
    [
        (RENT, "And in winter?", "And in winter (rent boathouse)?"),
        (RENT, "Who approves it?", "Who approves it (rent boathouse)?"),
        (LEAVE, "Og for deltidsansatte?", "Og for deltidsansatte (permisjon lønn)?"),
        (LEAVE, "Hvem godkjenner det?", "Hvem godkjenner det (permisjon lønn)?"),
        (HOLIDAYS, "Vem godkänner det?", "Vem godkänner det (semesterdagar anställd)?"),
        (HOLIDAYS, "Hur är det med vikarier?", "Hur är det med vikarier (semesterdagar anställd)?"),
        (NOTICE, "Entä määräaikaiset?", "Entä määräaikaiset (irtisanomisaika)?"),
        (NOTICE, "Koskeeko se harjoittelijoita?", "Koskeeko se harjoittelijoita (irtisanomisaika)?"),
    ],
)
def test_a_follow_up_stands_with_the_words_of_the_question_before(
    before: str, question: str, standalone: str
) -> None:
    assert standing_alone(question, [before]) == standalone


@pytest.mark.parametrize(
    ("before", "question"),
    [
        (RENT, "And what is the fee for parking?"),
        (RENT, "Is it allowed to bring dogs?"),
        (RENT, "Is there a canteen?"),
        (LEAVE, "Hva er den høyeste satsen for diett?"),
        (LEAVE, "Finnes det parkering?"),
        (LEAVE, "Kan jeg se lønnen min?"),
        (HOLIDAYS, "Finns det parkering?"),
        (HOLIDAYS, "Och vad är uppsägningstiden?"),
        (NOTICE, "Onko toimistolla pysäköinti?"),
        (NOTICE, "Ja mikä on päiväraha?"),
    ],
)
def test_a_question_that_stands_alone_is_left_as_it_was_asked(before: str, question: str) -> None:
    assert standing_alone(question, [before]) == question


def test_a_second_follow_up_leans_on_the_question_that_stood_alone() -> None:
    assert standing_alone("And in summer?", [RENT, "And in winter?"]) == "And in summer (rent boathouse)?"


def test_the_first_question_of_a_conversation_leans_on_nothing() -> None:
    assert standing_alone("And in winter?", []) == "And in winter?"


def test_a_classifier_that_is_sure_that_a_question_stands_alone_is_believed() -> None:
    earlier = [Earlier(RENT, Abstained(RENT, "not_covered", "", (), (), ()))]
    sure = FirstCalls(Ran("classifier", "ran"), stands_alone=True)

    assert by_rule("Who approves it?", earlier, sure).standalone == "Who approves it?"
    assert (
        by_rule("Who approves it?", earlier, NO_CLASSIFIER).standalone == "Who approves it (rent boathouse)?"
    )


def test_without_a_model_a_follow_up_is_answered_as_it_is_understood_and_told(
    tmp_path: Path,
) -> None:
    (tmp_path / "harbour.md").write_text(
        "# Harbour\n\nThe rent of the boathouse is 900 kroner in summer.\n\n"
        "The rent of the boathouse is 400 kroner in winter.\n\nThe sauna is closed in winter.\n",
        encoding="utf-8",
    )
    events: list[Event] = []
    with Library.open(tmp_path / "belegg.db", create=True) as library:
        library.ingest(tmp_path / "harbour.md", language="en")
        history = Conversation()
        library.ask(RENT, Scope(OWNER), history=history, watch=events.append)
        first = [event for event in events if isinstance(event, Understood)]

        answer = library.ask("And in winter?", Scope(OWNER), history=history, watch=events.append)

    told = [event.standalone for event in events if isinstance(event, Understood)]
    assert (first, told) == ([], ["And in winter (rent boathouse)?"])
    assert isinstance(answer, Answered)
    assert "400 kroner in winter" in answer.sentences[0].text
    assert (answer.question, [turn.question for turn in history.turns]) == (
        "And in winter?",
        [RENT, "And in winter?"],
    )
