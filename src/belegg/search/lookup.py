"""
Look-ups: a document by one of its own names and a section by its number (`aml § 15-3`).

Names come from the documents themselves (identifier, short title, title …), so nobody keeps a list. Two
acts may bear the same name: all are given, those in force first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from belegg.records import DocumentHead, DocumentId, PassageKey
from belegg.seams import Reader
from belegg.text.names import find_look_up
from belegg.text.words import words


@dataclass(frozen=True, slots=True)
class Named:
    """The passages that a question names by document and section, in order, and the words that name them."""

    keys: tuple[PassageKey, ...]
    words: frozenset[str]


def look_up(question: str, reader: Reader, day: str | None = None) -> Named:
    """What a question names by document and section number; mostly nothing. `day`: None is today."""
    documents: dict[str, list[DocumentId]] = {}

    def known(names: list[str]) -> set[str]:
        documents.update({name: list(found) for name, found in reader.named(names).items()})
        return set(documents)

    asked = find_look_up(question, known)
    if asked is None or not asked.sections:
        return Named((), frozenset())
    keys: dict[PassageKey, None] = {}
    used: set[str] = set()
    for name in _outermost(asked.names):
        for document in _in_force_first(documents[name], reader, day):
            for section in asked.sections:
                if found := reader.keys_of(document, section):
                    keys.update(dict.fromkeys(found))
                    used.update(word.text for word in words(f"{name} {section}"))
                    break
    return Named(tuple(keys), frozenset(used))


def _outermost(names: Iterable[str]) -> list[str]:
    """Names, longest first, without those that stand inside a longer one."""
    kept: list[str] = []
    for name in names:
        if not any(f" {name} " in f" {longer} " for longer in kept):
            kept.append(name)
    return kept


def _in_force_first(documents: Iterable[DocumentId], reader: Reader, day: str | None) -> list[DocumentId]:
    heads = [head for head in map(reader.head, documents) if head is not None]
    asked = day or date.today().isoformat()
    return [head.id for head in sorted(heads, key=lambda head: _not_in_force(head, asked))]


def _not_in_force(head: DocumentHead, day: str) -> int:
    """0 in force, 1 nothing is said about it, 2 not yet, or at a time that is no date."""
    since = head.fact("in_force")
    if not since:
        return 1
    return 0 if since[:1].isdigit() and since <= day else 2
