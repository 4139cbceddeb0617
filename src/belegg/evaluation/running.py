"""Asking the questions of a golden set, each as its asker, and holding what comes against its gold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TypeVar

from belegg.evaluation.answer_scoring import Given, of_the_model, recorded
from belegg.evaluation.golden import GoldenQuestion
from belegg.evaluation.outcomes import DEPTH, DEPTH_OF_RANKS, Expected, Outcome, cover
from belegg.evaluation.questions import holds
from belegg.evaluation.standing import Standing
from belegg.records import (
    ANONYMOUS,
    Answer,
    Answered,
    DocumentId,
    DocumentText,
    Found,
    Hit,
    Principal,
    Scope,
)
from belegg.records.answers import given_verdict
from belegg.text.language import language_of
from belegg.text.quotes import check_quote

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Doors:
    """What is measured: a search of so many hits, and answers; and the texts that answers quote."""

    search: Callable[[str, Scope, int], Found]
    ask: Callable[[str, Scope], Given]
    text: Callable[[DocumentId, Scope], DocumentText | None]


def scope_for(question: GoldenQuestion, scope: Scope, given: bool) -> Scope:
    """
    The scope of one question: its own asker, unless the run's is `given`, and its own day. An asker without
    groups has signed in and is in no other group.
    """
    principal = scope.principal
    if question.asker is not None and not given:
        is_nobody = question.asker == (ANONYMOUS,)
        principal = Principal.anonymous() if is_nobody else Principal.signed_in(question.id, question.asker)
    return replace(scope, principal=principal, as_of=question.as_of or scope.as_of)


def asked(question: GoldenQuestion, scope: Scope, standings: Sequence[Standing], doors: Doors) -> Outcome:
    """Ask one question in its scope; `standings` are those of its gold, as the owner sees them."""
    readable = [each for each in standings if not each.places or _may_read_one(scope, each)]
    found, search_ms = _timed(lambda: doors.search(question.text, scope, DEPTH))
    given, answer_ms = _timed(lambda: doors.ask(question.text, scope))
    answer = of_the_model(given)
    hits = found.hits
    ranks = _ranks(hits, readable)
    if None in ranks:  # further down: a low rank and none have different causes
        hits = doors.search(question.text, scope, DEPTH_OF_RANKS).hits
        deep = _ranks(hits, readable)
        pairs = zip(ranks, deep, strict=True)
        ranks = [near if near is not None or (far or 0) <= DEPTH else far for near, far in pairs]
    documents = {head.id for each in readable for head in each.named}
    said = _said(answer)
    record = recorded(given, readable, lambda id: doors.text(id, scope)) if given.details else None
    return Outcome(
        id=question.id,
        text=question.text,
        question_class=question.question_class,
        kind=question.kind,
        language=question.language or language_of(question.text).code,
        expected=_expected(question, readable),
        ranks=tuple(ranks),
        needed=cover([each.passages for each in readable]),
        document_rank=next((hit.rank for hit in hits if hit.document.id in documents), None),
        verdict=given_verdict(answer),
        shown=sum(_is_shown(answer, each) for each in readable),
        points=len(question.points),
        met=sum(check_quote(said, point).status != "not found" for point in question.points),
        sentences=len(answer.sentences) if isinstance(answer, Answered) else 0,
        supported=sum(s.supported for s in answer.sentences) if isinstance(answer, Answered) else 0,
        answer_language=_language(answer),
        mode=found.mode,
        search_ms=search_ms,
        # What was timed holds the judging too, where there is a record.
        answer_ms=answer_ms if record is None else record.took.seconds * 1000,
        answer=record,
    )


def _may_read_one(scope: Scope, standing: Standing) -> bool:
    return any(scope.principal.may_read(place.head.access) for place in standing.places)


def _expected(question: GoldenQuestion, readable: Sequence[Standing]) -> Expected:
    if not question.answerable:
        return "refusal"
    return "nothing" if question.gold and not readable else "answer"


def _ranks(hits: Sequence[Hit], standings: Sequence[Standing]) -> list[int | None]:
    return [next((h.rank for h in hits if h.passage.id in each.passages), None) for each in standings]


def _timed(call: Callable[[], T]) -> tuple[T, float]:
    started = perf_counter()
    outcome = call()
    return outcome, (perf_counter() - started) * 1000


def _said(answer: Answer) -> str:
    """All that an answer says and quotes."""
    if not isinstance(answer, Answered):
        return ""
    quoted = (quote.check.text for sentence in answer.sentences for quote in sentence.quotes)
    return "\n\n".join([*(sentence.text for sentence in answer.sentences), *quoted])


def _is_shown(answer: Answer, standing: Standing) -> bool:
    """Whether a quotation of the answer, from a gold document, holds the gold quotation."""
    if not isinstance(answer, Answered):
        return False
    named = {head.id for head in standing.named}
    quotes = (quote for sentence in answer.sentences for quote in sentence.quotes)
    return any(q.document.id in named and holds(q.check.text, standing.gold) for q in quotes)


def _language(answer: Answer) -> str | None:
    """The language that an answer is written in; where too few words tell, that of what it quotes first."""
    if not isinstance(answer, Answered):
        return None
    quoted = (quote.document.language for sentence in answer.sentences for quote in sentence.quotes)
    return language_of("\n".join(s.text for s in answer.sentences)).code or next(quoted, None)
