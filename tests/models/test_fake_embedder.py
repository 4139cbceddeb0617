"""The embedder of `belegg.testing`."""

from __future__ import annotations

import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import ModelError, ModelTimeout
from belegg.seams import Embedder
from belegg.testing import FakeEmbedder


def cosine(one: bytes, other: bytes) -> float:
    numbers = [struct.unpack(f"<{len(vector) // 4}f", vector) for vector in (one, other)]
    return math.fsum(a * b for a, b in zip(*numbers, strict=True))


def test_texts_that_share_words_are_nearer_than_others() -> None:
    embedder: Embedder = FakeEmbedder()

    asked, near, far = embedder.queries(["notice period", "The notice period is long.", "Harbour fees"])

    assert cosine(asked, near) > 0.5
    assert cosine(asked, far) < 0.4


def test_two_words_can_be_told_to_mean_the_same() -> None:
    embedder = FakeEmbedder(means={"sacked": "dismissed"})

    assert embedder.queries(["sacked"]) == embedder.passages(["dismissed"])


def test_another_id_has_other_vectors() -> None:
    one, other = (FakeEmbedder(id).passages(["word"])[0] for id in ("fake/a@1", "fake/b@1"))

    assert abs(cosine(one, other)) < 0.4


@given(st.text(min_size=1).filter(str.strip), st.integers(1, 300))
def test_a_vector_has_length_one_and_its_dimension(text: str, dimension: int) -> None:
    vector = FakeEmbedder(dimension=dimension).passages([text])[0]

    assert len(vector) == 4 * dimension
    assert cosine(vector, vector) == pytest.approx(1, abs=1e-5)


def test_an_empty_text_is_refused() -> None:
    with pytest.raises(ModelError, match="is empty"):
        FakeEmbedder().passages([" \n"])


def test_it_fails_when_told_and_after_as_many_texts_as_told() -> None:
    embedder = FakeEmbedder(failing=ModelTimeout("no answer within 2 s"), fails_after=2)

    with pytest.raises(ModelTimeout):
        embedder.passages(["one", "two", "three"])

    assert embedder.embedded == ["one", "two"]
