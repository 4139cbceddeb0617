"""
What a model wrote as the arguments of a call, taken for what it meant.

Models write a list as a string, a number in words of digits, the name of a field in another way, JSON inside
a fence or inside JSON, or Python. All of that can be understood, so it is; what cannot is told once, in a
sentence that says what is wanted (BadArguments). Everything is bounded, whatever is sent.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from typing import Final

import regex

from belegg.answering.tools.room import BadArguments
from belegg.records.chat import Tool

LONGEST_ARGUMENTS: Final = 100_000
"""Characters of a call that are read. An answer with many quotations has some ten thousand."""
LONGEST_TEXT: Final = 2_000
"""Characters of one argument that are used."""
MOST_TOLD: Final = 80
MOST_NAMES: Final = 6
"""Arguments that a tool does not know, told by name."""
_FENCE: Final = regex.compile(r"^\s*```[\w-]*\s*\n?(.*?)\s*```\s*$", regex.S)
_TRAILING_COMMA: Final = regex.compile(r",(?=\s*[}\]])")
_LINES: Final = regex.compile(r"\s*(?:[\n;|]|,(?=\s*[\"']))\s*")
_EDGES: Final = " \t\r\n\"'`[]()«»“”"
_NUMBER: Final = regex.compile(r"\s*[+]?(\d{1,9})(?:\.0*)?\s*")


class Given(dict[str, object]):
    """Arguments of a call, and which of them the tool has looked for."""

    def __init__(self, arguments: Mapping[str, object]) -> None:
        super().__init__(arguments)
        self.looked_for: set[str] = set()

    def unused(self) -> tuple[str, ...]:
        """The names of those that say something and that the tool did not look for."""
        return tuple(
            name
            for name, value in self.items()
            if _plain_name(name) not in self.looked_for and value not in (None, "", [], {})
        )


def unused_told(arguments: Given, tool: Tool) -> str:
    """`Not used: `lang` (`search` takes …).`, of what a call gave and its tool does not know; else empty."""
    names = ", ".join(f"`{_short(name)}`" for name in arguments.unused()[:MOST_NAMES])
    takes = ", ".join(f"`{name}`" for name in _properties(tool))
    return f"Not used: {names}; `{tool.name}` takes {takes or 'no arguments'}." if names else ""


def arguments_of(written: str, tool: Tool) -> dict[str, object]:
    """
    The arguments of a call by their names. An empty text is none; a text that is no object is the first
    argument of the tool. Raises BadArguments for more than 100,000 characters, and for what looks like an
    object and cannot be read as one.
    """
    if len(written) > LONGEST_ARGUMENTS:
        size = f"{len(written):,} characters of arguments"
        raise BadArguments(f"`{tool.name}` was called with {size}; {_wanted(tool)}, in a few words.")
    text = written.strip()
    if fenced := _FENCE.match(text):
        text = fenced[1]
    if not text:
        return {}
    value = _read(text)
    for _ in range(2):  # JSON inside JSON; an object in a list of one
        if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
            value = _read(value.strip())
        if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict):
            value = value[0]
    if isinstance(value, dict):
        return {str(name): each for name, each in value.items()}
    if value is None and text[:1] in ("{", "["):
        met = f"The arguments of `{tool.name}` are no JSON object (`{_short(text)}`)"
        raise BadArguments(f"{met}; {_wanted(tool)}.")
    first = next(iter(_properties(tool)), None)
    if first is None or text in ("null", "None"):
        return {}
    return {first: text if value is None else value}


def _read(text: str) -> object:
    """A value of JSON, of JSON with commas too many, or of Python; None when it is neither."""
    for attempt in (text, _TRAILING_COMMA.sub("", text)):
        try:
            return json.loads(attempt, strict=False)
        except (ValueError, RecursionError):
            continue
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None


def text_of(arguments: Mapping[str, object], *names: str) -> str:
    """The argument of the first of these names that says something, as a text; empty when none does."""
    for value in _values(arguments, names):
        said = " ".join(_texts(value)) if isinstance(value, list | tuple | set) else _plain_text(value)
        if said:
            return said[:LONGEST_TEXT]
    return ""


def texts_of(
    arguments: Mapping[str, object], most: int, *names: str, commas: bool = False
) -> tuple[str, ...]:
    """
    The argument of the first of these names that says something, as texts, each once: a list, a list in JSON,
    or a text with one on each line, between `;` or `|`, and with `commas` between these.
    """
    for value in _values(arguments, names):
        found: list[str] = []
        for one in value if isinstance(value, list | tuple | set) else [value]:
            found += _several(one, commas) if isinstance(one, str) else _texts(one)
        said = tuple(dict.fromkeys(each[:LONGEST_TEXT] for each in found if each))
        if said:
            return said[:most]
    return ()


def number_of(arguments: Mapping[str, object], default: int, *names: str) -> int:
    """A whole number from 0, also as a text. Raises BadArguments for what is none."""
    said = text_of(arguments, *names)
    if not said:
        return default
    found = _NUMBER.fullmatch(said)
    if found is None:
        raise BadArguments(f"`{names[0]}` is a whole number such as 10, not `{_short(said)}`.")
    return int(found[1])


def written(arguments: Mapping[str, object], *names: str) -> str:
    """Arguments for a stored run: `query: leave; skip: 20`, those of these names that say something."""
    said = ((name, ", ".join(texts_of(arguments, 9, name))) for name in names)
    return "; ".join(f"{name}: {text}" for name, text in said if text)[:LONGEST_TEXT]


def _values(arguments: Mapping[str, object], names: tuple[str, ...]) -> list[object]:
    if isinstance(arguments, Given):
        arguments.looked_for.update(map(_plain_name, names))
    by_plain = {_plain_name(name): value for name, value in arguments.items()}
    return [by_plain[plain] for plain in map(_plain_name, names) if by_plain.get(plain) is not None]


def _plain_name(name: str) -> str:
    """`startDate`, `start_date` and `Start date` are one name."""
    return "".join(sign for sign in name.lower() if sign.isalnum())


def _texts(value: object) -> list[str]:
    several = value if isinstance(value, list | tuple | set) else [value]
    return [said for one in several if (said := _plain_text(one))]


def _plain_text(value: object) -> str:
    """A text or number as text. Of an object the text in it, when there is just one: `{"query": "leave"}`."""
    if isinstance(value, dict):
        inside = [one for one in value.values() if isinstance(one, str)]
        value = inside[0] if len(inside) == 1 else ""
    if value is None or isinstance(value, bool | list | tuple | set):
        return ""
    said = str(value)[: 10 * LONGEST_TEXT].replace("\0", " ").strip()
    return "" if said.lower() in ("null", "none", "undefined") else said


def _several(text: str, commas: bool) -> list[str]:
    said = _plain_text(text)
    if said[:1] in ("[", "(", "{") and isinstance(listed := _read(said), list | tuple | set):
        return _texts(list(listed))
    parts = regex.split(r"\s*[\n;|,]\s*", said) if commas else _LINES.split(said)
    return [part.strip(_EDGES) if len(parts) > 1 else part for part in parts if part.strip(_EDGES)]


def _properties(tool: Tool) -> Mapping[str, object]:
    properties = tool.parameters.get("properties")
    return properties if isinstance(properties, Mapping) else {}


def _wanted(tool: Tool) -> str:
    named = ", ".join(f"`{name}`" for name in _properties(tool))
    return f"it wants a JSON object with {named}" if named else "it wants none"


def _short(text: str) -> str:
    line = " ".join(text[: 4 * MOST_TOLD].split())
    return line if len(line) <= MOST_TOLD else line[: MOST_TOLD - 1] + "…"
