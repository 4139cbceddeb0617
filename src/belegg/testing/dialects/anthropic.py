"""Anthropic's messages."""

from __future__ import annotations

import json

from belegg.records.chat import Finish, Message, Reply, ToolCall, Usage
from belegg.testing.chat import Request
from belegg.testing.dialects.forms import Dialect, Json, Streamed, as_object, cut_up, event, text_of

FINISHES: dict[Finish, str] = {
    "stop": "end_turn",
    "calls": "tool_use",
    "length": "max_tokens",
    "filtered": "refusal",
}


def heard(body: Json) -> Request:
    system = [Message("system", text_of(body["system"]))] if body.get("system") else []
    wanted = (body.get("output_config") or {}).get("format") or body.get("output_format") or {}
    return Request(
        messages=(*system, *(part for message in body["messages"] for part in messages_of(message))),
        tools=tuple(tool["name"] for tool in body.get("tools") or ()),
        must_call=(body.get("tool_choice") or {}).get("type") in ("any", "tool"),
        schema=wanted.get("schema"),
    )


def messages_of(message: Json) -> list[Message]:
    """One message as ours, in which results of tools stand apart."""
    content = message["content"]
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    results = [
        Message("tool", text_of(block.get("content")), answers=block["tool_use_id"])
        for block in blocks
        if block["type"] == "tool_result"
    ]
    text = text_of([block for block in blocks if block["type"] == "text"])
    called = tuple(
        ToolCall(block["id"], block["name"], json.dumps(block["input"]))
        for block in blocks
        if block["type"] == "tool_use"
    )
    return [*results, Message(message["role"], text, called)] if text or called else results


def streams(path: str, body: Json) -> bool:
    return bool(body.get("stream"))


def whole(reply: Reply, model: str) -> Json:
    blocks: list[Json] = [{"type": "text", "text": reply.message.text}] if reply.message.text else []
    blocks += [block_of(call, as_object(call.arguments)) for call in reply.message.calls]
    return opened(model, reply.usage) | {
        "content": blocks,
        "stop_reason": FINISHES.get(reply.finish),
        "usage": usage_of(reply.usage),
    }


def streamed(reply: Reply, model: str, body: Json) -> Streamed:
    said = Streamed([named("message_start", message=opened(model, reply.usage))])
    index = 0
    if reply.message.text:
        start: Json = {"type": "text", "text": ""}
        parts: list[Json] = [{"type": "text_delta", "text": piece} for piece in cut_up(reply.message.text)]
        said.pieces += block_events(index, start, parts)
        index += 1
    for call in reply.message.calls:
        parts = [{"type": "input_json_delta", "partial_json": piece} for piece in cut_up(call.arguments)]
        said.pieces += block_events(index, block_of(call, {}), parts)
        index += 1
    if reply.finish in FINISHES:
        ending = {"stop_reason": FINISHES[reply.finish], "stop_sequence": None}
        counted = {"output_tokens": reply.usage.output_tokens}
        said.closing = [named("message_delta", delta=ending, usage=counted), named("message_stop")]
    return said


def block_events(index: int, start: Json, parts: list[Json]) -> list[bytes]:
    return [
        named("content_block_start", index=index, content_block=start),
        *(named("content_block_delta", index=index, delta=part) for part in parts),
        named("content_block_stop", index=index),
    ]


def named(name: str, **content: Json) -> bytes:
    return event({"type": name, **content}, name)


def opened(model: str, usage: Usage) -> dict[str, Json]:
    return {
        "id": "msg-1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": usage_of(usage) | {"output_tokens": 0},
    }


def block_of(call: ToolCall, given: Json) -> Json:
    return {"type": "tool_use", "id": call.id, "name": call.name, "input": given}


def usage_of(usage: Usage) -> dict[str, Json]:
    """Anthropic counts what it had in its cache apart."""
    return {
        "input_tokens": usage.input_tokens - usage.cached_tokens,
        "cache_read_input_tokens": usage.cached_tokens,
        "cache_creation_input_tokens": 0,
        "output_tokens": usage.output_tokens,
    }


def failed(message: str) -> Json:
    return {"type": "error", "error": {"type": "overloaded_error", "message": message}}


ANTHROPIC = Dialect("anthropic", heard, streams, whole, streamed, failed)
