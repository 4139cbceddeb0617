"""
The network: twelve layers of BERT (post-norm, GELU) over packed texts, in numpy.

Packed: the tokens of a batch stand behind one another, without padding, as one matrix [tokens, 384]; only
attention looks at the texts apart. All products are float32.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from belegg.models.e5.weights import FEED_FORWARD, HEADS, HIDDEN, LAYERS, Floats, Weights, expand

_BATCH_TOKENS: Final = 1024
"""Where speed is best; four times as many are slower by a tenth to a quarter."""
_ROWS: Final = 256
"""Rows that the feed-forward part takes at once, so that they stay in the processor's cache."""
_FEW_ROWS: Final = 64
_HEAD: Final = HIDDEN // HEADS


@dataclass(frozen=True, slots=True)
class _Layer:
    """Matrices are [inputs, outputs]; query, key and value side by side, the query scaled for attention."""

    qkv: Floats
    qkv_bias: Floats
    mixed: Floats
    mixed_bias: Floats
    mixed_norm: tuple[Floats, Floats]
    inner: Floats
    inner_bias: Floats
    outer: Floats
    outer_bias: Floats
    outer_norm: tuple[Floats, Floats]


class Encoder:
    """The weights of the layers as float32 (85 MB). Safe to share between threads."""

    def __init__(self, weights: Weights) -> None:
        self._epsilon = np.float32(weights.epsilon)
        self._words = weights.word_embeddings()
        self._places = weights.numbers("emb.pos").reshape(-1, HIDDEN) + weights.numbers("emb.type")[:HIDDEN]
        self._norm = (weights.numbers("emb.ln.w"), weights.numbers("emb.ln.b"))
        self._layers = [_layer(weights, f"l{number}.") for number in range(LAYERS)]

    def means(self, texts: Sequence[Sequence[int]]) -> Floats:
        """
        The mean of each text's token vectors, [texts, 384], not yet of unit length. A text has 1 to 512
        tokens, begin and end among them. It does not depend on the texts beside it but for rounding (1e-7).
        """
        means = np.empty((len(texts), HIDDEN), np.float32)
        for batch in _batches(texts):
            self._read(texts[batch], means[batch])
        return means

    def _read(self, texts: Sequence[Sequence[int]], means: Floats) -> None:
        spans = list(_spans(texts))
        x = self._embedded(texts, spans)
        room = np.empty((len(x), 3 * HIDDEN), np.float32), np.empty_like(x)
        for layer in self._layers:
            _attend(x, layer, spans, room)
            self._feed_forward(x, room[1], layer)
        for row, (start, end) in enumerate(spans):
            x[start:end].mean(0, out=means[row])

    def _embedded(self, texts: Sequence[Sequence[int]], spans: Sequence[tuple[int, int]]) -> Floats:
        tokens = np.concatenate([np.asarray(text, np.int64) for text in texts])
        x = np.empty((len(tokens), HIDDEN), np.float32)
        expand(self._words[tokens].reshape(-1, 18), x.reshape(-1, 2, 16))
        for start, end in spans:
            x[start:end] += self._places[: end - start]
        self._normalise(x, self._norm)
        return x

    def _feed_forward(self, x: Floats, mixed: Floats, layer: _Layer) -> None:
        """The rest of a layer: add what attention mixed, then the two wide products, block by block."""
        for start in range(0, len(x), _ROWS):
            rows = x[start : start + _ROWS]
            out = _product(mixed[start : start + _ROWS], layer.mixed, np.empty_like(rows))
            out += layer.mixed_bias
            rows += out
            self._normalise(rows, layer.mixed_norm)
            wide = _product(rows, layer.inner, np.empty((len(rows), FEED_FORWARD), np.float32))
            wide += layer.inner_bias
            _gelu(wide)
            _product(wide, layer.outer, out)
            out += layer.outer_bias
            rows += out
            self._normalise(rows, layer.outer_norm)

    def _normalise(self, x: Floats, norm: tuple[Floats, Floats]) -> None:
        """Each row to mean 0 and variance 1, then scaled and moved; in place."""
        x -= x.mean(1, keepdims=True)
        variance = np.einsum("ij,ij->i", x, x)
        variance *= np.float32(1 / HIDDEN)
        variance += self._epsilon
        x *= (np.float32(1) / np.sqrt(variance))[:, np.newaxis]
        x *= norm[0]
        x += norm[1]


def _attend(x: Floats, layer: _Layer, spans: Sequence[tuple[int, int]], room: tuple[Floats, Floats]) -> None:
    """Let the tokens of each text look at one another; the result stands in `room[1]`."""
    qkv, mixed = room
    _product(x, layer.qkv, qkv)
    qkv += layer.qkv_bias
    parts = qkv.reshape(-1, 3, HEADS, _HEAD)
    for start, end in spans:
        query, key, value = (parts[start:end, part].transpose(1, 0, 2) for part in range(3))
        scores = np.matmul(query, key.transpose(0, 2, 1))
        scores -= scores.max(2, keepdims=True)
        np.exp(scores, out=scores)
        looked = np.matmul(scores, value)
        looked /= scores.sum(2, keepdims=True)
        mixed[start:end].reshape(-1, HEADS, _HEAD)[:] = looked.transpose(1, 0, 2)


def _product(rows: Floats, matrix: Floats, out: Floats) -> Floats:
    """rows @ matrix, in `out`. Of few rows (a question) from the other side: OpenBLAS takes a fifth less."""
    if len(rows) > _FEW_ROWS:
        return np.matmul(rows, matrix, out=out)
    out[:] = (matrix.T @ rows.T).T
    return out


def _gelu(x: Floats) -> None:
    """GELU in its tanh form, in place: x / (1 + exp(-2u)), u = sqrt(2/pi) (x + 0.044715 x³)."""
    u = x * x
    u *= np.float32(-2 * math.sqrt(2 / math.pi) * 0.044715)
    u -= np.float32(2 * math.sqrt(2 / math.pi))
    u *= x
    np.minimum(u, np.float32(80), out=u)  # exp must stay finite; so far down the result is 0 anyway
    np.exp(u, out=u)
    u += np.float32(1)
    x /= u


def _batches(texts: Sequence[Sequence[int]]) -> Iterator[slice]:
    """Texts in order, as many as fit into a batch, at least one."""
    first = tokens = 0
    for at, text in enumerate(texts):
        if at > first and tokens + len(text) > _BATCH_TOKENS:
            yield slice(first, at)
            first, tokens = at, 0
        tokens += len(text)
    if texts:
        yield slice(first, len(texts))


def _spans(texts: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
    start = 0
    for text in texts:
        yield start, start + len(text)
        start += len(text)


def _layer(weights: Weights, name: str) -> _Layer:
    scale = np.float32(1 / math.sqrt(_HEAD))
    qkv = np.empty((3 * HIDDEN, HIDDEN), np.float32)
    for part, letter in enumerate("qkv"):
        weights.matrix(f"{name}{letter}.w", qkv[part * HIDDEN : (part + 1) * HIDDEN])
    bias = np.concatenate([weights.numbers(f"{name}{letter}.b") for letter in "qkv"])
    qkv[:HIDDEN] *= scale
    bias[:HIDDEN] *= scale
    return _Layer(
        qkv.T,
        bias,
        weights.matrix(f"{name}ao.w", np.empty((HIDDEN, HIDDEN), np.float32)).T,
        weights.numbers(f"{name}ao.b"),
        (weights.numbers(f"{name}aln.w"), weights.numbers(f"{name}aln.b")),
        weights.matrix(f"{name}fi.w", np.empty((FEED_FORWARD, HIDDEN), np.float32)).T,
        weights.numbers(f"{name}fi.b"),
        weights.matrix(f"{name}fo.w", np.empty((HIDDEN, FEED_FORWARD), np.float32)).T,
        weights.numbers(f"{name}fo.b"),
        (weights.numbers(f"{name}oln.w"), weights.numbers(f"{name}oln.b")),
    )
