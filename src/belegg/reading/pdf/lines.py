"""Lines of text with the box of every word, in the order in which they are read."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belegg.reading.pdf.direction import Placed, direction, from_right, phrases_from_right
from belegg.reading.pdf.frames import Frame
from belegg.reading.pdf.glyphs import Glyphs, characters
from belegg.reading.pdf.pieces import Piece
from belegg.text.normalise import LIGATURES

HYPHEN_CODES = (0x02, 0xFFFE)
"""What PDFium writes for a hyphen at the end of a line."""

_RAISED_SIZE, _RAISED_BY = 0.85, 0.1
_RAISED = str.maketrans("0123456789+-−()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁽⁾ⁿ")
_NOTED = re.compile(r"[^\W\d_]{3}$|[.,:;)\]”’»%]$|\d$")
"""A raised letter is a note's mark after a word, a figure or a closing sign; after less it is an exponent."""

_MARK = re.compile(r"[0-9+\-−()n,*†‡§¶]+|[a-z]")
_NO_LETTER = "\ufffd"
_NEARLY_ALL = 0.9
_LIGATURE = re.compile(f"[{''.join(LIGATURES)}]")
_CLOSING = ".,;:)]”’»"


@dataclass(slots=True, eq=False)
class Line:
    """
    A printed line of one column, or a row of a table.

    `words` (k, 2) are the places of its words in `text`, `boxes` (k, 4) their boxes in shown space. The box
    of the line and `base` are in its frame, whose direction is `angle`. `bold` and `italic` mean nearly all
    of it, `underlined` most of it. `marks` are the places of raised signs in `text`, `strip` counts the
    page's columns, `table` its tables (-1 for text). `figure`: words of a map or chart, no row though in one.
    """

    page: int
    text: str
    words: NDArray[np.int32]
    boxes: NDArray[np.float32]
    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    size: float
    bold: bool
    italic: bool
    starts_bold: bool
    ends_bold: bool
    marks: tuple[tuple[int, int], ...] = ()
    underlined: bool = False
    strip: int = 0
    angle: int = 0
    table: int = -1
    figure: bool = False


@dataclass(slots=True)
class Setter:
    """Sets pieces of one frame as lines of text."""

    glyphs: Glyphs
    frame: Frame
    starts: NDArray[np.bool_]
    """Which characters of the frame begin a word."""

    right_to_left: bool = False
    """Whether the frame holds letters that are written from the right."""

    def line(self, pieces: Sequence[Piece], strip: int) -> Line:
        """A line of pieces in reading order, words parted by single spaces."""
        return self.row([pieces], strip, ("", "", ""))

    def row(
        self, cells: Sequence[Sequence[Piece]], strip: int, bars: tuple[str, str, str] = ("| ", " | ", " |")
    ) -> Line:
        """A row of cells, `bars` before, between and after them; an empty cell is empty."""
        every = [piece for cell in cells for piece in cell]
        size, base = _main(every)
        if len(cells) == 1 and not (bars[0] or self.right_to_left):
            plain = self._plain(every, size, base)
            if plain is not None:
                return self._made(every, strip, (size, base), *plain, ())
        text, length = [bars[0]], len(bars[0])
        words: list[tuple[int, int]] = []
        glyphs: list[NDArray[np.int64]] = []
        marks: list[tuple[int, int]] = []
        for number, cell in enumerate(cells):
            if number:
                text.append(bars[1])
                length += len(bars[1])
            for word, index, spaced, raised in self._set(cell):
                closes = bool(marks) and marks[-1][1] == length and word[0] in _CLOSING
                if spaced and words and words[-1][1] == length and not (raised or closes):
                    text.append(" ")
                    length += 1
                if word == _NO_LETTER and not words:
                    word = "•"
                text.append(word)
                words.append((length, length + len(word)))
                glyphs.append(index)
                if raised:
                    marks.append(words[-1])
                length += len(word)
        text.append(bars[2])
        boxes = self._boxes(glyphs)
        spans = np.array(words, np.int32).reshape(-1, 2)
        return self._made(every, strip, (size, base), "".join(text), spans, boxes, tuple(marks))

    def _plain(
        self, pieces: Sequence[Piece], size: float, base: float
    ) -> tuple[str, NDArray[np.int32], NDArray[np.float32]] | None:
        """A line without raised signs whose characters are stored as they are, in one go; else None."""
        order = np.concatenate([np.arange(piece.start, piece.end) for piece in pieces])
        low = self.frame.base[order] < base - _RAISED_BY * size
        if low.any() and (low & (self.frame.size[order] <= _RAISED_SIZE * size)).any():
            return None
        text = characters(self.frame.codes[order])
        if len(text) != order.size or not _is_stored(text):
            return None
        opens = self.starts[order]
        opens[1:] |= np.diff(order) != 1
        opens[0] = True
        starts = np.flatnonzero(opens)
        ends = np.append(starts[1:], order.size)
        words = [text[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
        blanks = np.arange(starts.size)
        spans = np.stack((starts + blanks, ends + blanks), axis=1).astype(np.int32)
        boxes = self.glyphs.boxes[self.frame.glyph[order]]
        low_corner = np.minimum.reduceat(boxes[:, :2], starts)
        high_corner = np.maximum.reduceat(boxes[:, 2:], starts)
        return " ".join(words), spans, np.concatenate((low_corner, high_corner), axis=1)

    def _made(
        self,
        pieces: Sequence[Piece],
        strip: int,
        main: tuple[float, float],
        text: str,
        words: NDArray[np.int32],
        boxes: NDArray[np.float32],
        marks: tuple[tuple[int, int], ...],
    ) -> Line:
        count = sum(piece.length for piece in pieces)
        bold = [self.frame.bold[piece.start : piece.end] for piece in pieces]
        italic = [self.frame.italic[piece.start : piece.end] for piece in pieces]
        return Line(
            page=self.glyphs.number,
            text=text,
            words=words,
            boxes=boxes,
            x0=min(piece.x0 for piece in pieces),
            y0=min(piece.y0 for piece in pieces),
            x1=max(piece.x1 for piece in pieces),
            y1=max(piece.y1 for piece in pieces),
            base=main[1],
            size=main[0],
            bold=sum(map(np.count_nonzero, bold)) >= _NEARLY_ALL * count,
            italic=sum(map(np.count_nonzero, italic)) >= _NEARLY_ALL * count,
            starts_bold=bool(bold[0][0]),
            ends_bold=bool(bold[-1][-1]),
            marks=marks,
            strip=strip,
            angle=self.frame.angle,
        )

    def _set(self, cell: Sequence[Piece]) -> list[Placed]:
        """
        A cell's words, each of its lines by itself: what is raised in one stands over the words of that line.

        Of what is written from the right, pieces far apart are ordered by themselves.
        """
        if not cell:
            return []
        main = _main(cell)
        groups = [[cell[0]]]
        for before, piece in itertools.pairwise(cell):
            lower = piece.base - before.base
            if self.right_to_left:
                apart = max(piece.x0 - before.x1, before.x0 - piece.x1)
                new = apart > main[0] or abs(lower) > main[0] / 2
            else:
                new = lower > main[0] / 2
            if new:
                groups.append([])
            groups[-1].append(piece)
        mains = [main if self.right_to_left else _main(group) for group in groups]
        return [
            word
            for n, (group, (size, base)) in enumerate(zip(groups, mains, strict=True))
            for word in self._words(group, size, base, n > 0)
        ]

    def _words(self, cell: Sequence[Piece], size: float, base: float, follows: bool = False) -> list[Placed]:
        order = np.concatenate([np.arange(piece.start, piece.end) for piece in cell])
        spaced = self.starts[order]
        spaced[1:] |= np.diff(order) != 1
        spaced[0] |= follows
        opens = spaced.copy()
        opens[0] = True
        small = self.frame.size[order] <= _RAISED_SIZE * size
        raised = small & (self.frame.base[order] < base - _RAISED_BY * size)
        opens[1:] |= raised[1:] != raised[:-1]
        bounds = np.append(np.flatnonzero(opens), order.size)
        codes = self.frame.codes[order]
        text = characters(codes)
        paired = len(text) != order.size  # a sign beyond 16 bits has two codes
        found: list[Placed] = []
        for first, after in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
            word = stored(characters(codes[first:after]) if paired else text[first:after])
            is_mark = bool(raised[first]) and _MARK.fullmatch(word) is not None
            if is_mark and word.isalpha():
                is_mark = not found or _NOTED.search(found[-1].text) is not None
                word = f"[^{word}]" if is_mark else word.replace("n", "ⁿ")
            elif is_mark:
                word = word.translate(_RAISED)
            if word:
                found.append(Placed(word, order[first:after], bool(spaced[first]), is_mark))
        if self.right_to_left and direction(text) == "right":
            told = [
                word._replace(spaced=word.spaced if n == 0 else self._parted(found[n - 1], word))
                for n, word in enumerate(found)
            ]
            return from_right(told, self.frame.boxes, size)
        return phrases_from_right(found, self.frame.boxes) if self.right_to_left else found

    def _parted(self, before: Placed, word: Placed) -> bool:
        """Whether a word begins. Figures and brackets run against the text: only a real space tells there."""
        foreign = "left" in (direction(before.text), direction(word.text))
        return word.spaced if foreign else bool(self.frame.spaced[word.places[0]])

    def _boxes(self, words: Sequence[NDArray[np.int64]]) -> NDArray[np.float32]:
        if not words:
            return np.zeros((0, 4), np.float32)
        order = self.frame.glyph[np.concatenate(words)]
        starts = np.cumsum([0, *(word.size for word in words[:-1])])
        boxes = self.glyphs.boxes[order]
        low = np.minimum.reduceat(boxes[:, :2], starts)
        high = np.maximum.reduceat(boxes[:, 2:], starts)
        return np.concatenate((low, high), axis=1)


def _is_stored(text: str) -> bool:
    """Whether `stored` would leave a text as it is."""
    if not text.isprintable():
        return False
    return text.isascii() or (not _LIGATURE.search(text) and unicodedata.is_normalized("NFC", text))


def _main(pieces: Sequence[Piece]) -> tuple[float, float]:
    """The size of most characters, and the base line of the first piece that is not much smaller."""
    size = max(pieces, key=lambda piece: piece.length).size
    return size, next((piece.base for piece in pieces if piece.size >= _RAISED_SIZE * size), pieces[0].base)


def stored(word: str) -> str:
    """
    A word as it is stored: ligatures written out, letters composed, nothing that cannot be seen.

    What has no letter in the text layer becomes U+FFFD.
    """
    if word.isascii() and word.isprintable():
        return word
    kept = "".join(_character(char) for char in word)
    return unicodedata.normalize("NFC", kept)


def _character(char: str) -> str:
    code = ord(char)
    if code in HYPHEN_CODES or code == 0xAD:
        return "-"
    if char in LIGATURES:
        return LIGATURES[char]
    category = unicodedata.category(char)
    if category == "Cf":
        return ""
    return _NO_LETTER if category in ("Cc", "Co", "Cn", "Cs") else char
