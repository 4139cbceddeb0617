"""What an office file says about itself: title, author, dates, language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from belegg.reading.facts import fact_of, language_code
from belegg.reading.office.package import Package
from belegg.records import Fact
from belegg.text.language import language_of

CORE = "document properties"
"""Where these facts were found."""

_FACTS = {
    "dc_creator": "author",
    "dcterms_created": "created",
    "dcterms_modified": "modified",
    "dc_subject": "subject",
    "cp_keywords": "keywords",
    "dc_description": "description",
    "Company": "organisation",
}
_DATE = re.compile(r"(\d{4}-\d{2}-\d{2})(?:T.*)?")
_NO_PERSON = re.compile(
    r"(?:python-docx|python-pptx|openpyxl|unknown|microsoft office user|user|author|admin)?", re.I
)
_GENERATED = re.compile(r"generated (?:by|using) python-")
"""What two libraries write into every file; its dates are then those of their template."""

_JUNK_TITLE = re.compile(
    r"untitled.*|(?:microsoft )?(?:word|excel|powerpoint)\b.*|(?:power ?point )?presentation\d*|document\d*|"
    r"dokument\d*|presentasjon\d*|(?:lysbilde|slide|folie|dia) ?\d*|title|tittel|book\d*|bok\d*|sheet\d*|"
    r".*\.(?:docx?|dotx?|pptx?|potx?|xlsx?|xltx?|odt|ods|odp|rtf|pdf|txt)|"
    r"\W*",
    re.I,
)


def core_properties(package: Package) -> tuple[str | None, list[Fact]]:
    """The title stated (None where it is empty or junk), and the other properties as facts."""
    title, facts, templated = None, list[Fact](), False
    for part in (*package.related("", "core-properties"), *package.related("", "extended-properties")):
        for element in package.aside(part) or ():
            value = " ".join("".join(element.itertext()).split())
            name = element.tag.removeprefix("?_")
            if name == "dc_title":
                title = stated_title(value)
            elif name in _FACTS and value:
                templated = templated or bool(_GENERATED.match(value))
                facts += property_facts(_FACTS[name], value, CORE)
    if templated:
        facts = [fact for fact in facts if fact.name not in ("created", "modified")]
    return title, facts


def stated_title(value: str) -> str | None:
    """A title as a file states it, or None where that is no title (`Microsoft Word - Document1`)."""
    value = " ".join(value.split())
    return None if _JUNK_TITLE.fullmatch(value) else value


def property_facts(name: str, value: str, origin: str) -> Iterator[Fact]:
    """The fact that a property states, dates without their time; nothing for a program's name as author."""
    if name in ("created", "modified"):
        if found := _DATE.fullmatch(value):
            yield Fact(name, found[1], origin)
    elif not (name == "author" and _NO_PERSON.fullmatch(value)) and not _GENERATED.match(value):
        yield fact_of(name, value, origin)


def stated_language(text: str, codes: Iterator[str | None]) -> str | None:
    """
    The language that a file's styles state, where the text itself does not tell.

    A template's language is often not the text's, so what the text tells goes first.
    """
    if language_of(text).code:
        return None
    return next((found for code in codes if code and (found := language_code(code))), None)


def text_of(element: Element) -> str:
    """All text below an element."""
    return "".join(element.itertext())
