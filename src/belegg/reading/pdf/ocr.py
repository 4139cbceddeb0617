"""Pages that are pictures: their text as recognised, in the same form as a page's own characters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belegg.reading.ocr import RecognisedLine, Recogniser, recogniser
from belegg.reading.ocr.seam import sureness
from belegg.reading.pdf.glyphs import Font, Glyphs, Run
from belegg.reading.pdf.objects import PATH, PICTURE, Objects
from belegg.reading.pdf.pictured import Pictured
from belegg.text.language import language_of

Choose = Callable[[Sequence[str]], Recogniser | None]

_MOST_PIXELS = 30_000_000
_FEW_LETTERS, _HARDLY_ANY = 200, 80
_PICTURED, _PICTURED_A_LITTLE = 0.02, 0.002
_MANY_DRAWINGS = 100
_SURE, _HARDLY_SURE, _TURNED_IS_BETTER = 0.85, 0.75, 1.3
_LEAST_SURE = 0.4
_INK = 160
_BLACK = 0x000000FF
_COMMON = ("en",)
_X_HEIGHT, _ASCENDER, _DESCENDER = 0.5, 0.24, 0.22
_TALL, _LOW = frozenset("bdfhklt0123456789"), frozenset("gjpqyçğş,;()")
_SAME_SIZE = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class Recognised:
    """
    A page's characters, the first `own` of them its own, the others recognised; how sure those are (0 to 1,
    by letters), and who recognised them.
    """

    glyphs: Glyphs
    own: int
    confidence: float
    by: str


def wants_reading(glyphs: Glyphs, unseen: NDArray[np.uint8], on_it: Objects) -> bool:
    """
    Whether a page's text is in its pictures: hardly any letters of its own beside pictures or drawings, or
    characters of which many have no letter behind them.
    """
    seen = glyphs.codes[(unseen == 0) & (glyphs.run >= 0)]
    small = seen | 0x20
    # Letters and figures nearly enough: a look at each character costs a millisecond a page.
    letters = int(np.count_nonzero((small >= 0x61) & (small <= 0x7A) | (seen >= 0xC0) | (seen - 0x30 < 10)))
    if is_letterless(glyphs):
        return True
    if letters >= _FEW_LETTERS:
        return False
    share = _pictures(on_it, glyphs)
    drawings = int(np.count_nonzero(on_it.kinds == PATH))
    few = letters < _HARDLY_ANY
    return share >= _PICTURED or (few and (share >= _PICTURED_A_LITTLE or drawings >= _MANY_DRAWINGS))


def is_letterless(glyphs: Glyphs) -> bool:
    """Whether a third of a page's characters have no letter in the text layer: what it says is no text."""
    codes = glyphs.codes[glyphs.run >= 0]
    unknown = (codes < 32) | (codes == 0xFFFD) | ((codes >= 0xE000) & (codes <= 0xF8FF))
    return codes.size > _HARDLY_ANY and int(np.count_nonzero(unknown)) * 3 > codes.size


def _pictures(on_it: Objects, glyphs: Glyphs) -> float:
    """The share of the page under pictures (counted twice where they overlap)."""
    boxes = on_it.boxes[on_it.kinds == PICTURE]
    edges = np.clip(boxes, 0, np.array([glyphs.width, glyphs.height] * 2, np.float32))
    area = ((edges[:, 2] - edges[:, 0]) * (edges[:, 3] - edges[:, 1])).sum()
    return float(area / max(1.0, glyphs.width * glyphs.height))


class PageReader:
    """
    Recognises the pages of one document.

    `languages` (ISO 639-1) are those that the document may be in; a single one is believed. Otherwise the
    first text that tells its language does, and pages are read with the data of that one alone.
    """

    def __init__(self, languages: Sequence[str] = (), choose: Choose = recogniser) -> None:
        self.languages = tuple(languages)
        self._choose = choose
        self._told = len(self.languages) == 1
        self._turns = 0
        self._chosen: list[Recogniser | None] = []

    @property
    def recogniser(self) -> Recogniser | None:
        """Who reads the next page; None when no program is there."""
        if not self._chosen:
            self._chosen.append(self._choose(self.languages))
        return self._chosen[-1]

    def look(self, page: Any, glyphs: Glyphs, alive: Callable[[], None] = lambda: None) -> Pictured | None:
        """
        What a page's picture says, without lines where there is nothing to see; None without a recogniser.

        `alive` is called between the steps, each of which may take some seconds. Raises ParserFailed
        and ParserStalled.
        """
        by = self.scout()
        if by is None:
            return None
        picture, scale = _picture(page, glyphs, by.dpi)
        if np.count_nonzero(picture < _INK) < _INK:
            return Pictured(by.name, 0, scale, (picture.shape[0], picture.shape[1]), ())
        lines, turns = self._upright(picture, round(scale * 72), by, alive)
        found = Pictured(by.name, turns, scale, (picture.shape[0], picture.shape[1]), _sure(lines))
        self.hear(found.text)
        better = self.recogniser
        if better is None or better.name == by.name:
            return found
        alive()
        picture, scale = _picture(page, glyphs, better.dpi)
        lines = better.read(np.rot90(picture, turns), round(scale * 72))
        return Pictured(better.name, turns, scale, (picture.shape[0], picture.shape[1]), _sure(lines))

    def scout(self) -> Recogniser | None:
        """
        Who looks first, when the language is not told yet. The data of one language tells which it is, and
        how the page lies, in a fraction of the time that the data of all takes.
        """
        return self._choose(_COMMON) if not (self._told or self.languages) else self.recogniser

    def learn(self, found: Pictured) -> None:
        """From a page for those after it: how pages lie, and their language."""
        if found.lines:
            self._turns = found.turns
            self.hear(found.text)

    def hear(self, text: str) -> None:
        """Choose anew by the first text of the document that tells its language."""
        if self._told:
            return
        told = language_of(text).code
        if told:
            self._told = True
            self.languages = (told,)
            self._chosen.clear()

    def _upright(
        self, picture: NDArray[np.uint8], dpi: int, by: Recogniser, alive: Callable[[], None]
    ) -> tuple[Sequence[RecognisedLine], int]:
        """The lines, and how many quarter turns to the left made the picture upright; as the page before."""
        lines = by.read(np.rot90(picture, self._turns), dpi)
        enough = _HARDLY_SURE if self._told else _SURE
        if sureness(lines) >= enough and not _stands_on_end(lines):
            return lines, self._turns
        small = _halved(picture)
        best, most = self._turns, 0.0
        for turns in range(4):
            alive()
            worth = _worth(by.read(np.rot90(small, turns), dpi // 2))
            if worth > most * (_TURNED_IS_BETTER if turns else 1.0):
                best, most = turns, worth
        alive()
        if best != self._turns:
            lines = by.read(np.rot90(picture, best), dpi)
        return lines, best


def _sure(lines: Sequence[RecognisedLine]) -> tuple[RecognisedLine, ...]:
    return tuple(line for line in lines if sureness([line]) >= _LEAST_SURE)


def recognised(found: Pictured, glyphs: Glyphs) -> Recognised | None:
    """The page's own characters and those recognised where it has none; None when nothing was."""
    if not found.lines:
        return None
    own = _without_characters(glyphs) if is_letterless(glyphs) else glyphs
    put = _Setting(own, found.shape, found.scale, found.turns).set(found.lines)
    return Recognised(put, own.codes.size, sureness(found.lines), found.by)


def _picture(page: Any, glyphs: Glyphs, dpi: int) -> tuple[NDArray[np.uint8], float]:
    """The page in grey (height, width), and its pixels for a point."""
    scale = min(dpi / 72, (_MOST_PIXELS / max(1.0, glyphs.width * glyphs.height)) ** 0.5)
    picture = np.asarray(page.render(scale=scale, grayscale=True).to_numpy())
    return picture.reshape(picture.shape[:2]), scale


def _without_characters(glyphs: Glyphs) -> Glyphs:
    return replace(
        glyphs,
        codes=glyphs.codes[:0],
        boxes=glyphs.boxes[:0],
        origins=glyphs.origins[:0],
        run=glyphs.run[:0],
        runs=(),
    )


def _halved(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """At half the resolution, each pixel the mean of four."""
    even = picture[: picture.shape[0] // 2 * 2, : picture.shape[1] // 2 * 2].astype(np.uint16)
    four = even[::2, ::2] + even[1::2, ::2] + even[::2, 1::2] + even[1::2, 1::2]
    return (four // 4).astype(np.uint8)


def _worth(lines: Sequence[RecognisedLine]) -> float:
    if _stands_on_end(lines):
        return 0.0
    return sum(len(word.text) * word.confidence**3 for line in lines for word in line.words)


def _stands_on_end(lines: Sequence[RecognisedLine]) -> bool:
    """Whether most long words are higher than wide."""
    words = [word for line in lines for word in line.words if len(word.text) > 3]
    high = sum(word.box[3] - word.box[1] > word.box[2] - word.box[0] for word in words)
    return high * 2 > len(words)


class _Setting:
    """Puts recognised lines among the characters of a page."""

    def __init__(self, own: Glyphs, shape: tuple[int, ...], scale: float, turns: int) -> None:
        self.own, self.scale, self.turns = own, scale, turns
        self.high, self.wide = shape[0], shape[1]

    def set(self, lines: Sequence[RecognisedLine]) -> Glyphs:
        """The page's own characters first, each recognised line as a run after them."""
        own = self.own
        free = [line for line in lines if not self._is_there(line)]
        sizes = _sizes(free, self.scale)
        codes, run, boxes, origins, runs = [own.codes], [own.run], [own.boxes], [own.origins], list(own.runs)
        for line, size in zip(free, sizes, strict=True):
            signs, places, starts = self._line(line)
            codes.append(signs)
            boxes.append(places)
            origins.append(starts)
            run.append(np.where(np.isnan(places[:, 0]), -1, len(runs)).astype(np.int32))
            runs.append(Run(Font(""), size, self.turns * 90 % 360 and (360 - self.turns * 90), _BLACK, 0, 0))
        return replace(
            own,
            codes=np.concatenate(codes),
            boxes=np.concatenate(boxes),
            origins=np.concatenate(origins),
            run=np.concatenate(run),
            runs=tuple(runs),
        )

    def _line(
        self, line: RecognisedLine
    ) -> tuple[NDArray[np.uint32], NDArray[np.float32], NDArray[np.float32]]:
        """Codes, boxes and origins of a line; words are parted by made-up blanks, as PDFium parts them."""
        signs: list[int] = []
        boxes: list[tuple[float, float, float, float]] = []
        _, top, _, bottom = line.box
        base = bottom - (bottom - top) * (_DESCENDER if _has(line, _LOW) else 0.0)
        for word in line.words:
            x0, _, x1, _ = word.box
            step = (x1 - x0) / len(word.text)
            signs += [ord(sign) for sign in word.text] + [32]
            boxes += [(x0 + n * step, top, x0 + (n + 1) * step, bottom) for n in range(len(word.text))]
            boxes.append((np.nan,) * 4)
        signs[-1] = 10
        places = np.array(boxes, np.float32)
        starts = np.stack((places[:, 0], np.where(np.isnan(places[:, 0]), np.nan, base)), axis=1)
        return np.array(signs, np.uint32), self._shown_boxes(places), self._shown(starts.astype(np.float32))

    def _shown_boxes(self, places: NDArray[np.float32]) -> NDArray[np.float32]:
        one, other = self._shown(places[:, :2]), self._shown(places[:, 2:])
        return np.concatenate((np.minimum(one, other), np.maximum(one, other)), axis=1)

    def _shown(self, points: NDArray[np.float32]) -> NDArray[np.float32]:
        """From pixels of the turned picture to points of the page as shown."""
        x, y = points[:, 0], points[:, 1]
        if self.turns == 1:
            x, y = self.wide - y, x
        elif self.turns == 2:
            x, y = self.wide - x, self.high - y
        elif self.turns == 3:
            x, y = y, self.high - x
        return np.stack((x, y), axis=1).astype(np.float32) / np.float32(self.scale)

    def _is_there(self, line: RecognisedLine) -> bool:
        """Whether the page has characters of its own where the line stands."""
        box = self._shown_boxes(np.array([line.box], np.float32))[0]
        x, y = self.own.boxes[:, 0::2].mean(axis=1), self.own.boxes[:, 1::2].mean(axis=1)
        with np.errstate(invalid="ignore"):
            return bool(((x > box[0]) & (x < box[2]) & (y > box[1]) & (y < box[3])).any())


def _sizes(lines: Sequence[RecognisedLine], scale: float) -> list[float]:
    """The size of each line in points, by the height of its letters; nearly the same as most is the same."""
    found = []
    for line in lines:
        _, top, _, bottom = line.box
        tall = _X_HEIGHT + _ASCENDER * _has(line, _TALL) + _DESCENDER * _has(line, _LOW)
        found.append((bottom - top) / tall / scale)
    letters = [sum(len(word.text) for word in line.words) for line in lines]
    body = float(np.median(np.repeat(found, letters))) if found else 0.0
    return [round(body if abs(size - body) <= _SAME_SIZE * body else size, 1) for size in found]


def _has(line: RecognisedLine, signs: frozenset[str]) -> bool:
    capital = signs is _TALL and any(sign.isupper() for word in line.words for sign in word.text)
    return capital or any(sign in signs for word in line.words for sign in word.text)
