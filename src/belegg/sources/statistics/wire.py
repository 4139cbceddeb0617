"""
A source's JSON with its numbers as their own digits, and looked at piece by piece: what does not have the
form agreed on raises Unread, with words that hold no more than names and kinds.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache

from belegg.sources.statistics.markup import plain_text
from belegg.sources.statistics.shapes import Unread


class JsonNumber(str):
    """A number of a JSON text by its own digits; never an int, never a float."""

    __slots__ = ()


def json_of(content: bytes) -> object:
    """The JSON, each number a JsonNumber (`NaN` and `Infinity`, which some write, are texts)."""
    try:
        return json.loads(
            content.decode("utf-8-sig"), parse_float=JsonNumber, parse_int=JsonNumber, parse_constant=str
        )
    except (ValueError, RecursionError) as error:
        start = content[:1].decode("utf-8", "replace")
        raise Unread(f"no JSON: it begins with `{start}` and has {len(content)} bytes") from error


def an_object(value: object, what: str) -> Mapping[str, object]:
    """The value, which has to be a JSON object."""
    if isinstance(value, dict):
        return value
    raise Unread(f"`{what}` is no object")


def a_list(value: object, what: str) -> Sequence[object]:
    """The value, which has to be a JSON list; one that is left out or null is empty."""
    if value is None:
        return ()
    if isinstance(value, list):
        return value
    raise Unread(f"`{what}` is no list")


def objects(value: object, what: str) -> list[Mapping[str, object]]:
    """The objects of a JSON list."""
    return [an_object(each, what) for each in a_list(value, what)]


def text_of(value: object) -> str:
    """A plain value as text: null is empty, true is `true`, a number its digits."""
    if value is None or isinstance(value, dict | list):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def whole(text: str) -> int | None:
    """A whole number, not negative, of at most nine digits; None for another text."""
    return int(text) if text.isdecimal() and len(text) < 10 else None


@lru_cache(maxsize=4096)
def label_of(text: str) -> str:
    """What a source calls something, as plain text in one line; the same labels come again and again."""
    return plain_text(text)


def in_language(texts: object, language: str) -> str:
    """Of texts by language the one asked for, else the English one, else the first; as a label."""
    if not isinstance(texts, dict):
        return label_of(text_of(texts))
    by_language = {key: label_of(text_of(value)) for key, value in texts.items() if text_of(value)}
    return by_language.get(language) or by_language.get("en") or next(iter(by_language.values()), "")


def name_in(thing: Mapping[str, object], language: str, plain: str = "name", many: str = "names") -> str:
    """The name of an SDMX thing: `names` by language, else `name`."""
    return in_language(thing.get(many), language) or label_of(text_of(thing.get(plain)))
