"""
The names that documents go by, and the names and section numbers that stand in a query.

A name is compared in one form (`normal_name`), a section number in another (`normal_section`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

import regex

from belegg.records import Document
from belegg.text.normalise import normalise
from belegg.text.words import DASHES

_TO_HYPHEN = str.maketrans(dict.fromkeys(DASHES, "-"))
_SPACES = regex.compile(r"\s+")
_NAME_DASH = regex.compile(r"\s+[-\u2013\u2014]\s+")
_BRACKETS = regex.compile(r"\(([^()]{2,80})\)")
_EDGES = " \t\n.,;:!?\"'«»“”„‘’()[]*_`"
_NUMBER = r"\d+(?:\s?[a-zæøåäö](?![\p{L}\p{N}]))?(?:[-.]\d+(?:\s?[a-zæøåäö](?![\p{L}\p{N}]))?)*"
_SECTION = regex.compile(rf"(?:§+|paragra(?:f|ph)\p{{L}}{{0,4}})\s*({_NUMBER})|({_NUMBER})\s?§")
_BARE_NUMBER = regex.compile(rf"(?<![\p{{L}}\p{{N}}\-./:])({_NUMBER})(?![\p{{L}}\p{{N}}])")
_LONGEST_NAME = 12  # words


def normal_name(name: str) -> str:
    """Lower case, one kind of hyphen, single spaces, no punctuation at the ends."""
    plain: str = _SPACES.sub(" ", normalise(name).translate(_TO_HYPHEN).lower())
    return plain.strip(_EDGES)


def normal_section(section: str) -> str:
    """`§15‑3.`, `15-3` and `§ 15-3` → `§ 15-3`; `§ 2 a-4` → `§ 2a-4`. Numbers without § keep none (`2.1`)."""
    plain: str = _SPACES.sub("", normalise(section).translate(_TO_HYPHEN).lower()).strip(_EDGES)
    if plain.startswith("§") or plain.endswith("§"):
        return "§ " + plain.strip("§")
    return plain


def document_names(document: Document) -> tuple[str, ...]:
    """A document's normalised names, without repeats: title, file, identifier, aliases, short titles."""
    names = (normal_name(name) for name in _raw_names(document))
    return tuple(dict.fromkeys(name for name in names if len(name) > 1))


def _raw_names(document: Document) -> Iterator[str]:
    yield document.title
    yield PurePosixPath(document.source).stem
    for fact in document.facts:
        if fact.name in ("identifier", "alias"):
            yield fact.value
        elif fact.name == "short_title":
            yield from _with_twins(_NAME_DASH.split(fact.value))
    for inside in _BRACKETS.findall(document.title):
        yield from _with_twins(_NAME_DASH.split(inside))


def _with_twins(names: list[str]) -> Iterator[str]:
    """Each name, and its other written form: `-loven` for `-lova` and the reverse."""
    for name in names:
        plain = name.strip(_EDGES)
        yield plain
        if plain.endswith("loven"):
            yield plain[:-5] + "lova"
        elif plain.endswith("lova"):
            yield plain[:-4] + "loven"


@dataclass(frozen=True, slots=True)
class LookUp:
    """
    Names that stand in a query, longest first, and the readings of the section number beside them.

    `§ 20 i forvaltningsloven` has two readings, `§ 20i` and `§ 20`: the first that the document holds counts.
    """

    names: tuple[str, ...]
    sections: tuple[str, ...]


def find_look_up(query: str, known: Callable[[list[str]], set[str]]) -> LookUp | None:
    """
    The look-up that a query holds, or None: a known name, with a section number beside it when there is one.

    `known` says which of some normalised names exist. A name of at most three letters counts only where
    there is a section number. Without §, the first bare number counts as the section.
    """
    plain = _SPACES.sub(" ", normalise(query).translate(_TO_HYPHEN).lower())
    exists = known(list(dict.fromkeys(_candidates(plain))))
    if not exists:
        return None
    names = sorted(exists, key=lambda name: (-len(name), name))
    rest = plain
    for name in names:
        rest = rest.replace(name, " ")
    found = _SECTION.search(rest) or _BARE_NUMBER.search(rest)
    if found is None:
        names = [name for name in names if len(name) > 3]
        return LookUp(tuple(names), ()) if names else None
    number = next(group for group in found.groups() if group)
    return LookUp(tuple(names), _readings(number))


def _candidates(plain: str) -> Iterator[str]:
    """Every run of at most twelve words, as a normalised name."""
    words = [word.strip(_EDGES) for word in plain.split()]
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + _LONGEST_NAME) + 1):
            if len(name := " ".join(words[start:end]).strip(_EDGES)) > 1:
                yield name


def _readings(number: str) -> tuple[str, ...]:
    whole = normal_section("§" + number)
    if regex.search(r"\d\s\p{L}$", number):
        return whole, whole[:-1]
    return (whole,)
