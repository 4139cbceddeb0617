"""
A sentence says what its quotations say only where it has something in common with them.

`Guests pay at the door`, brought with `The notice period is 30 days`, stands on a true quotation that says
nothing of it. In one language a sentence must share words of weight with what it quotes: a stem, a part of a
compound, a synonym of the document's pack, a figure's value. One that shares nothing, not even with the
headings and the title, fails; one that shares little is doubted. Languages a program cannot compare: what is
quoted from another one is not checked for that, and it is said where no judge looked at it either; but a line
of figures, whose names, years and figures are the same in all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from belegg.answering.checks.held_by import Held, named_around, table_around, words_of
from belegg.answering.checks.names import without_references
from belegg.answering.checks.of_figures import NUMBERS, figures_said, is_of_figures, stated_around
from belegg.answering.checks.sources import Source
from belegg.answering.checks.wording import Wording
from belegg.answering.placing import passage_at
from belegg.records import Pack, Quote
from belegg.search.synonyms import set_off
from belegg.text.analysis import Analyser
from belegg.text.as_read import as_read
from belegg.text.figures import Figure, figures_in, units_in
from belegg.text.normalise import normalise
from belegg.text.quotes.sentence import beginning_of, end_of, lead_in
from belegg.text.small_words import languages_spoken
from belegg.text.words import word_texts

LEAST_SHARED = 0.2
"""
Share of a sentence's words of weight and figures that its quotations hold; below, it is doubted.

Measured with benchmarks/carried.py: docs/explanation/checked-answers.md.
"""
PREFIX = 5
"""Letters by which two longer words are taken for forms of one: `migrants`, `migration`."""
SHORTEST_PART = 4
"""Letters of a compound's part that is taken for a word: shorter ones are the stems of strangers."""
SAME_WORDS = 0.5
"""Share of the words as written from which two texts are in one language after all."""

NOT_CARRIED = "is not carried by its quotation: the two have no word of weight and no figure in common"
BARELY_CARRIED = "hardly carried by its quotation, which holds of its words"
NOT_CHECKED = (
    "not checked that the sentence says what the quotation says: they are in different languages, and no "
    "judge looked at it"
)
UNKNOWN_LANGUAGE = (
    "not checked that the sentence says what the quotation says: they share no word, their language is not "
    "known, and no judge looked at it"
)


@dataclass(frozen=True, slots=True)
class Carrying:
    """`failure`: nothing is shared. `doubt`: little is. `unjudged`: what only a judge can tell."""

    failure: str = ""
    doubt: str = ""
    unjudged: str = ""


def check_carried(
    text: str,
    languages: Sequence[str],
    quotes: Sequence[Quote],
    sources: Sequence[Source],
    analyser: Analyser,
    packs: Sequence[Pack] = (),
    computed: Collection[str] = (),
) -> Carrying:
    """
    Whether a sentence in one of `languages` says something of what it quotes. `sources` are those of the
    quotations, in their order; `packs` those whose synonyms count; `computed` are figures of the sentence, as
    it writes them, that come about from what is quoted.
    """
    if not quotes:
        return Carrying()
    told = [_languages_of(quote, source) for quote, source in zip(quotes, sources, strict=True)]
    quoted = frozenset[str]().union(*told)
    spaces = {analyser.name_space(one) for one in quoted}
    shared = [one for one in languages if analyser.name_space(one) in spaces]
    alike = Alike(quotes, sources, analyser, packs, computed)
    if (
        not shared
        and all(is_of_figures(quote.document) for quote in quotes)
        and alike.is_of_the_line(text, languages)
    ):
        return Carrying()
    if not shared and quoted and languages:
        own = min(quoted)
        if alike.share_as_written(text, own) < SAME_WORDS:
            return Carrying(unjudged=NOT_CHECKED)
        shared = [own]
    language = min(shared, default="")
    said = alike.of(text, language)
    if not said.all or said.share >= LEAST_SHARED:
        return Carrying()
    if not said.held and not alike.of(text, language, around=True).held and not alike.shares_a_unit(text):
        return Carrying(failure=f"it {NOT_CARRIED}") if language else Carrying(unjudged=UNKNOWN_LANGUAGE)
    named = ", ".join(f"`{one}`" for one in dict.fromkeys(said.held))
    held = f"only {named}" if named else "none"
    return Carrying(doubt=f"{BARELY_CARRIED} {held}")


@dataclass(frozen=True, slots=True)
class _Said:
    """The words of weight and the figures of a sentence, and which of them are held."""

    all: tuple[str, ...]
    held: tuple[str, ...]

    @property
    def share(self) -> float:
        return len(self.held) / len(self.all)


class Alike:
    """Compares sentences with some quotations, whole sentences of the documents taken for quoted."""

    def __init__(
        self,
        quotes: Sequence[Quote],
        sources: Sequence[Source],
        analyser: Analyser,
        packs: Sequence[Pack],
        computed: Collection[str] = (),
    ) -> None:
        self._computed = computed
        self._analyser = analyser
        self._quoted = [t for q, s in zip(quotes, sources, strict=True) for t in _whole(q, s)]
        self._around = [text for quote in quotes for text in named_around(quote)]
        self._numbers = NUMBERS if any(is_of_figures(quote.document) for quote in quotes) else ()
        own = {quote.document.pack for quote in quotes}
        self._groups = [pack.synonyms for pack in packs if pack.name in own and pack.synonyms]

    def of(self, text: str, language: str, *, around: bool = False) -> _Said:
        """What of a sentence is quoted; `around`: or stands in the headings and titles of what is quoted."""
        beside = [*self._quoted, *(self._around if around else ())]
        wording = Wording(self._analyser, language)
        terms = _in_and_out_of_compounds(wording.terms("\n".join(beside)))
        begun = {word[:PREFIX] for word in _words("\n".join(beside)) if len(word) >= PREFIX}
        synonyms = self._synonyms(text, beside, language)
        held = Held(tuple((one, (language, *self._numbers)) for one in beside))
        every, found = list[str](), list[str]()
        for word in wording.words(text):
            plain = normalise(word.text).lower()
            every.append(word.text)
            if (
                not terms.isdisjoint(_in_and_out_of_compounds(word.terms))
                or plain in synonyms
                or (len(plain) >= PREFIX and plain[:PREFIX] in begun)
            ):
                found.append(word.text)
        for figure in figures_in(without_references(text), (language,)):
            if not self._is_no_figure(figure):
                every.append(figure.text)
                is_computed = figure.text in self._computed
                is_held = is_computed or held.alike(figure) or held.alike(figure.unscaled)
                found += [figure.text] if is_held else []
        return _Said(tuple(every), tuple(found))

    def is_of_the_line(self, text: str, languages: Sequence[str]) -> bool:
        """
        Whether a sentence in any language says a figure that is quoted, and enough of what its line says:
        names, years and figures are alike in all.
        """
        said = self.of(text, min(languages, default=""), around=True)
        digits = any(any(map(str.isdecimal, one)) and not _is_year(one) for one in said.held)
        return digits and said.share >= LEAST_SHARED

    def shares_a_unit(self, text: str) -> bool:
        """Whether a sentence and its quotations both speak of months, of kroner …: little, but something."""
        return not units_in(text).isdisjoint(units_in("\n".join(self._quoted)))

    def share_as_written(self, text: str, language: str) -> float:
        """The share of a sentence's words without capitals that stand in the quotations letter by letter."""
        quoted = set(_words("\n".join(self._quoted)))
        own = [word.text for word in Wording(self._analyser, language).words(text) if word.text.islower()]
        return sum(word in quoted for word in own) / len(own) if own else 0.0

    def _is_no_figure(self, figure: Figure) -> bool:
        """A year is a word already; `one year`, `to` may be an article or a preposition."""
        is_small = figure.in_words and not figure.unit and self._analyser.is_small(figure.text.lower())
        return figure.is_one or figure.is_year or is_small

    def _synonyms(self, text: str, beside: Sequence[str], language: str) -> frozenset[str]:
        """The words of a sentence that set off a group of synonyms which what is quoted sets off too."""
        spaces = (self._analyser.name_space(language),)
        found = set[str]()
        for groups in self._groups:
            own = set_off(list(_words(text)), groups, spaces, self._analyser)
            theirs = set_off(list(_words("\n".join(beside))), groups, spaces, self._analyser) if own else {}
            for number in own.keys() & theirs.keys():
                found.update(word for run in own[number].values() for word in run)
        return frozenset(found)


def shared_language(languages: Sequence[str], quote: Quote, source: Source, analyser: Analyser) -> str | None:
    """That of a sentence in one of `languages` and its quotation; empty: not known; None: they have none."""
    quoted = _languages_of(quote, source)
    spaces = {analyser.name_space(one) for one in quoted}
    shared = [one for one in languages if analyser.name_space(one) in spaces]
    return None if quoted and languages and not shared else min(shared, default="")


def _languages_of(quote: Quote, source: Source) -> frozenset[str]:
    passage = passage_at(source.passages, quote.check.span) if quote.check.span else None
    if known := (passage.language if passage else None) or quote.document.language:
        return frozenset((known,))
    return languages_spoken(word_texts(passage.text if passage else quote.check.text))


def _whole(quote: Quote, source: Source) -> Iterator[str]:
    """
    What is quoted; unless it is shortened the whole sentences it is of, its table's header, and the line that
    its list hangs on.
    """
    yield words_of(quote)
    if is_of_figures(quote.document):  # what all its lines have in common is said of each
        yield figures_said(quote, words_of(quote))
        yield from stated_around(quote)
    span, text = quote.check.span, source.text.text
    if span is not None and quote.check.status != "shortened":
        start = beginning_of(text, span.start)
        lead = lead_in(text, start)
        yield as_read(text[start : end_of(text, span.end)])
        yield as_read(text[lead[0] : lead[1]])
        yield from table_around(span, source)


def _is_year(word: str) -> bool:
    return len(word) == 4 and word.isdecimal() and 1500 <= int(word) < 2200


def _words(text: str) -> list[str]:
    return word_texts(normalise(text))


def _in_and_out_of_compounds(terms: frozenset[str]) -> frozenset[str]:
    """The terms, and those of parts of compounds as words; `tid` is also `tidigare` (earlier)."""
    parts = (term.partition("~") for term in terms)
    return terms | {f"{space}:{part}" for space, _, part in parts if len(part) >= SHORTEST_PART}
