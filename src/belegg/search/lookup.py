"""
Look-ups: a document by one of its own names and its sections by their numbers (`aml § 15-3`), or an act by
its name alone.

Names come from the documents themselves (identifier, short title, title …), so nobody keeps a list. Two
acts may bear the same name: all are given, those in force first. What a pack lists as another name of a
document, or as a synonym of a document's name, names it too: `komml` of the kommuneloven.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from belegg.records import DocumentHead, DocumentId, PassageKey, SynonymGroup
from belegg.records.packs import OtherNames
from belegg.seams import Reader
from belegg.text.names import LookUp, find_look_up, normal_name
from belegg.text.words import words

FIRST_OF_AN_ACT = 4  # passages, when its name alone is asked for
LONGEST_NAME = 200  # characters


@dataclass(frozen=True, slots=True)
class Named:
    """The passages that a question names by document and section, in order, and the words that name them."""

    keys: tuple[PassageKey, ...]
    words: frozenset[str]


def look_up(question: str, reader: Reader, day: str | None = None) -> Named:
    """
    What a question names by document and section number, or an act that it is the name of; mostly nothing.
    `day`: None is today.
    """
    documents: dict[str, list[DocumentId]] = {}

    def known(names: list[str]) -> set[str]:
        documents.update({name: list(found) for name, found in reader.named(names).items()})
        documents.update(named_by_packs([name for name in names if name not in documents], reader))
        return set(documents)

    # Without a number no section is named, and most questions hold none.
    asked = find_look_up(question, known) if any(map(str.isdigit, question)) else None
    if asked is None or not asked.sections:
        return _act_by_name(question, reader, day)
    keys: dict[PassageKey, None] = {}
    used: set[str] = set()
    for name in _outermost(asked.names):
        for document in _in_force_first(documents[name], reader, day):
            for section, found in _sections_in(document, asked, reader):
                keys.update(dict.fromkeys(found))
                used.update(word.text for word in words(f"{name} {section}"))
    return Named(tuple(keys), frozenset(used))


def _sections_in(
    document: DocumentId, asked: LookUp, reader: Reader
) -> Iterator[tuple[str, Sequence[PassageKey]]]:
    """The sections asked for that a document holds, in order, with their passages."""
    first = _first_held(document, asked.sections, reader)
    range_ = [(one,) for one in asked.or_range] if first is None else []
    if first is not None:
        yield first
    for readings in (*range_, *asked.further):
        if found := _first_held(document, readings, reader):
            yield found


def _first_held(
    document: DocumentId, readings: Sequence[str], reader: Reader
) -> tuple[str, Sequence[PassageKey]] | None:
    return next(((one, found) for one in readings if (found := reader.keys_of(document, one))), None)


def _act_by_name(question: str, reader: Reader, day: str | None) -> Named:
    """The first passages of the act, in a pack of law, that the whole question is a name of."""
    packs = {pack.name for pack in reader.packs() if pack.kind == "law"}
    name = normal_name(question)
    if not packs or not name or len(name) > LONGEST_NAME:
        return Named((), frozenset())
    found = list(reader.named([name]).get(name, ())) or named_by_packs([name], reader).get(name, [])
    acts = [one for one in found if (head := reader.head(one)) is not None and head.pack in packs]
    keys = [
        key for act in _in_force_first(acts, reader, day) for key in reader.keys_of(act)[:FIRST_OF_AN_ACT]
    ]
    return Named(tuple(keys), frozenset(word.text for word in words(name)) if keys else frozenset())


def named_by_packs(names: Iterable[str], reader: Reader) -> dict[str, list[DocumentId]]:
    """The documents of names that are no document's own, but other names or synonyms of one's in a pack."""
    listed = [_listed(pack.synonyms, pack.names) for pack in reader.packs() if pack.synonyms or pack.names]
    others = {name: [other for each in listed for other in each.get(name, ())] for name in names}
    found = reader.named(sorted({other for several in others.values() for other in several}))
    meant = {
        name: list(dict.fromkeys(document for other in several for document in found.get(other, ())))
        for name, several in others.items()
    }
    return {name: documents for name, documents in meant.items() if documents}


@lru_cache(64)
def _listed(groups: tuple[SynonymGroup, ...], names: tuple[OtherNames, ...]) -> Mapping[str, tuple[str, ...]]:
    """By a word as a name is compared, the document's name that it stands for, or its group's other words."""
    meant: dict[str, tuple[str, ...]] = {}
    for group in groups:
        words_of_it = tuple(map(normal_name, group.words))
        for word in words_of_it:
            meant[word] = (*meant.get(word, ()), *(other for other in words_of_it if other != word))
    for each in names:
        for name in map(normal_name, each.names):
            meant[name] = (normal_name(each.document), *meant.get(name, ()))
    return meant


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
