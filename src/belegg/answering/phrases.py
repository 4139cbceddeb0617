"""
The words by which questions ask and sentences answer, limit and point back: our own lists, as data files.

One regular expression (or ending) a line, `#` begins a comment. Adding a language is adding lines, no code.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

SHORTEST_BASE = 2
"""Letters of a word before its ending: `øk` of `øker`."""

_DATA = Path(__file__).parent / "data"


@cache
def phrases(name: str) -> str:
    """The expressions of `data/<name>.txt` as one, any of which may match."""
    lines = (_DATA / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    kept = [line for line in map(str.strip, lines) if line and not line.startswith("#")]
    return "(?:" + "|".join(kept) + ")"


def other_forms(word: str, language: str) -> frozenset[str]:
    """The forms that a word may have with other endings of `data/inflections`; most of them are no words."""
    endings = _endings(language)
    bases = {word.removesuffix(ending) for ending in endings if word.endswith(ending)}
    return frozenset(b + e for b in bases if len(b) >= SHORTEST_BASE for e in endings) - {word}


@cache
def _endings(language: str) -> tuple[str, ...]:
    if language not in names_in("inflections"):
        return ()
    lines = (_DATA / "inflections" / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    return tuple("" if line == "-" else line for line in lines if not line.startswith("#"))


@cache
def names_in(folder: str) -> tuple[str, ...]:
    """The lists of a folder, in alphabetical order: languages, or kinds of thing."""
    return tuple(sorted(path.stem for path in (_DATA / folder).glob("*.txt")))
