"""
Arguments of a call, held against the tool's schema before anything is done with them.

What is plainly meant is taken: a text where a list of texts is wanted, a number in a text. What is not
described, of another kind, or too long is refused in a sentence that says what is wanted (BadArguments).
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from belegg.answering.tools.fitting import shortened
from belegg.answering.tools.room import BadArguments
from belegg.serving.mcp.tool import LONGEST_TEXT, MOST_ITEMS, Json, Spec

LONGEST_OBJECT = 20_000  # characters of its JSON
MOST_TOLD = 60  # characters of a name that nothing is called


def checked(arguments: Mapping[str, object], spec: Spec) -> dict[str, object]:
    """The arguments, those that say nothing (null) left out. Raises BadArguments."""
    said = {name: value for name, value in arguments.items() if value is not None}
    for name in said:
        if name not in spec.parameters:
            there = ", ".join(f"`{known}`" for known in spec.parameters)
            raise BadArguments(f"`{spec.name}` has no `{shortened(name, MOST_TOLD)}`; it takes {there}.")
    for name in spec.required:
        if name not in said:
            raise BadArguments(f"`{name}` is missing: {spec.parameters[name]['description']}")
    return {name: _value(name, value, spec.parameters[name]) for name, value in said.items()}


def _value(name: str, value: object, schema: Json) -> object:
    match schema["type"]:
        case "array":
            return _texts(name, value)
        case "integer":
            return _number(name, value)
        case "object":
            return _object(name, value)
        case _:
            return _text(name, value, schema.get("maxLength", LONGEST_TEXT))


def _text(name: str, value: object, most: int = LONGEST_TEXT) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise BadArguments(f"`{name}` is a text.")
    text = str(value)
    if len(text) > most:
        raise BadArguments(f"`{name}` has {len(text):,} characters; give {most:,} at most.")
    return text


def _texts(name: str, value: object) -> list[str]:
    if isinstance(value, str):
        return [_text(name, value)]
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise BadArguments(f'`{name}` is a list of texts, such as ["notice period", "trial"].')
    if len(value) > MOST_ITEMS:
        raise BadArguments(f"`{name}` has {len(value):,} items; give {MOST_ITEMS} at most.")
    return [_text(name, one) for one in value]


def _object(name: str, value: object) -> object:
    """An object, as it is, or the text of one."""
    if not isinstance(value, Mapping | str):
        raise BadArguments(f"`{name}` is an object.")
    if (size := len(json.dumps(value))) > LONGEST_OBJECT:
        raise BadArguments(f"`{name}` has {size:,} characters; give {LONGEST_OBJECT:,} at most.")
    return value


def _number(name: str, value: object) -> int:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        return int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 10**9:
        raise BadArguments(f"`{name}` is a whole number from 0, such as 10.")
    return value
