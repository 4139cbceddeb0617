"""Answers as JSON for programs."""

from __future__ import annotations

from dataclasses import asdict

from belegg.records import Abstained, Answer, Answered, Conflict, Sentence
from belegg.records.answers import judged_by, verdict_of
from belegg.records.chat import Usage
from belegg.serving.shapes.documents import Json, hit_json, note_json, quote_json


def answer_json(answer: Answer, usage: Usage | None = None) -> Json:
    """`usage` None: no model was asked."""
    notes = [note_json(note) for note in answer.notes]
    if isinstance(answer, Abstained):
        notes.insert(0, {"stage": "answer", "text": answer.explanation})
    sentences = answer.sentences if isinstance(answer, Answered) else ()
    return {
        "question": answer.question,
        "verdict": verdict_of(answer),
        "judged": judged_by(answer.ran, answer.model),
        "reason": answer.reason if isinstance(answer, Abstained) else None,
        "sentences": [sentence_json(sentence) for sentence in sentences],
        "missing": answer.missing if isinstance(answer, Answered) else "",
        "would_settle": answer.would_settle if isinstance(answer, Abstained) else "",
        "searched": list(answer.searched) if isinstance(answer, Abstained) else [],
        "dropped": list(answer.dropped),
        "conflicts": [conflict_json(conflict) for conflict in answer.conflicts],
        "stopped": answer.stopped,
        "ran": [asdict(one) for one in answer.ran],
        "nearest": [hit_json(hit) for hit in answer.nearest],
        "trace": [asdict(step) for step in answer.trace],
        "model": answer.model,
        "usage": asdict(usage) if usage is not None and usage.requests else None,
        "notes": notes,
    }


def sentence_json(sentence: Sentence) -> Json:
    return {
        "text": sentence.text,
        "supported": sentence.supported,
        "doubts": list(sentence.doubts),
        "arithmetic": list(sentence.arithmetic),
        "quotes": [quote_json(quote) for quote in sentence.quotes],
    }


def conflict_json(conflict: Conflict) -> Json:
    sides = [{"date": side.date, "quote": quote_json(side.quote)} for side in conflict.sides]
    return {"about": conflict.about, "sides": sides}
