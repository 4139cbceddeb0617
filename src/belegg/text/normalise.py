"""
One form of text for storing, searching and asking: NFC, without characters that cannot be seen.

The ligatures of typesetting (`ﬁ`, which many PDFs hold) are written out: nobody types them, and `finans` must
find what was printed as `ﬁnans`. Letters are never folded: å stays å, ß stays ß, Cyrillic `а` stays Cyrillic.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import regex

_SOFT_HYPHENS = "\u00ad"
_ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff"
_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"

LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
}

_LIGATURE = regex.compile("[\ufb00-\ufb06]")
_INVISIBLE = regex.compile(f"[{_SOFT_HYPHENS}{_ZERO_WIDTH}{_BIDI}]+")
_ODD_SPACE = regex.compile(f"[{_SPACES}]")
_ODD_LINE_END = regex.compile("\r\n?|[\u2028\u2029]")
_COUNTED = (
    ("soft hyphens", regex.compile(f"[{_SOFT_HYPHENS}]")),
    ("zero-width characters", regex.compile(f"[{_ZERO_WIDTH}]")),
    ("direction marks", regex.compile(f"[{_BIDI}]")),
)


@dataclass(frozen=True, slots=True)
class Changes:
    """
    What normalising changed, by kind, only kinds that occurred.

    Kinds: `soft hyphens`, `zero-width characters`, `direction marks`, `ligatures`, `line ends`
    (in characters), `decomposed letters` (1 when anything was composed: how many cannot be told).
    """

    counts: Mapping[str, int]

    def __bool__(self) -> bool:
        return bool(self.counts)


def normalise(text: str) -> str:
    """
    Text as it is searched and asked: NFC, invisible characters out, ligatures in letters, no-break spaces and
    kin as spaces.

    Idempotent. Letters, case and punctuation stay as they are.
    """
    if text.isascii():
        return text
    visible, _ = _written_out(_INVISIBLE.sub("", text))
    spaced: str = _ODD_SPACE.sub(" ", unicodedata.normalize("NFC", visible))
    return spaced


def normalise_document(text: str) -> tuple[str, Changes]:
    """
    Text as it is stored, and what was changed: NFC, invisible characters out, line ends as `\\n`.

    No-break spaces stay: they are the author's, and offsets count characters of the stored text. Idempotent.
    """
    counts: Counter[str] = Counter()
    if "\r" in text or not text.isascii():
        text, counts["line ends"] = _ODD_LINE_END.subn("\n", text)
    if not text.isascii():
        for kind, pattern in _COUNTED:
            text, counts[kind] = pattern.subn("", text)
        text, counts["ligatures"] = _written_out(text)
        composed = unicodedata.normalize("NFC", text)
        counts["decomposed letters"] = int(composed != text)
        text = composed
    return text, Changes({kind: count for kind, count in counts.items() if count})


def _written_out(text: str) -> tuple[str, int]:
    written, count = _LIGATURE.subn(lambda found: LIGATURES[found[0]], text)
    return str(written), int(count)
