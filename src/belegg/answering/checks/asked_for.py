"""
What nobody asked for is not passed on: an address, a telephone number, a request for a password or a payment.

A document can want its reader to ring, to sign in, to pay; true to the letter, that is no answer to another
question. It stands where the question asks for such a thing, or where the sentence of the document that holds
it speaks of what the question asks about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from belegg.answering.checks.sources import Source
from belegg.answering.phrases import phrases
from belegg.answering.question.asked import terms_of
from belegg.records import Quote
from belegg.text.addresses import addresses_in
from belegg.text.analysis import Analyser
from belegg.text.normalise import normalise
from belegg.text.quotes.sentence import beginning_of, end_of
from belegg.text.words import word_texts

_PHONE = regex.compile(
    r"(?<![\p{L}\p{N}+/.,-])\+\d{1,3}(?:[ \u00a0()./-]{0,2}\d){6,12}(?![\p{L}\p{N}])"
    r"|\b(?:tel|tlf|telefon|phone|telephone|mobil|mobile|call|ring|ringe|puh|puhelin|rufnummer|anrufen)\b"
    r"\W{0,3}(?:\p{L}+\W{1,2}){0,2}(?P<number>\d(?:[ \u00a0()./-]{0,2}\d){5,12})(?![\p{L}\p{N}])",
    regex.I,
)


@dataclass(frozen=True, slots=True)
class _Contact:
    """What a text wants its reader to turn to: as written, and whether it is a secret that is wanted."""

    text: str
    is_secret: bool = False


class AskedFor:
    """Knows of one question what may be passed on."""

    def __init__(self, question: str, analyser: Analyser) -> None:
        self._analyser = analyser
        self._words = [
            word for word in dict.fromkeys(word_texts(normalise(question))) if not analyser.is_small(word)
        ]
        self._open = _matches("contact_asked", question)
        self._open_to_secrets = _matches("secret_asked", question)

    def check(self, text: str, quotes: Sequence[Quote], sources: Sequence[Source]) -> Iterator[str]:
        """
        What a sentence passes on that nobody asked for. `sources` are those of the quotations, in their
        order. Nothing fails where nothing was asked.
        """
        if not self._words:
            return
        for contact in dict.fromkeys(_contacts_in(text)):
            is_open = self._open_to_secrets if contact.is_secret else self._open
            if not is_open and not self._is_about_it(contact, quotes, sources):
                what = "wants something of who reads" if contact.is_secret else "is an address or a number"
                yield (
                    f"`{contact.text}` {what}, and the question does not ask for it; leave it out, and say "
                    "only what was asked"
                )

    def _is_about_it(self, contact: _Contact, quotes: Sequence[Quote], sources: Sequence[Source]) -> bool:
        """
        Whether a sentence of a document that holds it holds a word of the question beside it. What no
        sentence holds is for others to check: it is the document's own address, or invented.
        """
        holding = [
            (sentence, source)
            for quote, source in zip(quotes, sources, strict=True)
            for sentence in _sentences_of(quote, source)
            if _holds(sentence, contact)
        ]
        return not holding or any(self._holds_a_word(sentence, source) for sentence, source in holding)

    def _holds_a_word(self, sentence: str, source: Source) -> bool:
        space = self._analyser.name_space(source.text.head.language)
        beside = sentence
        for one in _contacts_in(sentence):
            beside = beside if one.is_secret else beside.replace(one.text, " ")
        terms = terms_of(normalise(beside), space, self._analyser)
        return any(
            not terms.isdisjoint(
                {self._analyser.word_term(word, space), *self._analyser.part_terms(word, space)}
            )
            for word in self._words
        )


def _matches(name: str, question: str) -> bool:
    return regex.search(rf"(?<!\w)(?:{phrases(name)})(?!\w)", question, regex.I) is not None


def wants_contact(text: str) -> bool:
    """Whether a text holds an address, a telephone number or a request for a secret."""
    return next(_contacts_in(text), None) is not None


def _contacts_in(text: str) -> Iterator[_Contact]:
    yield from (_Contact(address) for address in addresses_in(text))
    yield from (_Contact((found["number"] or found[0]).strip()) for found in _PHONE.finditer(text))
    yield from (
        _Contact(found[0], is_secret=True)
        for found in regex.finditer(rf"(?<!\w)(?:{phrases('secret_wanted')})(?!\w)", text, regex.I)
    )


def _holds(sentence: str, contact: _Contact) -> bool:
    """Whether a sentence holds it; a request may be said in other words than the document's."""
    if contact.is_secret:
        return any(one.is_secret for one in _contacts_in(sentence))
    return _plain(contact.text) in _plain(sentence)


def _sentences_of(quote: Quote, source: Source) -> Iterator[str]:
    """The whole sentences that a quotation stands in, one by one."""
    if quote.check.span is None:
        return
    text, at = source.text.text, quote.check.span.start
    at = beginning_of(text, at)
    while at < quote.check.span.end:
        end = max(end_of(text, at + 1), at + 1)
        yield text[at:end]
        at = end


def _plain(text: str) -> str:
    return "".join(char for char in text if char.isalnum()).casefold()
