"""
The two rankings that Belegg's own is compared with, computed over every passage that holds an asked word.

`bm25`: SQLite FTS5's formula with title ×5, heading ×3, body ×1. `cover`: the number of asked words present,
then how densely they stand, plus a fixed 0.3 when they stand in the order asked. Both are exact and slower
than the default: they read the word sequence of every match.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from belegg.records import Candidate, Collection, PassageKey
from belegg.seams import Reader
from belegg.search.positions import BORDER, Positions, find_positions

K1, B = 1.2, 0.75
FIELD_WEIGHTS = np.array([5.0, 3.0, 1.0])  # title, heading, body
LEAST_IDF = 1e-6
DENSE = 16  # places: a stretch up to this long counts fully
IN_ORDER = 0.3
_BATCH = 2_000  # passages whose sequences are held at once

Words = Sequence[Sequence[str]]
Scores = NDArray[np.float64]


def by_bm25(words: Words, keys: Sequence[PassageKey], reader: Reader) -> list[Candidate]:
    """
    The keys by BM25, best first. idf = ln((N - df + 0.5) / (df + 0.5)), at least 1e-6, as in FTS5.

    N, df and mean length count what the asker may read.
    """
    collection = reader.collection()
    known = reader.document_frequencies({term for terms in words for term in terms})
    frequencies = [sum(known.get(term, 0) for term in terms) for terms in words]
    idf = np.array([_idf(frequency, collection.passages) for frequency in frequencies])
    return _scored(words, keys, reader, partial(_bm25, idf=idf, collection=collection))


def by_cover(words: Words, keys: Sequence[PassageKey], reader: Reader) -> list[Candidate]:
    """
    The keys by words present + c / (1 + c) + 0.3 when all words stand in the order asked, best first.

    c sums over the shortest stretches that hold all the words present: 1 up to 16 places, 16 / length
    beyond. Source: Clarke, Cormack & Tudhope, Information Processing & Management 2000.
    """
    return _scored(words, keys, reader, _cover)


def _scored(
    words: Words, keys: Sequence[PassageKey], reader: Reader, score: Callable[[Positions], Scores]
) -> list[Candidate]:
    found: list[Candidate] = []
    for start in range(0, len(keys), _BATCH):
        batch = keys[start : start + _BATCH]
        scores = score(find_positions(reader.sequences(batch), words))
        found += [Candidate(key, float(s)) for key, s in zip(batch, scores, strict=True)]
    return sorted(found, key=lambda candidate: (-candidate.score, candidate.key))


def _idf(frequency: int, passages: int) -> float:
    return max(LEAST_IDF, math.log(max(passages - frequency, 0) + 0.5) - math.log(frequency + 0.5))


def _bm25(positions: Positions, idf: Scores, collection: Collection) -> Scores:
    real = positions.word != BORDER
    frequency = np.zeros((len(positions.lengths), positions.words))
    np.add.at(
        frequency,
        (positions.passage[real], positions.word[real]),
        FIELD_WEIGHTS[positions.field()[real]],
    )
    saturation = K1 * (1 - B + B * positions.lengths / collection.mean_length)
    of_words = frequency * (K1 + 1) / (frequency + saturation[:, None])
    return np.asarray(of_words @ idf)


def _cover(positions: Positions) -> Scores:
    present = np.count_nonzero(positions.present(), axis=1)
    scores = np.zeros(len(positions.lengths))
    scores[:] = present
    pairs = positions.in_order(gap=DENSE)
    if pairs.shape[1]:
        scores[np.all(pairs, axis=1)] += IN_ORDER
    borders = np.flatnonzero(np.diff(positions.passage)) + 1
    rows = np.split(np.arange(len(positions.word)), borders)
    for row in rows:
        passage = positions.passage[row[0]]
        real = row[positions.word[row] != BORDER]
        density = _density(positions.word[real].tolist(), positions.at[real].tolist(), int(present[passage]))
        scores[passage] += density / (1 + density)
    return scores


def _density(words: Sequence[int], places: Sequence[int], different: int) -> float:
    """The summed weight of the shortest stretches that hold all the different words."""
    total, start = 0.0, 0
    inside: dict[int, int] = {}
    for end, word in enumerate(words):
        inside[word] = inside.get(word, 0) + 1
        if len(inside) < different:
            continue
        while inside[words[start]] > 1:
            inside[words[start]] -= 1
            start += 1
        total += min(1.0, DENSE / (places[end] - places[start] + 1))
        del inside[words[start]]
        start += 1
    return total
