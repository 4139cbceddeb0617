"""What a model wrote as a selection of cells, taken for what it meant."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final

import regex

from belegg.answering.tools.arguments import texts_of
from belegg.answering.tools.fitting import shortened
from belegg.answering.tools.room import BadArguments
from belegg.records.statistics import Selection

SELECTION: Final = ("selection", "cells", "filters", "codes", "query")
DIMENSION: Final = ("dimension", "dim", "variable", "variablecode", "id", "code", "name")
CODES: Final = ("codes", "values", "valuecodes", "value", "selection", "items")
MOST_DIMENSIONS: Final = 40
MOST_CODES: Final = 2_000
SUCH_AS: Final = '{"Region": ["4601"], "Tid": ["last(3)"]}'
_WHOLE: Final = regex.compile(r"\s*(?:\*|all|last\(\s*\d+\s*\)|[^,;|\n]*\.\.[^,;|\n]*)\s*", regex.I)
_PAIR: Final = regex.compile(r"\s*(?P<name>[^=:]{1,200}?)\s*[=:]\s*(?P<codes>.+?)\s*")


def selection_of(arguments: Mapping[str, object]) -> Selection:
    """
    The dimensions of a call with the codes asked for. An object, an object in JSON, a list of objects with
    `dimension` and `codes`, or `Region=4601,1103; Tid=last(3)`; codes as a list, or as a text with commas.
    Empty when none is given: a table may have one code of each. Raises BadArguments for others.
    """
    given = _given(arguments)
    found = {name: codes for name, codes in _pairs(given) if name and codes}
    if not found and given not in (None, "", {}, []):
        met = shortened(str(given), 80)
        raise BadArguments(f"`selection` names the codes of each dimension, such as {SUCH_AS}, not `{met}`.")
    if len(found) > MOST_DIMENSIONS:
        raise BadArguments(
            f"`selection` names {len(found)} dimensions; a table has {MOST_DIMENSIONS} at most."
        )
    return found


def _given(arguments: Mapping[str, object]) -> object:
    by_plain = {"".join(filter(str.isalnum, name.lower())): name for name in arguments}
    name = next((by_plain[one] for one in SELECTION if one in by_plain), None)
    if name is None:
        return None
    texts_of(arguments, 1, name)  # it was looked for: not called unused
    value = arguments[name]
    if isinstance(value, str) and value.strip()[:1] in ("{", "["):
        try:
            return json.loads(value, strict=False)
        except (ValueError, RecursionError):
            return value.strip(" {}[]")
    return value


def _pairs(given: object) -> Iterator[tuple[str, tuple[str, ...]]]:
    if isinstance(given, Mapping):
        if (pair := _named_pair(given)) is not None:
            yield pair
            return
        for name, codes in given.items():
            yield str(name).strip(), _codes(codes)
    elif isinstance(given, list):
        for one in given:
            yield from _pairs(one)
    elif isinstance(given, str):
        for piece in regex.split(r"[;\n&]", given):
            if found := _PAIR.fullmatch(piece):
                yield found["name"].strip("\"' "), _codes(found["codes"])


def _named_pair(given: Mapping[str, object]) -> tuple[str, tuple[str, ...]] | None:
    """`{"dimension": "Region", "codes": ["4601"]}`; None for an object whose names are the dimensions."""
    plain = {"".join(filter(str.isalnum, str(name).lower())): value for name, value in given.items()}
    name = next((plain[one] for one in DIMENSION if isinstance(plain.get(one), str)), None)
    codes = next((plain[one] for one in CODES if one in plain), None)
    if name is None or codes is None or len(given) > 3:
        return None
    return str(name).strip(), _codes(codes)


def _codes(value: object) -> tuple[str, ...]:
    """Codes in order, each once; a text with commas is several, an expression (`2020..2024`) is one."""
    found: list[str] = []
    for one in value if isinstance(value, list | tuple) else [value]:
        if isinstance(one, Mapping):
            one = next((one[name] for name in ("code", "id", "value") if name in one), "")
        if isinstance(one, bool) or one is None:
            continue
        said = str(one).strip().strip("\"'[]")
        pieces = [said] if _WHOLE.fullmatch(said) else regex.split(r"\s*[,|]\s*", said)
        found += ("*" if piece.lower() == "all" else piece.strip("\"' ") for piece in pieces if piece)
    return tuple(dict.fromkeys(found))[:MOST_CODES]
