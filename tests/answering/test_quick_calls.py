"""Quick calls act when they are sure, take away and never refuse; else all is as without them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from answering.agent import Told, answer, asked
from belegg.answering.conversation import Conversation, Earlier
from belegg.answering.quick_calls import CALLS, FIND, OUT, QuickCaller
from belegg.answering.settings import AskSettings
from belegg.answering.steps import Steps
from belegg.answering.tools.rooms import document_tools
from belegg.errors import ModelRefused, ModelTimeout
from belegg.records import Abstained, Pack, Ran, document_id
from belegg.records.deciding import QuickQuestion
from belegg.records.quick_fits import QuickFits
from belegg.records.runs import Decided, FellBack, PutAside, Searched, Understood
from belegg.testing import FakeEmbedder
from belegg.testing.chat import calls
from belegg.testing.deciding import ScriptedClassifier
from belegg.testing.desk import Desk

NOTICE = answer(
    ("The lease ends with three months' notice.", {"D1": "end the lease with three months' written notice"})
)
QUESTION = "How is the lease of the boathouse ended by notice?"
RENT = "The rent is 4,200 kroner a month."
Shares = Mapping[str, float]


def saying(**by_name: Shares) -> Callable[[str, str, QuickQuestion], Shares | None]:
    """Decides what is named (`_` for a space), and leaves all else open."""
    return lambda state, name, question: by_name.get(name.replace(" ", "_"))


def labelling(**words: Shares) -> Callable[[str, str, QuickQuestion], Shares | None]:
    """Labels a passage by a word in it."""

    def label(state: str, name: str, question: QuickQuestion) -> Shares | None:
        if not name.isdigit():
            return None
        passage = question.instructions.casefold()
        return next((shares for word, shares in words.items() if word in passage), None)

    return label


def irrelevant(sure: float) -> Shares:
    return {"relevant": 0.0, "partial": 1 - sure, "irrelevant": sure}


GOOD: Shares = {"relevant": 0.9, "partial": 0.1, "irrelevant": 0.0}


def ask(
    desk: Desk,
    classifier: ScriptedClassifier | None,
    question: str = QUESTION,
    conversation: Conversation | None = None,
    settings: AskSettings | None = None,
    fits: QuickFits | None = None,
    needs_fit: bool = False,
) -> Told:
    quick = QuickCaller(classifier, fits or QuickFits(), needs_fit=needs_fit)
    steps = Steps(document_tools(), quick)
    return asked(desk, question, [calls(NOTICE)], steps=steps, conversation=conversation, settings=settings)


def classifier_ran(told: Told) -> Ran:
    return next(ran for ran in told.answer.ran if ran.step == "classifier")


def without(desk: Desk) -> str:
    """What the model is sent when there is no classifier."""
    return ask(desk, None).sent(1)


def one_turn(desk: Desk, question: str = "How is the lease ended by notice?") -> Conversation:
    run = asked(desk, question, [calls(NOTICE)])
    return Conversation([Earlier(question, run.answer)])


def test_every_decision_stands_in_one_table_with_its_threshold_and_where_it_is_from() -> None:
    assert [call.name for call in CALLS] == [
        "stands alone",
        "pack",
        "first move",
        "out of scope",
        "relevance",
        "relevance, local",
    ]
    assert all(0.5 < call.threshold <= 1 and call.does and call.measured for call in CALLS)


@pytest.mark.req("AGE-2")
def test_all_first_decisions_are_asked_in_one_request(desk: Desk) -> None:
    classifier = ScriptedClassifier(saying(first_move={"search": 0.9, "find a document": 0.1}))

    ask(desk, classifier, "and in winter?", one_turn(desk), AskSettings(relevance=False))

    ((state, questions),) = classifier.asked
    assert state == "Earlier question: How is the lease ended by notice?\nMessage: and in winter?"
    assert set(questions) == {"stands alone", "first move"}


@pytest.mark.req("AGE-2")
def test_a_first_question_is_not_asked_whether_it_stands_alone(desk: Desk) -> None:
    classifier = ScriptedClassifier(saying())

    ask(desk, classifier)

    assert "stands alone" not in classifier.asked[0][1]


@pytest.mark.req("AGE-2")
def test_a_move_that_is_sure_is_a_hint_to_the_model(desk: Desk) -> None:
    told = ask(desk, ScriptedClassifier(saying(first_move={FIND: 0.85, "search": 0.15})))

    assert "`find_documents` may be the shortest way." in told.sent(1)
    assert told.of(Decided)[0] == Decided("first move", FIND, 0.85, True, "systemone")


@pytest.mark.req("AGE-2")
def test_a_move_that_is_not_sure_enough_changes_nothing(desk: Desk) -> None:
    told = ask(desk, ScriptedClassifier(saying(first_move={FIND: 0.79, "search": 0.21})))

    assert told.sent(1) == without(desk)
    assert told.of(Decided)[0].acted_on is False
    assert classifier_ran(told) == Ran("classifier", "ran", "fake:classifier (1 unsure)")


@pytest.mark.req("AGE-2")
@pytest.mark.parametrize(
    "failing", [ModelTimeout("it was slow"), ModelRefused("it decides nothing (`501`)")], ids=["slow", "501"]
)
def test_a_classifier_that_fails_is_as_none_and_the_answer_says_so(
    desk: Desk, failing: ModelTimeout | ModelRefused
) -> None:
    classifier = ScriptedClassifier(saying(), failing=failing)

    told = ask(desk, classifier)

    assert told.sent(1) == without(desk)
    assert told.of(FellBack) == [
        FellBack("classifier", str(failing), "everything as if there were no classifier")
    ]
    assert classifier_ran(told) == Ran("classifier", "failed", f"fake:classifier: {failing}")
    assert len(classifier.asked) == 1  # it is not asked again in this run


@pytest.mark.req("AGE-2")
def test_what_the_classifier_leaves_open_is_as_without_one(desk: Desk) -> None:
    told = ask(desk, ScriptedClassifier(saying()))

    assert told.sent(1) == without(desk)
    assert classifier_ran(told) == Ran("classifier", "ran", "fake:classifier (1 left open)")


@pytest.mark.req("AGE-2")
def test_a_model_that_meant_to_say_something_else_is_unsure(desk: Desk) -> None:
    classifier = ScriptedClassifier(
        saying(first_move={FIND: 0.99, "search": 0.01}), source="logprobs", option_mass=0.4
    )

    told = ask(desk, classifier)

    assert told.sent(1) == without(desk)
    assert told.of(Decided)[0].acted_on is False


@pytest.mark.req("AGE-2")
def test_a_classifier_that_is_switched_off_is_not_asked(desk: Desk) -> None:
    classifier = ScriptedClassifier(saying(first_move={FIND: 1.0}))

    told = ask(desk, classifier, settings=AskSettings(use_classifier=False))

    assert classifier.asked == []
    assert told.sent(1) == without(desk)
    assert classifier_ran(told) == Ran("classifier", "did not run", "it is switched off")


@pytest.mark.req("AGE-2")
def test_a_sure_follow_up_is_searched_with_the_words_of_the_question_before_it(desk: Desk) -> None:
    classifier = ScriptedClassifier(saying(stands_alone={"yes": 0.1, "no": 0.9}))

    told = ask(desk, classifier, "and the keys?", one_turn(desk))

    assert [search.query for search in told.of(Searched)] == ["and the keys (lease ended notice)?"]


@pytest.mark.req("AGE-2")
def test_a_sure_pack_is_searched_first_and_then_everything(desk: Desk) -> None:
    with desk.store.writing("test") as writer:
        writer.set_pack(Pack("documents", description="Leases and boats."))
        writer.set_pack(Pack("rules", description="Rules of the house."))
    desk.shelf.put("rules/dogs.md", "Dogs are kept on a leash, the lease says.", pack="rules")
    classifier = ScriptedClassifier(saying(pack={"rules": 0.95, "documents": 0.05}))

    told = ask(desk, classifier, "What does the lease say of dogs?")

    first, second = told.of(Searched)
    assert {seen.document for seen in first.found} == {document_id("rules", "rules/dogs.md")}
    assert {seen.document for seen in second.found} > {seen.document for seen in first.found}
    assert told.of(Understood)[0].filters == {"pack": "rules"}
    assert "Found for the whole question within what it names: 1 passage." in told.sent(1)


@pytest.mark.req("AGE-2", "ANS-4")
def test_out_of_scope_refuses_nothing_that_the_words_do_not(desk: Desk) -> None:
    described(desk)
    classifier = ScriptedClassifier(saying(first_move={OUT: 0.99, "search": 0.01}))

    told = ask(desk, classifier)

    assert "This seems to be outside of what the documents are about." in told.sent(1)
    assert told.answered.verdict == "verified"


@pytest.mark.req("AGE-2", "ANS-4")
def test_out_of_scope_spares_the_model_where_the_words_say_the_same(desk: Desk) -> None:
    described(desk)
    desk.shelf.embed(FakeEmbedder())  # by meaning something is always found
    classifier = ScriptedClassifier(saying(first_move={OUT: 0.99, "search": 0.01}))
    steps = Steps(document_tools(), QuickCaller(classifier))

    told = asked(desk, "quantum chromodynamics lattice", [calls(NOTICE)], steps=steps, mode="hybrid")

    assert told.chat.asked == []
    assert told.stopped.reason == "gate"
    assert isinstance(told.answer, Abstained)


@pytest.mark.req("AGE-2")
def test_out_of_scope_is_no_answer_where_packs_do_not_say_what_they_are_about(desk: Desk) -> None:
    classifier = ScriptedClassifier(saying())

    ask(desk, classifier)

    move = classifier.asked[0][1]["first move"]
    assert OUT not in move.options  # type: ignore[union-attr]


def described(desk: Desk) -> None:
    with desk.store.writing("test") as writer:
        writer.set_pack(Pack("documents", description="The lease, the rules and the boats of a harbour."))


@pytest.mark.req("AGE-4")
def test_what_is_surely_irrelevant_is_left_out_with_a_line_that_says_so(desk: Desk) -> None:
    classifier = ScriptedClassifier(labelling(kroner=irrelevant(0.93), seats=irrelevant(0.89)))

    told = ask(desk, classifier)

    assert RENT in without(desk)
    assert RENT not in told.sent(1)
    assert "(1 more passage was left out: surely not on the question.)" in told.sent(1)
    (aside,) = told.of(PutAside)
    assert aside.least_confidence == pytest.approx(0.93)
    labelled = next(event for event in told.of(Decided) if event.decision == "relevance")
    assert (labelled.acted_on, labelled.confidence) == (True, pytest.approx(0.93))


@pytest.mark.req("AGE-4")
def test_when_all_are_irrelevant_all_are_shown(desk: Desk) -> None:
    classifier = ScriptedClassifier(
        lambda state, name, question: irrelevant(0.99) if name.isdigit() else None
    )

    told = ask(desk, classifier)

    assert told.sent(1) == without(desk)
    assert told.of(PutAside) == []
    assert [event.acted_on for event in told.of(Decided) if event.decision == "relevance"] == [False]


@pytest.mark.req("AGE-4")
def test_passages_are_judged_twelve_at_a_time(desk: Desk) -> None:
    for number in range(30):
        desk.put(f"notice-{number}.md", f"# Notice {number}\n\nThe lease of boat {number} ends by notice.")
    classifier = ScriptedClassifier(labelling(boat=GOOD))

    ask(desk, classifier, settings=AskSettings(hits=20))

    sizes = [len(questions) for _, questions in classifier.asked if next(iter(questions)).isdigit()]
    assert sizes[0] == 12
    assert max(sizes) == 12
    assert sum(sizes) >= 20


@pytest.mark.req("AGE-4")
def test_a_classifier_that_fails_later_in_the_run_is_told_as_failed(desk: Desk) -> None:
    class Dies(ScriptedClassifier):
        def decide(self, state, questions, timeout_s):  # type: ignore[no-untyped-def]
            if len(self.asked) == 1:
                self.failing = ModelTimeout("it was slow")
            return super().decide(state, questions, timeout_s)

    told = ask(desk, Dies(labelling(kroner=irrelevant(0.99))))

    assert RENT in told.sent(1)
    assert classifier_ran(told) == Ran("classifier", "failed", "it was slow")


@pytest.mark.req("AGE-4")
def test_relevance_alone_can_be_switched_off(desk: Desk) -> None:
    classifier = ScriptedClassifier(labelling(kroner=irrelevant(0.99)))

    told = ask(desk, classifier, settings=AskSettings(relevance=False))

    assert RENT in told.sent(1)
    assert len(classifier.asked) == 1


@pytest.mark.req("EVA-3")
def test_a_chat_model_without_a_temperature_is_not_asked(desk: Desk) -> None:
    classifier = ScriptedClassifier(saying(first_move={FIND: 0.99}), id="openai:m@host")

    told = ask(desk, classifier, needs_fit=True)

    assert classifier.asked == []
    assert classifier_ran(told).state == "did not run"
    assert "`belegg calibrate --quick-calls`" in classifier_ran(told).detail


@pytest.mark.req("EVA-3")
def test_a_temperature_counts_for_its_own_classifier_and_decision(desk: Desk) -> None:
    fits = QuickFits({"openai:m@host": {"first move": 4.0}, "openai:other@host": {"relevance": 1.0}})
    classifier = ScriptedClassifier(saying(first_move={FIND: 0.95, "search": 0.05}), id="openai:m@host")

    told = ask(desk, classifier, fits=fits, needs_fit=True)

    (decided,) = told.of(Decided)
    assert decided.confidence == pytest.approx(0.95**0.25 / (0.95**0.25 + 0.05**0.25))
    assert decided.acted_on is False
    assert len(classifier.asked) == 1  # and nothing about relevance


def test_four_seconds_in_all_are_the_end_of_quick_calls(desk: Desk) -> None:
    now = [0.0]

    def slow(state: str, name: str, question: QuickQuestion) -> Shares | None:
        now[0] += 1.4 if name in ("first move", "0") else 0.0
        return None

    classifier = ScriptedClassifier(slow)
    quick = QuickCaller(classifier, clock=lambda: now[0])
    quick.first(QUESTION, (), ())
    found = desk.shelf.search("lease notice").hits
    outcomes = [quick.relevance(QUESTION, found).events for _ in range(4)]

    assert [len(events) for events in outcomes] == [0, 0, 1, 0]
    (fell,) = outcomes[2]
    assert isinstance(fell, FellBack)
    assert "4 s" in fell.why
