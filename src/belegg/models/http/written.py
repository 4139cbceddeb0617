"""Records of settings as JSON: flat, without what is left out, read back strictly."""

from __future__ import annotations

import json
from dataclasses import MISSING, Field, fields
from typing import TYPE_CHECKING, TypeVar, get_args, get_type_hints

from belegg.errors import BadSetting

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Record = TypeVar("Record", bound="DataclassInstance")


def written_record(record: DataclassInstance) -> str:
    """One object; a field that has its default is left out."""
    values = {field.name: getattr(record, field.name) for field in fields(record)}
    told = {field.name: values[field.name] for field in fields(record) if values[field.name] != field.default}
    return json.dumps(told, ensure_ascii=False)


def read_record(kind: type[Record], text: str) -> Record:
    """
    The record of that kind. Raises BadSetting for text that is no JSON object, for names that it does not
    have or lacks, and for values of another type; values are not repeated, a key may stand there by mistake.
    """
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise BadSetting(f"the stored {kind.__name__} are no JSON object; set them again")
    known = {field.name: field for field in fields(kind)}
    for name in told:
        if name not in known:
            raise BadSetting(f"the stored {kind.__name__} hold something that is no setting; set them again")
    hints = get_type_hints(kind)
    for name, field in known.items():
        if not fits(told, field, hints[name]):
            raise BadSetting(f"the stored {kind.__name__} have no usable `{name}`; set them again")
    return kind(**told)


def fits(told: dict[str, object], field: Field[object], hint: object) -> bool:
    """Whether the value is of the field's type; a whole number is a float too, a truth value is no number."""
    if field.name not in told:
        return field.default is not MISSING
    value = told[field.name]
    kinds = get_args(hint) or (hint,)
    if all(isinstance(kind, str) for kind in kinds):  # a Literal
        return value in kinds
    return type(value) in kinds or (type(value) is int and float in kinds)
