"""
How a question is understood before it is searched: by one call of a model, else by rule.

A model proposes; `understood_checks` keeps what can be: a filter names something that exists and stands in
the question, a translation is a question. What the asker set wins over all of it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Final, cast

from belegg.answering.conversation import Earlier
from belegg.answering.desk import Desk
from belegg.answering.prompts import filled
from belegg.answering.question.dates import dates_asked
from belegg.answering.question.following import each_alone, standing_alone
from belegg.answering.question.parts import parts_of
from belegg.answering.replying import replying
from belegg.answering.steps import FirstCalls
from belegg.answering.understood_checks import Proposed, kept
from belegg.errors import ModelError, ModelMalformed
from belegg.records import Ran
from belegg.records.chat import Message, Reply
from belegg.records.runs import Event, FellBack, Sent, Understood
from belegg.seams import Chat

TIMEOUT_S: Final = 20.0
MOST_TOKENS: Final = 1_500
LAST_TURNS: Final = 4
LONGEST_SAID: Final = 600
BY_RULE: Final = "understood by rule: as it was asked, with the questions and dates that it states"
BEFORE: Final = 0

_TEXT = {"type": "string", "maxLength": 800}
_FILTERS = ("since", "until", "as_of", "organisation", "document")
SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "standalone": _TEXT,
        "translations": {
            "type": "array",
            "maxItems": 6,
            "items": {
                "type": "object",
                "properties": {"language": {"type": "string", "maxLength": 8}, "question": _TEXT},
                "required": ["language", "question"],
                "additionalProperties": False,
            },
        },
        "terms": {"type": "array", "maxItems": 8, "items": {"type": "string", "maxLength": 80}},
        "questions": {"type": "array", "maxItems": 3, "items": _TEXT},
        "filters": {
            "type": "object",
            "properties": {name: {"type": "string", "maxLength": 200} for name in _FILTERS},
            "required": list(_FILTERS),
            "additionalProperties": False,
        },
    },
    "required": ["standalone", "translations", "terms", "questions", "filters"],
    "additionalProperties": False,
}


def by_rule(question: str, earlier: Sequence[Earlier], first: FirstCalls) -> Understood:
    """
    Without a model: the questions inside it, of a long one its clauses, the dates that it sets.

    One that surely leans on the question before it stands with that one's words, unless a classifier is sure
    that it stands alone; so does a question inside it that leans on the one before. What a classifier is sure
    is a follow-up is searched together with the question before it.
    """
    before = [turn.question for turn in earlier] if first.stands_alone is not True else []
    questions, standalone = each_alone(parts_of(question), before), standing_alone(question, before)
    if earlier and first.stands_alone is False and standalone == question:
        questions = (f"{earlier[-1].question} {question}", *questions)[:3]
    return Understood(standalone, questions, filters=with_pack(dates_asked(question), first))


def with_pack(filters: dict[str, str], first: FirstCalls) -> dict[str, str]:
    """The filters with the pack that a classifier is sure of."""
    return filters if first.pack is None else {**filters, "pack": first.pack}


@dataclass(frozen=True, slots=True)
class Understand:
    """`steps.Understanding`. `day` (ISO) is today."""

    day: str

    async def __call__(
        self, question: str, earlier: Sequence[Earlier], first: FirstCalls, desk: Desk, chat: Chat | None
    ) -> tuple[Understood, tuple[Event, ...], Ran]:
        """One call, when there is a model. Raises no ModelError."""
        ruled = by_rule(question, earlier, first)
        if chat is None:
            return ruled, (), Ran("understanding", "did not run", "no model is set for it")
        with desk.store.reading(desk.scope) as reader:
            languages = tuple(space for space in reader.languages() if space != "=")
        messages = self._messages(question, earlier, first, desk, languages)
        started = perf_counter()
        try:
            reply = await replied(chat, messages)
            proposed = proposed_in(reply, chat)
        except ModelError as error:
            told = f"{chat.id}: {error}"
            return (
                ruled,
                (FellBack("understanding", str(error), BY_RULE),),
                Ran("understanding", "failed", told),
            )
        may_rewrite = bool(earlier) and first.stands_alone is not True
        understood, dropped = kept(proposed, question, desk, languages, may_rewrite=may_rewrite)
        understood = Understood(
            understood.standalone,
            understood.questions or ruled.questions,
            understood.translations,
            understood.terms,
            with_pack({**ruled.filters, **understood.filters}, first),
            "model",
        )
        exchanged = (*messages, replace(reply.message, state=None))
        sent = Sent(BEFORE, "understand", exchanged, reply.usage, (perf_counter() - started) * 1000)
        return understood, (sent, *dropped), Ran("understanding", "ran", chat.id)

    def _messages(
        self,
        question: str,
        earlier: Sequence[Earlier],
        first: FirstCalls,
        desk: Desk,
        languages: Sequence[str],
    ) -> tuple[Message, ...]:
        packs = "; ".join(
            f"{pack.name}: {' '.join(pack.description.split())}" if pack.description else pack.name
            for pack in desk.packs
        )
        values = {
            "languages": ", ".join(languages) or "none",
            "packs": packs or "not described",
            "day": self.day,
        }
        before = [f"Said before: {turn.question[:LONGEST_SAID]}\n" for turn in earlier[-LAST_TURNS:]]
        leans = "\nIt leans on what was said before.\n" if first.stands_alone is False else "\n"
        asked = f"{''.join(before)}Question: {question}{leans}"
        return (Message("system", filled("understand", values)), Message("user", asked.strip()))


async def replied(chat: Chat, messages: Sequence[Message]) -> Reply:
    """The whole reply. Raises ModelError."""
    stream = replying(chat, messages, (), schema=SCHEMA, most_tokens=MOST_TOKENS, timeout_s=TIMEOUT_S)
    reply: Reply | None = None
    async with aclosing(stream):
        async for piece in stream:
            if isinstance(piece, Reply):
                reply = piece
    if reply is None or reply.finish in ("interrupted", "length", "filtered"):
        why = "nothing" if reply is None else f"a reply that ended as `{reply.finish}`"
        raise ModelMalformed(f"`{chat.id}` gave {why}")
    return reply


def proposed_in(reply: Reply, chat: Chat) -> Proposed:
    """What the reply says, each part read for itself; raises ModelMalformed for what is no JSON object."""
    text = reply.message.text.strip().removeprefix("```json").removeprefix("```").removesuffix("```")
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise ModelMalformed(f"`{chat.id}` did not answer in the JSON that it was asked for")
    return Proposed.of(cast("dict[str, object]", told))
