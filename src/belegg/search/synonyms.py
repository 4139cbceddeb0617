"""
Synonyms of the packs in scope: a word of a group in the question searches the group's other words too.

Each group that is set off is one more concept, the best of its other words (max, never the sum), at 0.8 of a
word that was typed; an entry of m words gives each of its words a share of 1/m. An entry that is only asked
sets its group off and is not searched. The order bonus reads the question as typed. A word is recognised in
the forms that `text.inflections` writes down, and by the stem when that has five letters at least: shorter
stems join strangers (`gjeld`, debt, and `gjelder`, is in force). Runs of words (`si opp`) are recognised with
one word between them (`si meg opp`). Measured: docs/explanation/ranking.md.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from belegg.records import Alternative, Concept, Note, Pack, SynonymGroup
from belegg.seams import Reader
from belegg.search.concepts import forms_of, inside
from belegg.search.query import Question
from belegg.search.settings import SearchSettings
from belegg.text.analysis import AS_WRITTEN, Analyser
from belegg.text.counted import counted
from belegg.text.inflections import inflections
from belegg.text.normalise import normalise
from belegg.text.words import word_texts

SHORTEST_STEM = 5  # letters of a stem by which a single word is recognised
LARGEST_GAP = 2  # places from one word of a run to the next
MOST_WORDS = 24  # of a group are searched
CHEAP_WORDS = 6  # of a group are searched however common they are
MOST_STANDING = 0.5  # of the readable passages hold a group's other words, each counted for itself
FEW_PASSAGES = 1_000  # cost nothing
MOST_GROUPS = 8  # are set off by one question
MOST_NAMED = 6  # words in a note


@dataclass(frozen=True, slots=True)
class Fired:
    """
    A group that a question set off: the words that did it, as typed, the group's entries searched for
    them (those that some readable passage can match) and how many were left out, as one concept.
    """

    pack: str
    typed: tuple[str, ...]
    words: tuple[str, ...]
    left_out: int
    concept: Concept


@dataclass(frozen=True, slots=True)
class _Entry:
    """A word or run of words of a group, in one name space; `forms` are those of each of its words."""

    group: int
    text: str
    words: tuple[str, ...]
    terms: tuple[str, ...]
    forms: tuple[frozenset[str], ...]
    exact: bool


def fire(
    question: Question,
    spaces: Sequence[str],
    packs: Sequence[Pack],
    reader: Reader,
    analyser: Analyser,
    settings: SearchSettings,
) -> tuple[list[Fired], Mapping[str, int]]:
    """The groups that the question sets off, with the frequencies of what they search."""
    if settings.synonym_weight <= 0:
        return [], {}
    typed = _typed_words(question)
    met = [
        (pack, number, entries)
        for pack in packs
        for number, entries in set_off(typed, pack.synonyms, tuple(spaces), analyser).items()
    ][:MOST_GROUPS]
    others = [_others(pack.synonyms[number], entries) for pack, number, entries in met]
    wanted = [
        [(entry, _searched(entry, pack.synonyms[number], spaces, analyser)) for entry in left[:MOST_WORDS]]
        for (pack, number, _), left in zip(met, others, strict=True)
    ]
    most = max(FEW_PASSAGES, MOST_STANDING * reader.collection().passages)
    terms = {
        t for group in wanted for _, words in group for forms in words for f in forms for t in (f, inside(f))
    }
    terms.discard("")
    known = {term: n for term, n in reader.document_frequencies(terms).items() if n} if terms else {}
    fired = []
    for (pack, _, entries), left, searched in zip(met, others, wanted, strict=True):
        every = [(entry, a) for entry, words in searched if (a := _alternatives(words, known, settings))]
        found = _affordable(every, known, most)
        left_out = max(0, len(left) - MOST_WORDS) + len(every) - len(found)
        name = " ".join(next(iter(entries.values())))
        concept = Concept(name, tuple(a for _, group in found for a in group))
        run = tuple(dict.fromkeys(word for words in entries.values() for word in words))
        fired.append(Fired(pack.name, run, tuple(e for e, _ in found), left_out, concept))
    return fired, known


def _affordable(
    found: list[tuple[str, list[Alternative]]], known: Mapping[str, int], most: float
) -> list[tuple[str, list[Alternative]]]:
    """
    The entries, without the commonest ones of a long group: they cost the most and tell the least. `most` is
    in how many passages the others may stand together.
    """
    standing = {text: sum(known[t] for a in entry for t in a.terms) for text, entry in found}
    kept: set[str] = set()
    total = 0
    for text in sorted(standing, key=lambda text: (standing[text], text)):
        total += standing[text]
        if len(kept) >= CHEAP_WORDS and total > most:
            break
        kept.add(text)
    return [(text, entry) for text, entry in found if text in kept]


def _typed_words(question: Question) -> list[str]:
    """The question's words in order, small ones too; those to leave out and those in quotation marks not."""
    kept_out = {word for run in question.left_out for word in run}
    kept_out |= {word.text for word in question.words if word.quoted}
    return [word for word in word_texts(question.text) if word not in kept_out]


def set_off(
    typed: Sequence[str],
    groups: tuple[SynonymGroup, ...],
    spaces: tuple[str, ...],
    analyser: Analyser,
    shortest_stem: int = SHORTEST_STEM,
) -> dict[int, dict[str, tuple[str, ...]]]:
    """
    By group, the entries that stand in the question, with the words that were typed: as listed, in another
    form of it, or by their stems when those have `shortest_stem` letters at least.
    """
    if not groups:
        return {}
    index = _index(groups, spaces, analyser)
    met: dict[int, dict[str, tuple[str, ...]]] = {}
    for place, word in enumerate(typed):
        for space in spaces:
            found = (*index.get(analyser.word_term(word, space), ()), *index.get(_form(word, space), ()))
            for entry in dict.fromkeys(found):
                run = _run_at(place, typed, entry, space, analyser, shortest_stem)
                if run:
                    met.setdefault(entry.group, {}).setdefault(entry.text, run)
    return met


@lru_cache(64)
def _index(
    groups: tuple[SynonymGroup, ...], spaces: tuple[str, ...], analyser: Analyser
) -> Mapping[str, tuple[_Entry, ...]]:
    """
    Every entry by the term of its first word and by that word's forms, in each name space in which its
    language is searched.
    """
    index: dict[str, list[_Entry]] = {}
    for number, group in enumerate(groups):
        for text in group.words:
            words = tuple(word_texts(normalise(text)))
            for space in _spaces_of(group, spaces, analyser) if words else ():
                terms = tuple(analyser.word_term(word, space) for word in words)
                forms = tuple(inflections(word, space) for word in words)
                entry = _Entry(number, text, words, terms, forms, text in group.exact)
                for key in (terms[0], *(_form(form, space) for form in forms[0])):
                    index.setdefault(key, []).append(entry)
    return {key: tuple(entries) for key, entries in index.items()}


def _form(word: str, space: str) -> str:
    """A word as a form of the index, apart from the terms."""
    return f"{space} {word}"


def _spaces_of(group: SynonymGroup, spaces: Sequence[str], analyser: Analyser) -> list[str]:
    """The name spaces of a group's language; text as written may be in any."""
    own = analyser.name_space(group.language) if group.language else None
    return [space for space in spaces if own in (None, space) or space == AS_WRITTEN]


def _run_at(
    place: int, typed: Sequence[str], entry: _Entry, space: str, analyser: Analyser, shortest_stem: int
) -> tuple[str, ...] | None:
    """The typed words that are the entry, when it begins at this place."""
    run = [typed[place]]
    at = place
    for term, forms in zip(entry.terms[1:], entry.forms[1:], strict=True):
        nearby = [typed[n] for n in range(at + 1, min(at + 1 + LARGEST_GAP, len(typed)))]
        found = [word in forms or analyser.word_term(word, space) == term for word in nearby]
        if True not in found:
            return None
        run.append(nearby[found.index(True)])
        at += 1 + found.index(True)
    if tuple(run) == entry.words:
        return tuple(run)
    known = len(run) > 1 or run[0] in entry.forms[0] or len(_stem(entry.terms[0])) >= shortest_stem
    return tuple(run) if known and not entry.exact else None


def _stem(term: str) -> str:
    return term[1:] if term.startswith(AS_WRITTEN) else term.partition(":")[2]


def _others(group: SynonymGroup, met: Collection[str]) -> list[str]:
    return [text for text in group.words if text not in met and text not in group.asked_only]


def _searched(
    text: str, group: SynonymGroup, spaces: Sequence[str], analyser: Analyser
) -> list[tuple[str, ...]]:
    """The terms of each telling word of an entry."""
    words = word_texts(normalise(text))
    telling = [word for word in words if not analyser.is_small(word)] or words
    own = _spaces_of(group, spaces, analyser)
    return [_every_stem(word, own, analyser) for word in telling]


def _every_stem(word: str, spaces: Sequence[str], analyser: Analyser) -> tuple[str, ...]:
    """The terms of a word and of its longer forms: `utlei` of `utleier`, `utleier` of `utleieren`."""
    forms = dict.fromkeys(forms_of(word, spaces, analyser))
    for space in spaces:
        longer = sorted(form for form in inflections(word, space) if form.startswith(word))
        forms.update(dict.fromkeys(analyser.word_term(form, space) for form in longer))
    return tuple(forms)


def _alternatives(
    words: Sequence[Sequence[str]], known: Mapping[str, int], settings: SearchSettings
) -> list[Alternative]:
    """What an entry adds to its group's concept; nothing when no readable passage holds a word of it."""

    def weighed() -> Iterator[Alternative]:
        weight = settings.synonym_weight / len(words)
        for forms in words:
            yield Alternative(tuple(f for f in forms if f in known), weight)
            yield Alternative(
                tuple(t for f in forms if (t := inside(f)) in known), weight * settings.part_weight
            )

    return [alternative for alternative in weighed() if alternative.terms and alternative.weight > 0]


def synonym_notes(fired: Sequence[Fired]) -> list[Note]:
    """What was searched beside the words that were typed."""
    notes = []
    for one in fired:
        if one.words:
            named = ", ".join(f"`{word}`" for word in one.words[:MOST_NAMED])
            more = len(one.words) - MOST_NAMED
            others = f"{named} and {more} more" if more > 0 else named
            left = f"; left out of a long group: {counted(one.left_out, 'word')}" if one.left_out else ""
            text = f"`{' '.join(one.typed)}` was also searched as {others} (pack `{one.pack}`{left})"
            notes.append(Note("synonyms", text))
    return notes
