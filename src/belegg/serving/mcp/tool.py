"""What a tool is to the server: whether it is offered, how it is described, what it gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from belegg.answering.desk import Desk
from belegg.serving.entrance.audit import Doing
from belegg.serving.entrance.visitor import Right
from belegg.serving.mcp.caller import Caller

Json = dict[str, Any]

LONGEST_TEXT: Final = 2_000
"""Characters of one argument, where its schema names no other `maxLength`."""
MOST_ITEMS: Final = 20

DOCUMENT: Final[Json] = {
    "type": "string",
    "description": "The document's id, as `search` and the lists give it; its path or title do as well.",
}
DOCUMENTS: Final[Json] = {
    "type": "array",
    "items": {"type": "string"},
    "description": "Within these documents alone, by id.",
}
AS_OF: Final[Json] = {
    "type": "string",
    "description": "Only what was valid on this day: 2024-05-12. For rules that changed.",
}
SKIP: Final[Json] = {"type": "integer", "description": "How many to skip: `next` of the answer before."}


@dataclass(frozen=True, slots=True)
class Spec:
    """
    A tool as it is told: `parameters` and `returns` are the properties of JSON schemas by name. `description`
    and the schemas hold no text of a document. `costs`: it may call a model and is kept as a run;
    `asks_outside`: it asks others than the library.
    """

    name: str
    title: str
    description: str
    parameters: Mapping[str, Json]
    required: tuple[str, ...]
    returns: Mapping[str, Json]
    costs: bool = False
    asks_outside: bool = False

    @property
    def input_schema(self) -> Json:
        return {
            "type": "object",
            "properties": dict(self.parameters),
            "required": list(self.required),
            "additionalProperties": False,
        }

    @property
    def output_schema(self) -> Json:
        return {"type": "object", "properties": dict(self.returns), "required": list(self.returns)}


@dataclass(frozen=True, slots=True)
class Given:
    """
    What a call gives: a text for a model, and the same for programs. `about` is the id of the document or
    run, for the log.
    """

    text: str
    structured: Json
    about: str = ""


class McpTool(Protocol):
    """One tool. It runs in a thread of its own and may wait."""

    name: str
    doing: Doing
    """What stands in the log of who did what."""
    right: Right
    """What a visitor must be allowed, to see it and to call it."""

    def offered(self, desk: Desk) -> bool:
        """Whether it can return something at this desk."""

    def spec(self, desk: Desk) -> Spec:
        """How it is told to this caller."""

    def call(self, arguments: Mapping[str, object], caller: Caller) -> Given:
        """
        Do what a call asks for, its arguments checked against the spec. Raises BadArguments, BeleggError.
        """
