"""What had ended before the day that is asked about is doubted, and the model is told what came after."""

from __future__ import annotations

import pytest

from answering.drafting_by_hand import Checking, says
from belegg.answering.checks.validity import years_in
from belegg.records import Abstained, Scope
from belegg.testing.shelf import reader_of

NOW = "Hva er dagsatsen for diett i Norge?"
OLD = says("Dagsatsen er 690 kroner.", ("Dagsatsen i Norge er 690 kroner", "rules24"))
TOLD = "`Rules24` was valid until 2025-12-31; replaced by `Rules26`"


def shelf_of(scope: Scope | None = None, **access: list[str]) -> Checking:
    checking = Checking(scope)
    until = [("published", "2024-01-01"), ("valid_to", "2025-12-31"), ("replaced_by", "rules26.md")]
    checking.put("rules24", "Dagsatsen i Norge er 690 kroner.", language="nb", facts=until)
    since = [("published", "2026-01-01")]
    checking.put("rules26", "Dagsatsen i Norge er 780 kroner.", language="nb", facts=since, **access)
    return checking


@pytest.fixture
def shelf() -> Checking:
    return shelf_of()


@pytest.mark.req("AGE-9")
def test_a_replaced_rule_is_doubted_for_a_plain_question_and_the_model_is_told(shelf: Checking) -> None:
    answer = shelf.answered(OLD, question=NOW)

    assert (answer.verdict, answer.sentences[0].doubts) == ("downgraded", (TOLD,))
    assert f"{TOLD}: that is before the day that is asked about (2026-11-30)" in shelf.told(OLD)


@pytest.mark.parametrize(
    "question",
    [
        "Hva er dagsatsen i 2025?",
        "Hva er dagsatsen den 3. mars 2024?",
        "Hva var dagsatsen i Norge?",
        "What was the daily rate?",
        "Vad gällde för traktamente?",
    ],
)
def test_a_question_about_the_time_of_the_rule_is_answered_with_it(shelf: Checking, question: str) -> None:
    answer = shelf.answered(OLD, question=question)

    assert (answer.verdict, answer.sentences[0].doubts) == ("verified", ())
    assert TOLD in [note.text for note in answer.notes]


@pytest.mark.parametrize(
    "question",
    [
        "Kan jeg bruke 2000 kroner på diett?",
        "What do I get if my meal was paid for?",
        "What should employees who had dinner claim?",
        "Hva er dagsatsen i 2026?",
        "Hva blir dagsatsen i 2027?",
    ],
)
def test_neither_an_amount_nor_a_past_beside_the_question_makes_it_one_about_then(
    shelf: Checking, question: str
) -> None:
    outcome = shelf.conclude(OLD, question=question)

    assert isinstance(outcome, Abstained) or outcome.verdict == "downgraded"


@pytest.mark.parametrize(
    "fact",
    [
        ("valid_to", "2025-12-31"),
        ("repealed", "2026-01-01"),
        ("status", "erstattet"),
        ("status", "repealed"),
        ("replaced_by", "gone.md"),
    ],
)
def test_every_fact_that_tells_an_end_counts(shelf: Checking, fact: tuple[str, str]) -> None:
    shelf.put("gull", "Gulls may not be fed on the pier.", facts=[fact])
    gulls = says("Gulls may not be fed on the pier.", ("Gulls may not be fed on the pier", "gull"))

    (doubt,) = shelf.answered(gulls, question="May gulls be fed?").sentences[0].doubts

    assert doubt.startswith("`Gull` ")


def test_what_a_newer_document_alone_says_that_it_replaces_counts_too(shelf: Checking) -> None:
    shelf.put("gull", "Gulls may be fed on the pier.", facts=[("published", "2020-01-01")])
    facts = [("published", "2026-02-01"), ("replaces", "gull.md")]
    shelf.put("birds", "Gulls are fed by the warden alone.", facts=facts)
    gulls = says("Gulls may be fed on the pier.", ("Gulls may be fed on the pier", "gull"))

    answer = shelf.answered(gulls, question="May gulls be fed?")

    assert answer.sentences[0].doubts == ("`Gull` replaced by `Birds`",)


def test_a_newer_rule_that_is_not_yet_in_force_replaces_nothing(shelf: Checking) -> None:
    shelf.put("gull", "Gulls may be fed on the pier.", facts=[("valid_to", "2026-12-31")])
    facts = [("in_force", "2027-01-01"), ("replaces", "gull.md")]
    shelf.put("birds", "Gulls are fed by the warden alone.", facts=facts)
    gulls = says("Gulls may be fed on the pier.", ("Gulls may be fed on the pier", "gull"))

    assert shelf.answered(gulls, question="May gulls be fed?").verdict == "verified"


def test_old_and_new_side_by_side_with_their_years_are_verified(shelf: Checking) -> None:
    then = says("I 2024 var dagsatsen 690 kroner.", ("Dagsatsen i Norge er 690 kroner", "rules24"))
    new = says("Dagsatsen er 780 kroner.", ("Dagsatsen i Norge er 780 kroner", "rules26"))

    answer = shelf.answered(new, then, question=NOW)

    assert [sentence.doubts for sentence in answer.sentences] == [(), ()]
    assert shelf.answered(then, question=NOW).verdict == "downgraded"


def test_the_title_of_a_newer_document_is_told_only_to_who_may_read_it() -> None:
    hidden = shelf_of(reader_of("all"), access=["board"])

    (doubt,) = hidden.answered(OLD, question=NOW).sentences[0].doubts

    assert doubt == "`Rules24` was valid until 2025-12-31; replaced by `rules26.md`"


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("What did it cost in 2024 and on 3 May 2025?", {"2024", "2025"}),
        ("May I spend 2000 kroner?", set()),
        ("What does S/2025/223 say?", set()),
    ],
)
def test_years_are_neither_amounts_nor_parts_of_references(text: str, years: set[str]) -> None:
    assert years_in(text) == years
