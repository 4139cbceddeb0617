"""
JSON-stat, as PxWeb and Eurostat send it: one dataset, its axes, and its cells in row-major order.

Read are 2.0 and the older 1.x (`dataset` around it, `id` and `size` inside `dimension`); `index` as a list,
an object, or left out where an axis has one category; `value` as a list or an object with the places of those
cells that there are; `status` as a list, an object, or one text for all cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod

from belegg.records.statistics import CellKey, Code, DimensionRole, Observation, TableNote
from belegg.sources.statistics.markup import plain_text
from belegg.sources.statistics.numbers import Json, as_published, decimals_of
from belegg.sources.statistics.periods import interval_of
from belegg.sources.statistics.shapes import (
    Unread,
    json_of,
    list_of,
    object_of,
    text_of,
    text_or_empty,
    whole_of,
)

MOST_CELLS = 1_000_000
"""A dataset that says it has more was not asked for."""
ROLES: Mapping[str, DimensionRole] = {"time": "time", "geo": "geo", "metric": "measure"}
NO_FIGURE = "no figure is given"


@dataclass(frozen=True, slots=True)
class Axis:
    """
    One dimension, its codes in order. `may_be_left_out` is PxWeb's elimination (of metadata; in an answer
    with figures it says less).
    """

    id: str
    label: str
    role: DimensionRole
    codes: tuple[Code, ...]
    may_be_left_out: bool = False
    notes: tuple[TableNote, ...] = ()


@dataclass(frozen=True, slots=True)
class Dataset:
    """`values` and `status` by flat place, the last axis fastest; numbers are the text that came."""

    label: str
    source: str
    updated: str
    axes: tuple[Axis, ...]
    values: Mapping[int, str | None]
    status: Mapping[int, str]
    status_labels: Mapping[str, str]
    notes: tuple[TableNote, ...]
    extension: Mapping[str, Json]


def dataset_of(content: bytes) -> Dataset:
    """The dataset of a body. Raises Unread."""
    told = object_of(json_of(content), "the answer")
    if "dataset" in told:
        told = object_of(told["dataset"], "`dataset`")
    dimension = object_of(told.get("dimension"), "`dimension`")
    names = [text_of(name, "an id") for name in list_of(told.get("id", dimension.get("id")), "`id`")]
    sizes = [whole_of(size, "a size") for size in list_of(told.get("size", dimension.get("size")), "`size`")]
    roles = roles_of(told.get("role", dimension.get("role")))
    axes = tuple(axis_of(name, dimension.get(name), roles) for name in names)
    if [len(axis.codes) for axis in axes] != sizes:
        raise Unread("an axis has more or fewer categories than `size` says")
    extension = told.get("extension")
    extension = extension if isinstance(extension, dict) else {}
    labels = extension.get("status")
    labels = labels.get("label") if isinstance(labels, dict) else None
    return Dataset(
        label=plain_text(text_or_empty(told.get("label"))),
        source=plain_text(text_or_empty(told.get("source"))),
        updated=text_or_empty(told.get("updated")),
        axes=axes,
        values=by_place(told.get("value"), prod(sizes)),
        status={place: mark for place, mark in by_place(told.get("status"), prod(sizes)).items() if mark},
        status_labels={
            mark: plain_text(text_or_empty(label))
            for mark, label in (labels.items() if isinstance(labels, dict) else ())
        },
        notes=notes_of(told.get("note"), extension.get("noteMandatory")),
        extension=extension,
    )


def roles_of(told: Json) -> dict[str, DimensionRole]:
    """Of each axis that has one; an axis called `time`, `geo` or `unit` has it by its name."""
    roles: dict[str, DimensionRole] = {"time": "time", "geo": "geo", "unit": "unit"}
    for name, axes in told.items() if isinstance(told, dict) else ():
        for axis in axes if isinstance(axes, list) else ():
            if isinstance(axis, str) and name in ROLES:
                roles[axis] = ROLES[name]
    return roles


def axis_of(name: str, told: Json, roles: Mapping[str, DimensionRole]) -> Axis:
    parts = object_of(told, f"`{name[:40]}`")
    category = object_of(parts.get("category"), f"the categories of `{name[:40]}`")
    labels = category.get("label")
    labels = labels if isinstance(labels, dict) else {}
    extension = parts.get("extension")
    extension = extension if isinstance(extension, dict) else {}
    notes = category.get("note")
    units = category.get("unit")
    parents = parents_of(category.get("child"))
    return Axis(
        id=name,
        label=plain_text(text_or_empty(parts.get("label"))) or name,
        role=roles.get(name, "other"),
        codes=tuple(
            code_of(code, labels.get(code), notes, units, parents.get(code, ""))
            for code in order_of(category.get("index"), labels)
        ),
        may_be_left_out=extension.get("elimination") is True,
        notes=notes_of(parts.get("note"), extension.get("noteMandatory")),
    )


def order_of(index: Json, labels: Mapping[str, Json]) -> list[str]:
    """The codes in their order."""
    if isinstance(index, list):
        return [text_of(code, "a category") for code in index]
    if isinstance(index, dict):
        places = {code: whole_of(place, "a place") for code, place in index.items()}
        return sorted(places, key=places.__getitem__)
    if index is None and len(labels) == 1:
        return list(labels)
    raise Unread("an axis has no `index`")


def code_of(code: str, label: Json, notes: Json, units: Json, parent: str) -> Code:
    unit = units.get(code) if isinstance(units, dict) else None
    unit = unit if isinstance(unit, dict) else {}
    note = notes.get(code) if isinstance(notes, dict) else None
    return Code(
        id=code,
        label=plain_text(text_or_empty(label)) or code,
        parent=parent,
        note=" ".join(each.text for each in notes_of(note, None)),
        unit=plain_text(text_or_empty(unit.get("base")) or text_or_empty(unit.get("label"))),
        decimals=decimals_of(unit.get("decimals")),
    )


def parents_of(told: Json) -> dict[str, str]:
    """Of each code the one above it."""
    parents: dict[str, str] = {}
    for parent, children in told.items() if isinstance(told, dict) else ():
        for child in children if isinstance(children, list) else ():
            if isinstance(child, str):
                parents[child] = parent
    return parents


def notes_of(told: Json, mandatory: Json) -> tuple[TableNote, ...]:
    """Notes as plain text, each once; `mandatory` holds the places of those that must be shown."""
    must = mandatory if isinstance(mandatory, dict) else {}
    listed = told if isinstance(told, list) else [told]
    found: dict[str, bool] = {}
    for place, note in enumerate(listed):
        text = plain_text(text_or_empty(note))
        if text:
            found[text] = found.get(text, False) or must.get(str(place)) is True
    return tuple(TableNote(text, shown) for text, shown in found.items())


def by_place(told: Json, cells: int) -> dict[int, str | None]:
    """What stands at each place: of a list, of an object that names the places, or one text for all."""
    if told is None:
        return {}
    if isinstance(told, str):
        return dict.fromkeys(range(min(cells, MOST_CELLS)), told)
    if isinstance(told, list):
        if told and len(told) != cells:
            raise Unread("there are more or fewer values than cells")
        return {place: each if isinstance(each, str) else None for place, each in enumerate(told)}
    places = {whole_of(place, "a place"): each for place, each in object_of(told, "`value`").items()}
    if places and max(places) >= cells:
        raise Unread("a value stands outside the cells")
    return {place: each if isinstance(each, str) else None for place, each in places.items()}


def observations_of(dataset: Dataset, status_labels: Mapping[str, str]) -> Iterator[Observation]:
    """
    Every cell, axes in their order but time last. `status_labels` say what marks mean where the dataset does
    not itself. Raises Unread for more than a million cells, and for a value that is neither number nor mark.
    """
    sizes = [len(axis.codes) for axis in dataset.axes]
    if prod(sizes) > MOST_CELLS:
        raise Unread(f"it says to have {prod(sizes):,} cells")
    strides = [prod(sizes[place + 1 :]) for place in range(len(sizes))]
    axes = sorted(zip(dataset.axes, strides, strict=True), key=lambda each: each[0].role == "time")
    labels = {**status_labels, **dataset.status_labels}
    steps = [
        [(axis, code, number * stride) for number, code in enumerate(axis.codes)] for axis, stride in axes
    ]
    for cell in product(*steps):
        place = sum(offset for _, _, offset in cell)
        codes = [(axis, code) for axis, code, _ in cell]
        yield observation_of(codes, dataset.values.get(place), dataset.status.get(place, ""), labels)


def observation_of(
    codes: list[tuple[Axis, Code]], raw: str | None, status: str, labels: Mapping[str, str]
) -> Observation:
    measure = next((code for axis, code in codes if axis.role == "measure"), None)
    unit = next((code.label for axis, code in codes if axis.role == "unit"), "")
    decimals = measure.decimals if measure else None
    text = None if raw is None else as_published(raw, decimals)
    if text is None:
        raw, status = None, status or (raw or "")
    period = next((code.id for axis, code in codes if axis.role == "time"), "")
    start, end = interval_of(period)
    label = labels.get(status, "") if status else ""
    return Observation(
        keys=tuple(CellKey(axis.id, code.id, code.label) for axis, code in codes),
        raw=raw,
        text=text,
        status=status,
        status_label=label or ("" if text is not None or status else NO_FIGURE),
        unit=(measure.unit if measure else "") or unit,
        multiplier=measure.multiplier if measure else "",
        decimals=decimals,
        period_start=start,
        period_end=end,
    )
