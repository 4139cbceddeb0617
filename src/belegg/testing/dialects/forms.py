"""What a dialect is: how a request is heard, and how a reply is said, whole or as a stream."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from belegg.records.chat import Reply
from belegg.testing.chat import Request

Json = Any

PIECE = 9
"""Characters of a delta."""
MOST_PIECES = 64
"""A longer text comes in larger deltas."""


@dataclass(slots=True)
class Streamed:
    """
    A reply as server-sent events. `pieces` are deltas of text and of arguments; before `closing` nothing says
    that the reply is whole.
    """

    opening: list[bytes] = field(default_factory=list)
    pieces: list[bytes] = field(default_factory=list)
    closing: list[bytes] = field(default_factory=list)

    @property
    def all(self) -> list[bytes]:
        return [*self.opening, *self.pieces, *self.closing]

    @property
    def half(self) -> list[bytes]:
        """The opening, and pieces until the middle of them; at least one."""
        return [*self.opening, *self.pieces[: max(1, len(self.pieces) // 2)]]


@dataclass(frozen=True, slots=True)
class Dialect:
    """
    `heard` reads a request. `streams` says of path and body whether a stream is wanted. `whole` and
    `streamed` say a reply of a model by its name; `failed` is what a server says in their place.
    """

    name: str
    heard: Callable[[Json], Request]
    streams: Callable[[str, Json], bool]
    whole: Callable[[Reply, str], Json]
    streamed: Callable[[Reply, str, Json], Streamed]
    failed: Callable[[str], Json]


def cut_up(text: str) -> Sequence[str]:
    """A text in deltas, as a server sends it, at most `MOST_PIECES`; none for an empty one."""
    size = max(PIECE, -(-len(text) // MOST_PIECES))
    return [text[start : start + size] for start in range(0, len(text), size)]


def event(content: Json, name: str | None = None) -> bytes:
    """One server-sent event."""
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(content, ensure_ascii=False)}\n\n".encode()


def text_of(content: Json) -> str:
    """The text of a message, which comes as a string or in parts."""
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content or ())


def as_object(arguments: str) -> dict[str, Json]:
    """Arguments for a form that has no place for what is no JSON object."""
    given = json.loads(arguments)
    if not isinstance(given, dict):
        raise ValueError(f"arguments of this form are an object, not `{arguments[:40]}`")
    return given
