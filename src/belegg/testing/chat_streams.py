"""Chat completions as streams, for `model_server`: whole ones, and the ways in which they break off."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from belegg.testing.model_server import Behaviour, Turn

EVENT_STREAM = {"Content-Type": "text/event-stream"}
ENDLESS = 10**9

Chunk = Mapping[str, Any]


def text_chunks(*pieces: str, finish: str | None = "stop", usage: bool = True) -> list[Chunk]:
    """Pieces of text, why it ended (None: nobody says), and what it took."""
    chunks = [chunk({"role": "assistant", "content": ""}), *(chunk({"content": piece}) for piece in pieces)]
    return ended(chunks, finish, usage)


def call_chunks(
    *calls: tuple[str, str, str], finish: str | None = "tool_calls", usage: bool = True
) -> list[Chunk]:
    """Calls of tools (id, name, arguments), each in two pieces."""
    chunks = [chunk({"role": "assistant", "content": None})]
    for index, (id, name, arguments) in enumerate(calls):
        half = len(arguments) // 2
        head = {"index": index, "id": id, "type": "function"}
        first = {**head, "function": {"name": name, "arguments": arguments[:half]}}
        rest = {"index": index, "function": {"arguments": arguments[half:]}}
        chunks += [chunk({"tool_calls": [first]}), chunk({"tool_calls": [rest]})]
    return ended(chunks, finish, usage)


def ended(chunks: list[Chunk], finish: str | None, usage: bool) -> list[Chunk]:
    last = [] if finish is None else [chunk({}, finish)]
    taken = {"prompt_tokens": 20, "completion_tokens": 5, "total_tokens": 25}
    told = {**taken, "prompt_tokens_details": {"cached_tokens": 8}}
    return [*chunks, *last, *([{**chunk({}), "choices": [], "usage": told}] if usage else [])]


def chunk(delta: Mapping[str, Any], finish: str | None = None) -> Chunk:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {
        "id": "chat-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "served",
        "choices": [choice],
    }


def streaming(chunks: Sequence[Chunk]) -> Behaviour:
    """The whole stream, to its mark of the end."""
    content = b"".join(event(chunk) for chunk in chunks) + b"data: [DONE]\n\n"
    return lambda turn: turn.send_bytes(200, content, EVENT_STREAM)


def ending(chunks: Sequence[Chunk], then: bytes = b"") -> Behaviour:
    """The chunks and bytes, and then the end of the body as if all were said."""
    content = b"".join(event(chunk) for chunk in chunks) + then
    return lambda turn: turn.send_bytes(200, content, EVENT_STREAM)


def breaking(chunks: Sequence[Chunk]) -> Behaviour:
    """The connection ends after the chunks."""

    def behave(turn: Turn) -> None:
        begun(turn, chunks)
        turn.hang_up()

    return behave


def stalling(chunks: Sequence[Chunk]) -> Behaviour:
    """After the chunks nothing comes until the test lets go."""

    def behave(turn: Turn) -> None:
        begun(turn, chunks)
        turn.hold()
        turn.hang_up()

    return behave


def begun(turn: Turn, chunks: Sequence[Chunk]) -> None:
    turn.begin(200, EVENT_STREAM, ENDLESS)
    for each in chunks:
        turn.write(event(each))


def event(data: object) -> bytes:
    return b"data: " + json.dumps(data, ensure_ascii=False).encode("utf-8") + b"\n\n"
