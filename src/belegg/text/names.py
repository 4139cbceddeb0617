"""
The names that documents go by, and the names and section numbers that stand in a question.

Names come from the documents themselves: identifier, title, short titles, names in brackets, aliases, file.
A name is compared in one form (`normal_name`), a section number in another (`normal_section`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Final
from unicodedata import normalize

import regex

from belegg.records import Document
from belegg.text.normalise import normalise
from belegg.text.sections_asked import SectionsAsked, articles, marked_sections
from belegg.text.words import DASHES, SECTION_NUMBER, section_forms

_TO_HYPHEN: Final = str.maketrans(dict.fromkeys(DASHES, "-"))
_SPACES: Final = regex.compile(r"\s+")
_BETWEEN_NAMES: Final = regex.compile(r"\s+[-\u2013\u2014]\s+")
_IN_BRACKETS: Final = regex.compile(r"\(([^()]{2,80})\)")
_EDGES: Final = " \t\n.,;:!?\"'«»“”„‘’()[]*_`"
_WORD: Final = regex.compile(r"\S+")
# Four digits are a year.
_AFTER_NAME: Final = regex.compile(rf"[\s.,:]*(?!\d{{4}})({SECTION_NUMBER})(?=$|[\s.,;:?!)])")
_ENDS_A_NUMBER: Final = regex.compile(
    r"[\s.,;:?!)]*(?:$|(?:første|annet|andre|tredje|fjerde|femte|ledd|nr|bokstav|första|andra|stycket|stk)\b)"
)
_LABEL_GROUPS: Final = {
    "art.": "art article articles artikkel artikel articolo artigo artículo artikla",
    "chapter": "chapter chap ch kapittel kapitel kap chapitre capítulo capitolo luku hoofdstuk",
    "annex": "annex annexe vedlegg bilag bilaga liite anhang anlage anexo allegato bijlage",
    "appendix": "appendix app",
    "part": "part pt del teil partie osa deel",
    "title": "title titre titel",
    "item": "item",
    "schedule": "schedule",
    "note": "note footnote fotnote fotnot fußnote alaviite fn",
    "": "section sect sec avsnitt abschnitt punkt pkt kohta sección seção sezione",
}
LABELS: Final = {word: label for label, several in _LABEL_GROUPS.items() for word in several.split()}
"""What stands before a section's number in any language, in one form; `section` says nothing and goes."""
_LABELLED: Final = regex.compile(
    r"(?P<label>\p{L}+)(?:\.\s*|\s+)(?P<number>[ivxlc]+|\p{L}|\d\S*(?:\s[a-z])?)$"
)
_CHAPTER_LAST: Final = regex.compile(r"(?P<number>\d+(?:\s?[a-z])?)\s?kap$")
_ROMAN_SIGNS: Final = {n: normalize("NFKC", chr(n)) for n in range(0x2160, 0x2180)}
_NUMBER_PART: Final = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_CODE: Final = regex.compile(r"\p{N}[-/:._]\p{N}|\p{L}[-/:._]\p{N}")
_BEFORE_NUMBERS: Final = """
    un u n united nations the doc document documents dokument report rapport raportti bericht symbol
    no nr number nummer numero ref reference
"""
_BEFORE_A_NUMBER: Final = frozenset(_BEFORE_NUMBERS.split())
_AFTER_A_NUMBER: Final = frozenset({"rev", "add", "corr", "amend", "suppl"})
"""`S/2025/71 Rev. 1` is no `S/2025/71`."""
_MOST_PARTS: Final = 12
_LONGEST_NAME: Final = 16  # words
_WORDS_READ: Final = 40
_SHORT: Final = 3


@dataclass(frozen=True, slots=True)
class LookUp:
    """
    Names that stand in a question, longest first, and the readings of the section number beside them.

    The first reading that the document holds counts: `§ 9 a` is `§ 9a`, else `§ 9`; `§ 20 i loven`, before
    a name, is `§ 20`, else `§ 20i`. `further` are the other numbers of one list (`§§ 5 og 6`), each with its
    readings; `or_range` is what `§§ 5–7` asks for where the document has no § 5-7.
    """

    names: tuple[str, ...]
    sections: tuple[str, ...]
    further: tuple[tuple[str, ...], ...] = ()
    or_range: tuple[str, ...] = ()

    @property
    def every_section(self) -> tuple[str, ...]:
        """All sections that may be meant."""
        return (*self.sections, *self.or_range, *(one for readings in self.further for one in readings))


@dataclass(frozen=True, slots=True)
class _Stand:
    """A name that stands in a question, and where."""

    name: str
    start: int
    end: int


def normal_name(name: str) -> str:
    """Lower case, one kind of hyphen, single spaces, no punctuation at the ends."""
    return _plain(name).strip(_EDGES)


def normal_section(section: str) -> str:
    """
    `§15‑3.`, `15-3 §` → `§ 15-3`; `§ 2 a-4` → `§ 2a-4`; `V.`, `(v)`, `section V` → `v`; `Kapittel 2`,
    `2 kap.` → `chapter 2`; `Article 3` → `art. 3`. A number without § or word stays without (`2.1`).

    Roman figures are compared as they are written: `V` is no 5.
    """
    plain = _plain(section.translate(_ROMAN_SIGNS)).strip(_EDGES)
    closed = normalize("NFC", plain.replace(" ", "")).strip(_EDGES)  # marks that a space kept apart
    if "§" in (closed[:1], closed[-1:]):
        return "§ " + closed.strip("§").strip(_EDGES)
    if found := _CHAPTER_LAST.match(plain):
        return f"chapter {found['number'].replace(' ', '')}"
    found = _LABELLED.match(plain)
    if found and (label := LABELS.get(found["label"])) is not None:
        number = found["number"].replace(" ", "").strip(_EDGES)
        return f"{label} {number}".lstrip() if number else closed
    return closed


def number_form(name: str) -> str | None:
    """
    A number in one form, however its parts are joined: `S/2025/223`, `s_2025_223`, `S 2025-223` →
    `s/2025/223`.

    None for a name without a digit, of one part, or of over twelve. What calls it a document or says whose
    it is (`UN Doc. S/2025/223`) goes.
    """
    parts = _NUMBER_PART.findall(_plain(name).replace("§", " "))
    while parts and parts[0] in _BEFORE_A_NUMBER:
        del parts[0]
    if not 1 < len(parts) <= _MOST_PARTS or not any(part[-1].isdecimal() for part in parts):
        return None
    return "/".join(parts)


def document_names(document: Document) -> tuple[str, ...]:
    """A document's normalised names, each once: title, file, identifier, numbers, aliases, short titles."""
    names = [normal_name(name) for name in _names(document)]
    names += filter(None, map(number_form, _numbers(document)))
    return tuple(dict.fromkeys(name for name in names if len(name) > 1))


def _numbers(document: Document) -> Iterator[str]:
    """
    Its own numbers as given, without the words before them (`DOI 10.6028/…`), and those of a report together:
    `A/79/797-S/2025/109`.
    """
    reports = [fact.value for fact in document.facts if fact.name == "report_number"]
    given = [fact.value for fact in document.facts if fact.name in ("identifier", "alias")]
    yield from ("/".join(reports[:last]) for last in range(2, len(reports) + 1))
    for number in (*reports, *given):
        yield number
        words_of = number.split()
        for at in range(1, len(words_of)):
            if _CODE.search(words_of[at]):
                yield " ".join(words_of[at:])


def _names(document: Document) -> Iterator[str]:
    yield document.title
    yield _IN_BRACKETS.sub(" ", document.title)
    yield PurePosixPath(document.source).stem
    for inside in _IN_BRACKETS.findall(document.title):
        yield from _with_twins(inside)
    for fact in document.facts:
        if fact.name == "short_title":
            yield from _with_twins(fact.value)
        elif fact.name in ("identifier", "alias", "report_number"):
            yield fact.value


def _with_twins(several: str) -> Iterator[str]:
    """`Arbeidsmiljøloven – aml`: the whole, each name, and the other written form of `-loven` and `-lova`."""
    yield several
    for name in _BETWEEN_NAMES.split(several):
        plain = name.strip(_EDGES)
        yield plain
        if plain.endswith("loven"):
            yield plain.removesuffix("loven") + "lova"
        elif plain.endswith("lova"):
            yield plain.removesuffix("lova") + "loven"


def find_look_up(question: str, known: Callable[[list[str]], set[str]]) -> LookUp | None:
    """
    The look-up that a question holds, or None: known names, and the section number that goes with them.

    `known` says which of some normalised names exist. A number needs a §, or stands right after a name and
    ends there (`aml 15-3`). A name of at most three letters counts only beside the number, so that `el` and
    `fl` stay words.
    """
    plain = _plain(question)
    stands = list(_stands(plain))
    exists = known(list(dict.fromkeys(stand.name for stand in stands)))
    found = [stand for stand in stands if stand.name in exists]
    if not found:
        return None
    asked = _section(plain, found)
    if asked is None:
        return _look_up([stand for stand in found if len(stand.name) > _SHORT], None)
    return _look_up([s for s in found if len(s.name) > _SHORT or _are_beside(plain, s, asked)], asked)


def _look_up(stands: list[_Stand], asked: SectionsAsked | None) -> LookUp | None:
    names = tuple(sorted({stand.name for stand in stands}, key=lambda name: (-len(name), name)))
    if not names or asked is None:
        return LookUp(names, ()) if names else None
    return LookUp(names, asked.first, asked.further, asked.or_range)


def _stands(plain: str) -> Iterator[_Stand]:
    """
    Every run of at most sixteen of the first forty words as a name, without a genitive s, and as a number.
    """
    found = list(_WORD.finditer(plain))[:_WORDS_READ]
    bare = [word[0].strip(_EDGES) for word in found]
    for first in range(len(found)):
        for last in range(first, min(len(found), first + _LONGEST_NAME)):
            start, end = found[first].start(), found[last].end()
            name = plain[start:end].strip(_EDGES)
            number = _number_in(name, last - first)
            if number and last + 1 < len(found) and bare[last + 1].rstrip("0123456789.") in _AFTER_A_NUMBER:
                continue
            if len(name) > 1:
                yield _Stand(name, start, end)
                if len(name) > _SHORT + 1 and name.endswith("s"):
                    yield _Stand(name[:-1].rstrip("'’"), start, end)
            if number and number != name:
                yield _Stand(number, start, end)


def _number_in(name: str, spaces: int) -> str | None:
    """The run in the form of a number, when it may be one."""
    if spaces >= _MOST_PARTS or not any(char.isdecimal() for char in name):
        return None
    return number_form(name)


def _section(plain: str, names: list[_Stand]) -> SectionsAsked | None:
    """The section numbers that are asked for: with a §, articles beside a name, a bare number after one."""
    marked = marked_sections(plain)
    if marked:
        last = (marked.further or (marked.first,))[-1][0]
        if last.endswith("i") and any(plain[marked.end : name.start] == " " for name in names):
            return _read_backwards(marked)
        return marked
    for article in articles(plain):
        if any(len(name.name) > _SHORT and _are_beside(plain, name, article) for name in names):
            return article
    for name in sorted(names, key=lambda stand: -len(stand.name)):
        match = _AFTER_NAME.match(plain, name.end)
        if match and ("-" in match[1] or _ENDS_A_NUMBER.match(plain, match.end())):
            readings = tuple(f"§ {reading[1:]}" for reading in section_forms(match[1]))
            return SectionsAsked(readings, (), (), match.start(1), match.end(1))
    return None


def _read_backwards(asked: SectionsAsked) -> SectionsAsked:
    """`§ 20 i loven`: the `i` of the last number is rather the word before a name."""
    if not asked.further:
        return replace(asked, first=asked.first[::-1])
    return replace(asked, further=(*asked.further[:-1], asked.further[-1][::-1]))


def _are_beside(plain: str, name: _Stand, asked: SectionsAsked) -> bool:
    """Whether a name stands right before or after a section number, perhaps with `i` or `in` between."""
    before = name.end <= asked.start
    between = plain[name.end : asked.start] if before else plain[asked.end : name.start]
    return between.strip(_EDGES + "§") in ("", "i", "in", "av", "of")


def _plain(text: str) -> str:
    plain: str = _SPACES.sub(" ", normalise(text).translate(_TO_HYPHEN).lower())
    return plain
