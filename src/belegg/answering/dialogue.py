"""What a run says to the answering model, message by message: each request only adds to the one before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from belegg.records.chat import Message
from belegg.records.runs import Event, Nudged, NudgeKind

UNSAID = Message("assistant", "…")
"""Stands for a reply that said nothing, or was cut: many servers want user and assistant to take turns."""


class Dialogue:
    """The messages of one run in their order, which of them went out, and of what the model was nudged."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self._sent = 0
        self._nudged: set[NudgeKind] = set()

    def add(self, *messages: Message) -> None:
        """What goes out with the next request."""
        self.messages.extend(messages)

    def outcome(self, call: str, text: str) -> None:
        """What came of the call with this id. Servers refuse a request in which one of a reply has none."""
        self.add(Message("tool", text, answers=call))

    def sending(self) -> tuple[Message, ...]:
        """The messages that were not sent yet, which now are."""
        new, self._sent = self.messages[self._sent :], len(self.messages)
        return tuple(new)

    def was_nudged(self, kind: NudgeKind) -> bool:
        return kind in self._nudged

    def nudged(self, kind: NudgeKind, text: str, round: int) -> Nudged:
        """The event of a nudge whose words the model is told otherwise; it counts as told."""
        self._nudged.add(kind)
        return Nudged(round, kind, text)

    def nudge(self, kind: NudgeKind, text: str, round: int) -> Iterator[Event]:
        """
        Tell the model something unasked, once in a run. It goes with the outcome of its last call, when there
        is one that was not sent: some servers refuse a user's message after those.
        """
        if self.was_nudged(kind):
            return
        last = self.messages[-1] if len(self.messages) > self._sent else None
        if last is not None and last.by in ("tool", "user"):
            joined = f"{last.text}\n\n{text}" if last.text else text
            self.messages[-1] = replace(last, text=joined)
        else:
            self.add(Message("user", text))
        yield self.nudged(kind, text, round)
