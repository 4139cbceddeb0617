"""
The language of a text, by counting marker words: small words that are common in one language and rare in
its neighbours. The lists are our own, one word a line, in `data/markers/<language>.txt`; those of languages
without a stemmer are there so that Estonian is not taken for Finnish.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from belegg.text.stems import NAME_SPACES

_LETTERS: Final = re.compile(r"[^\W\d_]+")
_MARKERS: Final = Path(__file__).parent / "data" / "markers"

READ_CHARACTERS: Final = 6_000
LEAST_HITS: Final = 5
LEAST_LEAD: Final = 2

STEMMED: Final = frozenset(NAME_SPACES)
"""Languages with a stemmer; Norwegian has two written forms and one stemmer."""


@dataclass(frozen=True, slots=True)
class Language:
    """
    The language found: `code` is None when undecided or without a stemmer; `why` says which, in words.

    `counts` are the marker words met, by language, most first.
    """

    code: str | None
    counts: Mapping[str, int]
    why: str


def language_of(text: str) -> Language:
    """
    The language with most marker words in the first 6,000 characters, if it has five and leads by two.

    Of the words that only one of the two best has, the winner must also have twice as many: Norwegian and
    Danish in one text stay undecided. Bokmål or nynorsk is settled after Norwegian has won; bokmål when it
    is not clear.
    """
    languages = _languages_by_marker()
    met = Counter(word for word in _LETTERS.findall(text[:READ_CHARACTERS].lower()) if word in languages)
    counts: Counter[str] = Counter()
    for word, times in met.items():
        for code in languages[word]:
            counts[code] += times
    ordered = dict(counts.most_common())
    contest = [(code, hits) for code, hits in counts.most_common() if code not in ("nb", "nn")]
    (first, hits), (second, _) = [*contest, ("", 0), ("", 0)][:2]
    if hits < LEAST_HITS:
        return Language(None, ordered, f"only {hits} marker words met, {LEAST_HITS} are needed")
    ahead, behind = _hits_without(met, first, second), _hits_without(met, second, first)
    if ahead - behind < LEAST_LEAD or ahead < 2 * behind:
        return Language(None, ordered, f"`{first}` ({ahead}) and `{second}` ({behind}) are too close")
    if first == "no":
        return _written_norwegian(counts, ordered)
    if first not in STEMMED:
        return Language(None, ordered, f"looks like `{first}`, which has no stemmer")
    return Language(first, ordered, f"{ahead} marker words against {behind} of `{second}`")


def _hits_without(met: Mapping[str, int], code: str, other: str) -> int:
    """Marker words met of one language that the other does not have."""
    languages = _languages_by_marker()
    return sum(
        times for word, times in met.items() if code in languages[word] and other not in languages[word]
    )


def passage_language(text: str, document: str | None) -> str | None:
    """
    The language of a passage in a document of that language: its own only when it is clearly another one.

    Clearly: decided on its own, with twice the marker words of the document's language.
    """
    found = language_of(text)
    if found.code is None or document is None:
        return found.code or document
    ours = "no" if document in ("nb", "nn") else document
    theirs = "no" if found.code in ("nb", "nn") else found.code
    return document if found.counts[theirs] < 2 * found.counts.get(ours, 0) else found.code


def _written_norwegian(counts: Counter[str], ordered: Mapping[str, int]) -> Language:
    nb, nn = counts["nb"], counts["nn"]
    why = f"Norwegian: {nb} marker words of bokmål, {nn} of nynorsk"
    return Language("nn" if nn >= LEAST_LEAD and nn > 2 * nb else "nb", ordered, why)


@cache
def _languages_by_marker() -> Mapping[str, tuple[str, ...]]:
    """For each marker its languages; a Norwegian one counts for `no`, and for nb or nn when only there."""
    found: dict[str, list[str]] = {}
    for path in sorted(_MARKERS.glob("*.txt")):
        for word in path.read_text(encoding="utf-8").split():
            found.setdefault(word, []).append(path.stem)
    return {word: _with_norwegian(languages) for word, languages in found.items()}


def _with_norwegian(languages: list[str]) -> tuple[str, ...]:
    norwegian = [code for code in languages if code in ("nb", "nn")]
    others = [code for code in languages if code not in ("nb", "nn")]
    return (*others, *(["no"] if norwegian else []), *(norwegian if len(norwegian) == 1 else []))
