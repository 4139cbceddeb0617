"""
One request to a model, and what is made of its reply. A request holds passages of one document: no document's
words get into another one's lines.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random, SystemRandom

import regex

from belegg.answering.marks import Marks
from belegg.errors import ModelMalformed, ModelRefused, TextRefused
from belegg.library.enriching.lines import About, Asked, cleaned
from belegg.library.enriching.plain import PARTS, Plain
from belegg.library.enriching.values import proposals
from belegg.library.enriching.voice import prompt
from belegg.records.chat import Message, Reply, Usage
from belegg.seams import Chat
from belegg.text.headings import section_beside

LINE_TOKENS = 100
"""The most that a line may take, with the form around it."""
FACTS_TOKENS = 400
TIMEOUT_S = 120.0
_OBJECT = regex.compile(r"\{.*\}", regex.S)


def _object(properties: Mapping[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


_LINE = _object({"passage": {"type": "integer"}, "line": {"type": "string"}})
LINES_SCHEMA = _object({"lines": {"type": "array", "items": _LINE}})
FACTS_SCHEMA = _object({name: {"type": "string"} for name in PARTS})


class Asking:
    """A model that is asked about documents. `usage` adds up what that took."""

    def __init__(self, chat: Chat, source: Random | None = None) -> None:
        self.usage = Usage()
        self._chat = chat
        self._marks = Marks.drawn(source or SystemRandom())

    async def lines(self, about: About, batch: Sequence[Asked]) -> list[str]:
        """
        A line for each passage, in order. Raises TextRefused and ModelMalformed for this batch, any other
        ModelError for the server.
        """
        messages = self._messages("lines", lines_text(about, batch, self._marks))
        given = await self._told(messages, LINES_SCHEMA, LINE_TOKENS * (len(batch) + 1))
        entries = given.get("lines")
        found: dict[int, str] = {}
        for entry in entries if isinstance(entries, list) else ():
            number, line = (entry.get("passage"), entry.get("line")) if isinstance(entry, dict) else (0, 0)
            if type(number) is int and isinstance(line, str):
                found[number] = cleaned(line)
        if set(found) != set(range(1, len(batch) + 1)):
            raise self._malformed()
        return [found[number] for number in sorted(found)]

    async def facts(self, document: Plain) -> dict[str, str]:
        """What the model proposes of the document's facts, unchecked. Raises as `lines`."""
        messages = self._messages("facts", facts_text(document, self._marks))
        found = proposals(await self._told(messages, FACTS_SCHEMA, FACTS_TOKENS))
        if found is None:
            raise self._malformed()
        return found

    def _messages(self, name: str, text: str) -> tuple[Message, Message]:
        return Message("system", task(name, self._marks)), Message("user", text)

    async def _told(
        self, messages: Sequence[Message], schema: Mapping[str, object], most_tokens: int
    ) -> Mapping[str, object]:
        """The object of a reply. A stream that breaks off is asked for once more."""
        reply = await self._reply(messages, schema, most_tokens)
        if reply.finish == "interrupted":
            reply = await self._reply(messages, schema, most_tokens)
        if reply.finish == "interrupted":
            raise ModelRefused(f"`{self._chat.id}` broke its reply off twice; look at the server's log")
        if reply.finish == "filtered":
            raise TextRefused(f"`{self._chat.id}` did not take the text: its filter stopped the reply")
        found = _OBJECT.search(reply.message.text)
        try:
            given = json.loads(found[0]) if found else None
        except (ValueError, RecursionError):
            given = None
        if not isinstance(given, dict):
            raise self._malformed()
        return given

    async def _reply(
        self, messages: Sequence[Message], schema: Mapping[str, object], most_tokens: int
    ) -> Reply:
        reply: Reply | None = None
        async for piece in self._chat.stream(
            messages, schema=schema, most_tokens=most_tokens, timeout_s=TIMEOUT_S
        ):
            if isinstance(piece, Reply):
                reply = piece
        if reply is None:
            raise ModelMalformed(f"`{self._chat.id}` ended its stream without a reply")
        self.usage += reply.usage
        return reply

    def _malformed(self) -> ModelMalformed:
        return ModelMalformed(f"`{self._chat.id}` did not answer in the form that it was asked for")


def task(name: str, marks: Marks) -> str:
    """A prompt as it is sent."""
    return prompt(name).replace("{{word}}", marks.word)


def lines_text(about: About, batch: Sequence[Asked], marks: Marks) -> str:
    """What is asked about passages of one document."""
    parts = [f"Document: {marks.name(about.title)}"]
    parts += [f"{name.replace('_', ' ').capitalize()}: {marks.name(value)}" for name, value in about.facts]
    for number, one in enumerate(batch, 1):
        above = " › ".join(map(marks.name, one.passage.path))
        own = section_beside(one.passage.section, one.passage.path)
        section = f", {marks.name(own)}" if own else ""
        parts.append(f"Passage {number}{f', under {above}' if above else ''}{section}:")
        parts.append(marks.around(one.text))
    return "\n".join(parts)


def facts_text(document: Plain, marks: Marks) -> str:
    """What is asked about a document's first pages."""
    return f"File: {marks.name(document.file_name)}\n{marks.around(document.opening)}"
