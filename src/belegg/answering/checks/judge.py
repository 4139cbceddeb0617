"""
The judge: another model, with a prompt of its own, says whether quotations that stand mean what is said.

It is asked in batches, about every sentence, quoted or not, and sees the text around each quotation. A judge
that answers late, not in the form or not about a sentence did not judge it: nothing passes by silence.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import regex

from belegg.answering.checks.information import information_date
from belegg.answering.checks.proofs import Judgement, Judging, Proof
from belegg.answering.checks.sources import Sources
from belegg.answering.marks import Marks
from belegg.errors import ModelError
from belegg.records import Quote, Ran
from belegg.records.chat import Message, Reply
from belegg.records.runs import Sent
from belegg.seams import Chat, Reader
from belegg.text.quotes.sentence import beginning_of, end_of

BATCH = 8
"""Sentences that the judge is asked about at once."""
BEFORE = 2
"""Sentences before a batch that the judge is shown and does not judge."""
AROUND = 2
"""Sentences before and after a quotation that it is shown."""
MOST_AROUND = 700
"""Characters on either side."""
TOKENS_A_SENTENCE = 120
LONGEST_DOUBT = 400  # characters

SCHEMA: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "judgements": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "sentence": {"type": "integer"},
                    "supported": {"type": "boolean"},
                    "doubt": {"type": "string"},
                },
                "required": ["sentence", "supported", "doubt"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["judgements"],
    "additionalProperties": False,
}
_PROMPT = Path(__file__).parent.parent / "prompts" / "judge.md"
_OBJECT = regex.compile(r"\{.*\}", regex.S)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What came of one batch: judgements by place, what was sent, why it failed (empty: it did not)."""

    judgements: Mapping[int, Judgement]
    sent: Sent | None
    failed: str = ""


async def judged(
    proofs: Sequence[Proof],
    judge: Chat,
    reader: Reader,
    question: str,
    marks: Marks,
    *,
    written_by: str = "",
    round: int = 0,
    timeout_s: float = 60.0,
) -> Judging:
    """
    What the judge says of each sentence. `written_by` is the id of the model that wrote them: the same one
    may judge, and that is said. `timeout_s` holds for each batch; the first that fails ends the judging.
    """
    sources, found = Sources(reader), dict[int, Judgement]()
    sent: list[Sent] = []
    failed = ""
    for start in range(0, len(proofs), BATCH):
        numbered = list(enumerate(proofs))[start : start + BATCH]
        before = proofs[max(0, start - BEFORE) : start]
        messages = _messages(numbered, before, sources, question, marks)
        asked = await _ask(judge, messages, numbered, round, timeout_s)
        found.update(asked.judgements)
        sent += [asked.sent] if asked.sent else []
        if failed := asked.failed:
            break
    judgements = tuple(found.get(number, Judgement(None)) for number in range(len(proofs)))
    return Judging(
        judgements, _ran(judge, len(proofs), len(found), failed), tuple(sent), _said(judge, written_by)
    )


def _said(judge: Chat, written_by: str) -> tuple[str, ...]:
    return ("The answer was judged by the model that wrote it.",) if judge.id == written_by else ()


def _ran(judge: Chat, sentences: int, judged: int, failed: str) -> Ran:
    if not sentences:
        return Ran("judge", "did not run", "no sentence was drafted")
    if judged == 0:
        return Ran("judge", "failed", f"{judge.id}: {failed or 'it judged nothing'}")
    if judged < sentences:
        why = f": {failed}" if failed else ""
        return Ran(
            "judge", "failed", f"{judge.id}: {sentences - judged} of {sentences} sentences not judged{why}"
        )
    return Ran("judge", "ran", judge.id)


async def _ask(
    judge: Chat,
    messages: Sequence[Message],
    numbered: Sequence[tuple[int, Proof]],
    round: int,
    timeout_s: float,
) -> _Asked:
    began = perf_counter()
    reply: Reply | None = None
    most = TOKENS_A_SENTENCE * (len(numbered) + 1)
    try:
        async for piece in judge.stream(messages, schema=SCHEMA, most_tokens=most, timeout_s=timeout_s):
            if isinstance(piece, Reply):
                reply = piece
    except ModelError as error:
        return _Asked({}, None, str(error))
    if reply is None:
        return _Asked({}, None, "the stream ended without a reply")
    took = (perf_counter() - began) * 1_000
    sent = Sent(round, "judge", (*messages, reply.message), reply.usage, took)
    if reply.finish == "interrupted":
        return _Asked({}, sent, "its reply broke off")
    found = _read(reply.message.text, [number for number, _ in numbered])
    return _Asked(found, sent, "" if found else "its reply is not in the form agreed on")


def _messages(
    numbered: Sequence[tuple[int, Proof]],
    before: Sequence[Proof],
    sources: Sources,
    question: str,
    marks: Marks,
) -> tuple[Message, Message]:
    """`before`: the sentences that the answer says before these, so that `that` and `it` are understood."""
    prompt = _PROMPT.read_text(encoding="utf-8").replace("{{word}}", marks.word)
    parts = [f"Question: {marks.defused(question)}"]
    if before:
        said = " ".join(marks.defused(proof.sentence.text) for proof in before)
        parts.append(f"Said just before, not to be judged: {said}")
    for number, proof in numbered:
        parts.append(f"Sentence {number + 1}: {marks.defused(proof.sentence.text)}")
        parts += [_quotation(quote, sources, marks) for quote in proof.quotes]
        if not proof.quotes:
            parts.append("(no quotation)")
        parts += [f"Computed by a program: {line}" for line in proof.arithmetic]
    return Message("system", prompt), Message("user", "\n\n".join(parts))


def _quotation(quote: Quote, sources: Sources, marks: Marks) -> str:
    """A quotation with where it stands, its date, and the sentences before and after it."""
    date = information_date(quote.document)
    heading = " › ".join(marks.name(one) for one in quote.path)
    where = [f"from {marks.name(quote.document.title)}", f"of {date}" if date else "undated", heading]
    before, after = _around(quote, sources)
    lines = [f"Quotation {', '.join(filter(None, where))}:", marks.around(quote.check.text)]
    lines += [f"Before it: {marks.around(before)}"] if before else []
    lines += [f"After it: {marks.around(after)}"] if after else []
    return "\n".join(lines)


def _around(quote: Quote, sources: Sources) -> tuple[str, str]:
    source, span = sources.of(quote.document.id), quote.check.span
    if source is None or span is None or source.text.version != quote.version:
        return "", ""
    text, start, end = source.text.text, span.start, span.end
    start, end = beginning_of(text, start), end_of(text, end)  # the borders of its own sentence
    for _ in range(AROUND):
        start = beginning_of(text, max(0, len(text[:start].rstrip()) - 1))
        end = end_of(text, end + len(text[end:]) - len(text[end:].lstrip()))
    start, end = max(start, span.start - MOST_AROUND), min(end, span.end + MOST_AROUND)
    return text[start : span.start].strip(), text[span.end : end].strip()


def _read(text: str, numbers: Sequence[int]) -> dict[int, Judgement]:
    """The judgements of a reply that are in the form and about a sentence that was asked about."""
    found = _OBJECT.search(text)
    try:
        given = json.loads(found[0]) if found else None
    except (ValueError, RecursionError):
        return {}
    entries = given.get("judgements") if isinstance(given, dict) else None
    return (
        dict(filter(None, map(_entry, entries, [numbers] * len(entries))))
        if isinstance(entries, list)
        else {}
    )


def _entry(entry: Any, numbers: Sequence[int]) -> tuple[int, Judgement] | None:
    if not isinstance(entry, dict):
        return None
    number, supported, doubt = entry.get("sentence"), entry.get("supported"), entry.get("doubt", "")
    if type(number) is not int or type(supported) is not bool or number - 1 not in numbers:
        return None
    said = " ".join(str(doubt).split())[:LONGEST_DOUBT]
    return number - 1, Judgement(supported, "" if supported else said)
