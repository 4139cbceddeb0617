"""What each field of a pack may hold, wherever it was written: in a file, or on the command line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Any, get_args

from belegg.records.packs import AUTO, NO_STEMMER, PackKind, PackOpens, PackProfile
from belegg.records.searching import NOBODY, Ranking
from belegg.text.groups import group_names
from belegg.text.languages import CODES, code_called
from belegg.text.normalise import normalise
from belegg.text.stems import NAME_SPACES
from belegg.text.words import word_texts

Check = Callable[[object], Any]
"""Gives a value as a record holds it. Raises Unfit."""

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
_LONGEST_SHOWN = 60


class Unfit(Exception):
    """A value that a field cannot hold, and what to write. `item`: its number in a list, from 0."""

    def __init__(self, text: str, item: int | None = None) -> None:
        super().__init__(text)
        self.item = item


def text(value: object) -> str:
    """Text on one line."""
    if not isinstance(value, str):
        raise Unfit(f"is {shown(value)}, not text; write it between quotation marks")
    return " ".join(normalise(value).split())


def listed(check: Callable[[object], str]) -> Check:
    """A list of such values, none of them empty."""

    def checked(value: object) -> tuple[str, ...]:
        if not isinstance(value, list):
            raise Unfit(f"is {shown(value)}, not a list; write it between [ and ]")
        found = []
        for number, item in enumerate(value):
            try:
                found.append(check(item))
            except Unfit as unfit:
                raise Unfit(str(unfit), number) from unfit
            if not found[-1]:
                raise Unfit("holds a text without a letter; leave it out", number)
        return tuple(found)

    return checked


def run(value: object) -> str:
    """A word, or several in a row, as people type them."""
    written = text(value)
    if not word_texts(written):
        raise Unfit(f"holds {shown(value)}, in which there is no word; leave it out")
    return written


def runs(value: object) -> tuple[str, ...]:
    """Words and runs of words, each once: `Si opp` is `si  opp` again."""
    found: tuple[str, ...] = listed(run)(value)
    repeated = twice(found)
    if repeated is not None:
        raise Unfit(f"holds `{found[repeated]}` twice; leave one out", repeated)
    return found


def twice(written: Iterable[str]) -> int | None:
    """The place of the first run of words that stood there before; None when there is none."""
    met: set[tuple[str, ...]] = set()
    for number, each in enumerate(written):
        key = tuple(word_texts(each))
        if key in met:
            return number
        met.add(key)
    return None


def name(value: object) -> str:
    """A pack's name."""
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise Unfit(f"is {shown(value)}; write 1 to 60 lower-case letters a to z, digits and hyphens")
    return value


def flag(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Unfit(f"is {shown(value)}; write true or false, without quotation marks")
    return value


def one_of(names: Iterable[str]) -> Check:
    """One of some words."""
    allowed = tuple(names)

    def checked(value: object) -> str:
        if not isinstance(value, str) or value not in allowed:
            near = get_close_matches(str(value), allowed, 1)
            meant = f"; did you mean `{near[0]}`? It may be" if near else "; write one of"
            raise Unfit(f"is {shown(value)}{meant} {', '.join(f'`{each}`' for each in allowed)}")
        return value

    return checked


def language(value: object) -> str:
    """The code of a language; it needs no stemmer."""
    if not isinstance(value, str) or value not in CODES:
        meant = code_called(value) if isinstance(value, str) else None
        letters = f"; did you mean `{meant}`?" if meant else ""
        raise Unfit(
            f"is {shown(value)}{letters}; write a language's two letters (ISO 639-1): `nb`, `nn`, `en`"
        )
    return value


def stemmer(value: object) -> str:
    """`auto`, `none`, or the code of a language that has one."""
    if isinstance(value, str) and (code := code_called(value)):
        raise Unfit(f"is {shown(value)}; write its code, `{code}`")
    return str(one_of(STEMMERS)(value))


def groups(value: object) -> frozenset[str]:
    """Groups of people; an empty list is nobody, and so is `nobody` alone."""
    found = frozenset(listed(_group)(value))
    if NOBODY in found and len(found) > 1:
        raise Unfit(f"names `{NOBODY}` beside others; write `{NOBODY}` alone, or leave it out")
    return found - {NOBODY}


def _group(value: object) -> str:
    written = value.strip() if isinstance(value, str) else ""
    if value == "":
        raise Unfit(f"holds no name; write `{NOBODY}` when nobody is meant")
    if "," in written:
        names = ", ".join(f'"{name.strip()}"' for name in written.split(","))
        raise Unfit(f"holds {shown(value)}, and nobody can be in a group with a comma; write {names}")
    if written.casefold() == NOBODY:
        return NOBODY
    for name in group_names([written]):
        return name
    raise Unfit(f"holds {shown(value)}, which is no name of a group; write letters, digits, - and spaces")


STEMMERS = (AUTO, NO_STEMMER, *NAME_SPACES)

PACK: Mapping[str, Check] = {
    "name": name,
    "kind": one_of(get_args(PackKind)),
    "description": text,
    "stemmer": stemmer,
    "profile": one_of(get_args(PackProfile)),
    "ranking": one_of(get_args(Ranking)),
    "access": groups,
    "opens": one_of(get_args(PackOpens)),
    "on": flag,
}
GROUP: Mapping[str, Check] = {"language": language, "words": runs, "exact": runs, "asked_only": runs}
ENTRY: Mapping[str, Check] = {
    "word": run,
    "documents_say": runs,
    "meanings": listed(text),
    "searches": listed(run),
    "rule": text,
    "also": runs,
}
NAMES: Mapping[str, Check] = {"document": run, "names": runs}
"""The keys of each table, with what they may hold."""


def unknown(key: str, known: Iterable[str]) -> Unfit:
    """A key that nobody reads."""
    allowed = tuple(known)
    near = get_close_matches(key, allowed, 1)
    meant = f"did you mean `{near[0]}`? Known are" if near else "known are"
    return Unfit(f"is no key here; {meant} {', '.join(f'`{each}`' for each in allowed)}")


def shown(value: object) -> str:
    """A value in a message."""
    plain = {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)
    plain = " ".join(plain.split())
    return f"`{plain if len(plain) <= _LONGEST_SHOWN else plain[:_LONGEST_SHOWN] + '…'}`"
