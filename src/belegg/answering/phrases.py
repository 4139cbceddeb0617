"""
The words by which questions ask and sentences answer, limit and point back: our own lists, as data files.

One regular expression a line, `#` begins a comment. Adding a language is adding lines, no code.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_DATA = Path(__file__).parent / "data"


@cache
def phrases(name: str) -> str:
    """The expressions of `data/<name>.txt` as one, any of which may match."""
    lines = (_DATA / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    kept = [line for line in map(str.strip, lines) if line and not line.startswith("#")]
    return "(?:" + "|".join(kept) + ")"


@cache
def names_in(folder: str) -> tuple[str, ...]:
    """The lists of a folder, in alphabetical order: languages, or kinds of thing."""
    return tuple(sorted(path.stem for path in (_DATA / folder).glob("*.txt")))
