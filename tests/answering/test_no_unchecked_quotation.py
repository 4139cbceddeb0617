"""
A model that quotes as badly as models do: whatever it drafts, no unchecked quotation comes out.

Drafts are made by rule from the demo company's documents, and of UN reports where they are at hand: invented,
one word altered, a heading quoted, a tail unquoted, the page wrong, a number changed. Honest ones pass.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from belegg.answering.checks import NOT_JUDGED, SoFar, concluded, conflicts_of, prove
from belegg.answering.draft import Draft, DraftSentence
from belegg.library.demo import company_folder
from belegg.reading import read
from belegg.reading.passages import cut
from belegg.records import OWNER, Answer, Answered, Claim, Document, DocumentId, Quote, Scope
from belegg.testing.shelf import ANALYSER, Shelf
from belegg.text.as_read import as_read
from belegg.text.drafts import find_claims
from belegg.text.quotes import check_quote
from belegg.text.sentences import sentences

REPORTS = Path(os.environ.get("BELEGG_SHARED", "/nowhere")) / "data" / "un-reports"
EVERYTHING = Scope(OWNER)
PAGES = (
    "policies/information-security.md",
    "handbook/ferie.md",
    "handbook/parental-leave.md",
    "finance/budget-2026.md",
    "contracts/2026-041-elvheim-fjernvarme.md",
    "people/README.md",
    "sales/README.md",
    "handbook/oppsigelse.md",
)


Lie = Callable[[str, random.Random], tuple[str, str]]
"""What is said and what is quoted, made of a sentence."""


@dataclass(frozen=True)
class Shelved:
    """Documents on a shelf, and sentences of them as they stand there."""

    shelf: Shelf
    documents: tuple[Document, ...]
    said: tuple[tuple[Document, str], ...]

    def document(self, name: str) -> DocumentId | None:
        return self.documents[int(name.removeprefix("D"))].id

    def handle(self, document: Document) -> str:
        return f"D{self.documents.index(document)}"


@cache
def shelved() -> Shelved:
    shelf, documents = Shelf(), []
    company = [company_folder() / page for page in PAGES]
    reports = sorted(REPORTS.glob("S_2025_1*.pdf"))[:2]
    for file in (*(page for page in company if page.exists()), *reports):
        found = read(file.read_bytes(), file.name, "documents")
        shelf.put_document(found.document, cut(found.document, found.profile))
        documents.append(found.document)
    said = [(one, text) for one in documents for text in whole_sentences(one)]
    return Shelved(shelf, tuple(documents), tuple(said))


def whole_sentences(document: Document) -> list[str]:
    spans = sentences(document.text, document.language)
    texts = [document.text[span.start : span.end] for span in spans]
    return [t for t in texts if 50 <= len(t) <= 300 and t[0].isupper() and t[-1] == "." and "|" not in t][:60]


@cache
def untaken() -> list[tuple[Document, str]]:
    """Whole sentences that no lead-in or next sentence of their document takes back."""
    return [
        (one, text)
        for one, text in shelved().said
        if all(cut.holds == "none" for cut in check_quote(one.text, text).cut)
    ]


def plain(text: str) -> str:
    return " ".join(as_read(text).split())


def honest(text: str, chance: random.Random) -> tuple[str, str]:
    return plain(text), text


def invented(text: str, chance: random.Random) -> tuple[str, str]:
    words = plain(text).split()
    chance.shuffle(words)
    return plain(text), " ".join(words)


def one_word_altered(text: str, chance: random.Random) -> tuple[str, str]:
    words = text.split()
    at = chance.randrange(len(words))
    words[at] = f"un{words[at]}s"
    return " ".join(words), " ".join(words)


def number_changed(text: str, chance: random.Random) -> tuple[str, str]:
    changed = regex.sub(r"\d", lambda digit: str((int(digit[0]) + 3) % 10), text, count=1)
    return plain(changed), changed


def quoted_inside(text: str, chance: random.Random) -> tuple[str, str]:
    words = plain(text).replace("”", "").replace("“", "").replace('"', "").split()
    chance.shuffle(words)
    return f"It says “{' '.join(words)}” there.", text


LIES = (invented, one_word_altered, number_changed, quoted_inside)


def answer_to(shelved: Shelved, draft: Draft) -> Answer:
    with shelved.shelf.store.reading(EVERYTHING) as reader:
        proofs = prove(draft, shelved.document, reader, ANALYSER)
        conflicts = conflicts_of(draft, proofs, shelved.document, reader)
    return concluded("What is it?", draft, proofs, NOT_JUDGED, SoFar("2026-11-30"), conflicts)


def quotes_in(answer: Answer) -> list[Quote]:
    sides = [side.quote for conflict in answer.conflicts for side in conflict.sides]
    said = answer.sentences if isinstance(answer, Answered) else ()
    return [*sides, *(quote for sentence in said for quote in sentence.quotes)]


def unchecked(answer: Answer, shelved: Shelved) -> list[str]:
    """What the answer shows as a quotation and does not stand where it says."""
    texts = {document.id: document.text for document in shelved.documents}
    wrong = [
        quote.check.text
        for quote in quotes_in(answer)
        if quote.check.span is None
        or texts[quote.document.id][quote.check.span.start : quote.check.span.end] != quote.check.text
    ]
    said = [sentence.text for sentence in answer.sentences] if isinstance(answer, Answered) else []
    beside = [*answer.dropped, getattr(answer, "missing", ""), getattr(answer, "explanation", "")]
    inner = [claim.text for text in (*said, *beside) for claim in find_claims(text)]
    return wrong + [
        text for text in inner if all(check_quote(t, text).status == "not found" for t in texts.values())
    ]


@pytest.mark.req("ANS-1")
@settings(max_examples=220, deadline=None)
@given(st.integers(0, 10**9), st.lists(st.sampled_from((honest, *LIES)), min_size=1, max_size=3))
def test_no_unchecked_quotation_comes_out_of_any_draft(seed: int, kinds: list[Lie]) -> None:
    chance, shelf = random.Random(seed), shelved()
    drafted = []
    for kind in kinds:
        document, text = chance.choice(shelf.said)
        said, quotation = kind(text, chance)
        page = chance.choice([None, "1", "page 999", "page 2"])
        named = shelf.handle(chance.choice([document, document, chance.choice(shelf.documents)]))
        claims = (Claim(quotation, source_hint=named, page_hint=page),)
        drafted.append(DraftSentence(said, claims if chance.random() < 0.9 else ()))

    answer = answer_to(shelf, Draft(tuple(drafted), "yes"))

    assert unchecked(answer, shelf) == []


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 10**9))
def test_honest_drafts_are_verified(seed: int) -> None:
    chance, shelf = random.Random(seed), shelved()
    drafted = []
    for document, text in chance.sample(untaken(), 2):
        claim = Claim(text, source_hint=shelf.handle(document))
        drafted.append(DraftSentence(plain(text), (claim,)))

    answer = answer_to(shelf, Draft(tuple(drafted), "yes"))

    assert isinstance(answer, Answered)
    assert [(sentence.doubts, sentence.quotes != ()) for sentence in answer.sentences] == [((), True)] * 2
    assert answer.verdict == "verified"


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from((invented, one_word_altered, number_changed)))
def test_a_sentence_that_rests_on_a_lie_alone_gives_no_answer(seed: int, kind: Lie) -> None:
    chance, shelf = random.Random(seed), shelved()
    document, text = chance.choice(shelf.said)
    said, quotation = kind(text, chance)
    if plain(quotation) == plain(text):
        return  # nothing to change in it

    claim = Claim(quotation, source_hint=shelf.handle(document))
    answer = answer_to(shelf, Draft((DraftSentence(said, (claim,)),), "yes"))

    assert not isinstance(answer, Answered)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**9))
def test_an_unquoted_tail_with_a_figure_is_called_out(seed: int) -> None:
    chance, shelf = random.Random(seed), shelved()
    document, text = chance.choice(shelf.said)
    claim = Claim(text, source_hint=shelf.handle(document))
    said = plain(text).rstrip(".") + ", and 98,765 more did so in 1877."
    assert "98,765" not in document.text

    answer = answer_to(shelf, Draft((DraftSentence(said, (claim,)),), "yes"))

    assert not isinstance(answer, Answered)
