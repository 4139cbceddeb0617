"""Which program reads pictures: Tesseract with the languages' data, else RapidOCR, else none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from belegg.reading.ocr import rapid, tesseract
from belegg.reading.ocr.rapid import Rapid
from belegg.reading.ocr.seam import Recogniser
from belegg.reading.ocr.tesseract import DATA_OF, Tesseract

INSTALL = "`pip install 'belegg[ocr]'`, or the program tesseract with its data for the document's language"
"""What to install, as a message says it."""

_MOST_LANGUAGES = 6
_NEAR = {
    **dict.fromkeys(("nb", "nn", "no"), ("dan", "swe")),
    **dict.fromkeys(("da", "sv"), ("nor", "swe", "dan")),
    **dict.fromkeys(("fi", "et"), ("fin", "est", "swe")),
    **dict.fromkeys(("fr", "it", "es", "pt"), ("fra", "ita", "spa", "por")),
}
"""Data with (nearly) the same letters, for languages whose own is not there."""


def missing(languages: Iterable[str]) -> str:
    """Languages (ISO 639-1), each with the package of Debian and Ubuntu that holds Tesseract's data of it."""
    return ", ".join(
        f"`{language}` (install `tesseract-ocr-{DATA_OF.get(language, language).replace('_', '-')}`)"
        for language in languages
    )


def recogniser(languages: Sequence[str] = ()) -> Recogniser | None:
    """
    The best at hand for documents in these languages (ISO 639-1, most likely first); None without any.

    Tesseract when it has the data of all of them. Without a language RapidOCR comes first, which needs to
    know none. Tesseract with other data than asked for is the last choice, and says what it lacks.
    """
    there = tesseract.installed()
    wanted = [DATA_OF.get(language, language) for language in languages]
    if wanted and there.issuperset(wanted):
        return Tesseract([*wanted, *({"eng"} & there)])
    if rapid.is_installed():
        return Rapid()
    if not there:
        return None
    if not wanted:
        return Tesseract([*sorted(there & set(DATA_OF.values()) or there)[:_MOST_LANGUAGES]])
    lacks = [language for language, data in zip(languages, wanted, strict=True) if data not in there]
    near = [data for language in lacks for data in _NEAR.get(language, ())]
    some = [data for data in (*wanted, *near, "eng") if data in there] or sorted(there)[:1]
    return Tesseract(some, lacks)
