"""What all vectors of a model have in common."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import pytest

from belegg.models.mean_direction import SENTENCES, mean_direction
from belegg.testing import FakeEmbedder


class OneDirection(FakeEmbedder):
    """An embedder whose vectors all share a large part."""

    def passages(self, texts: Sequence[str]) -> Sequence[bytes]:
        return [struct.pack("<3f", 0.8, 0.6 * (-1) ** at, 0.0) for at, _ in enumerate(texts)]


def test_the_mean_is_what_the_vectors_share() -> None:
    mean = struct.unpack("<3f", mean_direction(OneDirection(dimension=3)))

    assert mean == pytest.approx((0.8, 0.0, 0.0), abs=1e-6)


def test_it_is_the_same_every_time_and_has_the_models_dimension() -> None:
    mean = mean_direction(FakeEmbedder(dimension=40))

    assert mean == mean_direction(FakeEmbedder(dimension=40))
    assert len(mean) == 160


def test_the_sentences_are_all_different() -> None:
    assert len(set(SENTENCES)) == len(SENTENCES) == 90
