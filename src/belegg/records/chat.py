"""What travels between Belegg and a chat model, whoever made it: messages, tools, calls, replies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

ChatRole = Literal["answer", "judge", "understand", "rerank", "enrich", "classify"]
"""What a chat model is asked to do. Each has its own settings; none needs those of another."""

Speaker = Literal["system", "user", "assistant", "tool"]

Finish = Literal["stop", "calls", "length", "filtered", "interrupted"]
"""
Why a reply ended: as it should, with calls of tools, at the limit of tokens, by a content filter, or because
the stream broke off. Calls of an interrupted reply, or of one that was cut at the limit, are never run.
"""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that a model may call. `parameters` is the JSON schema of one object."""

    name: str
    description: str
    parameters: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call as the model wrote it: `arguments` are JSON if it kept to the form, and any text if not."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """
    One message of a conversation with a model. `answers` is the id of the call that a tool's message answers.

    `state` is what the model's maker wants back with its own message (Gemini's thought signature …): given
    back as it came, never shown, never stored, never made up.
    """

    by: Speaker
    text: str
    calls: tuple[ToolCall, ...] = ()
    answers: str = ""
    state: object = None


@dataclass(frozen=True, slots=True)
class Usage:
    """
    What requests took. `cost_usd` is None where the price is not known; `estimated` says that the server
    counted no tokens, and characters were.
    """

    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cost_usd: float | None = 0.0
    estimated: bool = False

    def __add__(self, other: Usage) -> Usage:
        unknown = self.cost_usd is None or other.cost_usd is None
        return Usage(
            self.requests + other.requests,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cached_tokens + other.cached_tokens,
            None if unknown else (self.cost_usd or 0.0) + (other.cost_usd or 0.0),
            self.estimated or other.estimated,
        )

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens


@dataclass(frozen=True, slots=True)
class Delta:
    """Text that a reply goes on with, as it comes."""

    text: str


@dataclass(frozen=True, slots=True)
class Reply:
    """
    A whole reply. `model` is what the server called itself. An interrupted one has no calls. `note` says what
    the chat did otherwise than asked (tools as JSON, since the server ignored them), for whoever asked.
    """

    message: Message
    finish: Finish
    usage: Usage
    model: str
    note: str = ""
