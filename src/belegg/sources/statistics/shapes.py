"""Walking through an answer in JSON: each step is there and of its kind, or it is told what was met."""

from __future__ import annotations

from belegg.sources.statistics.numbers import Json, read_json


class Unread(ValueError):
    """An answer that is not in the form agreed on; the message is a clause in our words."""


def json_of(content: bytes) -> Json:
    """The body as JSON with its numbers as text. Raises Unread."""
    try:
        return read_json(content)
    except ValueError:
        raise Unread("it is no JSON") from None


def object_of(told: Json, what: str) -> dict[str, Json]:
    if not isinstance(told, dict):
        raise Unread(f"{what} is no object")
    return told


def list_of(told: Json, what: str) -> list[Json]:
    if not isinstance(told, list):
        raise Unread(f"{what} is no list")
    return told


def text_of(told: Json, what: str) -> str:
    """A text, or a number as its text."""
    if not isinstance(told, str):
        raise Unread(f"{what} is no text")
    return told


def text_or_empty(told: Json) -> str:
    """A text or a number's text; empty for everything else, null among it."""
    return told if isinstance(told, str) else ""


MOST_PAGES = 1000


def pages_of(told: Json, what: str) -> int:
    """How many pages a list has; raises Unread for more than anybody reads."""
    pages = whole_of(told, what)
    if pages > MOST_PAGES:
        raise Unread(f"{what} is {pages:,}")
    return pages


def whole_of(told: Json, what: str) -> int:
    """A whole number, not negative, of at most nine digits."""
    if not isinstance(told, str) or not told.isdecimal() or len(told) > 9:
        raise Unread(f"{what} is no whole number")
    return int(told)
