"""Outcomes for tests to change."""

from __future__ import annotations

from dataclasses import replace

from belegg.evaluation.outcomes import Outcome

FOUND = Outcome(
    id="1",
    text="How long?",
    question_class="single",
    kind="",
    language="nb",
    expected="answer",
    ranks=(2,),
    needed=1,
    document_rank=1,
    verdict="verified",
    shown=1,
    points=0,
    met=0,
    sentences=1,
    supported=1,
    answer_language="nn",
    mode="keyword",
    search_ms=1.0,
    answer_ms=1.0,
)
REFUSED = replace(FOUND, id="2", verdict="abstained", shown=0, sentences=0, supported=0, answer_language=None)
NONE = replace(
    REFUSED, id="3", question_class="unanswerable", expected="refusal", ranks=(), document_rank=None
)
