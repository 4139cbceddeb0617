"""Our messages as pydantic-ai's, and its responses as ours."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    ModelResponsePart,
    SystemPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.tools import ToolDefinition

from belegg.records.chat import Finish, Message, Tool, ToolCall

MOST_UNREADABLE = 2000
"""Characters of arguments that are no JSON object, as the model is shown them again."""
FINISHES: Mapping[str | None, Finish] = {
    "stop": "stop",
    "length": "length",
    "content_filter": "filtered",
    "tool_call": "calls",
    "error": "interrupted",
    None: "interrupted",
}


def to_messages(messages: Sequence[Message]) -> list[ModelMessage]:
    """
    The conversation. What a model said goes back as its maker gave it, when that was kept (`Message.state`).

    A tool's result whose call is not in the conversation (any more) goes as words of the user: servers refuse
    it otherwise.
    """
    said: list[ModelMessage] = []
    waiting: list[ModelRequestPart] = []
    names: dict[str, str] = {}
    for message in messages:
        if message.by == "assistant":
            if waiting:
                said.append(ModelRequest(parts=waiting))
                waiting = []
            names.update((call.id, call.name) for call in message.calls)
            said.append(to_response(message))
        else:
            waiting.append(to_part(message, names))
    return [*said, ModelRequest(parts=waiting)] if waiting else said


def to_part(message: Message, names: Mapping[str, str]) -> ModelRequestPart:
    if message.by == "system":
        return SystemPromptPart(message.text)
    if message.by == "tool" and message.answers in names:
        return ToolReturnPart(names[message.answers], message.text, message.answers)
    return UserPromptPart(message.text)


def to_response(message: Message) -> ModelResponse:
    kept = message.state
    if isinstance(kept, ModelResponse):
        return replace(kept, parts=[readable(part) for part in kept.parts])
    text = [TextPart(message.text)] if message.text or not message.calls else []
    calls = [readable(ToolCallPart(call.name, call.arguments, call.id)) for call in message.calls]
    return ModelResponse(parts=[*text, *calls])


def readable(part: ModelResponsePart) -> ModelResponsePart:
    """Arguments that are no JSON object would be refused by servers that read them again."""
    if not isinstance(part, ToolCallPart) or not isinstance(part.args, str):
        return part
    try:
        if isinstance(json.loads(part.args), dict):
            return part
    except (ValueError, RecursionError):
        pass
    return replace(part, args=json.dumps({"unreadable": part.args[:MOST_UNREADABLE]}, ensure_ascii=False))


def to_parameters(tools: Sequence[Tool], schema: Mapping[str, object] | None) -> ModelRequestParameters:
    """What may be called, or the form that the text is to have."""
    if schema is not None:
        name = schema.get("title")
        wanted = OutputObjectDefinition(dict(schema), name=name if isinstance(name, str) else "reply")
        return ModelRequestParameters(output_mode="native", output_object=wanted)
    offered = [
        ToolDefinition(
            name=tool.name, parameters_json_schema=dict(tool.parameters), description=tool.description
        )
        for tool in tools
    ]
    return ModelRequestParameters(function_tools=offered)


def to_message(response: ModelResponse) -> tuple[Message, Finish]:
    """
    What a response says and why it ended. Calls stand only in one that came to its end: those of a reply that
    was cut anywhere are never run, and its maker's own record of it is not sent again.
    """
    text = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    finish = FINISHES.get(response.finish_reason, "interrupted")
    if finish not in {"stop", "calls"} or response.state != "complete":
        return Message("assistant", text), finish if response.state == "complete" else "interrupted"
    parts = with_ids(response.parts)
    calls = tuple(
        ToolCall(part.tool_call_id, part.tool_name, written(part.args))
        for part in parts
        if isinstance(part, ToolCallPart)
    )
    return Message(
        "assistant", text, calls, state=replace(response, parts=parts)
    ), "calls" if calls else "stop"


def written(arguments: object) -> str:
    """As the model wrote them; those that its maker gives as an object, as JSON."""
    if isinstance(arguments, str):
        return arguments
    return json.dumps(arguments or {}, ensure_ascii=False)


def with_ids(parts: Iterable[ModelResponsePart]) -> list[ModelResponsePart]:
    """Each call with an id of its own: some servers give none, or the same to all."""
    seen: set[str] = set()
    kept: list[ModelResponsePart] = []
    for number, part in enumerate(parts, start=1):
        if isinstance(part, ToolCallPart) and (not part.tool_call_id or part.tool_call_id in seen):
            part = replace(part, tool_call_id=f"{part.tool_call_id or 'call'}-{number}")
        if isinstance(part, ToolCallPart):
            seen.add(part.tool_call_id)
        kept.append(part)
    return kept
