"""What a model gives as its answer is read kindly, and nothing is added to it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.answering.draft import Draft, DraftSentence
from belegg.answering.drafting import ANSWER, draft_of, draft_of_text
from belegg.answering.tools.room import BadArguments
from belegg.records import Claim

SENTENCE = {"text": "Rent is due.", "quotes": [{"document": "D1", "quote": "the rent is due"}]}
DRAFT = Draft((DraftSentence("Rent is due.", (Claim("the rent is due", None, "D1"),)),), "yes")


def test_the_form_that_is_asked_for_is_the_form_that_is_read() -> None:
    assert draft_of({"settled": "yes", "sentences": [SENTENCE]}) == DRAFT
    assert ANSWER.parameters["required"] == ["settled", "sentences"]
    assert len(json.dumps(ANSWER.parameters)) < 1_800  # small models must fill it


@pytest.mark.parametrize(
    "arguments",
    [
        {"sentences": [SENTENCE]},
        {"settled": True, "sentences": json.dumps([SENTENCE])},
        {"settled": "YES", "sentences": SENTENCE},
        {"answer": {"settled": "yes", "sentences": [SENTENCE]}},
        {"settled": "yes", "answer": json.dumps([SENTENCE])},
        {
            "sentences": [
                {"sentence": "Rent is due.", "quotations": {"source": "D1", "text": "the rent is due"}}
            ]
        },
        {"sentences": [{"text": "Rent is due.", "quotes": json.dumps(SENTENCE["quotes"])}]},
        {"sentences": [{"text": "Rent is due.", "quotes": ["D1: «the rent is due»"]}]},
        {
            "sentences": [
                {"text": "Rent is due.", "quotes": [{"document": "D1", "quote": "“the rent is due”"}]}
            ]
        },
        {"sentences": [SENTENCE], "reason": "not_covered", "colour": "blue"},
    ],
)
def test_what_models_write_instead_is_the_same_draft(arguments: dict[str, object]) -> None:
    assert draft_of(arguments) == DRAFT


def test_a_sentence_without_quotations_is_kept_and_has_none() -> None:
    assert draft_of({"sentences": ["Rent is due."]}).sentences == (DraftSentence("Rent is due.", ()),)


def test_a_page_that_is_named_is_a_claim_to_be_checked() -> None:
    quote = {"document": "D1", "quote": "the rent is due", "page": 4}

    (sentence,) = draft_of({"sentences": [{"text": "Rent is due.", "quotes": [quote]}]}).sentences

    assert sentence.claims == (Claim("the rent is due", None, "D1", "page 4"),)


def test_not_settled_has_a_reason_and_what_would_settle_it() -> None:
    draft = draft_of(
        {"settled": "no", "sentences": [], "reason": "likely_outdated", "would_settle": "A newer one."}
    )

    assert (draft.settled, draft.reason, draft.would_settle) == ("no", "likely_outdated", "A newer one.")
    assert draft_of({"settled": "no"}).reason == "not_covered"
    assert draft_of({"settled": "no", "reason": "tired"}).reason == "not_covered"


def test_conflicts_keep_a_quotation_for_each_side() -> None:
    sides = [{"document": "D1", "quote": "six weeks"}, {"document": "D2", "quote": "five weeks"}]

    draft = draft_of({"sentences": [SENTENCE], "conflicts": [{"about": "leave", "quotes": sides}]})

    assert [(conflict.about, len(conflict.claims)) for conflict in draft.conflicts] == [("leave", 2)]


@pytest.mark.parametrize(
    "arguments", [{}, {"settled": "yes"}, {"settled": "yes", "sentences": "[]"}, {"sentences": [7]}]
)
def test_an_answer_that_says_nothing_is_sent_back(arguments: dict[str, object]) -> None:
    with pytest.raises(BadArguments, match="`sentences` is empty"):
        draft_of(arguments)


def test_the_sentences_of_a_text_have_the_quotations_that_stand_in_them() -> None:
    draft = draft_of_text("Rent is due: «the rent is due» [D1]. Nobody pays in July.")

    assert draft is not None
    assert [len(sentence.claims) for sentence in draft.sentences] == [1, 0]
    assert draft.sentences[0].claims[0] == Claim("the rent is due", None, "D1")


@pytest.mark.parametrize("text", ["", "  \n", "…", "```json\n{}\n```"])
def test_a_text_without_a_word_is_no_draft(text: str) -> None:
    assert draft_of_text(text) is None


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["text", "quotes", "quote", "document", "about", "page", "x"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(
    st.dictionaries(
        st.sampled_from(["settled", "sentences", "missing", "reason", "conflicts", "answer", "would_settle"]),
        _JSON,
        max_size=5,
    )
)
def test_any_arguments_are_a_draft_or_sent_back(arguments: dict[str, object]) -> None:
    try:
        draft = draft_of(arguments)
    except BadArguments:
        return
    assert draft.settled == "no" or draft.sentences
    assert all(sentence.text for sentence in draft.sentences)


@given(st.text(max_size=200))
def test_any_text_is_a_draft_or_none(text: str) -> None:
    draft = draft_of_text(text)

    assert draft is None or draft.settled == "no" or draft.sentences
