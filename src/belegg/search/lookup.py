"""
Look-ups: a document by one of its own names and a section by its number (`aml § 15-3`).

Names come from the documents themselves (identifier, short title, title …), so nobody keeps a list. Two
acts may bear the same name: all are given, those in force first. What a pack lists as a synonym of a
document's name, as it stands there, is a name of it too: `komml` of the kommuneloven.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from belegg.records import DocumentHead, DocumentId, PassageKey, SynonymGroup
from belegg.seams import Reader
from belegg.text.names import find_look_up, normal_name
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
        documents.update(_by_synonyms([name for name in names if name not in documents], reader))
        return set(documents)

    # Without a number no section is named, and most questions hold none.
    asked = find_look_up(question, known) if any(map(str.isdigit, question)) else None
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


def _by_synonyms(names: Iterable[str], reader: Reader) -> dict[str, list[DocumentId]]:
    """The documents of names that are no document's, but a pack's synonyms of one's."""
    listed = [_synonyms(pack.synonyms) for pack in reader.packs() if pack.synonyms]
    others = {name: [other for each in listed for other in each.get(name, ())] for name in names}
    found = reader.named(sorted({other for several in others.values() for other in several}))
    meant = {
        name: list(dict.fromkeys(document for other in several for document in found.get(other, ())))
        for name, several in others.items()
    }
    return {name: documents for name, documents in meant.items() if documents}


@lru_cache(64)
def _synonyms(groups: tuple[SynonymGroup, ...]) -> Mapping[str, tuple[str, ...]]:
    """By a word as a name is compared, the other words of its groups."""
    names: dict[str, tuple[str, ...]] = {}
    for group in groups:
        words_of_it = tuple(map(normal_name, group.words))
        for word in words_of_it:
            names[word] = (*names.get(word, ()), *(other for other in words_of_it if other != word))
    return names


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
