"""A question is understood by a model whose proposals are checked, else by rule; what the asker set wins."""

from __future__ import annotations

import json

import pytest

from answering.agent import DAY, Told, answer, asked
from belegg.answering.conversation import Conversation, Earlier
from belegg.answering.settings import AskSettings
from belegg.answering.steps import Steps
from belegg.answering.tools.rooms import document_tools
from belegg.answering.understanding import Understand
from belegg.errors import ModelTimeout
from belegg.records import OWNER, Ran, Scope
from belegg.records.chat import Reply
from belegg.records.runs import FellBack, Searched, Sent, Understood
from belegg.testing import ScriptedChat
from belegg.testing.chat import Line, calls, says
from belegg.testing.desk import Desk

pytestmark = pytest.mark.req("HYB-8")

NOTICE = answer(
    ("The lease ends with three months' notice.", {"D1": "end the lease with three months' written notice"})
)
QUESTION = "How is the lease of the boathouse ended?"


def proposing(**told: object) -> Reply:
    """A model's understanding; what is left out is empty."""
    whole: dict[str, object] = {
        "standalone": QUESTION,
        "translations": [],
        "terms": [],
        "questions": [],
        "filters": dict.fromkeys(("since", "until", "as_of", "organisation", "document"), ""),
    }
    return says(json.dumps({**whole, **told}))


def ask(
    desk: Desk,
    line: Line | None,
    question: str = QUESTION,
    conversation: Conversation | None = None,
    scope: Scope | None = None,
    settings: AskSettings | None = None,
) -> Told:
    chat = None if line is None else ScriptedChat([line], id="fake:understander")
    return asked(
        desk,
        question,
        [calls(NOTICE)],
        steps=Steps(document_tools(), understanding=Understand(DAY)),
        chats={} if chat is None else {"understand": chat},
        conversation=conversation,
        scope=scope,
        settings=settings,
    )


def understood(told: Told) -> Understood:
    (event,) = told.of(Understood)
    assert isinstance(event, Understood)
    return event


def ran(told: Told) -> Ran:
    return next(one for one in told.answer.ran if one.step == "understanding")


def queries(told: Told) -> list[str]:
    return [search.query for search in told.of(Searched)]


def test_a_translation_is_searched_as_a_question_beside_the_question(desk: Desk) -> None:
    in_norwegian = "Hvordan sies leieavtalen for båthuset opp?"

    told = ask(desk, proposing(translations=[{"language": "nb", "question": in_norwegian}]))

    assert understood(told).translations == {"no": in_norwegian}
    assert queries(told) == [QUESTION, in_norwegian]
    assert ran(told) == Ran("understanding", "ran", "fake:understander")


def test_a_list_of_key_words_is_no_translation(desk: Desk) -> None:
    told = ask(desk, proposing(translations=[{"language": "no", "question": "oppsigelse leieavtale båthus"}]))

    assert understood(told).translations == {}
    (fell,) = told.of(FellBack)
    assert "list of key words" in fell.why


def test_a_translation_into_the_questions_own_language_or_one_that_nothing_is_in_is_left(desk: Desk) -> None:
    several = [
        {"language": "en", "question": "How does one end it?"},
        {"language": "fr", "question": "Comment?"},
    ]

    told = ask(desk, proposing(translations=several))

    assert understood(told).translations == {}


def test_terms_of_the_field_are_searched_and_told(desk: Desk) -> None:
    told = ask(desk, proposing(terms=["written notice", "termination"]))

    assert queries(told) == [QUESTION, "written notice termination"]
    assert "Terms of the field: written notice, termination" in told.sent(1)


def test_a_first_question_is_never_rewritten(desk: Desk) -> None:
    told = ask(desk, proposing(standalone="Which dogs are allowed?"))

    assert understood(told).standalone == QUESTION


def test_a_follow_up_is_rewritten(desk: Desk) -> None:
    earlier = Conversation([Earlier(QUESTION, ask(desk, None).answer)])

    told = ask(
        desk, proposing(standalone="What does a lost key of the boathouse cost?"), "and keys?", earlier
    )

    assert queries(told)[0] == "What does a lost key of the boathouse cost?"
    assert "It is taken to mean: What does a lost key of the boathouse cost?" in told.sent(1)


def test_what_was_sent_to_understand_is_an_event_with_its_tokens(desk: Desk) -> None:
    told = ask(desk, proposing())

    sent = next(event for event in told.of(Sent) if event.role == "understand")
    assert [message.by for message in sent.messages] == ["system", "user", "assistant"]
    assert sent.messages[1].text == f"Question: {QUESTION}"
    assert sent.usage.requests == 1
    assert "in each of these languages, except its own:" in sent.messages[0].text


def filters(**given: str) -> dict[str, object]:
    return {
        "filters": {**dict.fromkeys(("since", "until", "as_of", "organisation", "document"), ""), **given}
    }


def test_a_document_that_the_question_names_is_searched_first(desk: Desk) -> None:
    told = ask(desk, proposing(**filters(document="lease.md")))

    first, second = told.of(Searched)
    assert {seen.title for seen in first.found} == {"Lease of the boathouse"}
    assert first.query == second.query == QUESTION
    assert understood(told).filters == {"document": "lease.md"}


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"document": "the secret plan"}, "the document `the secret plan`, which is not one that is here"),
        ({"organisation": "Acme"}, "the organisation `Acme`, which no document has"),
        ({"since": "2023"}, "`since` `2023`, which does not stand in the question"),
        ({"until": "yesterday"}, "`until` `yesterday`, which is no date"),
    ],
)
def test_a_filter_without_ground_is_dropped_and_told(desk: Desk, given: dict[str, str], why: str) -> None:
    told = ask(desk, proposing(**filters(**given)))

    assert understood(told).filters == {}
    assert told.of(FellBack) == [FellBack("understanding", f"the model named {why}", "went on without it")]
    assert queries(told) == [QUESTION]


def test_where_nothing_is_within_a_filter_everything_is_searched_and_told(desk: Desk) -> None:
    told = ask(desk, None, "What was published on the lease of the boathouse in 1999?")

    assert understood(told).filters == {"since": "1999", "until": "1999"}
    first, second = told.of(Searched)
    assert (first.found, bool(second.found)) == ((), True)
    (fell,) = told.of(FellBack)
    assert fell.step == "filters"
    assert [note for one in (first, second) for note in one.notes if note.stage == "filters"] == []


def test_a_time_that_a_question_tells_of_narrows_no_search(desk: Desk) -> None:
    question = "How was the lease of the boathouse ended in 1999?"
    told = ask(desk, proposing(**filters(since="1999", until="1999")), question)

    assert understood(told).filters == {}
    assert queries(told) == [question]
    assert [fell.why for fell in told.of(FellBack)] == [
        f"the model named `{name}` `1999`, a time that the question tells of and no date of documents"
        for name in ("since", "until")
    ]


def test_a_question_inside_that_leans_is_searched_with_the_words_of_the_one_before(desk: Desk) -> None:
    told = ask(desk, None, "What is the rent of the boathouse, and who approves it?")

    assert understood(told).questions == (
        "What is the rent of the boathouse",
        "who approves it (rent boathouse)?",
    )


def test_the_askers_own_filter_wins(desk: Desk) -> None:
    scope = Scope(OWNER, since="2020")

    question = "What was published on the lease of the boathouse in 1999?"
    told = ask(desk, None, question, scope=scope)

    assert queries(told) == [question]


@pytest.mark.parametrize(
    "line",
    [
        says("I cannot do that."),
        says('{"standalone": "x"', "length"),
        says("[1, 2]"),
        ModelTimeout("it was slow"),
    ],
    ids=["no JSON", "cut", "a list", "slow"],
)
def test_a_model_that_fails_leaves_the_rules_and_a_word(desk: Desk, line: Line) -> None:
    told = ask(desk, line, "What is the rent of the boathouse? What does a lost key cost?")

    assert understood(told).by == "rule"
    assert len(understood(told).questions) == 2
    assert ran(told).state == "failed"
    (fell,) = told.of(FellBack)
    assert fell.step == "understanding"


def test_parts_of_the_wrong_type_are_left_and_the_others_count(desk: Desk) -> None:
    told = ask(desk, proposing(terms="notice", questions=[1, None], translations={"no": "?"}, filters=[]))

    assert understood(told) == Understood(QUESTION, by="model")


def test_understanding_that_is_switched_off_asks_no_model(desk: Desk) -> None:
    told = ask(desk, proposing(terms=["x"]), settings=AskSettings(use_understanding=False))

    assert [event for event in told.of(Sent) if event.role == "understand"] == []
    assert ran(told) == Ran("understanding", "did not run", "it is switched off")


def test_without_a_model_the_answer_says_that_none_is_set(desk: Desk) -> None:
    told = ask(desk, None)

    assert understood(told) == Understood(QUESTION)
    assert ran(told) == Ran("understanding", "did not run", "no model is set for it")
