"""Tools as one JSON action: the schema, the words that explain it, and the call in what a model wrote."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from belegg.records.chat import Message, Tool, ToolCall

PROMPT = "acting.md"
MOST_CHARACTERS = 1000
MOST_ITEMS = 50
"""Of a string and a list in an action: a small model that lost its thread writes on until it is stopped."""

SAY = Tool(
    "say",
    "Say something to the person instead of acting.",
    {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
)
NAMES = ("action", "name", "tool")
ARGUMENTS = ("arguments", "parameters")
"""What models call the two, whatever they were told."""


def schema_of(tools: Sequence[Tool]) -> dict[str, object]:
    """One object: a name and the arguments of that tool."""
    forms = [form_of(tool) for tool in tools]
    return forms[0] if len(forms) == 1 else {"anyOf": forms}


def form_of(tool: Tool) -> dict[str, object]:
    return {
        "type": "object",
        "properties": {
            "action": {"type": "string", "enum": [tool.name]},
            "arguments": bounded(dict(tool.parameters)),
        },
        "required": ["action", "arguments"],
        "additionalProperties": False,
    }


def bounded(schema: Any) -> Any:
    """The schema, every string and list in it with an end."""
    if isinstance(schema, list):
        return [bounded(each) for each in schema]
    if not isinstance(schema, Mapping):
        return schema
    kept = {name: bounded(value) for name, value in schema.items()}
    if kept.get("type") == "string" and not {"enum", "const", "maxLength", "format"} & kept.keys():
        kept["maxLength"] = MOST_CHARACTERS
    if kept.get("type") == "array" and "maxItems" not in kept:
        kept["maxItems"] = MOST_ITEMS
    return kept


def told(messages: Sequence[Message], tools: Sequence[Tool]) -> list[Message]:
    """The conversation without calls: actions as the model's words, results as messages of the user."""
    explained = files("belegg.models.chat").joinpath(PROMPT).read_text(encoding="utf-8")
    actions = "\n\n".join(described(tool) for tool in tools)
    system = [message.text for message in messages if message.by == "system"]
    names = {call.id: call.name for message in messages for call in message.calls}
    said = [as_words(message, names) for message in messages if message.by != "system"]
    return [Message("system", "\n\n".join([*system, explained.replace("{{actions}}", actions)])), *said]


def described(tool: Tool) -> str:
    parameters = json.dumps(tool.parameters, ensure_ascii=False)
    return f"## {tool.name}\n\n{tool.description}\n\nArguments (JSON schema): {parameters}"


def as_words(message: Message, names: Mapping[str, str]) -> Message:
    if message.by == "tool":
        name = names.get(message.answers, "an action")
        return Message("user", f"Result of {name}:\n\n{message.text}")
    if not message.calls:
        return Message(message.by, message.text)
    actions = "\n".join(written(call) for call in message.calls)
    return Message("assistant", f"{message.text}\n{actions}".strip())


def written(call: ToolCall) -> str:
    """A call as an action. Arguments that are no JSON stand in it as a string."""
    try:
        arguments = json.loads(call.arguments)
    except (ValueError, RecursionError):
        arguments = call.arguments
    return json.dumps({"action": call.name, "arguments": arguments}, ensure_ascii=False)


def action_in(text: str, id: str) -> ToolCall | None:
    """The first action in what a model wrote, also behind words or a code fence; None when there is none."""
    decoder = json.JSONDecoder()
    start = text.find("{")
    while start >= 0:
        try:
            found, _ = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            return None
        if isinstance(found, dict) and (call := call_of(found, id)) is not None:
            return call
        start = text.find("{", start + 1)
    return None


def call_of(found: Mapping[str, Any], id: str) -> ToolCall | None:
    name = next((found[key] for key in NAMES if isinstance(found.get(key), str)), None)
    if name is None:
        inner = next((found[key] for key in NAMES if isinstance(found.get(key), Mapping)), None)
        return None if inner is None else call_of(inner, id)
    arguments: object = next((found[key] for key in ARGUMENTS if key in found), {})
    return ToolCall(
        id, name, arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    )
