"""What a call told somebody, value by value, so that two worlds can be compared and words be looked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, is_dataclass
from itertools import zip_longest

from belegg.errors import BeleggError
from belegg.library.audit_surfaces import Call
from belegg.library.library import Library
from belegg.records import Principal

TIMES = frozenset({"took_ms", "took_s", "seconds", "ingested_at", "removed_at"})
"""Fields that differ from run to run."""

Told = tuple[tuple[str, str], ...]
"""The way to each value (`hits[0].score`) and the value, in order."""


@dataclass(frozen=True, slots=True)
class Refused:
    """An error, as somebody reads it."""

    kind: str
    message: str


def told_by(call: Call, library: Library, who: Principal) -> Told:
    """Everything that comes out of a call, an error included."""
    try:
        given: object = call.run(library, who)
    except BeleggError as error:
        given = Refused(type(error).__name__, str(error))
    except (LookupError, AssertionError) as error:  # one part gave what another part holds to be out of scope
        given = Refused(type(error).__name__, f"what is not in scope was asked for: {error}")
    return values_of(given)


def values_of(given: object) -> Told:
    """Every value of a record, times left out."""
    return tuple(_values(given, ""))


def text_of(told: Told) -> str:
    return "\n".join(value for _, value in told)


def first_difference(one: Told, other: Told) -> str | None:
    """The way to the first value that differs; None when all are equal. Never the value."""
    for here, there in zip_longest(one, other):
        if here != there:
            return (here or there)[0] or "the answer"
    return None


def _values(value: object, way: str) -> Iterator[tuple[str, str]]:
    if is_dataclass(value) and not isinstance(value, type):
        yield way, type(value).__name__
        for part in fields(value):
            if part.name not in TIMES:
                yield from _values(getattr(value, part.name), f"{way}.{part.name}".lstrip("."))
    elif isinstance(value, Mapping):
        for key in sorted(value, key=str):
            yield f"{way}{{}}", str(key)
            yield from _values(value[key], f"{way}{{}}")
    elif isinstance(value, AbstractSet):
        yield way, ", ".join(sorted(map(str, value)))
    elif isinstance(value, list | tuple):
        yield f"{way}.length".lstrip("."), str(len(value))
        for number, each in enumerate(value):
            yield from _values(each, f"{way}[{number}]")
    elif isinstance(value, bytes):
        yield way, value.decode("latin-1")
    else:
        yield way, value if isinstance(value, str) else repr(value)
