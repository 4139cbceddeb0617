"""`belegg eval` with answers: what it will take, the answers together, one by one, on a page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from belegg.answering.settings import AskSettings
from belegg.evaluation.answer_sums import sums_of
from belegg.evaluation.forgetting import Traces
from belegg.evaluation.golden import GoldenQuestion
from belegg.evaluation.report import report
from belegg.evaluation.runs import means
from belegg.library.library import Library
from belegg.records import OWNER, DocumentId, Scope
from belegg.records.chat import Reply
from belegg.serving.cli.answers_measured import ahead_told, answer_of, show_answer
from belegg.serving.cli.commands import app
from belegg.serving.cli.runs_shown import show_run
from belegg.testing.chat import Request
from golden_models import judge, model, never, said

pytestmark = pytest.mark.req("EVA-1")

NOTICE = "The notice period is 30 days."
SLIPS = "Nobody counts the slips of the pen."


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A library of one page of rules, with a golden set."""
    (tmp_path / "rules.md").write_text(f"# Rules\n\n{NOTICE}\n\n{SLIPS}\n", encoding="utf-8")
    with Library.open(tmp_path / "belegg.db", create=True) as opened:
        opened.ingest(tmp_path / "rules.md", language="en")
    ran(
        tmp_path / "belegg.db",
        *("add", "mine", "How long is the notice period?", "--gold", "rules.md", "--quote", NOTICE),
    )
    ran(tmp_path / "belegg.db", "add", "mine", "Who repairs the zeppelin?", "--class", "unanswerable")
    return tmp_path / "belegg.db"


@pytest.fixture
def library(file: Path) -> Iterator[Library]:
    with Library.open(file) as opened:
        yield opened


def ran(file: Path, *words: str) -> tuple[str, int]:
    outcome = CliRunner().invoke(app, ["eval", *words], env={"BELEGG_LIBRARY": str(file), "COLUMNS": "100"})
    return " ".join(outcome.output.split()), outcome.exit_code


def test_without_a_model_the_answers_are_measured_and_what_is_not_is_said(file: Path) -> None:
    printed, code = ran(file, "run", "mine", "--answers", "--no-model")

    assert code == 0
    assert "Asking 2 questions without a model, with no judge, so without faithfulness." in printed
    assert "answered by the documents' own sentences, no model" in printed
    assert "judged by nobody: faithfulness is not measured" in printed
    assert "refused not covered 1 rightly, 0 wrongly" in printed
    assert "quotations 1, 0 unchecked or misplaced: 1 gold" in printed
    assert "cited 1.000" in printed
    assert "faithful 1" not in printed


def test_one_answer_of_a_run_is_shown_with_its_checks(file: Path) -> None:
    ran(file, "run", "mine", "--answers", "--no-model")

    first, code = ran(file, "show", "1", "1")
    second, _ = ran(file, "show", "1", "2")

    assert (code, f"“{NOTICE}”" in first, "gold 1 of 1 cited" in first) == (0, True, True)
    assert "faults none: every quotation stands where it says" in first
    assert "Refused (not covered):" in second


def test_what_cannot_be_shown_or_asked_is_refused_with_the_remedy(file: Path) -> None:
    ran(file, "run", "mine")

    for words, told in (
        (("show", "1", "1"), "this run kept no answers"),
        (("show", "1", "9"), "the run asked no question `9`"),
        (("run", "mine", "--no-model"), "give `--answers` too"),
        (("run", "mine", "--answers"), "no model is set for the role `answer`"),
        (("ablate", "mine", "--answers"), "no model is set for the role `answer`"),
        (("ablate", "mine", "--answers", "--index"), "leave them out with `--answers`"),
    ):
        printed, code = ran(file, *words)
        assert (code, told in printed) == (2, True), printed


def rightly(question: GoldenQuestion, request: Request) -> Reply:
    """The gold, whatever is asked."""
    return said(NOTICE, [("rules.md", NOTICE)])


def test_a_run_by_a_model_that_judged_itself_says_so_in_table_and_page(
    library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = library.golden_set("mine")[:1]
    chat = model(questions, rightly)
    library.use_models(answer=chat, judge=judge(id=chat.id))

    number, run = library.measure("mine", answers=AskSettings(), limit=1)
    show_run(number, run)

    printed = capsys.readouterr()
    assert "judged by     fake:answers JUDGED ITSELF: 0 of 1 sentence not carried" in printed.out
    assert "warning: judged itself: `fake:answers` wrote 1 of the answers" in printed.err
    page = report({number: run})
    assert "fake:answers JUDGED ITSELF" in page
    assert "judged itself: `fake:answers`" in page
    assert f"<blockquote>{NOTICE}" in page


def test_the_doubt_of_the_judge_stands_below_its_sentence(
    library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = library.golden_set("mine")[:1]
    library.use_models(
        answer=model(questions, rightly),
        judge=judge(supported=False),
    )

    _, run = library.measure("mine", answers=AskSettings(use_judge=False), limit=1)
    show_answer(*answer_of(run, "1"))

    assert "judge: NOT carried: it says more than its quotation" in capsys.readouterr().out


def test_what_a_run_may_take_is_told_by_limits_first_and_by_an_earlier_run_then(library: Library) -> None:
    library.use_models(answer=model(library.golden_set("mine"), never))
    first = ahead_told(library.answers_ahead("mine", AskSettings()))
    library.measure("mine", answers=AskSettings())

    then = ahead_told(library.answers_ahead("mine", AskSettings()), times=9)

    assert first == (
        "Asking 2 questions through `fake:answers`, with no judge, so without faithfulness. No earlier run "
        "of these models to go by; each question may take at most 400,000 tokens, 2.00 USD and 4 min, and "
        "its judging."
    )
    assert then.startswith("Asking 2 questions up to 9 times through `fake:answers`")
    assert "By run 1 about " in then


@pytest.mark.req("ING-12")
def test_forgetting_a_document_takes_its_words_out_of_measured_answers_and_leaves_the_figures(
    library: Library, tmp_path: Path
) -> None:
    number, before = library.measure("mine", answers=AskSettings(use_model=False))
    questions = library.golden_set("mine")
    library.add_questions(
        "mine", [GoldenQuestion(each.id, each.text, "single") for each in questions], replace=True
    )  # no gold has its words any more
    (head,) = library.documents(Scope(OWNER))
    said = [quote.text for outcome in before.outcomes if outcome.answer for quote in outcome.answer.quotes]

    forgotten = library.forget(head.id)

    after = library.run(number)
    assert said
    assert forgotten.golden_sets == ()
    assert forgotten.measured_answers >= 1
    assert [means(after.outcomes), sums_of(after.outcomes)] == [
        means(before.outcomes),
        sums_of(before.outcomes),
    ]
    library.store.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*.db*"))
    assert not any(text.encode() in kept for text in said)


def test_only_answers_that_have_words_of_the_document_are_touched() -> None:
    traces = Traces.of(DocumentId("d1"), ["Leave"], ["Each parent may take sixteen weeks of leave."])

    assert traces.stand_in("as you asked: parent may take SIXTEEN weeks")
    assert traces.stand_in("nearest is `Leave`")
    assert not traces.stand_in("each parent may take ten weeks of it")
