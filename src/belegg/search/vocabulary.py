"""
Words that nothing readable holds: their nearest words that something does hold, and a note that says so.

First the words one typo away (a letter too many, missing, changed, or two neighbours swapped), the three
most frequent; when there are none, up to five by their trigrams. They stand for the word at a lower weight.
Neighbours come from passages that the asker may read, and from nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from belegg.records import Alternative, Concept, DocumentHead, Note, Passage
from belegg.seams import Reader
from belegg.search.concepts import Wanted, forms_of
from belegg.search.query import AskedWord
from belegg.text.analysis import Analyser
from belegg.text.words import word_texts

SHORTEST, LONGEST = 5, 40  # letters of a word that is corrected
ONE_TYPO_AWAY = 3
BY_TRIGRAMS = 5
LEAST_DICE = 0.5

_LATIN = "abcdefghijklmnopqrstuvwxyz"
LETTERS: Mapping[str, str] = {
    "no": _LATIN + "æøåé", "da": _LATIN + "æøåé", "sv": _LATIN + "åäöé", "fi": _LATIN + "åäö",
    "en": _LATIN, "de": _LATIN + "äöüß", "nl": _LATIN + "éë", "fr": _LATIN + "éèêàçôîûëï",
    "es": _LATIN + "áéíóúñü", "it": _LATIN + "àèéìòù", "pt": _LATIN + "ãõáéíóúâêôç",
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "=": _LATIN + "æøåäöé",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Unknown:
    """A word that no readable passage holds, and the terms searched instead (none: nothing is near)."""

    word: str
    instead: tuple[str, ...]


def correct(
    wanted: Wanted,
    asked: Sequence[AskedWord],
    spaces: Sequence[str],
    reader: Reader,
    analyser: Analyser,
    weight: float,
) -> tuple[Wanted, list[Unknown]]:
    """
    Give the unknown words among `asked` their neighbours in these name spaces as further alternatives.

    In a library of ten languages a misspelled Norwegian word has ten thousand spellings, most of them
    nonsense: `spaces` are best those of the question's other words.
    """
    unknown = [i for i, word in enumerate(asked) if wanted.is_unknown(i) and _stands_alone(word, asked)]
    mendable = [i for i in unknown if weight > 0 and _may_be_corrected(asked[i])]
    candidates = {i: _one_typo_away(asked[i].text, spaces, analyser) for i in mendable}
    frequencies = _frequencies(candidates, reader)
    concepts = list(wanted.words)
    found = []
    for i in unknown:
        near: list[Alternative] = []
        if i in candidates:
            forms = forms_of(asked[i].text, spaces, analyser)
            near = _most_frequent(candidates[i], frequencies, weight) or _by_trigrams(forms, reader, weight)
        concepts[i] = replace(concepts[i], alternatives=(*concepts[i].alternatives, *near))
        found.append(Unknown(asked[i].text, tuple(t for a in near for t in a.terms)))
    near_frequencies = reader.document_frequencies({term for one in found for term in one.instead})
    known = {**wanted.frequencies, **{term: n for term, n in near_frequencies.items() if n}}
    return replace(wanted, words=tuple(concepts), frequencies=known), found


def _stands_alone(word: AskedWord, asked: Sequence[AskedWord]) -> bool:
    """Not a part of a code; of the two readings of `§ 20 i` the short one is the number."""
    if not word.text.startswith("§"):
        return not word.in_code
    return not (word.text[-1].isalpha() and any(word.text[:-1] == other.text for other in asked))


def _may_be_corrected(word: AskedWord) -> bool:
    return not word.quoted and word.text.isalpha() and SHORTEST <= len(word.text) <= LONGEST


def _one_typo_away(word: str, spaces: Sequence[str], analyser: Analyser) -> set[str]:
    """The terms of every string one edit away, in each name space with that language's letters."""
    spellings = {letters: set(edits(word, letters)) for letters in {LETTERS[space] for space in spaces}}
    return {t for space in spaces for t in analyser.spelling_terms(spellings[LETTERS[space]], space)}


def edits(word: str, letters: str) -> Iterator[str]:
    """Every string one edit away: delete, swap neighbours, change, insert."""
    for i in range(len(word) + 1):
        before, after = word[:i], word[i:]
        if after:
            yield before + after[1:]
            yield from (before + letter + after[1:] for letter in letters)
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
        yield from (before + letter + after for letter in letters)


def _frequencies(candidates: Mapping[int, set[str]], reader: Reader) -> Mapping[str, int]:
    every = {term for terms in candidates.values() for term in terms}
    return reader.document_frequencies(every) if every else {}


def _most_frequent(candidates: set[str], frequencies: Mapping[str, int], weight: float) -> list[Alternative]:
    known = sorted((-frequencies[t], t) for t in candidates if frequencies.get(t))
    return [Alternative((term,), weight) for _, term in known[:ONE_TYPO_AWAY]]


def _by_trigrams(forms: Sequence[str], reader: Reader, weight: float) -> list[Alternative]:
    near = [pair for form in forms for pair in reader.similar_terms(form, LEAST_DICE, BY_TRIGRAMS)]
    near.sort(key=lambda pair: (-pair[1], pair[0]))
    return [Alternative((term,), weight * dice) for term, dice in near[:BY_TRIGRAMS]]


def correction_notes(
    wanted: Wanted,
    unknown: Sequence[Unknown],
    hits: Sequence[tuple[Passage, DocumentHead]],
    reader: Reader,
    analyser: Analyser,
) -> list[Note]:
    """
    What was searched instead of the unknown words, in words that stand in passages the asker may read, and
    whether every hit was found by such words alone.
    """
    if not unknown:
        return []
    standing = [_words_by_term(passage, head, analyser) for passage, head in hits]
    notes, without = [], []
    for one in unknown:
        real = [_as_it_stands(term, one.word, standing, reader, analyser) for term in one.instead]
        named = ", ".join(f"`{word}`" for word in dict.fromkeys(real) if word)
        if named:
            notes.append(Note("vocabulary", f"no passage has `{one.word}`; searched for {named}"))
        else:
            without.append(f"`{one.word.replace('§', '§ ')}`")
    if without:
        notes.append(Note("vocabulary", f"no passage has {', '.join(without)}"))
    typed = {t for forms in wanted.forms for t in forms} | {
        t for part in wanted.parts for alternative in part.alternatives for t in alternative.terms
    }
    if standing and all(typed.isdisjoint(terms) for terms in standing):
        notes.append(Note("vocabulary", "no hit holds a word as you typed it, only words like it"))
    return notes


def _words_by_term(passage: Passage, head: DocumentHead, analyser: Analyser) -> dict[str, list[str]]:
    """Every term of a passage, its title and its headings (parts too) with the words that give it."""
    space = analyser.name_space(passage.language or head.language)
    text = "\n".join((passage.text, *passage.path, head.title))
    by_term: dict[str, list[str]] = {}
    for word in dict.fromkeys(word_texts(text)):
        for term in (analyser.word_term(word, space), *analyser.part_terms(word, space)):
            by_term.setdefault(term, []).append(word)
    return by_term


def _as_it_stands(
    term: str, typed: str, standing: Sequence[Mapping[str, list[str]]], reader: Reader, analyser: Analyser
) -> str | None:
    """The word most like the one typed that gives the term, from the hits, else from the best passage."""
    words = [word for by_term in standing for word in by_term.get(term, ())]
    if not words:
        best = reader.by_words([Concept("", (Alternative((term,), 1.0),))], 1)
        for passage in reader.passages([candidate.key for candidate in best]):
            if head := reader.head(passage.document):
                words += _words_by_term(passage, head, analyser).get(term, ())
    return max(words, key=lambda word: SequenceMatcher(None, typed, word).ratio(), default=None)
