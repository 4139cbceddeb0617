"""The answer without a model, with what the checks of an agent's answer know of it too: what had ended."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from belegg.answering.by_rule import extract
from belegg.answering.by_rule.choose import Sieve
from belegg.answering.checks.validity import Validity
from belegg.records import Answer, Answered, Note, Scope
from belegg.seams import Store
from belegg.search.search import Search


def answer(
    question: str, scope: Scope, search: Search, store: Store, day: str, sieve: Sieve | None = None
) -> Answer:
    """
    Answer a question with a few quotations, or abstain. `day` (ISO) counts as today: a sentence of a rule
    that had ended before the day asked about is doubted, and the answer is downgraded. `sieve`: what may be
    quoted at all.
    """
    found = extract.answer(question, scope, search, store, sieve)
    if not isinstance(found, Answered):
        return found
    with store.reading(scope) as reader:
        validity = Validity(reader, question, day, [hit.document for hit in found.nearest])
        sentences, remarks = validity.of_sentences(found.sentences)
    is_doubted = any(sentence.doubts for sentence in sentences)
    verdict: Literal["verified", "downgraded"] = "downgraded" if is_doubted else found.verdict
    notes = (*found.notes, *(Note("answering", remark) for remark in remarks))
    return replace(found, sentences=sentences, verdict=verdict, notes=notes)
