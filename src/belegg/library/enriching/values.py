"""
What a model proposes about a document, and the check of it by program: a value is used when it stands in the
first pages or in the file's name, and nothing else is. Rules and front matter always win.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from belegg.library.enriching.plain import PARTS, Plain
from belegg.library.enriching.voice import Voice
from belegg.reading.facts import iso_date, language_code
from belegg.records import Fact
from belegg.text.figures.dates import days_in
from belegg.text.language import language_of
from belegg.text.quotes import check_quote

LONGEST_VALUE = 300
_WORDS = re.compile(r"\w+")
_DATE_IN_NAME = re.compile(r"(?<!\d)(\d{4})[-_.]?(\d\d)[-_.]?(\d\d)(?!\d)")


@dataclass(frozen=True, slots=True)
class Accepted:
    """Title and language of a document, facts that a model added, and the names of what was dropped."""

    title: str
    language: str | None
    added: tuple[Fact, ...] = ()
    dropped: tuple[str, ...] = ()


def facts_hash(document: Plain, voice: Voice) -> bytes:
    """What names the question about a document's facts."""
    return voice.hash_of("facts", document.file_name, document.opening)


def latest_hash(document: Plain, voice: Voice) -> bytes:
    """What names the latest reply about a document's facts, whatever its first pages were then."""
    return voice.hash_of("latest facts", document.head.id)


def accepted(document: Plain, proposed: Mapping[str, str], voice: Voice) -> Accepted:
    """What of a model's proposals is used: for parts that lack, and whose value stands there."""
    title, language = document.title, document.language
    added, dropped = [], []
    for name in document.lacking:
        value = " ".join(proposed.get(name, "").split())
        if not value:
            continue
        held = _held(name, value, document)
        if held is None:
            dropped.append(name)
            continue
        added.append(Fact(name, held, voice.origin))
        title = held if name == "title" else title
        language = held if name == "language" else language
    return Accepted(title, language, tuple(added), tuple(dropped))


def _held(name: str, value: str, document: Plain) -> str | None:
    """The value in the form of a fact when it stands in the document; None when it does not."""
    if len(value) > LONGEST_VALUE:
        return None
    if name == "language":
        return _language(value, document.opening)
    if name == "published":
        return _day(value, document)
    return value if stands_in(value, document) else None


def stands_in(value: str, document: Plain) -> bool:
    """Word for word in the first pages, as a quotation would, or as words in a row in the file's name."""
    if check_quote(document.opening, value).span is not None:
        return True
    wanted, there = _words(value), _words(document.file_name.replace("_", " "))
    starts = range(len(there) - len(wanted) + 1)
    return bool(wanted) and any(there[at : at + len(wanted)] == wanted for at in starts)


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORDS.findall(text)]


def _day(value: str, document: Plain) -> str | None:
    """The ISO form of a day that the first pages or the file's name state, in whatever form."""
    day = iso_date(value)
    if day is None:
        return None
    named = {"-".join(found) for found in _DATE_IN_NAME.findall(document.file_name)}
    year, month, number = map(int, day.split("-"))
    stated = any((year, month, number) in found.forms for found in days_in(document.opening))
    return day if stated or day in named else None


def _language(value: str, text: str) -> str | None:
    """A language of which the text holds marker words."""
    code = language_code(value)
    counted = language_of(text).counts
    return code if code and counted.get("no" if code in ("nb", "nn") else code) else None


def proposals(values: Mapping[str, object]) -> dict[str, str] | None:
    """What a reply proposes; None when it is not in the form."""
    found = {name: values.get(name, "") for name in PARTS}
    texts = {name: value for name, value in found.items() if isinstance(value, str)}
    return texts if len(texts) == len(PARTS) and any(name in values for name in PARTS) else None
