"""
What a Word document's letters tell where its styles tell nothing: the title on its cover, headings in bold.

Many documents are written without styles: their headings were made by hand, and a reader sees them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from belegg.reading.office.word_styles import Styles, is_on, value_of
from belegg.reading.sections import section_number
from belegg.records import Block, Warned

_LARGER, _MUCH_LARGER = 1.15, 1.4
_LONGEST_HEADING, _LONGEST_TITLE = 120, 200
_MOST_TITLE_LINES = 5
_FEWEST, _MOST_SHARE = 3, 0.4
_DEEPEST = 3
_NO_HEADING_ENDS = ".,;"


@dataclass(frozen=True, slots=True)
class Letters:
    """The smallest letters of a paragraph in half points, and whether all are bold."""

    size: int
    bold: bool


def letters_of(paragraph: Element, styles: Styles) -> Letters:
    """How a paragraph's text is set, by its runs, their styles, and its own."""
    own_size, own_bold = styles.letters(value_of(paragraph, "w_pPr/w_pStyle") or styles.default)
    sizes: list[int] = []
    bolds: list[bool] = []
    for run in paragraph.iter("w_r"):
        if not any((text.text or "").strip() for text in run.findall("w_t")):
            continue
        properties = run.find("w_rPr")
        named_size, named_bold = styles.letters(value_of(properties, "w_rStyle") or "")
        size = value_of(properties, "w_sz") or ""
        bold = properties.find("w_b") if properties is not None else None
        sizes.append(int(size) if size.isdecimal() and len(size) < 5 else named_size or own_size or 0)
        bolds.append(
            is_on(bold) if bold is not None else bool(own_bold if named_bold is None else named_bold)
        )
    usual = styles.usual_size()
    return Letters(min((size or usual for size in sizes), default=usual), bool(bolds) and all(bolds))


class Looks:
    """Remembers how plain paragraphs are set, by the place of their block among the blocks."""

    def __init__(self, styles: Styles) -> None:
        self._styles = styles
        self._set: dict[int, tuple[Letters, str]] = {}

    def remember(self, place: int, paragraph: Element, text: str) -> None:
        """A paragraph that may be a title or heading: short, and no sentence."""
        if len(text) <= _LONGEST_TITLE:
            self._set[place] = letters_of(paragraph, self._styles), " ".join(text.split())

    def title(self, blocks: Sequence[Block]) -> str | None:
        """The largest lines before the first heading, when they are much larger than the text."""
        first = next((n for n, block in enumerate(blocks) if block.kind == "heading"), len(blocks))
        cover = {n: found for n, found in self._set.items() if n < first}
        largest = max((letters.size for letters, _ in cover.values()), default=0)
        lines = [text for letters, text in cover.values() if letters.size == largest]
        title = " ".join(lines)
        if largest < self._styles.usual_size() * _MUCH_LARGER or len(lines) > _MOST_TITLE_LINES:
            return None
        return title if 0 < len(title) <= _LONGEST_TITLE else None

    def headings(self, blocks: list[Block]) -> Iterator[Warned]:
        """
        Make headings of paragraphs that look like them, in a document that has no heading.

        Nothing is done when they are few or when much of the text looks so.
        """
        if any(block.kind == "heading" for block in blocks):
            return
        usual = self._styles.usual_size()
        found = {
            n: letters
            for n, (letters, text) in self._set.items()
            if (letters.bold or letters.size >= usual * _LARGER)
            and len(text) <= _LONGEST_HEADING
            and text[-1:] not in _NO_HEADING_ENDS
            and any(letter.isalpha() for letter in text)
        }
        if not _FEWEST <= len(found) <= len(blocks) * _MOST_SHARE:
            return
        sizes = sorted({letters.size for letters in found.values()}, reverse=True)
        for n, letters in found.items():
            text = self._set[n][1]
            level = min(_DEEPEST, sizes.index(letters.size) + 1)
            blocks[n] = replace(
                blocks[n], kind="heading", level=level, name=text, section=section_number(text)
            )
        message = f"no styles for headings: {len(found)} told from bold or larger letters"
        yield Warned("headings by look", message)
