"""Gemini's generateContent. A call of a tool comes whole, in one event, and without an id."""

from __future__ import annotations

import json

from belegg.records.chat import Finish, Message, Reply, ToolCall, Usage
from belegg.testing.chat import Request
from belegg.testing.dialects.forms import Dialect, Json, Streamed, as_object, cut_up, event, text_of

FINISHES: dict[Finish, str] = {
    "stop": "STOP",
    "calls": "STOP",
    "length": "MAX_TOKENS",
    "filtered": "SAFETY",
}


def heard(body: Json) -> Request:
    system = body.get("systemInstruction")
    config = body.get("generationConfig") or {}
    calling = (body.get("toolConfig") or {}).get("functionCallingConfig") or {}
    opening = [Message("system", text_of(system["parts"]))] if system else []
    return Request(
        messages=(*opening, *(part for content in body["contents"] for part in messages_of(content))),
        tools=tuple(
            function["name"]
            for tool in body.get("tools") or ()
            for function in tool.get("functionDeclarations") or ()
        ),
        must_call=calling.get("mode") == "ANY",
        schema=config.get("responseJsonSchema") or config.get("responseSchema"),
    )


def messages_of(content: Json) -> list[Message]:
    """One content as our messages, in which results of tools stand apart; a result names its tool."""
    results, called, text = [], [], ""
    for part in content["parts"]:
        if result := part.get("functionResponse"):
            said = json.dumps(result["response"], ensure_ascii=False)
            results.append(Message("tool", said, answers=result.get("id") or result["name"]))
        elif call := part.get("functionCall"):
            given = json.dumps(call.get("args") or {})
            called.append(ToolCall(call.get("id") or call["name"], call["name"], given))
        else:
            text += part.get("text", "")
    speaker: Message = Message("assistant" if content.get("role") == "model" else "user", text, tuple(called))
    return [*results, speaker] if text or called else results


def streams(path: str, body: Json) -> bool:
    return ":streamGenerateContent" in path


def whole(reply: Reply, model: str) -> Json:
    parts = [{"text": reply.message.text}] if reply.message.text else []
    return candidate([*parts, *calls_of(reply)], model, reply) | {"usageMetadata": usage_of(reply.usage)}


def streamed(reply: Reply, model: str, body: Json) -> Streamed:
    texts = [candidate([{"text": piece}], model) for piece in cut_up(reply.message.text)]
    calls = [candidate([call], model) for call in calls_of(reply)]
    said = Streamed(pieces=[event(part) for part in (*texts, *calls)])
    if reply.finish in FINISHES:
        last = candidate([], model, reply) | {"usageMetadata": usage_of(reply.usage)}
        said.closing = [event(last)]
    return said


def calls_of(reply: Reply) -> list[Json]:
    return [
        {"functionCall": {"name": call.name, "args": as_object(call.arguments)}}
        for call in reply.message.calls
    ]


def candidate(parts: list[Json], model: str, reply: Reply | None = None) -> dict[str, Json]:
    found: dict[str, Json] = {"index": 0, "content": {"role": "model", "parts": parts}}
    if reply is not None and reply.finish in FINISHES:
        found["finishReason"] = FINISHES[reply.finish]
    return {"candidates": [found], "modelVersion": model, "responseId": "chat-1"}


def usage_of(usage: Usage) -> Json:
    return {
        "promptTokenCount": usage.input_tokens,
        "candidatesTokenCount": usage.output_tokens,
        "totalTokenCount": usage.tokens,
        "cachedContentTokenCount": usage.cached_tokens,
    }


def failed(message: str) -> Json:
    return {"error": {"code": 503, "message": message, "status": "UNAVAILABLE"}}


GEMINI = Dialect("gemini", heard, streams, whole, streamed, failed)
