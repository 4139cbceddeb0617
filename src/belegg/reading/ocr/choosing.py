"""Which program reads pictures: Tesseract with the languages' data, else RapidOCR, else none."""

from __future__ import annotations

from collections.abc import Sequence

from belegg.reading.ocr import rapid, tesseract
from belegg.reading.ocr.rapid import Rapid
from belegg.reading.ocr.seam import Recogniser
from belegg.reading.ocr.tesseract import DATA_OF, Tesseract

INSTALL = "`pip install 'belegg[ocr]'`, or the program tesseract with its data for the document's language"
"""What to install, as a message says it."""

_MOST_LANGUAGES = 4


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
    lacks = [language for language, data in zip(languages, wanted, strict=True) if data not in there]
    some = (
        [data for data in wanted if data in there] or sorted(there & set(DATA_OF.values())) or sorted(there)
    )
    return Tesseract([*some[:_MOST_LANGUAGES], *({"eng"} & there)], lacks)
