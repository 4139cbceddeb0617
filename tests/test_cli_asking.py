"""What `belegg ask` shows of an answer that a model wrote, with what is doubted about it."""

from __future__ import annotations

import pytest

from answering.agent import answer, asked
from answering.harbour import harbour_desk
from belegg.errors import ModelRefused
from belegg.records.chat import ChatRole, Message, Usage
from belegg.records.runs import Sent
from belegg.seams import Chat
from belegg.serving.cli.render_answers import show_answer
from belegg.serving.cli.tracing import trace, traced
from belegg.serving.shapes.answers import answer_json
from belegg.testing import ScriptedChat
from belegg.testing.chat import Line, calls, says
from belegg.testing.desk import Desk

QUESTION = "How is the lease ended by notice?"

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

    assert text.startswith("QUOTATIONS VERIFIED · NO JUDGE RAN Every quotation stands word for word.")
    assert "That quotations mean what is said was judged by nobody: read them." in text
    carried = "[1] “end the lease with three months' written notice”"
    assert f"The lease ends with three months' notice. [1] {carried} [1] Lease of the boathouse" in text
    assert "“end the lease with three months' written notice”" in text
    assert "the judge (no judge is set)" in text.partition("did not run:")[2]
    assert "· searched: How is the lease ended by notice? → 2 passages in 1 document" in text


@pytest.mark.req("ANS-5")
def test_what_cannot_be_shown_is_called_out(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown([calls(answer(RIGHT, WRONG, missing="Who pays."))], capsys)

    assert text.startswith(
        "DOWNGRADED Not all of it can be relied on: 1 drafted sentence not shown; a part of the question is "
        "not settled."
    )
    assert "Not shown as an answer: Cats pay the rent." in text
    assert "Not settled: Who pays." in text


@pytest.mark.req("ANS-5")
def test_an_abstention_says_what_would_settle_it(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown([calls(answer(settled="no", would_settle="A newer lease."))], capsys)

    assert text.startswith("No answer: these documents do not settle it.")
    assert "Searched: “How is the lease ended by notice?”" in text
    assert "What would settle it: A newer lease." in text


@pytest.mark.req("EVA-3")
def test_a_judge_that_ran_and_one_that_wrote_the_answer_itself_are_told_apart(
    capsys: pytest.CaptureFixture[str],
) -> None:
    passed = says('{"judgements": [{"sentence": 1, "supported": true, "doubt": ""}]}')

    for judge, word, told in (
        ("fake:judge", "VERIFIED Every", "a second model judged"),
        (
            "fake:scripted",
            "QUOTATIONS VERIFIED · THE MODEL JUDGED ITSELF Every",
            "judged by the model that wrote it alone",
        ),
    ):
        chats: dict[ChatRole, Chat] = {"judge": ScriptedChat([passed], id=judge)}
        show_answer(asked(harbour_desk(), QUESTION, [calls(answer(RIGHT))], chats=chats).answer)
        text = " ".join(capsys.readouterr().out.split())
        assert text.startswith(f"{word} quotation stands")
        assert told in text


def test_a_draft_that_the_judge_doubts_gives_way_to_the_documents_and_is_listed_with_its_doubt(
    capsys: pytest.CaptureFixture[str],
) -> None:
    doubted = says('{"judgements": [{"sentence": 1, "supported": false, "doubt": "of another lease"}]}')
    chats: dict[ChatRole, Chat] = {"judge": ScriptedChat([doubted])}

    show_answer(asked(harbour_desk(), QUESTION, [calls(answer(RIGHT))], chats=chats).answer)

    text = " ".join(capsys.readouterr().out.split())
    assert text.startswith(
        "The model's draft did not hold; these are the documents' own sentences (the judge doubts it) Either"
    )
    assert "Not shown as an answer: The lease ends with three months' notice. (the judge doubts it" in text
    assert text.index("Not shown as an answer") > text.index("[1] Lease of the boathouse")


def test_without_the_model_it_is_said_first_whose_sentences_these_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    show_answer(asked(harbour_desk(), QUESTION, [ModelRefused("`gpu` is down")]).answer)

    text = " ".join(capsys.readouterr().out.split())
    assert text.startswith("No model answered; these are the documents' own sentences (`gpu` is down)")
    assert "· failed: the model (fake:scripted: `gpu` is down)" in text


def test_sources_that_differ_are_rows_with_date_words_and_place(capsys: pytest.CaptureFixture[str]) -> None:
    desk = Desk()
    desk.put(
        "fee/old.md",
        "---\ndate: 2025-03-01\n---\n# Old\n\nThe harbour fee for guests is 200 kroner a night.\n",
    )
    desk.put(
        "fee/new.md",
        "---\ndate: 2026-05-01\n---\n# New\n\nThe harbour fee for guests is 250 kroner a night.\n",
    )
    both = (
        "The harbour fee for guests is 250 kroner a night, and was 200 kroner a night.",
        {
            "fee/new.md": "The harbour fee for guests is 250 kroner a night",
            "fee/old.md": "The harbour fee for guests is 200 kroner a night",
        },
    )

    show_answer(asked(desk, "What is the harbour fee for guests?", [calls(answer(both))]).answer)

    lines = capsys.readouterr().out.splitlines()
    rows = [line for line in lines if line.startswith(("    2026-05-01  “", "    2025-03-01  “"))]
    assert [row.split()[0] for row in rows] == ["2026-05-01", "2025-03-01"]
    assert any("fee/old.md" in line for line in lines)


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


def test_a_judge_that_replied_is_not_told_as_silent() -> None:
    asked, replied = Message("user", "Judge this."), Message("assistant", '{"sentences": []}')
    line = traced(Sent(1, "judge", (asked, replied), Usage(requests=1), 12.0))

    assert line.endswith("replied")
    assert traced(Sent(1, "judge", (asked,), Usage(requests=1), 12.0)).endswith("no reply")
