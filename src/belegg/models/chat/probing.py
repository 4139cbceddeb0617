"""One small real call for each thing that a chat model may be needed for: what works, and how fast."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

from belegg.errors import ModelError
from belegg.models.chat.acting import pieces_of
from belegg.records.chat import Delta, Message, Reply, Tool

if TYPE_CHECKING:
    from belegg.models.chat.hosted import HostedChat

Ability = Literal["text", "stream", "tools", "schema", "logprobs", "decide"]
"""`decide` is asked of the role `classify` alone, by `models.deciding`."""

ABILITIES: tuple[Ability, ...] = ("text", "stream", "tools", "schema", "logprobs")
ENOUGH_TOKENS = 1000
"""A model that thinks first spends some hundred of them on a word."""
SAY = (Message("user", "Say the word yes."),)
COUNT = (Message("user", "Count from 1 to 20 in digits, with commas."),)
DOOR = (Message("user", "The door is green. Report the colour of the door."),)
COLOUR = {"type": "string", "maxLength": 40}
FORM: Mapping[str, object] = {
    "type": "object",
    "properties": {"colour": COLOUR},
    "required": ["colour"],
    "additionalProperties": False,
}
REPORT = Tool("report", "Report the colour of something.", FORM)
KNOWS_LOGPROBS = ("openai", "azure", "ollama", "vllm", "llama.cpp")


@dataclass(frozen=True, slots=True)
class Probe:
    """One call: whether it brought what was asked for, what to know of it, how long it took."""

    ability: Ability
    works: bool
    told: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Probed:
    """
    What a model can do. `acts_by` is what `auto` comes to: `tools`, `json`, or None: it can do neither.
    `served` is what the server calls the model. A model that does not `answer` was asked once.
    """

    id: str
    served: str
    probes: tuple[Probe, ...]

    @property
    def answers(self) -> bool:
        return any(probe.works for probe in self.probes if probe.ability in ("text", "decide"))

    @property
    def decides(self) -> bool:
        return any(probe.works for probe in self.probes if probe.ability == "decide")

    @property
    def acts_by(self) -> Literal["tools", "json"] | None:
        able = {probe.ability for probe in self.probes if probe.works}
        return "tools" if "tools" in able else "json" if "schema" in able else None


class Found(Exception):
    """Something did not work; its words say what was met."""


async def probed(chat: HostedChat, timeout_s: float = 60.0) -> Probed:
    """Five calls, or one when that has no answer. Raises nothing of ModelError: it stands in the probe."""
    served: list[str] = []
    asked: dict[Ability, Callable[[], Awaitable[str]]] = {
        "text": lambda: says(chat, timeout_s, served),
        "stream": lambda: streams(chat, timeout_s),
        "tools": lambda: calls(chat, timeout_s),
        "schema": lambda: keeps_to_a_form(chat, timeout_s),
        "logprobs": lambda: tells_logprobs(chat, timeout_s),
    }
    probes: list[Probe] = []
    for ability in ABILITIES:
        probes.append(await one(ability, asked[ability]))
        if not probes[0].works:
            break
    return Probed(chat.id, served[0] if served else "", tuple(probes))


async def one(ability: Ability, ask: Callable[[], Awaitable[str]]) -> Probe:
    begun = time.monotonic()
    try:
        works, told = True, await ask()
    except (ModelError, Found) as error:
        works, told = False, str(error)
    return Probe(ability, works, told, time.monotonic() - begun)


async def says(chat: HostedChat, timeout_s: float, served: list[str]) -> str:
    _, reply = await reply_of(chat.stream(SAY, most_tokens=ENOUGH_TOKENS, timeout_s=timeout_s))
    served.append(reply.model)
    if not reply.message.text.strip():
        raise Found(f"it said nothing (`{reply.finish}`)")
    return f"`{reply.model}`"


async def streams(chat: HostedChat, timeout_s: float) -> str:
    deltas, reply = await reply_of(chat.stream(COUNT, most_tokens=ENOUGH_TOKENS, timeout_s=timeout_s))
    if reply.finish == "interrupted":
        raise Found("its stream broke off, or does not say why it ended")
    if deltas < 2:
        raise Found("the reply came in one piece")
    return f"{deltas} pieces"


async def calls(chat: HostedChat, timeout_s: float) -> str:
    asked = pieces_of(
        chat, DOOR, tools=[REPORT], must_call=True, most_tokens=ENOUGH_TOKENS, timeout_s=timeout_s
    )
    _, reply = await reply_of(asked)
    called = [call for call in reply.message.calls if call.name == REPORT.name]
    if not called:
        raise Found(f"it did not call a tool that it must call (`{reply.finish}`)")
    if not is_form(called[0].arguments):
        raise Found("it called the tool with arguments of another form")
    return "it calls when it must"


async def keeps_to_a_form(chat: HostedChat, timeout_s: float) -> str:
    asked = chat.stream(DOOR, schema=FORM, most_tokens=ENOUGH_TOKENS, timeout_s=timeout_s)
    _, reply = await reply_of(asked)
    if reply.finish != "stop" or not is_form(reply.message.text):
        raise Found(f"it did not keep to a JSON schema (`{reply.finish}`)")
    return "it keeps to a JSON schema"


async def tells_logprobs(chat: HostedChat, timeout_s: float) -> str:
    if chat.settings.provider not in KNOWS_LOGPROBS:
        raise Found("not by this provider's interface")
    tokens = await chat.logprobs(SAY, top=5, timeout_s=timeout_s)
    most = max((len(token.get("top_logprobs") or ()) for token in tokens), default=0)
    if not most:
        raise Found("it does not tell them")
    return f"of {most} tokens each"


async def reply_of(stream: object) -> tuple[int, Reply]:
    """How many pieces came, and the reply."""
    count, last = 0, None
    async with aclosing(cast("AsyncGenerator[Delta | Reply]", stream)) as pieces:
        async for piece in pieces:
            count += isinstance(piece, Delta)
            last = piece
    assert isinstance(last, Reply)
    return count, last


def is_form(text: str) -> bool:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and isinstance(found.get("colour"), str)
