"""What `belegg ask` shows of an answer that a model wrote, with what is doubted about it."""

from __future__ import annotations

import pytest

from answering.agent import answer, asked
from answering.harbour import harbour_desk
from belegg.records.chat import Usage
from belegg.serving.cli.render_answers import show_answer
from belegg.serving.cli.shapes_answers import answer_json
from belegg.serving.cli.tracing import trace, traced
from belegg.testing.chat import Line, calls

RIGHT = (
    "The lease ends with three months' notice.",
    {"D1": "end the lease with three months' written notice"},
)
WRONG = ("Cats pay the rent.", {"D1": "cats pay the rent in cash"})


def told(script: list[Line]) -> tuple[object, ...]:
    return asked(harbour_desk(), "How is the lease ended by notice?", script).events


def shown(script: list[Line], capsys: pytest.CaptureFixture[str]) -> str:
    show_answer(asked(harbour_desk(), "How is the lease ended by notice?", script).answer)
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.req("ANS-5")
def test_an_answer_has_numbered_sources_a_verdict_and_says_what_did_not_run(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = shown([calls(answer(RIGHT))], capsys)

    assert text.startswith("The lease ends with three months' notice. [1] [1] Lease of the boathouse")
    assert "Verified: every sentence has quotations that stand word for word." in text
    assert "did not run: the judge (no judge is set)" in text
    assert "· searched: How is the lease ended by notice? → 2 passages in 1 document" in text


@pytest.mark.req("ANS-5")
def test_what_cannot_be_shown_is_called_out(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown([calls(answer(RIGHT, WRONG, missing="Who pays."))], capsys)

    assert "Downgraded" in text
    assert "Not shown as an answer: Cats pay the rent." in text
    assert "Not settled: Who pays." in text


@pytest.mark.req("ANS-5")
def test_an_abstention_says_what_would_settle_it(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown([calls(answer(settled="no", would_settle="A newer lease."))], capsys)

    assert text.startswith("No answer:")
    assert "What would settle it: A newer lease." in text


def test_the_json_has_the_fields_of_an_answer_by_a_model() -> None:
    given = asked(harbour_desk(), "How is the lease ended by notice?", [calls(answer(RIGHT, WRONG))]).answer

    told = answer_json(given, Usage(2, 100, 20))

    assert told["model"] == "fake:scripted"
    assert told["usage"]["input_tokens"] == 100
    assert told["sentences"][0]["doubts"] == []
    assert told["dropped"][0].startswith("Cats pay the rent.")
    assert {one["step"]: one["state"] for one in told["ran"]}["judge"] == "did not run"


def test_a_trace_has_a_line_for_each_thing_that_happened(capsys: pytest.CaptureFixture[str]) -> None:
    run = asked(
        harbour_desk(),
        "How is the lease ended by notice?",
        [calls(("search", {"queries": ["keys"]})), calls(answer(WRONG)), calls(answer(RIGHT))],
    )

    for event in run.events:
        trace(event)

    lines = capsys.readouterr().err.splitlines()
    assert [line.split(":")[0] for line in lines] == [
        "asked",
        "understood by rule",
        "0 searched",
        "1 sent",
        "1 searched",
        "2 sent",
        "drafted (1)",
        "checked",
        "2 nudged (checks failed)",
        "3 sent",
        "drafted (2)",
        "checked",
        "stopped",
        "ended",
    ]
    assert len(lines) == sum(bool(traced(event)) for event in run.events)
