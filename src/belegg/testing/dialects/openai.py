"""OpenAI's chat completions, which most servers speak: vLLM, llama.cpp, Ollama, Azure …"""

from __future__ import annotations

from belegg.records.chat import Finish, Message, Reply, Speaker, ToolCall, Usage
from belegg.testing.chat import Request
from belegg.testing.dialects.forms import Dialect, Json, Streamed, cut_up, event, text_of

FINISHES: dict[Finish, str] = {
    "stop": "stop",
    "calls": "tool_calls",
    "length": "length",
    "filtered": "content_filter",
}


def heard(body: Json) -> Request:
    wanted = body.get("response_format") or {}
    choice = body.get("tool_choice")
    return Request(
        messages=tuple(message_of(message) for message in body["messages"]),
        tools=tuple(tool["function"]["name"] for tool in body.get("tools") or ()),
        must_call=choice == "required" or isinstance(choice, dict),
        schema=(wanted.get("json_schema") or {}).get("schema"),
    )


def message_of(message: Json) -> Message:
    called = tuple(
        ToolCall(call["id"], call["function"]["name"], call["function"]["arguments"])
        for call in message.get("tool_calls") or ()
    )
    speaker: Speaker = "system" if message["role"] == "developer" else message["role"]
    return Message(speaker, text_of(message.get("content")), called, message.get("tool_call_id", ""))


def streams(path: str, body: Json) -> bool:
    return bool(body.get("stream"))


def whole(reply: Reply, model: str) -> Json:
    message: dict[str, Json] = {"role": "assistant", "content": reply.message.text or None}
    if reply.message.calls:
        message["tool_calls"] = [call_of(call, call.arguments) for call in reply.message.calls]
    choice = {"index": 0, "message": message, "finish_reason": FINISHES.get(reply.finish)}
    return {
        "id": "chat-1",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [choice],
        "usage": usage_of(reply.usage),
    }


def streamed(reply: Reply, model: str, body: Json) -> Streamed:
    said = Streamed([delta({"role": "assistant", "content": ""}, model)])
    said.pieces += [delta({"content": piece}, model) for piece in cut_up(reply.message.text)]
    for index, call in enumerate(reply.message.calls):
        said.pieces.append(delta({"tool_calls": [{"index": index, **call_of(call, "")}]}, model))
        for piece in cut_up(call.arguments):
            further = {"index": index, "function": {"arguments": piece}}
            said.pieces.append(delta({"tool_calls": [further]}, model))
    if reply.finish in FINISHES:
        said.closing.append(delta({}, model, FINISHES[reply.finish]))
        if (body.get("stream_options") or {}).get("include_usage"):
            said.closing.append(event(chunk([], model) | {"usage": usage_of(reply.usage)}))
        said.closing.append(b"data: [DONE]\n\n")
    return said


def delta(content: Json, model: str, finish: str | None = None) -> bytes:
    return event(chunk([{"index": 0, "delta": content, "finish_reason": finish}], model))


def chunk(choices: Json, model: str) -> dict[str, Json]:
    return {
        "id": "chat-1",
        "object": "chat.completion.chunk",
        "created": 0,
        "model": model,
        "choices": choices,
    }


def call_of(call: ToolCall, arguments: str) -> Json:
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def usage_of(usage: Usage) -> Json:
    return {
        "prompt_tokens": usage.input_tokens,
        "completion_tokens": usage.output_tokens,
        "total_tokens": usage.tokens,
        "prompt_tokens_details": {"cached_tokens": usage.cached_tokens},
    }


def failed(message: str) -> Json:
    return {"error": {"message": message, "type": "server_error", "code": "overloaded"}}


OPENAI = Dialect("openai", heard, streams, whole, streamed, failed)
