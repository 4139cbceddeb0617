"""
The words of a question as concepts for a store: forms in every language in scope, parts of compounds.

Concept of word w: max(w, 0.3·~w), where ~w is w as a part of the passage's compounds. Each part p of w is
one more concept, 0.3·max(p, 0.3·~p). A section number is max(the passage that bears it, 0.5·mentions of
it). One word is one alternative in all languages at once: a passage holds the form of its own language
only. Terms that no readable passage holds are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from belegg.records import Alternative, Concept
from belegg.seams import Reader
from belegg.search.query import AskedWord
from belegg.text.analysis import Analyser, own_section_term

MENTION_WEIGHT = 0.5


@dataclass(frozen=True, slots=True)
class Wanted:
    """
    What a question looks for: `words` are the asked words' own concepts, in order, `parts` those of the
    parts of compounds, `synonyms` those of the groups that the question set off. `forms` are all terms of
    each asked word, known or not; `spaces` the name spaces of the passages in scope.
    """

    words: tuple[Concept, ...]
    parts: tuple[Concept, ...]
    forms: tuple[tuple[str, ...], ...]
    frequencies: Mapping[str, int]
    spaces: tuple[str, ...]
    synonyms: tuple[Concept, ...] = ()

    @property
    def concepts(self) -> tuple[Concept, ...]:
        """Those that some readable passage can match."""
        every = self.words + self.parts + self.synonyms
        return tuple(concept for concept in every if concept.alternatives)

    def is_unknown(self, word: int) -> bool:
        """Whether no readable passage holds the word (as a word: it may be a part of compounds)."""
        return self.frequencies.keys().isdisjoint(self.forms[word])

    def standing_for(self) -> list[list[str]]:
        """For each asked word the terms that count as that word where order matters: parts do not."""
        return [
            [term for alternative in concept.alternatives for term in alternative.terms if "~" not in term]
            for concept in self.words
        ]


def forms_of(word: str, spaces: Sequence[str], analyser: Analyser) -> tuple[str, ...]:
    """A word's terms in these name spaces, each once; of a section number, its own passage's first."""
    forms = dict.fromkeys(analyser.word_term(word, space) for space in spaces)
    return (own_section_term(word), *forms) if word.startswith("§") else tuple(forms)


def each_form_once(
    asked: Sequence[AskedWord], spaces: Sequence[str], analyser: Analyser
) -> tuple[AskedWord, ...]:
    """Without words that are another form of an earlier one in every language: one thing is asked once."""
    first: dict[tuple[str, ...], AskedWord] = {}
    for word in asked:
        first.setdefault(forms_of(word.text, spaces, analyser) or (word.text,), word)
    return tuple(first.values())


def want(
    asked: Sequence[AskedWord],
    spaces: tuple[str, ...],
    reader: Reader,
    analyser: Analyser,
    part_weight: float,
) -> Wanted:
    """Turn the asked words into concepts in these name spaces, with one look at the store's vocabulary."""
    forms = [forms_of(word.text, spaces, analyser) for word in asked]
    parts = _parts_of(asked, spaces, analyser) if part_weight > 0 else {}
    whole_terms = {term for terms in (*forms, *parts.values()) for term in terms}
    inside_terms = {inside(term) for term in whole_terms} if part_weight > 0 else set()
    known = {t: n for t, n in reader.document_frequencies(whole_terms | inside_terms).items() if n}

    def concept(name: str, terms: Sequence[str], weight: float, position: int | None) -> Concept:
        if name.startswith("§"):
            weighted = [(terms[:1], weight), (terms[1:], weight * MENTION_WEIGHT)]
        else:
            weighted = [(terms, weight), ([inside(term) for term in terms], weight * part_weight)]
        alternatives = (Alternative(tuple(t for t in ts if t in known), w) for ts, w in weighted)
        return Concept(name, tuple(a for a in alternatives if a.terms and a.weight > 0), position)

    return Wanted(
        words=tuple(concept(w.text, forms[i], 1.0, i) for i, w in enumerate(asked)),
        parts=tuple(concept(name, terms, part_weight, None) for name, terms in parts.items()),
        forms=tuple(forms),
        frequencies=known,
        spaces=spaces,
    )


def typed_alone(wanted: Wanted) -> Wanted:
    """Without the parts of words, and without what stands for a word that no readable passage holds."""
    words = tuple(
        replace(concept, alternatives=()) if wanted.is_unknown(place) else concept
        for place, concept in enumerate(wanted.words)
    )
    return replace(wanted, words=words, parts=())


def _parts_of(
    asked: Sequence[AskedWord], spaces: Sequence[str], analyser: Analyser
) -> Mapping[str, Sequence[str]]:
    """The stems of the parts of all compounds asked for, each with its whole-word terms by language."""
    parts: dict[str, dict[str, None]] = {}
    for word in asked:
        for space in spaces:
            for part in analyser.part_terms(word.text, space):
                stem = part.partition("~")[2]
                parts.setdefault(stem, {})[part.replace("~", ":", 1)] = None
    return {stem: tuple(terms) for stem, terms in parts.items()}


def inside(term: str) -> str:
    """`no:frist` → `no~frist`: the word as a part of a compound. Words as written have no such form."""
    return "" if term.startswith("=") else term.replace(":", "~", 1)
