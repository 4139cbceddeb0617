"""
Entries of the packs' dictionaries for an everyday word: what the documents call it, what it may mean.

An entry is met by its word, by another word listed for it, or by one of the words that the documents use, in
any inflected form, alone or within a question; by a run of words also when all its telling words stand there
in another order (`hvem skal barnet bo hos`). The entries of the word itself come first, those of a word
listed for them next. Nothing is counted in documents, and nothing of a pack in which the asker may read
nothing is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher, get_close_matches

from belegg.records import Note, Pack, Scope, SynonymGroup
from belegg.records.packs import Related, RelatedEntry
from belegg.seams import Store
from belegg.search.query import LONGEST_QUESTION
from belegg.search.synonyms import set_off
from belegg.text.analysis import Analyser
from belegg.text.inflections import inflections
from belegg.text.normalise import normalise
from belegg.text.words import word_texts

LONG_STEM, STEM = 5, 3
"""Letters of a stem by which a word is met. Shorter ones count when nothing else does."""
ALIKE, SHORTEST_ALIKE = 0.8, 5  # share of letters in common, and letters, of a misspelled word
MOST_ENTRIES = 12
FEWEST_TELLING = 2  # telling words of a run that is met in any order


def has_dictionary(scope: Scope, store: Store) -> bool:
    """Whether a pack in scope has a dictionary that the scope's principal may know of."""
    with store.reading(scope) as reader:
        return any(pack.dictionary for pack in reader.packs())


def related(word: str, scope: Scope, store: Store, analyser: Analyser) -> Related:
    """
    The entries that a word or a question sets off, those of the word itself first, at most twelve; of a word
    that sets none off, the entry that is spelled most like it, with a note.
    """
    with store.reading(scope) as reader:
        packs, spaces = [pack for pack in reader.packs() if pack.dictionary], tuple(reader.languages())
    typed = word_texts(normalise(word[:LONGEST_QUESTION]))
    entries = _met(typed, packs, spaces, analyser, LONG_STEM) or _met(typed, packs, spaces, analyser, STEM)
    notes: list[Note] = []
    if not entries and packs:
        entries = _alike(typed, packs)
        told = ", ".join(f"`{one.entry.word}`" for one in entries)
        instead = f"the nearest is {told}" if entries else "none is near; `belegg discover` may find words"
        notes.append(Note("dictionary", f"no entry for `{' '.join(typed)}`; {instead}"))
    if len(entries) > MOST_ENTRIES:
        left = f"the {MOST_ENTRIES} nearest of {len(entries)} entries are shown; ask for one word at a time"
        notes.append(Note("dictionary", left))
    return Related(word, tuple(entries[:MOST_ENTRIES]), bool(packs), tuple(notes))


def _met(
    typed: Sequence[str], packs: Sequence[Pack], spaces: tuple[str, ...], analyser: Analyser, stem: int
) -> list[RelatedEntry]:
    """The entries of which a word stands in what was typed: their own, one listed, the documents'."""
    own: list[RelatedEntry] = []
    listed: list[RelatedEntry] = []
    other: list[RelatedEntry] = []
    for pack in packs:
        groups = tuple(SynonymGroup((e.word, *e.also, *e.documents_say)) for e in pack.dictionary)
        found = set_off(typed, groups, spaces, analyser, stem)
        for number, entry in enumerate(pack.dictionary):
            met = found.get(number, {})
            runs = list(met.values())
            by_its_own = entry.word in met
            if not by_its_own and (run := _telling(entry.word, typed, spaces, analyser)):
                by_its_own, runs = True, [run, *runs]
            if runs:
                words = tuple(dict.fromkeys(word for run in runs for word in run))
                by_listed = any(word in met for word in entry.also)
                kind = own if by_its_own else listed if by_listed else other
                kind.append(RelatedEntry(pack.name, entry, words))
    return own + listed + other


def _telling(
    text: str, typed: Sequence[str], spaces: tuple[str, ...], analyser: Analyser
) -> tuple[str, ...] | None:
    """The typed words that are the telling words of a run, in any order; None when one is missing."""
    telling = [word for word in word_texts(normalise(text)) if not analyser.is_small(word)]
    if len(telling) < FEWEST_TELLING:
        return None
    run = [
        next((one for one in typed if any(_is_form(one, word, space, analyser) for space in spaces)), None)
        for word in telling
    ]
    return tuple(word for word in run if word) if all(run) else None


def _is_form(typed: str, listed: str, space: str, analyser: Analyser) -> bool:
    same = analyser.word_term(typed, space) == analyser.word_term(listed, space)
    return same or typed in inflections(listed, space)


def _alike(typed: Sequence[str], packs: Sequence[Pack]) -> list[RelatedEntry]:
    """The entry with the word that is spelled most like one of those typed, or like all of them together."""
    spelled: dict[str, RelatedEntry] = {}
    for pack in packs:
        for entry in pack.dictionary:
            for name in (entry.word, *entry.also, *entry.documents_say):
                spelled.setdefault(" ".join(word_texts(normalise(name))), RelatedEntry(pack.name, entry, ()))
    asked = [" ".join(typed), *typed]
    near = [
        (SequenceMatcher(None, word, name).ratio(), name)
        for word in dict.fromkeys(asked)
        if len(word) >= SHORTEST_ALIKE
        for name in get_close_matches(word, spelled, 1, ALIKE)
    ]
    return [spelled[max(near)[1]]] if near else []
