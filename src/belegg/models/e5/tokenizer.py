"""
Text to tokens, as XLM-RoBERTa's unigram model cuts it: the pieces of each word whose scores add up to most.

No piece holds an inner word mark (`▁`), so that each word is cut on its own, and remembered.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from belegg.models.e5.weights import Vocabulary

_WORD_MARK: Final = "▁"
_BELOW_ALL_PIECES: Final = 10.0
"""How far an unknown character's score lies under the worst piece's, as in SentencePiece."""
_CONTROL: Final = ("<s>", "</s>", "<pad>", "<unk>", "<mask>")
_NO_TEXT: Final = re.compile("|".join(["[\0\ud800-\udfff]", *map(re.escape, _CONTROL)]))
_REMEMBERED_WORDS: Final = 50_000
_LONGEST_REMEMBERED: Final = 40


class _Pieces(NamedTuple):
    """Pieces that begin with the same two characters (or are the first of them): score and token."""

    longest: int
    tokens: Mapping[str, tuple[float, int]]


_NONE: Final = _Pieces(0, {})


class Tokenizer:
    """Safe to share between threads: what is remembered is the same whoever found it."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.begin = vocabulary.begin
        self.end = vocabulary.end
        self._unknown = vocabulary.unknown
        self._unknown_score = float(vocabulary.scores.min()) - _BELOW_ALL_PIECES
        self._read_as = vocabulary.characters
        self._scores = vocabulary.scores
        self._sort_pieces(vocabulary)
        self._pieces: dict[str, _Pieces] = {}
        self._words: dict[str, tuple[int, ...]] = {}

    def plain(self, text: str) -> str:
        """
        The text as the model reads it: composed (NFC), each character as the model's table has it, words
        apart by one space, none at the ends. NUL, halves of surrogates and the model's own marks (`<s>`,
        `<mask>` …) stand for nothing here and become spaces. May be empty.
        """
        composed = unicodedata.normalize("NFC", text)
        read = _NO_TEXT.sub(" ", _NO_TEXT.sub(" ", composed).translate(self._read_as))
        return " ".join(word for word in read.split(" ") if word)

    def tokens(self, plain: str) -> list[int]:
        """The tokens of a plain text, without begin and end."""
        tokens: list[int] = []
        for word in plain.split(" "):
            known = self._words.get(word)
            tokens += self._cut_and_remember(word) if known is None else known
        return tokens

    def counts(self, words: Sequence[str]) -> list[int]:
        """How many tokens each takes inside a text."""
        return [len(self.tokens(plain)) if (plain := self.plain(word)) else 0 for word in words]

    def _cut_and_remember(self, word: str) -> tuple[int, ...]:
        tokens = tuple(self._cut(_WORD_MARK + word))
        if len(word) <= _LONGEST_REMEMBERED:
            if len(self._words) >= _REMEMBERED_WORDS:
                self._words = {}
            self._words[word] = tokens
        return tokens

    def _cut(self, word: str) -> list[int]:
        """Viterbi: `best[i]` is the highest score of the first i characters; of equals the first found."""
        size = len(word)
        best = [0.0] + [float("-inf")] * size
        last = [(0, self._unknown)] * (size + 1)
        for start in range(size):
            here = best[start]
            pieces = self._beginning(word[start : start + 2])
            for end in range(start + 1, min(start + pieces.longest, size) + 1):
                found = pieces.tokens.get(word[start:end])
                if found is not None and here + found[0] > best[end]:
                    best[end] = here + found[0]
                    last[end] = (start, found[1])
            if here + self._unknown_score > best[start + 1]:
                best[start + 1] = here + self._unknown_score
                last[start + 1] = (start, self._unknown)
        tokens = []
        while size:
            size, token = last[size]
            tokens.append(token)
        return tokens[::-1]

    def _sort_pieces(self, vocabulary: Vocabulary) -> None:
        """
        Sort by the first two characters, so that pieces are only read for beginnings that occur: a
        dictionary of all 250,000 takes four times as long to make as a question needs.
        """
        self._text = vocabulary.text.decode()
        codes = np.frombuffer(self._text.encode("utf-32-le"), "<u4").astype(np.uint64)
        begins_character = (np.frombuffer(vocabulary.text, np.uint8) & 0xC0) != 0x80
        self._sizes = np.add.reduceat(begins_character, vocabulary.offsets[:-1], dtype=np.int64)
        self._starts = np.cumsum(self._sizes) - self._sizes
        second = codes[np.minimum(self._starts + 1, len(codes) - 1)]
        second[self._sizes == 1] = 0
        beginnings = codes[self._starts] << np.uint64(32) | second
        self._order = np.argsort(beginnings)
        self._sorted_beginnings = beginnings[self._order]

    def _beginning(self, two: str) -> _Pieces:
        """The pieces that begin so, and the piece of the first character alone."""
        known = self._pieces.get(two)
        if known is None:
            alone = self._read_pieces(ord(two[0]) << 32)
            longer = self._read_pieces(ord(two[0]) << 32 | ord(two[1])) if len(two) > 1 else {}
            tokens = alone | longer
            known = _Pieces(max(map(len, tokens)), tokens) if tokens else _NONE
            self._pieces[two] = known
        return known

    def _read_pieces(self, beginning: int) -> dict[str, tuple[float, int]]:
        bounds = np.array([beginning, beginning + 1], np.uint64)
        first, after = np.searchsorted(self._sorted_beginnings, bounds)
        found = self._order[first:after]
        columns = (found, self._starts[found], self._sizes[found], self._scores[found])
        pieces = {
            self._text[start : start + size]: (score, token)
            for token, start, size, score in zip(*(column.tolist() for column in columns), strict=True)
        }
        for mark in _CONTROL:
            pieces.pop(mark, None)
        return pieces
