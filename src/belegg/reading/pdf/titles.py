"""The title of a report: what its file says, when the first pages say so too; else its largest lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from belegg.reading.pdf.told import DATE, Cell, Told, plain

_JUNK = re.compile(
    r"untitled.*|.*\b(?:unbenannt|ohne titel|sans titre|sin título|utan titel|uten navn|nimetön|adsız).*"
    r"|microsoft (?:word|powerpoint|excel)\b.*|.*photoshop.*|[\W\d_]*|\S*[_\d]\S*"
    r"|.*\.(?:docx?|pdf|indd|qxd|tex|dvi|xlsx?|pptx?|png|jpe?g|tiff?|txt|pages|odt|rtf|ps|eps|wpd|html?)"
    r"|\(?(?:anonymous|unspecified|none|null|title)\)?"
    r"|(?:document|report|print|scan|page|doc|slide|presentation|dokument)\W*\d*",
    re.IGNORECASE,
)
_CUT_OFF = re.compile(
    r".*\b(?:the|of|and|for|to|in|on|a|an|de|la|le|les|des|du|et|el|los|las|y|der|die|das|und|für|von|og|i|av"
    r"|och|på|för|til|till|ja|by)|.*[,:(–-]",
    re.IGNORECASE,
)
_NO_TITLE = re.compile(
    r"(?:table of )?contents?|inhalt(?:sverzeichnis)?|table des matières|sommaire|índice"
    r"|innhold(?:sfortegnelse)?"
    r"|innehåll(?:sförteckning)?|sisällys(?:luettelo)?|abstract|(?:executive )?summary|sammanfattning"
    r"|sammendrag|tiivistelmä|zusammenfassung|résumé|introduction|preamble|preface|foreword"
    r"|annex(?: [ivx\d]+)?|appendix(?: \w)?|chapter \w+|part \w+|page(?: \d+.*)?|draft|confidential|notes?"
    r"|index|(?:in the )?(?:united states |supreme |district )*court\b.*|syllabus|opinion",
    re.IGNORECASE,
)
_SECTION = re.compile(r"(?:[IVX]+|\d+(?:\.\d+)*)\.? (?=[A-ZÆØÅÄÖ])")
_WORD = re.compile(r"\w+(?:[-.’']\w+)*")
_SHARE_ON_PAGE, _SHARE_SIDE_BY_SIDE = 0.7, 0.4
_LARGER, _LARGER_AT_THE_TOP = 1.2, 1.08
_COVER_LINES = 15
_MOST_LINES, _MOST_CHARACTERS, _LONGEST_WORD = 7, 300, 40


def title(info: Mapping[str, str], lines: Sequence[Cell], height: float) -> Told | None:
    """
    `lines` are those of the first pages, `height` the first page's. None rather than a doubtful title.

    The file's own title counts when it is whole, no file name, and stands on the first pages: 70% of its
    words, and 40% of its pairs of neighbours.
    """
    stated = plain(info.get("Title", ""))
    largest = _largest([line for line in lines if line.page == 1], body_size(lines), height)
    if stated and _stands(stated, lines) and not (largest and _says_more(largest, stated)):
        return Told(stated, "pdf metadata")
    return Told(largest, "page 1") if largest else None


def is_junk(text: str) -> bool:
    """Whether a title names a file, a program or a part of any book, or breaks off."""
    return bool(_JUNK.fullmatch(text) or breaks_off(text) or _NO_TITLE.fullmatch(text))


def breaks_off(text: str) -> bool:
    """Whether a line ends with a word that another must follow."""
    return bool(_CUT_OFF.fullmatch(text))


def _stands(stated: str, lines: Sequence[Cell]) -> bool:
    """Most of its words stand on the pages, and many of them next to one another."""
    if is_junk(stated):
        return False
    wanted, there = _words(stated), _words(" ".join(line.text for line in lines))
    known, neighbours = set(there), set(pairwise(there))
    pairs = list(pairwise(wanted))
    return (
        bool(wanted)
        and sum(word in known for word in wanted) >= _SHARE_ON_PAGE * len(wanted)
        and sum(pair in neighbours for pair in pairs) >= _SHARE_SIDE_BY_SIDE * len(pairs)
    )


def _words(text: str) -> list[str]:
    return [
        word.casefold() for word in _WORD.findall(text.replace("–", "-")) if len(word) > 2 or word.isdigit()
    ]


def _says_more(largest: str, stated: str) -> bool:
    """Whether the largest lines hold the file's whole title and go on."""
    return len(largest) > len(stated) and stated.casefold() in largest.casefold()


@dataclass(slots=True)
class _Group:
    """Lines of one size that stand under one another."""

    lines: list[Cell]

    @property
    def size(self) -> float:
        return self.lines[0].size

    @property
    def text(self) -> str:
        return joined([line.text for line in self.lines])


def joined(texts: Sequence[str]) -> str:
    """Lines as one; a word that a line's end parts stays with its hyphen."""
    out = ""
    for text in texts:
        parted = out.endswith(("-", "–", "/")) and len(out) > 1 and out[-2].isalnum() and text[:1].islower()
        out += text if parted or not out else f" {text}"
    return out


def groups(lines: Sequence[Cell], body: float) -> list[_Group]:
    """
    Neighbouring lines of one size with no more than an empty line between them; lines that are not larger
    than the body must be of one weight too.
    """
    found: list[_Group] = []
    for line in lines:
        last = found[-1].lines[-1] if found else None
        if (
            last
            and abs(last.size - line.size) < 0.3
            and (last.bold == line.bold or line.size > 1.1 * body)
            and not _SECTION.match(line.text)
            and 0 < line.y0 - last.y0 < 2.1 * line.size
        ):
            found[-1].lines.append(line)
        else:
            found.append(_Group([line]))
    return found


def body_size(lines: Sequence[Cell]) -> float:
    """The size that most letters have."""
    letters: Counter[float] = Counter()
    for line in lines:
        letters[round(line.size, 1)] += len(line.text)
    return letters.most_common(1)[0][0] if letters else 0.0


def _largest(lines: Sequence[Cell], body: float, height: float) -> str | None:
    """The text of the largest lines of the page, when they stand out and read like a title."""
    every = groups(lines, body)
    fit = [
        group
        for place, group in enumerate(every)
        if group.size >= body * (_LARGER if place and len(lines) > _COVER_LINES else _LARGER_AT_THE_TOP)
        and _reads_like_one(group, height)
    ]
    if not fit:
        return None
    size = max(group.size for group in fit)
    first = next(group for group in fit if group.size > size - 0.3)
    return first.text


def _reads_like_one(group: _Group, height: float) -> bool:
    text = group.text
    letters = sum(character.isalpha() for character in text)
    words = _WORD.findall(text)
    return (
        len(group.lines) <= _MOST_LINES
        and len(text) <= _MOST_CHARACTERS
        and letters >= 0.6 * len(text.replace(" ", ""))
        and max(map(len, words), default=0) <= _LONGEST_WORD
        and (len(words) >= 2 or letters >= 8 or (letters >= 3 and not text.isascii()))
        and group.lines[0].y0 < 0.65 * height
        and not text[0].islower()
        and not is_junk(text)
        and not DATE.fullmatch(text)
        and not text.rstrip().endswith((".", ";", ","))
    )
