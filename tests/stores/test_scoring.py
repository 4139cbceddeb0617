"""Pruned scores are the scores of everything, to the last bit; the forms on disk lose nothing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belegg.stores.engine.arrays import Floats, Keys
from belegg.stores.engine.formula import HIDDEN, Formula
from belegg.stores.engine.forward import ForwardRow, decode, encode, invert
from belegg.stores.engine.postings import (
    GROUP,
    LONGEST,
    SHORT,
    Piece,
    Postings,
    Rows,
    Run,
    read,
    read_all,
    short_list,
    write_all,
)
from belegg.stores.engine.scoring import Board, Line, Saturation, Weighed, best_passages

PASSAGES = 3_000
BOARD = Board()
SATURATIONS = Formula().doubled_saturations(100.0, 300)


def run_of(chance: np.random.Generator, size: int, lengths: Keys) -> Run:
    keys = np.sort(chance.choice(np.arange(1, PASSAGES), size, replace=False)).astype(np.int64)
    frequencies = chance.choice([2, 2, 2, 4, 6, 40], size).astype(np.uint8)
    return Run(keys, frequencies, int(frequencies.max()), int(lengths[keys].min()))


def weighed(chance: np.random.Generator, lengths: Keys) -> Weighed:
    lines = []
    for _ in range(chance.integers(1, 4)):
        size = int(chance.choice([1, 3, 30, 300, 2_500]))
        lines.append(
            Line(run_of(chance, size, lengths), float(chance.choice([0.3, 1.0])) * 8 / np.log(size + 2))
        )
    bound = max(
        line.factor * line.run.greatest / (line.run.greatest + SATURATIONS[line.run.shortest])
        for line in lines
    )
    return Weighed(lines, sum(line.run.keys.size for line in lines), float(bound))


def by_hand(concepts: list[Weighed], saturation: Floats, limit: int) -> list[tuple[float, int]]:
    """Every passage scored in plain Python."""
    ordered = sorted(concepts, key=lambda c: c.frequency)
    scores = dict.fromkeys(range(saturation.size), 0.0)
    for concept in ordered:
        parts: dict[int, float] = {}
        for line in concept.lines:
            for key, tf in zip(line.run.keys.tolist(), line.run.frequencies.tolist(), strict=True):
                part = float(line.factor) * tf / (tf + float(saturation[key]))
                parts[key] = max(parts.get(key, 0.0), part)
        for key, part in parts.items():
            scores[key] += part
    best = sorted((-score, key) for key, score in scores.items() if score > 0)[:limit]
    return [(-score, key) for score, key in best]


@given(st.integers(0, 2**32), st.sampled_from([1, 7, 100, 5_000]))
@settings(max_examples=60, deadline=None)
def test_pruned_scores_are_those_of_everything(seed: int, limit: int) -> None:
    chance = np.random.default_rng(seed)
    lengths = chance.integers(1, 300, PASSAGES)
    hidden = chance.random(PASSAGES) < chance.choice([0.0, 0.3])
    seen = np.where(hidden, HIDDEN, lengths).astype(np.uint16)
    concepts = [weighed(chance, lengths) for _ in range(chance.integers(1, 6))]

    keys, scores = best_passages(concepts, Saturation(seen, SATURATIONS), limit, BOARD)

    expected = by_hand(concepts, SATURATIONS[seen], limit)
    assert list(zip(scores.tolist(), keys.tolist(), strict=True)) == expected
    assert not BOARD.scores.any()
    assert not BOARD.scratch.any()


# ---------------------------------------------------------------- forms on disk


@given(
    st.lists(
        st.lists(st.lists(st.integers(1, 200_000), max_size=8), min_size=6, max_size=6),
        min_size=1,
        max_size=9,
    )
)
@settings(deadline=None)
def test_forward_arrays_give_back_the_ids_they_were_made_of(passages: list[list[list[int]]]) -> None:
    encoded = [encode(fields) for fields in passages]

    ids, counts = decode([terms for _, terms in encoded])
    words, word_counts = decode([terms[: 2 * size] for size, terms in encoded])

    def joined(fields: list[list[int]]) -> list[int]:
        return [number for field in fields for number in (*field, 0)][:-1]

    assert ids.tolist() == [number for fields in passages for number in joined(fields)]
    assert words.tolist() == [number for fields in passages for number in joined(fields[:3])]
    assert counts.sum() == ids.size
    assert word_counts.sum() == words.size


def test_an_inverted_passage_counts_fields_by_their_weights_and_parts_without_length() -> None:
    fields = [[7], [7, 8], [8, 8, 9], [], [], [9, 10]]
    rows = [ForwardRow(40, encode(fields)[1]), ForwardRow(41, encode([[], [], [9], [], [], []])[1])]

    inverted = invert(rows, Formula())

    postings = zip(*(array.tolist() for array in inverted.postings), strict=True)
    assert list(postings) == [(7, 40, 7), (8, 40, 7), (9, 40, 4), (9, 41, 2), (10, 40, 2)]
    assert inverted.lengths.tolist() == [6, 1]


def test_a_frequency_and_a_length_stop_at_their_greatest_values() -> None:
    rows = [ForwardRow(1, encode([[], [], [7] * 70_000, [], [], []])[1])]

    inverted = invert(rows, Formula())

    assert inverted.postings.frequencies.tolist() == [255]
    assert inverted.lengths.tolist() == [LONGEST]


@pytest.mark.parametrize("spread", [1, 100, 65_536, 70_000, 3_000_000])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_stored_postings_come_back_as_they_were(spread: int, seed: int) -> None:
    chance = np.random.default_rng(seed)
    base = int(chance.integers(1, 200_000))
    sizes = [1, 2, SHORT, SHORT + 1, 60, 400, 3_000, 20_000]
    lists = [base + np.sort(chance.choice(spread, min(size, spread), replace=False)) for size in sizes]
    numbers = [3, 4, 31, 32, 70_000, 70_001, 70_002, 900_000]
    ids = np.repeat(np.array(numbers, np.uint32), [keys.size for keys in lists])
    keys = np.concatenate(lists).astype(np.int64)
    stored = Postings(ids, keys, chance.integers(1, 256, keys.size).astype(np.uint8))
    lengths = chance.integers(0, 65_536, keys.size).astype(np.uint16)

    rows = write_all(stored, lengths, base, spread)

    again = read_all(rows, base, spread)
    order = np.argsort(again.ids, kind="stable")
    assert again.ids[order].tolist() == stored.ids.tolist()
    assert again.keys[order].tolist() == stored.keys.tolist()
    assert again.frequencies[order].tolist() == stored.frequencies.tolist()
    for number, expected in zip(numbers, lists, strict=True):
        pieces = pieces_of(rows, number, base, spread)
        run = read(pieces)
        assert run.keys.tolist() == expected.tolist()
        assert run.greatest >= run.frequencies.max()
        assert run.shortest <= lengths[ids == number].min()
        assert read(pieces * 2).keys.tolist() == [*expected, *expected]


def pieces_of(rows: Rows, number: int, base: int, span: int) -> list[Piece]:
    """A term's postings among rows, as the segments' tables would give them."""
    short = [short_list(number, data) for group, data in rows.short if group == number // GROUP]
    pieces = [Piece(size, data, base, span, True) for size, data in short if size]
    return pieces + [Piece(size, data, base, span, False) for term, size, data in rows.long if term == number]
