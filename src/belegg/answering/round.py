"""One round: the model is sent what is new, and its reply is taken as it comes."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from time import perf_counter

from belegg.answering.dialogue import UNSAID, Dialogue
from belegg.answering.draft import Draft
from belegg.answering.limits import Meter
from belegg.answering.replying import replying
from belegg.errors import ModelError
from belegg.records.chat import Message, Reply, Tool, Usage
from belegg.records.runs import Event, Sent, Writing
from belegg.seams import Chat

MOST_REPLY_TOKENS = 4_096


@dataclass(slots=True)
class Round:
    """
    One turn of the answering model, by its number in the run from 1; `only_answer`: no call but that is run.
    `ask` leaves the `reply`, or why it `failed`; what is done with a reply leaves the `draft` that it holds,
    and the id of the `call` that gave it (empty for one written as plain text).
    """

    number: int
    tools: Sequence[Tool]
    must_call: bool
    only_answer: bool = False
    reply: Reply | None = None
    failed: str = ""
    draft: Draft | None = None
    call: str = ""

    async def ask(self, chat: Chat, dialogue: Dialogue, meter: Meter) -> AsyncGenerator[Event, None]:
        """Send what is new and take the reply; `Writing` as it comes, `Sent` at its end, failed or not."""
        started, new = perf_counter(), dialogue.sending()
        stream = replying(
            chat,
            dialogue.messages,
            self.tools,
            must_call=self.must_call,
            most_tokens=min(MOST_REPLY_TOKENS, meter.tokens_left),
            timeout_s=max(1.0, meter.seconds_left),
        )
        try:
            async with aclosing(stream):
                async for piece in stream:
                    if isinstance(piece, Reply):
                        self.reply = piece
                    elif piece.text:
                        yield Writing(self.number, piece.text)
        except ModelError as error:
            self.failed = str(error)
        usage = self.reply.usage if self.reply else Usage(requests=1)
        meter.took(usage, answering=True)
        yield self._sent(new, usage, (perf_counter() - started) * 1000)

    def _sent(self, new: Sequence[Message], usage: Usage, took_ms: float) -> Sent:
        """What was sent and replied. What the model's maker keeps in its messages is not kept."""
        messages = tuple(message for message in new if message.by != "assistant" or message is UNSAID)
        if self.reply is None:
            return Sent(self.number, "answer", messages, usage, took_ms)
        reply = replace(self.reply.message, state=None)
        return Sent(self.number, "answer", messages, usage, took_ms, reply, self.reply.finish)
