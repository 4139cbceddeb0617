"""What of a model's understanding of a question may count: a program looks, and says what it dropped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from belegg.answering.desk import Desk
from belegg.answering.question.dates import says_published, stands_in
from belegg.answering.question.following import each_alone
from belegg.errors import BadInput, BadQuery, UnknownDocument
from belegg.records.runs import Event, FellBack, Understood
from belegg.seams import Reader
from belegg.search.called import document_called
from belegg.search.given_dates import day, partial_date
from belegg.text.normalise import normalise
from belegg.text.small_words import SMALL_WORDS, languages_spoken
from belegg.text.stems import NAME_SPACES
from belegg.text.words import word_texts

MOST_QUESTIONS: Final = 3
MOST_TERMS: Final = 8
LONGEST: Final = 800
LONGEST_TERM: Final = 80
DATES: Final = ("since", "until", "as_of")
KEYWORDS_FROM: Final = 3
"""Words from which a translation without any small word is a list of key words."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """A reply of a model, unchecked; texts of the wrong type are left out."""

    standalone: str = ""
    translations: tuple[tuple[str, str], ...] = ()
    terms: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    filters: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, told: Mapping[str, object]) -> Proposed:
        translations = told.get("translations")
        filters = told.get("filters")
        pairs = [
            (text(one.get("language"), 8), text(one.get("question"), LONGEST))
            for one in (translations if isinstance(translations, list) else ())
            if isinstance(one, dict)
        ]
        return cls(
            text(told.get("standalone"), LONGEST),
            tuple(pair for pair in pairs if all(pair)),
            texts(told.get("terms"), LONGEST_TERM)[:MOST_TERMS],
            texts(told.get("questions"), LONGEST)[:MOST_QUESTIONS],
            {
                str(name): value
                for name, given in (filters.items() if isinstance(filters, dict) else ())
                if (value := text(given, LONGEST))
            },
        )


def text(value: object, longest: int) -> str:
    """A text on one line; empty for what is none, and for what is too long to be meant."""
    line = " ".join(value.split()) if isinstance(value, str) else ""
    return line if len(line) <= longest else ""


def texts(value: object, longest: int) -> tuple[str, ...]:
    lines = [text(one, longest) for one in value] if isinstance(value, list) else []
    return tuple(dict.fromkeys(filter(None, lines)))


def kept(
    proposed: Proposed, question: str, desk: Desk, languages: Sequence[str], *, may_rewrite: bool
) -> tuple[Understood, tuple[Event, ...]]:
    """What counts, and a `FellBack` for each thing that was dropped."""
    standalone = (proposed.standalone or question) if may_rewrite else question
    inside = [one for one in proposed.questions if normalise(one) != normalise(standalone)]
    questions = each_alone(inside, [standalone])
    translations, no_questions = _translations(proposed, question, languages)
    filters, unfounded = _filters(proposed, question, desk)
    understood = Understood(
        standalone, questions if len(questions) > 1 else (), translations, proposed.terms, filters
    )
    dropped = tuple(
        FellBack("understanding", f"the model named {what}", "went on without it")
        for what in (*no_questions, *unfounded)
    )
    return understood, dropped


def _translations(
    proposed: Proposed, question: str, languages: Sequence[str]
) -> tuple[dict[str, str], list[str]]:
    """By name space, into languages of the documents that the question is not in; and what was dropped."""
    found: dict[str, str] = {}
    dropped = []
    for language, told in proposed.translations:
        space = NAME_SPACES.get(language.lower(), language.lower())
        if space not in languages or is_own(space, question) or space in found:
            continue
        if is_keywords(told, space):
            dropped.append(f"`{told}` as the question in `{space}`, which is a list of key words")
        else:
            found[space] = told
    return found, dropped


def _filters(proposed: Proposed, question: str, desk: Desk) -> tuple[dict[str, str], list[str]]:
    found: dict[str, str] = {}
    dropped = []
    with desk.store.reading(desk.scope) as reader:
        for name, value in proposed.filters.items():
            try:
                found[name] = _checked(name, value, question, reader)
            except _Refused as refused:
                dropped.append(str(refused))
    return found, dropped


class _Refused(Exception):
    """Why a filter does not count, in words."""


def _checked(name: str, value: str, question: str, reader: Reader) -> str:
    """The value as a scope has it. Raises _Refused."""
    if name in DATES:
        return _date(name, value, question)
    if name == "organisation":
        there = reader.once("organisations", lambda: _organisations(reader))
        if value.casefold() not in there:
            raise _Refused(f"the organisation `{value}`, which no document has")
        return there[value.casefold()]
    if name == "document":
        try:
            document_called(reader, value)
        except (UnknownDocument, BadInput):
            raise _Refused(f"the document `{value}`, which is not one that is here") from None
        return value
    raise _Refused(f"a filter `{name}`, which there is not")


def _organisations(reader: Reader) -> Mapping[str, str]:
    """Every organisation that a document in scope has, by its name without capitals."""
    return {head.organisation.casefold(): head.organisation for head in reader.heads() if head.organisation}


def _date(name: str, value: str, question: str) -> str:
    try:
        date = day(value) if name == "as_of" else partial_date(value)
    except BadQuery:
        date = None
    if date is None:
        raise _Refused(f"`{name}` `{value}`, which is no date")
    if not stands_in(date, question):
        raise _Refused(f"`{name}` `{value}`, which does not stand in the question")
    if name != "as_of" and not says_published(question):
        raise _Refused(f"`{name}` `{value}`, a time that the question tells of and no date of documents")
    return date


def is_own(space: str, question: str) -> bool:
    """Whether a question is surely in the language of this name space."""
    spoken = {NAME_SPACES.get(code, code) for code in languages_spoken(word_texts(question))}
    return spoken == {space}


def is_keywords(told: str, space: str) -> bool:
    """Whether a translation is a list of words: of three or more, none is a small word of its language."""
    found = word_texts(told)
    codes = [code for code in SMALL_WORDS if NAME_SPACES.get(code, code) == space]
    if len(found) < KEYWORDS_FROM or not codes:
        return False
    return not any(word in SMALL_WORDS[code] for code in codes for word in found)
