"""
Words that a line has from elsewhere in its document. The model that wrote it had just read other passages,
and what stands there may be taken out of a later version that more people may read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from belegg.library.enriching.plain import Plain, spoken
from belegg.library.enriching.values import Accepted
from belegg.records import DocumentText, Fact, Passage
from belegg.text.analysis import AS_WRITTEN, Analyser
from belegg.text.figures.dates import days_in, month_called
from belegg.text.passage_terms import analysed_as
from belegg.text.words import word_texts


@dataclass(frozen=True, slots=True)
class History:
    """
    The words of a document, of its newest version and of all before it, as terms without their name spaces.
    `described`: what may be said of any of its passages, title and facts of the newest version.
    """

    analyser: Analyser
    spaces: frozenset[str]
    described: str
    words: frozenset[str]

    def lends(self, line: str, passage: Passage) -> bool:
        """
        Whether a line holds a word, or a part of a compound, that neither its passage nor what is said of
        the document holds, and that stands in another passage or in an earlier version. Small words aside.
        """
        own = "\n".join((self.described, *_around(passage), passage.context, passage.text))
        told = self._terms(word_texts(own))
        months, numbers = _dates(own)
        for word in set(word_texts(line)):
            if self.analyser.is_small(word) or word.lstrip("0") in numbers or month_called(word) in months:
                continue
            names, parts = _forms(self.analyser, word, self.spaces)
            if (not names & told and names & self.words) or (parts - told) & self.words:
                return True
        return False

    def _terms(self, words: Iterable[str]) -> frozenset[str]:
        return _terms(self.analyser, words, self.spaces)


def history(
    document: Plain, accepted: Accepted, earlier: Iterable[DocumentText], analyser: Analyser, stemmer: str
) -> History:
    """A document with the versions before its newest. `stemmer` is its pack's."""
    # A model may have found the language that the passages are indexed under.
    languages = {p.language for p in (*document.passages, *spoken(document.passages, accepted.language))}
    stemmed = languages | {analysed_as(language, stemmer) for language in languages}
    spaces = frozenset(map(analyser.name_space, stemmed))
    facts = (*document.facts, *accepted.added)
    described = "\n".join((accepted.title, document.head.source, *_said(facts)))
    words = set(word_texts(document.text))
    for passage in document.passages:
        words.update(word_texts("\n".join(_around(passage))))
    for version in earlier:
        words.update(word_texts("\n".join((version.text, version.head.title, *_said(version.head.facts)))))
    return History(analyser, spaces, described, _terms(analyser, words, spaces))


def _around(passage: Passage) -> tuple[str, ...]:
    return (*passage.path, passage.section or "", passage.address or "")


def _said(facts: Iterable[Fact]) -> Iterator[str]:
    """Facts with their names: a line may say of what a number is one."""
    return (f"{fact.name.replace('_', ' ')} {fact.value}" for fact in facts)


def _dates(text: str) -> tuple[set[int | None], set[str]]:
    """Months, and figures of years, months and days, of the dates of a text: a line may write them out."""
    forms = [form for day in days_in(text) for form in day.forms]
    months = {month for _, month, _ in forms if month is not None}
    return set[int | None](months), {str(part) for form in forms for part in form if part is not None}


def _terms(analyser: Analyser, words: Iterable[str], spaces: frozenset[str]) -> frozenset[str]:
    found: set[str] = set()
    for word in words:
        found.update(*_forms(analyser, word, spaces))
    return frozenset(found)


def _forms(analyser: Analyser, word: str, spaces: frozenset[str]) -> tuple[set[str], set[str]]:
    """
    A word's stems and the stems of its parts, in every language of the document: searches look for a word in
    all of them.
    """
    terms = [analyser.terms_of(word, space) for space in spaces]
    return {_bare(name) for name, _ in terms}, {_bare(part) for _, parts in terms for part in parts}


def _bare(term: str) -> str:
    """`no:frist` and `no~frist` are one word."""
    return term[1:] if term.startswith(AS_WRITTEN) else term[3:]
