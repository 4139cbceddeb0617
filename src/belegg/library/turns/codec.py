"""
Records as JSON and back, read strictly: a record says its name, a field that is not known, of another type or
missing is refused. Only the records that are listed here are ever made.
"""

from __future__ import annotations

import types
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from belegg import records
from belegg.errors import StoreUnhealthy
from belegg.records import chat, runs, statistics

KIND: Final = "is"
"""The key under which a record says its name."""

OMITTED: Final = frozenset({("Message", "state")})
"""What the maker of a model wants back in a live conversation: it is never kept."""

KINDS: Final[Mapping[str, type]] = {
    kind.__name__: kind
    for kind in (
        *(k for k in get_args(runs.Event) if k is not runs.Writing),
        runs.Seen,
        runs.Touched,
        runs.StoredRun,
        chat.Message,
        chat.ToolCall,
        chat.Usage,
        records.Answered,
        records.Abstained,
        records.Sentence,
        records.Quote,
        records.QuoteCheck,
        records.Cut,
        records.Difference,
        records.Ran,
        records.Step,
        records.Note,
        records.Hit,
        records.Passage,
        records.DocumentHead,
        records.Fact,
        records.Span,
        records.Conflict,
        records.Side,
        statistics.KeptFetch,
        statistics.KeptBody,
        statistics.SourceRequest,
        statistics.Plan,
        statistics.StatisticsTable,
        statistics.TableRef,
        statistics.TableNote,
        statistics.Dimension,
        statistics.Code,
        statistics.Observation,
        statistics.CellKey,
    )
}


def to_plain(value: object) -> Any:
    """A record, or what stands in one, as JSON knows it."""
    if is_dataclass(value) and not isinstance(value, type):
        name = type(value).__name__
        if KINDS.get(name) is not type(value):
            raise TypeError(f"`{name}` is no record that is stored")
        told = {each.name: to_plain(getattr(value, each.name)) for each in _kept(type(value))}
        return {KIND: name, **told}
    if isinstance(value, Mapping):
        return {str(key): to_plain(each) for key, each in value.items()}
    if isinstance(value, frozenset):
        return sorted(to_plain(each) for each in value)
    if isinstance(value, list | tuple):
        return [to_plain(each) for each in value]
    if isinstance(value, bytes):
        return b64encode(value).decode("ascii")
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise TypeError(f"`{type(value).__name__}` cannot be stored")


def from_plain(hint: Any, told: object, where: str) -> Any:
    """
    What `to_plain` made, as the type that a hint names. `where` is told in an error. Raises StoreUnhealthy.
    """
    hint = getattr(hint, "__supertype__", hint)
    origin = get_origin(hint)
    if origin in (types.UnionType, Union):
        return _one_of(get_args(hint), told, where)
    if origin is Literal:
        _refuse_unless(told in get_args(hint), told, where)
        return told
    if origin in _MAKERS:
        return _MAKERS[origin](get_args(hint), told, where)
    if is_dataclass(hint) and isinstance(hint, type):
        return _record(hint, told, where)
    if hint is float and isinstance(told, int) and not isinstance(told, bool):
        return float(told)
    if hint is bytes:
        return _bytes(told, where)
    _refuse_unless(type(told) is hint, told, where)
    return told


def _one_of(choices: tuple[Any, ...], told: object, where: str) -> Any:
    if told is None:
        _refuse_unless(type(None) in choices, told, where)
        return None
    if isinstance(told, dict) and KIND in told:
        for choice in choices:
            if getattr(choice, "__name__", "") == told[KIND]:
                return from_plain(choice, told, where)
        raise StoreUnhealthy(f"{where}: `{told[KIND]!s:.60}` is not known here")
    left = [choice for choice in choices if choice is not type(None)]
    _refuse_unless(len(left) == 1, told, where)
    return from_plain(left[0], told, where)


def _record(kind: type, told: object, where: str) -> Any:
    if not isinstance(told, dict) or told.get(KIND) != kind.__name__ or KINDS.get(kind.__name__) is not kind:
        raise StoreUnhealthy(f"{where}: no `{kind.__name__}`")
    known, hints = {each.name: each for each in _kept(kind)}, _hints(kind)
    where = f"{where}.{kind.__name__}"
    for name in told:
        if name != KIND and name not in known:
            raise StoreUnhealthy(f"{where}: the field `{name!s:.60}` is not known here")
    for name, each in known.items():
        if name not in told and each.default is MISSING and each.default_factory is MISSING:
            raise StoreUnhealthy(f"{where}: the field `{name}` is missing")
    return kind(
        **{name: from_plain(hints[name], told[name], f"{where}.{name}") for name in known if name in told}
    )


def _tuple(args: tuple[Any, ...], told: object, where: str) -> tuple[Any, ...]:
    if not isinstance(told, list):
        raise StoreUnhealthy(f"{where}: no list")
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(from_plain(args[0], each, where) for each in told)
    _refuse_unless(len(told) == len(args), told, where)
    return tuple(from_plain(hint, each, where) for hint, each in zip(args, told, strict=True))


def _frozenset(args: tuple[Any, ...], told: object, where: str) -> frozenset[Any]:
    return frozenset(_tuple((args[0], Ellipsis), told, where))


def _mapping(args: tuple[Any, ...], told: object, where: str) -> dict[Any, Any]:
    if not isinstance(told, dict):
        raise StoreUnhealthy(f"{where}: no object")
    return {
        from_plain(args[0], key, where): from_plain(args[1], each, f"{where}.{key!s:.60}")
        for key, each in told.items()
    }


_MAKERS: Final[Mapping[Any, Callable[[tuple[Any, ...], object, str], Any]]] = {
    tuple: _tuple,
    frozenset: _frozenset,
    Mapping: _mapping,
}


def _bytes(told: object, where: str) -> bytes:
    _refuse_unless(isinstance(told, str), told, where)
    try:
        return b64decode(str(told), validate=True)
    except ValueError as error:
        raise StoreUnhealthy(f"{where}: no bytes in base 64") from error


def _refuse_unless(sound: bool, told: object, where: str) -> None:
    if not sound:
        raise StoreUnhealthy(f"{where}: `{told!s:.60}` is not what stands there")


@cache
def _kept(kind: type) -> tuple[Field[Any], ...]:
    return tuple(each for each in fields(kind) if (kind.__name__, each.name) not in OMITTED)


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)
