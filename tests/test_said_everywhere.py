"""What must be said of an answer is said on the terminal, in Markdown and in a Word file alike."""

from __future__ import annotations

from dataclasses import replace

import pytest

from answering.agent import answer, asked
from answering.harbour import harbour_desk
from belegg.library.turns.docx import as_docx
from belegg.library.turns.keeping import head_of
from belegg.library.turns.markdown import as_markdown
from belegg.library.turns.said import said
from belegg.library.turns.written import written
from belegg.reading import read
from belegg.records import Abstained, Answer, Answered, Conflict, Note, Ran, Side
from belegg.records.answers import JUDGE_NOT_SET, given_verdict
from belegg.records.chat import Usage
from belegg.records.runs import StoredRun
from belegg.serving.cli.render_answers import show_answer
from belegg.serving.shapes.answers import answer_json
from belegg.testing.chat import calls

QUESTION = "How is the lease ended by notice?"
RIGHT = (
    "The lease ends with three months' notice.",
    {"D1": "end the lease with three months' written notice"},
)
WRONG = ("Cats pay the rent.", {"D1": "cats pay the rent in cash"})


def run_of(given: Answer) -> StoredRun:
    return StoredRun(
        "r1", "c1", 1, QUESTION, "", {}, {"answer": "fake:one"}, "2026-03-01T10:00:00Z", "0.1", "d", (),
        given, Usage(), 1.0,
    )  # fmt: skip


def downgraded() -> Answered:
    """An answer of which everything can be said that there is to say."""
    given = asked(harbour_desk(), QUESTION, [calls(answer(RIGHT, WRONG, missing="Who pays."))]).answered
    (sentence,) = given.sentences
    sides = tuple(Side(quote, "2024-01-01") for quote in sentence.quotes)
    doubted = replace(sentence, doubts=("it rests on an older source",), arithmetic=("5 - 3 = 2",))
    return replace(
        given,
        sentences=(doubted, replace(sentence, text="It rains.", supported=False, quotes=())),
        stopped="the limit was reached",
        notes=(*given.notes, Note("pages", "page 3 was named; it stands on page 9")),
        conflicts=(Conflict("the notice", sides),),
    )


def everywhere(given: Answer, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """The answer as text in every way in which it is shown, on one line without the marks of each."""
    text = written(run_of(given), lambda text, source: text)
    show_answer(given)
    shown = {
        "terminal": capsys.readouterr().out,
        "Markdown": as_markdown(text).replace("\\", "").replace("**", "").replace("\n> ", "\n"),
        "Word": read(as_docx(text), "a.docx", "documents").document.text.replace("\\", ""),
    }
    return {where: " ".join(told.split()) for where, told in shown.items()}


def as_told(text: str, where: str) -> str:
    """A Word file sets names as code, and leaves their backticks out."""
    plain = text.removeprefix("· ")
    return plain.replace("`", "") if where == "Word" else plain


@pytest.mark.req("ANS-5")
def test_every_way_of_showing_an_answer_tells_all_that_must_be_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = downgraded()
    told = said(given)
    remarks = (*(each for beside in told.beside for each in beside), *told.lacking, *told.around)

    shown = everywhere(given, capsys)

    assert {each.kind for each in remarks} >= {"unsupported", "doubt", "computed", "lacking", "note", "ran"}
    for where, text in shown.items():
        for expected in (told.told, *(each.text for each in remarks), "the notice"):
            assert as_told(expected, where) in text, where
        assert told.word.casefold() in text.casefold(), where


@pytest.mark.req("ANS-4")
def test_every_way_of_showing_an_abstention_tells_all_that_must_be_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = asked(harbour_desk(), QUESTION, [calls(answer(RIGHT, settled="no", missing="Who pays."))]).answer
    assert isinstance(given, Abstained)
    assert given.dropped
    told = said(given)

    for where, text in everywhere(given, capsys).items():
        for expected in (
            told.told,
            given.explanation,
            *(each.text for each in (*told.lacking, *told.around)),
        ):
            assert as_told(expected, where) in text, where


def test_a_document_of_several_passages_is_listed_once_under_nearest() -> None:
    given = asked(harbour_desk(), QUESTION, [calls(answer(settled="no"))]).answer
    assert len(given.nearest) > len({hit.document.id for hit in given.nearest})

    text = as_markdown(written(run_of(given), lambda text, source: text))

    lines = [line for line in text.splitlines() if line.startswith("> Nearest:")]
    assert len(lines) == len(set(lines)) == len({hit.document.id for hit in given.nearest})


@pytest.mark.req("FAC-6")
def test_of_what_is_withheld_nothing_says_that_it_was_checked(capsys: pytest.CaptureFixture[str]) -> None:
    given = replace(downgraded(), verdict="verified", withheld=True, conflicts=())

    for text in everywhere(given, capsys).values():
        assert "withheld" in text.casefold()
        assert "verified" not in text.casefold()
        assert "word for word. " not in text


@pytest.mark.req("ANS-1", "ANS-5")
@pytest.mark.parametrize(
    ("model", "judge", "verdict", "word"),
    [
        ("fake:one", Ran("judge", "ran", "fake:two"), "verified", "VERIFIED"),
        (
            "fake:one",
            Ran("judge", "ran", "fake:one"),
            "quotations verified",
            "QUOTATIONS VERIFIED · THE MODEL JUDGED ITSELF",
        ),
        (
            "fake:one",
            Ran("judge", "did not run", JUDGE_NOT_SET),
            "quotations verified",
            "QUOTATIONS VERIFIED · NO JUDGE RAN",
        ),
        (None, Ran("judge", "did not run", JUDGE_NOT_SET), "quotations verified", "QUOTATIONS VERIFIED"),
    ],
)
def test_one_state_has_one_word_at_every_door(
    model: str | None, judge: Ran, verdict: str, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = replace(
        asked(harbour_desk(), QUESTION, [calls(answer(RIGHT))]).answered,
        verdict="verified",
        model=model,
        ran=(judge,),
    )
    run = run_of(given)

    assert said(given).word == word
    assert {answer_json(given)["verdict"], head_of(run).verdict, given_verdict(given)} == {verdict}
    for where, text in everywhere(given, capsys).items():
        assert word.casefold() in text.casefold(), where
        assert verdict == "verified" or " verified." not in text.casefold().replace(word.casefold(), ""), (
            where
        )


def test_an_answer_without_a_model_that_lacks_something_is_called_downgraded_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = replace(downgraded(), model=None, stopped="")

    for where, text in everywhere(given, capsys).items():
        assert "Downgraded. The quotations stand word for word." in text, where


@pytest.mark.req("ANS-2")
def test_a_second_quotation_of_one_place_is_cited_short_and_a_section_once() -> None:
    given = asked(harbour_desk(), QUESTION, [calls(answer(RIGHT))]).answered
    (sentence,) = given.sentences
    (quote,) = sentence.quotes
    first = replace(quote, section="B", path=("II. Developments", "B. Security"), page=4)
    second = replace(first, check=replace(first.check, text="Other words of it."))
    text = written(
        run_of(replace(given, sentences=(replace(sentence, quotes=(first, second, first)),))), as_it_is
    )

    assert "Page 4, II. Developments › B. Security." in text.footnotes[0]
    assert text.footnotes[1] == f"{quote.document.title}, page 4, B, as above. “Other words of it.”"
    assert text.paragraphs[1].notes == (1, 2)


def as_it_is(text: str, source: str) -> str:
    return text


def test_a_word_file_sets_what_belegg_names_as_code_and_leaves_the_answer_alone() -> None:
    given = asked(harbour_desk(), QUESTION, [calls(answer(RIGHT))]).answered
    (sentence,) = given.sentences
    noted = replace(
        given,
        sentences=(replace(sentence, text="Run `make`."),),
        notes=(Note("search", "`fail` stands in another"),),
    )

    text = read(as_docx(written(run_of(noted), as_it_is)), "a.docx", "documents").document.text.replace(
        "\\", ""
    )

    assert "Run `make`." in text
    assert "Note: fail stands in another" in text
