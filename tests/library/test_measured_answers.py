"""Answers to a golden set are measured by program and by a named judge: right, lies, refusals, failures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from belegg.answering.settings import BY_RULE, AskSettings
from belegg.errors import BadInput, BadSetting, ModelError, ModelTimeout
from belegg.evaluation.answer_sums import sums_of
from belegg.evaluation.comparing import compare
from belegg.evaluation.golden import GoldenQuestion
from belegg.evaluation.runs import Run, abstention, means
from belegg.library.library import Library
from belegg.records.chat import Reply
from belegg.testing import ScriptedChat
from belegg.testing.chat import Request, says
from golden_models import by_lies, judge, model, never, rightly

pytestmark = pytest.mark.req("EVA-1")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SET = "company.golden"
WHOLE = AskSettings()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory, company: Path) -> Path:
    file = tmp_path_factory.mktemp("measured") / "company.db"
    with Library.open(file, create=True) as library:
        library.ingest(company, access=EXAMPLES / "company.access.tsv")
        library.taken_set(EXAMPLES / f"{SET}.jsonl")
    return file


@pytest.fixture
def library(file: Path) -> Iterator[Library]:
    with Library.open(file) as opened:
        yield opened
        for number in opened.runs():
            opened.remove_run(number)


def measured(library: Library, limit: int | None = None) -> Run:
    return library.measure(SET, answers=WHOLE, limit=limit)[1]


def mean(run: Run, measure: str) -> float:
    return means(run.outcomes)[measure].value


def questions(library: Library) -> list[GoldenQuestion]:
    return library.golden_set(SET)


# ---------------------------------------------------------------- what is measured


def test_a_model_that_answers_from_the_gold_has_every_point_and_cites_all_gold(library: Library) -> None:
    library.use_models(answer=model(questions(library), rightly), judge=judge())

    run = measured(library)

    assert [mean(run, name) for name in ("points", "cited", "gold page", "faithful", "passed")] == [1.0] * 5
    sums = sums_of(run.outcomes)
    assert sums is not None
    assert (sums.failed, sums.faults, sums.verdicts["abstained"]) == (0, (), 8)
    assert sums.lies["gold"] == sums.quotes > 32


def test_a_model_that_lies_has_no_point_and_nothing_unchecked_is_shown(library: Library) -> None:
    library.use_models(answer=model(questions(library), by_lies), judge=judge())

    run = measured(library)

    sums = sums_of(run.outcomes)
    assert sums is not None
    assert (mean(run, "points"), mean(run, "answered"), sums.quotes, sums.faults) == (0.0, 0.0, 0, ())
    assert all(outcome.answer and outcome.answer.dropped for outcome in run.outcomes)


def test_a_model_that_always_refuses_is_right_on_the_unanswerable_alone(library: Library) -> None:
    library.use_models(answer=model(questions(library), never), judge=judge())

    run = measured(library)

    both = abstention(run.outcomes)
    assert (both.false_answers, both.unanswerable, both.false_refusals, both.answerable) == (0, 8, 32, 32)
    assert (mean(run, "refused"), mean(run, "answered"), mean(run, "passed")) == (1.0, 0.0, 0.2)
    sums = sums_of(run.outcomes)
    assert sums is not None
    assert sums.refusals["not_covered"] == (8, 32)
    assert "faithful" not in means(run.outcomes)


def test_answers_without_a_model_are_measured_too_and_no_model_is_called(library: Library) -> None:
    chat = model(questions(library), rightly)
    library.use_models(answer=chat)

    run = library.measure(SET, answers=BY_RULE, limit=5)[1]

    assert chat.asked == []
    assert all(outcome.answer and outcome.answer.model is None for outcome in run.outcomes)
    assert "answer" not in run.conditions.models


def test_a_run_says_what_answers_took_and_keeps_each_with_its_checks(library: Library) -> None:
    library.use_models(answer=model(questions(library), rightly), judge=judge())

    number, run = library.measure(SET, answers=WHOLE, limit=3)

    again = library.run(number)
    assert [outcome.answer for outcome in again.outcomes] == [outcome.answer for outcome in run.outcomes]
    assert (again.conditions, again.warnings) == (run.conditions, run.warnings)
    kept = run.outcomes[0].answer
    assert kept is not None
    assert (kept.took.rounds, kept.took.tokens > 100, kept.judging.tokens > 10) == (2, True, True)
    assert kept.sentences[0].quotes[0].lies == "gold"
    assert "quotations" in kept.ran
    assert ("searched" in [action for action, _, _ in kept.way]) is True


def test_answers_without_a_model_set_are_refused_with_the_remedy(library: Library) -> None:
    with pytest.raises(BadSetting, match="no model is set for the role `answer`"):
        library.measure(SET, answers=WHOLE)
    with pytest.raises(BadInput, match="leave `--mode` out"):
        library.measure(SET, answers=BY_RULE, mode="keyword")


# ---------------------------------------------------------------- the judge


def test_the_judge_is_named_and_its_doubt_is_kept(library: Library) -> None:
    library.use_models(answer=model(questions(library), rightly), judge=judge(supported=False))

    run = library.measure(SET, answers=replace(WHOLE, use_judge=False), limit=3)[1]

    kept = run.outcomes[0].answer
    assert kept is not None
    assert (run.conditions.models["judge"], kept.judge) == ("fake:judge", "fake:judge")
    assert (mean(run, "faithful"), kept.sentences[0].why_not) == (0.0, "it says more than its quotation")


def test_without_a_judge_faithfulness_is_not_measured_and_that_is_said(library: Library) -> None:
    library.use_models(answer=model(questions(library), rightly))

    run = measured(library, 3)

    assert "faithful" not in means(run.outcomes)
    assert "faithfulness is not measured: no model is set for the role `judge`" in run.warnings


def test_a_judge_that_says_nothing_is_no_support(library: Library) -> None:
    mute = ScriptedChat([says("It is a fine answer.")], "fake:mute")
    library.use_models(answer=model(questions(library), rightly), judge=mute)

    run = measured(library, 3)

    assert "faithful" not in means(run.outcomes)
    assert any("were not judged" in warning for warning in run.warnings)


def test_a_model_that_judged_itself_is_called_so(library: Library) -> None:
    library.use_models(answer=model(questions(library), rightly), judge=judge(id="fake:answers"))

    run = measured(library, 3)

    assert any(warning.startswith("judged itself: `fake:answers`") for warning in run.warnings)
    assert all(o.answer and o.answer.judged_itself for o in run.outcomes if o.sentences)


def test_what_different_judges_said_is_not_compared(library: Library) -> None:
    runs = []
    for name in ("fake:strict", "fake:kind"):
        library.use_models(answer=model(questions(library), rightly), judge=judge(id=name))
        runs.append(measured(library, 5))

    made = compare(*runs)

    assert made.refused == (("faithful", "the judges differ: `fake:strict` before, `fake:kind` after"),)
    assert "faithful" not in [change.measure for change in made.measures]
    assert {"points", "cited"} <= {change.measure for change in made.measures}
    assert [change.amount for change in made.amounts] == ["rounds", "tokens", "seconds"]


# ---------------------------------------------------------------- failures, interruptions


def failing(library: Library, *failed: str) -> ScriptedChat:
    """A model whose server is gone for some questions, by their id."""

    def told(question: GoldenQuestion, request: Request) -> Reply | ModelError:
        return ModelTimeout("the server is gone") if question.id in failed else rightly(question, request)

    return model(questions(library), told)


def test_a_failure_is_neither_an_answer_nor_a_refusal(library: Library) -> None:
    ids = [outcome.id for outcome in library.measure(SET, answers=BY_RULE, limit=6)[1].outcomes]
    library.use_models(answer=failing(library, ids[2]), judge=judge())

    run = measured(library, 6)

    failed = run.outcomes[2]
    assert failed.answer is not None
    assert failed.answer.failed.endswith("the server is gone")
    assert failed.verdict == "abstained" or failed.answer.not_judged.startswith("the model gave no answer")
    assert (failed.failed, failed.passed, abstention(run.outcomes).failed) == (True, False, 1)
    assert means(run.outcomes)["worked"].value == pytest.approx(5 / 6)
    assert means(run.outcomes)["passed"].count == 6
    assert abstention(run.outcomes).answerable + abstention(run.outcomes).unanswerable == 5
    assert any("no answer to 1 of 6 questions" in warning for warning in run.warnings)


def test_a_model_that_fails_one_after_the_other_stops_the_run_and_what_was_answered_is_kept(
    library: Library,
) -> None:
    ids = [question.id for question in questions(library)]
    library.use_models(answer=failing(library, *ids[3:]))

    with pytest.raises(ModelError, match="stopped after 8 of 40; what was answered is kept"):
        measured(library)

    (kept,) = library.runs().values()
    assert (len(kept.outcomes), kept.unasked) == (8, 32)


def test_an_interrupted_run_is_gone_on_with_and_nothing_is_asked_twice(library: Library) -> None:
    limit, asked = 5, list[str]()

    def told(question: GoldenQuestion, request: Request) -> Reply:
        asked.append(question.id)
        if len(set(asked)) == 4:
            raise KeyboardInterrupt
        return rightly(question, request)

    library.use_models(answer=model(questions(library), told))
    with pytest.raises(KeyboardInterrupt):
        measured(library, limit)
    again = model(questions(library), rightly)
    library.use_models(answer=again)
    ahead = library.answers_ahead(SET, WHOLE, limit=limit)

    run = measured(library, limit)

    assert (ahead.goes_on, ahead.kept, ahead.left) == (1, 3, 2)
    assert (list(library.runs()), len(run.outcomes), run.unasked) == ([1], 5, 0)
    sent = "\n".join(message.text for request in again.asked for message in request.messages)
    assert not any(question.text in sent for question in questions(library) if question.id in asked[:3])
    assert library.answers_ahead(SET, WHOLE, limit=limit).goes_on is None


def test_a_run_under_other_conditions_is_not_gone_on_with(library: Library) -> None:
    ids = [question.id for question in questions(library)]
    library.use_models(answer=failing(library, *ids[1:]))
    with pytest.raises(ModelError):
        measured(library)
    same = library.answers_ahead(SET, WHOLE)

    other = library.answers_ahead(SET, replace(WHOLE, nudges=False))

    assert (same.goes_on, other.goes_on) == (1, None)
    assert library.answers_ahead(SET, WHOLE, anew=True).goes_on is None


def test_what_a_run_will_take_is_told_from_the_last_one_of_the_same_models(library: Library) -> None:
    library.use_models(answer=model(questions(library), rightly), judge=judge())
    before = library.answers_ahead(SET, WHOLE, limit=10)
    run = measured(library, 5)

    after = library.answers_ahead(SET, WHOLE, limit=10)

    sums = sums_of(run.outcomes)
    assert sums is not None
    assert (before.by, before.tokens, after.by, after.left) == (None, None, 1, 10)
    assert after.tokens == 2 * (sums.took.tokens + sums.judging.tokens)


# ---------------------------------------------------------------- steps


@pytest.mark.req("EVA-3")
def test_each_step_of_the_agent_is_left_out_by_itself_and_its_tokens_stand_beside(library: Library) -> None:
    library.use_models(answer=model(questions(library), rightly), judge=judge())

    whole, steps = library.ablate_answers(SET, WHOLE, limit=4)

    found = {step.name: step for step in steps}
    assert len(whole.outcomes) == 4
    assert [name for name, step in found.items() if step.made is None] == [
        "classifier",
        "relevance",
        "understanding",
    ]
    first = found["search first"].made
    assert first is not None
    assert first.conditions == (("answering search_first", "False", "True"),)
    tokens = next(change for change in first.amounts if change.amount == "tokens")
    assert tokens.difference.value > 0
    assert library.runs() == {}


# ---------------------------------------------------------------- what must never be shown


def test_quotations_that_are_not_what_they_seem_are_found_whatever_the_answer_says(library: Library) -> None:
    from belegg.answering.by_rule.extract import answer
    from belegg.evaluation.answer_scoring import Given, recorded
    from belegg.records import OWNER, Answered, Quote, Scope

    search = library._search(library._settings(None, None, library._ranking_in(Scope(OWNER))))
    given = answer("Hva er kjernetiden?", Scope(OWNER), search, library.store)
    assert isinstance(given, Answered)
    sentence = given.sentences[0]
    quote = sentence.quotes[0]
    with library.store.reading(Scope(OWNER)) as reader:

        def faults(*changed: Quote, text: str = sentence.text) -> tuple[str, ...]:
            quotes = tuple(changed) or sentence.quotes
            said = replace(given, sentences=(replace(sentence, text=text, quotes=quotes),))
            return recorded(Given(said), (), reader.text).faults

        assert faults() == ()
        (altered,) = faults(replace(quote, check=replace(quote.check, text="Kjernetiden er lang")))
        (paged,) = faults(replace(quote, page=99))
        (old,) = faults(replace(quote, version=99))
        (marked,) = faults(text="Reglementet sier «kjernetiden er fra 07 til 19».")

    assert "does not stand at its place" in altered
    assert "is cited from page 99 and stands in a document without pages" in paged
    assert "is of a text that cannot be read" in old
    assert marked == "kjernetiden er fra 07 til 19"
