"""What a tool is to the loop: whether it is offered, how it is described, what it gives back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from belegg.answering.desk import Desk
from belegg.answering.memory import Memory
from belegg.records.chat import Tool
from belegg.records.runs import Event


class BadArguments(Exception):
    """Arguments of a call that cannot be used. Its text is for the model: what was met, how it is written."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a tool gives back: the text for the model, and what happened (`Searched`, `Opened`, `Used` …)."""

    text: str
    events: tuple[Event, ...] = ()


class ToolRoom(Protocol):
    """One tool. Rooms hold no state of a run: that is the memory's."""

    def offered(self, desk: Desk) -> bool:
        """Whether it can return something at this desk: a tool that cannot is never spoken of."""

    def spec(self, desk: Desk) -> Tool:
        """Name, description and schema, as a model is told them."""

    def act(self, arguments: Mapping[str, object], desk: Desk, memory: Memory, round: int) -> Told:
        """Do what a call asks for, in the model's turn `round` (from 1). Raises BadArguments."""


Telling = Callable[[Memory, int], Told]
"""Tells the model, in its turn of that number, what was given outside; it waits for nothing."""


@runtime_checkable
class OutsideRoom(Protocol):
    """
    A tool that asks something outside of the library, and may have to wait for it: `asked` is run in a thread
    beside the loop, and touches nothing of the run.
    """

    def offered(self, desk: Desk) -> bool:
        """As `ToolRoom` says."""

    def spec(self, desk: Desk) -> Tool:
        """As `ToolRoom` says."""

    def asked(self, arguments: Mapping[str, object], desk: Desk) -> Telling:
        """What a call asks for. Raises BadArguments, UserError, SourceError."""


Room = ToolRoom | OutsideRoom
