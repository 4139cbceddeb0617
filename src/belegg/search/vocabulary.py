"""
Words that nothing readable holds: their nearest words that something does hold, and a note that says so.

First the words one typo away (a letter too many, missing, changed, or two neighbours swapped), the three
most frequent of those that are alike; when there are none, up to five by their trigrams. Text as written has
no stems, so there the word's other forms are neighbours too. A code finds itself with other joiners. They
stand for the word at a lower weight. Neighbours come from passages that the asker may read, and from nowhere
else.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from belegg.records import Alternative, Concept, DocumentHead, Note, Passage
from belegg.seams import Reader
from belegg.search.concepts import Wanted, forms_of, inside
from belegg.search.query import AskedWord
from belegg.search.runs import run_words
from belegg.search.spaces import Stemmers, space_of, stemmers_of
from belegg.search.spellings import LETTERS, edits, likeness, rejoined
from belegg.text.analysis import AS_WRITTEN, Analyser
from belegg.text.words import holds_digit, word_texts

SHORTEST, LONGEST = 5, 40  # letters of a word that is corrected; the shortest keep their first letter
SHORT = 6  # letters up to which a neighbour by trigrams begins with the same letter, and is more alike
ONE_TYPO_AWAY = 3
BY_TRIGRAMS = 5
LEAST_DICE, CLOSE_DICE = 0.5, 0.6
LIKE, UNLIKE = 0.75, 0.25
"""
Beside a neighbour that is like the word, one that is unlike it is dropped. Terms are stems: the nonsense
`premision`, one typo from `permision`, has the stem of `premises`.
"""
ENDING = 3  # letters of an ending at most: `øker` may be `øke`, and `car` is no `cardigan`
MOST_NAMED = 3  # longer words, or parts, that a note names


@dataclass(frozen=True, slots=True)
class Unknown:
    """
    A word that no readable passage holds as a word of its own, and the terms searched instead (none: nothing
    is near): its neighbours, itself as a part of longer words (`inside`), its own parts.
    """

    word: str
    instead: tuple[str, ...]
    inside: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


def correct(
    wanted: Wanted,
    asked: Sequence[AskedWord],
    spaces: Sequence[str],
    reader: Reader,
    analyser: Analyser,
    weight: float,
    meant: Collection[str] = (),
) -> tuple[Wanted, list[Unknown]]:
    """
    Give the unknown words among `asked` their neighbours in these name spaces as further alternatives.

    In a library of ten languages a misspelled Norwegian word has ten thousand spellings, most of them
    nonsense: `spaces` are best those of the question's other words. A word that stands inside longer words
    may be misspelled all the same; words that are `meant` (a pack has synonyms of them) are not.
    """
    missing = [i for i, word in enumerate(asked) if wanted.is_unknown(i) and _stands_alone(word, asked)]
    unknown = {i: _unknown(asked[i], wanted, analyser) for i in missing}
    mendable = [i for i in missing if weight > 0 and not asked[i].quoted and asked[i].text not in meant]
    candidates = {i: _spelled(asked[i], spaces, analyser) for i in mendable}
    frequencies = _frequencies(candidates, reader)
    concepts = list(wanted.words)
    for i, terms in candidates.items():
        forms = forms_of(asked[i].text, spaces, analyser)
        near = _nearest(asked[i].text, forms, terms, frequencies, reader, weight)
        concepts[i] = replace(concepts[i], alternatives=(*concepts[i].alternatives, *near))
        unknown[i] = replace(unknown[i], instead=tuple(t for a in near for t in a.terms))
    found = list(unknown.values())
    near_frequencies = reader.document_frequencies({term for one in found for term in one.instead})
    known = {**wanted.frequencies, **{term: n for term, n in near_frequencies.items() if n}}
    return replace(wanted, words=tuple(concepts), frequencies=known), found


def _stands_alone(word: AskedWord, asked: Sequence[AskedWord]) -> bool:
    """Not a part of a code; of the two readings of `§ 20 i` the short one is the number."""
    if not word.text.startswith("§"):
        return not word.in_code
    return not (word.text[-1].isalpha() and any(word.text[:-1] == other.text for other in asked))


def _unknown(word: AskedWord, wanted: Wanted, analyser: Analyser) -> Unknown:
    """The word with what is known of it: longer words that hold it, words that it is made of."""
    forms = forms_of(word.text, wanted.spaces, analyser)
    parts = (part for space in wanted.spaces for part in analyser.part_terms(word.text, space))
    either = (term for part in parts for term in (part.replace("~", ":", 1), part))
    known = wanted.frequencies
    return Unknown(
        word.text,
        (),
        inside=tuple(term for form in forms if (term := inside(form)) in known),
        parts=tuple(dict.fromkeys(term for term in either if term in known)),
    )


def _spelled(word: AskedWord, spaces: Sequence[str], analyser: Analyser) -> set[str]:
    """The terms of all spellings that may be meant, in each name space with its language's letters."""
    if word.text.startswith("§"):
        return set()
    if holds_digit(word.text):
        return {AS_WRITTEN + code for code in rejoined(word.text)}
    if not (word.text.isalpha() and SHORTEST <= len(word.text) <= LONGEST):
        return set()
    spellings = {letters: set(edits(word.text, letters)) for letters in {LETTERS[space] for space in spaces}}
    return {t for space in spaces for t in analyser.spelling_terms(spellings[LETTERS[space]], space)}


def _frequencies(candidates: Mapping[int, set[str]], reader: Reader) -> Mapping[str, int]:
    every = {term for terms in candidates.values() for term in terms}
    return reader.document_frequencies(every) if every else {}


def _nearest(
    word: str,
    forms: Sequence[str],
    spelled: set[str],
    frequencies: Mapping[str, int],
    reader: Reader,
    weight: float,
) -> list[Alternative]:
    """One typo away, else by trigrams; in text as written also by trigrams beside those one typo away."""
    if not spelled:
        return []
    known = [term for term in spelled if frequencies.get(term)]
    if holds_digit(word):
        return _most_frequent(known, frequencies, weight)
    near = _most_frequent(_alike(word, known), frequencies, weight)
    if near:
        # A form in text as written is much alike, and one of its stems elsewhere is no reason to miss it.
        forms = [form for form in forms if form.startswith(AS_WRITTEN)]
    close = bool(near) or len(word) <= SHORT
    have = {term for alternative in near for term in alternative.terms}
    return near + [a for a in _by_trigrams(word, forms, close, reader, weight) if have.isdisjoint(a.terms)]


def _most_frequent(known: Sequence[str], frequencies: Mapping[str, int], weight: float) -> list[Alternative]:
    ordered = sorted(known, key=lambda term: (-frequencies[term], term))
    return [Alternative((term,), weight) for term in ordered[:ONE_TYPO_AWAY]]


def _alike(word: str, terms: Sequence[str]) -> list[str]:
    """
    The terms without those that only nonsense leads to. A Finnish lemma may be unlike any of its forms. The
    shortest words are a letter away from words of another meaning (`early`, `yearly`): people rarely miss
    the first.
    """
    alike = {term: 1.0 if term.startswith("fi:") else likeness(_stem(term), word) for term in terms}
    one_is_like = max(alike.values(), default=0.0) >= LIKE
    near = [term for term, like in alike.items() if like > UNLIKE or not one_is_like]
    return near if len(word) > SHORTEST else [term for term in near if _stem(term)[0] == word[0]]


def _by_trigrams(
    word: str, forms: Sequence[str], close: bool, reader: Reader, weight: float
) -> list[Alternative]:
    """The likest terms; `close` ones share the first letter too."""
    least = CLOSE_DICE if close else LEAST_DICE
    near = [pair for form in forms for pair in reader.similar_terms(form, least, 2 * BY_TRIGRAMS)]
    near = [(term, dice) for term, dice in near if not close or _stem(term)[0] == word[0]]
    near.sort(key=lambda pair: (-pair[1], pair[0]))
    return [Alternative((term,), weight * dice) for term, dice in near[:BY_TRIGRAMS]]


def _stem(term: str) -> str:
    """`frist` of `no:frist` and `=frist`."""
    return term[1:] if term.startswith(AS_WRITTEN) else term.partition(":")[2]


def correction_notes(
    wanted: Wanted,
    unknown: Sequence[Unknown],
    hits: Sequence[tuple[Passage, DocumentHead]],
    reader: Reader,
    analyser: Analyser,
    *,
    by_meaning: bool = False,
    narrowed: bool = False,
) -> list[Note]:
    """
    What was searched instead of the unknown words, in words that stand in passages the asker may read, and
    whether every hit was found by such words alone; those found `by_meaning` without a word do not count.
    Of a `narrowed` search no word is said to stand nowhere: only the languages in scope were looked through.
    """
    if not unknown:
        return []
    typed = _as_typed(wanted)
    terms_named = {term for one in unknown for term in (*one.instead, *one.parts, *one.inside)}
    told, stemmers = typed | terms_named, stemmers_of(reader)
    standing = [_words_by_term(passage, head, told, stemmers, analyser) for passage, head in hits]

    def named(one: Unknown, terms: Sequence[str]) -> list[str]:
        real = [_as_it_stands(term, one.word, standing, reader, analyser) for term in terms]
        return [word for word in dict.fromkeys(real) if word]

    none = "no passage within the filters has" if narrowed else "no passage has"
    notes, without = [], []
    for one in unknown:
        instead, parts = named(one, one.instead), named(one, one.parts[:MOST_NAMED])
        if one.inside and (longer := named(one, one.inside[:MOST_NAMED])):
            too = f"; searched for {_listed(instead)} too" if instead else ""
            where = "within the filters " if narrowed else ""
            notes.append(_note(f"{where}`{one.word}` stands in longer words only: {_listed(longer)}{too}"))
        elif instead or parts:
            by = [_listed(instead), f"its parts, as in {_listed(parts)}" if parts else ""]
            form = f"`{one.word}` in this form" if _is_a_form(one.word, instead) else f"`{one.word}`"
            notes.append(_note(f"{none} {form}; searched for {' and '.join(filter(None, by))}"))
        else:
            without.append(f"`{one.word.replace('§', '§ ')}`")
    if without:
        notes.append(_note(f"{none} {', '.join(without)}"))
    with_words = [terms for terms in standing if terms] if by_meaning else standing
    if with_words and all(typed.isdisjoint(terms) for terms in with_words):
        notes.append(_note("no hit holds a word as you typed it, only words like it"))
    return notes


def _listed(words: Sequence[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _is_a_form(word: str, others: Sequence[str]) -> bool:
    """Whether one of the words searched instead may be the word itself, but for its ending."""
    return any(
        (word.startswith(other) or other.startswith(word)) and abs(len(word) - len(other)) <= ENDING
        for other in others
    )


def _as_typed(wanted: Wanted) -> set[str]:
    """The terms of the words as they were typed, alone and inside longer words, and of their parts."""
    typed = {term for forms in wanted.forms for term in forms}
    parts = {term for part in wanted.parts for alternative in part.alternatives for term in alternative.terms}
    return typed | {inside(term) for term in typed} | parts


def _note(text: str) -> Note:
    return Note("vocabulary", text)


def _words_by_term(
    passage: Passage, head: DocumentHead, wanted: Collection[str], stemmers: Stemmers, analyser: Analyser
) -> dict[str, list[str]]:
    """The wanted terms that stand in a passage, its title or its headings, with the words that give them."""
    space = space_of(passage, head, stemmers, analyser)
    text = "\n".join((passage.text, *passage.path, head.title))
    by_term: dict[str, list[str]] = {}
    for word in dict.fromkeys(word_texts(text) if "§" in "".join(wanted) else run_words(text)):
        term, parts = analyser.terms_of(word, space)
        for each in (term, *parts):
            if each in wanted:
                by_term.setdefault(each, []).append(word)
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
                words += _words_by_term(passage, head, {term}, stemmers_of(reader), analyser).get(term, ())
    return max(words, key=lambda word: SequenceMatcher(None, typed, word).ratio(), default=None)
