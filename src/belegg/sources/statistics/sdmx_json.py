"""
SDMX-JSON, data: 1.0 and 2.0, and the form before them. All of these are read alike:

    wrapped in `data` or bare          `structure` or `structures`      `dataset` or `dataSet`
    dimensions at any of three levels   values named by `id` or `value`  attributes by index or written out

A cell's attributes are those of the whole set, of groups of dimensions, of its series and its own; one that
is left out has the default that the message states. A text of several languages is read in the one asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from belegg.records.statistics import CellKey
from belegg.sources.statistics.sdmx_cells import (
    TIME_DIMENSIONS,
    Cell,
    Coded,
    SdmxData,
    SdmxDimension,
    present,
)
from belegg.sources.statistics.shapes import Unread
from belegg.sources.statistics.wire import (
    JsonNumber,
    a_list,
    an_object,
    in_language,
    json_of,
    name_in,
    objects,
    text_of,
    whole,
)

_LEVELS = ("dataset", "series", "observation")
_GROUP = "dimensiongroup"
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class _Component:
    """A dimension or an attribute, with the values that indexes point at; `keys` are those of a dimension."""

    id: str
    label: str
    place: int
    values: tuple[Coded, ...]
    keys: tuple[CellKey, ...]
    default: Coded | None


@dataclass(frozen=True, slots=True)
class _Layout:
    """A message's structure: components by level, and the dimensions of all levels in their order."""

    name: str
    description: str
    dimensions: Mapping[str, tuple[_Component, ...]]
    attributes: Mapping[str, tuple[_Component, ...]]
    ordered: tuple[_Component, ...]


def read(content: bytes, language: str = "en") -> SdmxData:
    """
    The cells of a message. A message without any has no cells, which is no fault. Raises Unread, for a
    message of several measures too: which of them a figure is would stand in no coordinate.
    """
    root = an_object(json_of(content), "message")
    data = an_object(root.get("data", root), "data")
    layouts = [_layout(each, language) for each in _structures(data)]
    if not layouts:
        raise Unread("the message has no `structure`")
    cells: list[Cell] = []
    for each in objects(data.get("dataSets"), "dataSets"):
        which = text_of(each.get("structure")) or "0"
        cells.extend(_cells(each, _at(layouts, which, "structure"), language))
    first = layouts[0]
    dimensions = tuple(SdmxDimension(each.id, each.label, each.values) for each in first.ordered)
    return SdmxData(first.name, dimensions, tuple(cells), first.description)


def _structures(data: Mapping[str, object]) -> list[Mapping[str, object]]:
    if "structures" in data:
        return objects(data["structures"], "structures")
    return [an_object(data["structure"], "structure")] if "structure" in data else []


def _layout(structure: Mapping[str, object], language: str) -> _Layout:
    measures = _levels(structure.get("measures", {}), "measures", language)
    if len(measures.get("observation", ())) > 1:
        raise Unread(f"{len(measures['observation'])} measures in one message")
    dimensions = _levels(structure.get("dimensions"), "dimensions", language)
    ordered = sorted((each for level in _LEVELS for each in dimensions.get(level, ())), key=lambda c: c.place)
    attributes = _levels(structure.get("attributes", {}), "attributes", language)
    about = name_in(structure, language, "description", "descriptions")
    return _Layout(name_in(structure, language), about, dimensions, attributes, tuple(ordered))


def _levels(value: object, what: str, language: str) -> dict[str, tuple[_Component, ...]]:
    levels = an_object(value, what)
    return {
        level.lower(): tuple(
            _component(each, at, language) for at, each in enumerate(objects(listed, f"{what}.{level}"))
        )
        for level, listed in levels.items()
    }


def _component(found: Mapping[str, object], at: int, language: str) -> _Component:
    id = text_of(found.get("id"))
    values = tuple(_value(each, language) for each in objects(found.get("values"), f"{id}.values"))
    place = text_of(found.get("keyPosition"))
    stated = text_of(found.get("default"))
    default = (
        next((each for each in values if each.code == stated), Coded(stated, stated)) if stated else None
    )
    position = whole(place)
    keys = tuple(
        CellKey(id, each.code, each.code if id in TIME_DIMENSIONS else each.label) for each in values
    )
    return _Component(
        id, name_in(found, language) or id, 1000 + at if position is None else position, values, keys, default
    )


def _value(found: Mapping[str, object], language: str) -> Coded:
    code = text_of(found.get("id")) or in_language(found.get("value"), language)
    return Coded(code, name_in(found, language) or code)


def _cells(dataset: Mapping[str, object], layout: _Layout, language: str) -> Iterator[Cell]:
    given = dataset.get("attributes")
    of_all = _said(layout.attributes.get("dataset", ()), a_list(given, "attributes"), language)
    groups = _Groups(dataset, layout, language)
    series = an_object(dataset.get("series", {}), "series")
    for key, found in series.items():
        each = an_object(found, "series")
        of_series = _said(layout.attributes.get("series", ()), a_list(each.get("attributes"), key), language)
        yield from _observed(each, layout, key, {**of_all, **of_series}, groups, language)
    yield from _observed(dataset, layout, "", of_all, groups, language)


def _observed(
    holder: Mapping[str, object],
    layout: _Layout,
    series_key: str,
    above: Mapping[str, Coded],
    groups: _Groups,
    language: str,
) -> Iterator[Cell]:
    found = an_object(holder.get("observations", {}), "observations")
    if not found:
        return
    its_own = layout.attributes.get("observation", ())
    within = layout.dimensions.get("observation", ())
    of_series = {each.id: 0 for each in layout.dimensions.get("dataset", ())}
    if series_key:
        of_series |= _places(layout.dimensions.get("series", ()), series_key)
    for key, listed in found.items():
        row = a_list(listed, "observation")
        at = of_series | _places(within, key)
        attributes = {**above, **groups.of(at), **_said(its_own, row[1:], language)}
        value = text_of(row[0]) if row and row[0] is not None else None
        yield Cell(_keys(layout, at), present(value), attributes)


def _places(dimensions: Sequence[_Component], key: str) -> dict[str, int]:
    """The index of a value for each of the dimensions; a dimension of the whole set has one value only."""
    indexes = [whole(part) for part in key.split(":")] if key else []
    if len(indexes) != len(dimensions) or None in indexes:
        raise Unread(f"the key `{key[:60]}` does not fit {len(dimensions)} dimensions")
    return {each.id: index or 0 for each, index in zip(dimensions, indexes, strict=True)}


def _keys(layout: _Layout, at: Mapping[str, int]) -> tuple[CellKey, ...]:
    try:
        return tuple(each.keys[at[each.id]] for each in layout.ordered)
    except (KeyError, IndexError):
        wrong = next(each for each in layout.ordered if at.get(each.id, len(each.keys)) >= len(each.keys))
        raise Unread(f"`{wrong.id}` has no value number `{at.get(wrong.id, '')}`") from None


def _said(components: Sequence[_Component], given: Sequence[object], language: str) -> dict[str, Coded]:
    """
    Attributes by id; what stands behind the last of them are the numbers of annotations. The form before 1.0
    leaves attributes without values out of its rows: a row of just the others is read as theirs.
    """
    with_values = [each for each in components if each.values]
    if len(given) == len(with_values) < len(components):
        components = with_values
    padded = [*given, *[None] * max(0, len(components) - len(given))]
    said = {
        each.id: _resolved(each, value, language) for each, value in zip(components, padded, strict=False)
    }
    return {id: coded for id, coded in said.items() if coded is not None}


def _resolved(component: _Component, value: object, language: str) -> Coded | None:
    if value is None:
        return component.default
    if isinstance(value, JsonNumber) and component.values:
        return _at(component.values, value, component.id)
    if isinstance(value, list):
        several = [_resolved(component, each, language) for each in value]
        kept = [each for each in several if each is not None]
        return Coded("; ".join(each.code for each in kept), "; ".join(each.label for each in kept))
    text = in_language(value, language)
    return Coded(text, text)


class _Groups:
    """Attributes of groups of dimensions: keys like `0::2`, where an empty place stands for every value."""

    def __init__(self, dataset: Mapping[str, object], layout: _Layout, language: str) -> None:
        components = layout.attributes.get(_GROUP, ())
        self._ordered = [each.id for each in layout.ordered]
        self._by_places: dict[tuple[int, ...], dict[tuple[str, ...], dict[str, Coded]]] = {}
        given = an_object(dataset.get("dimensionGroupAttributes", {}), "dimensionGroupAttributes")
        for key, listed in given.items():
            parts = key.split(":")
            if len(parts) != len(self._ordered):
                raise Unread(f"the group `{key[:60]}` does not fit {len(self._ordered)} dimensions")
            places = tuple(at for at, part in enumerate(parts) if part)
            fixed = tuple(parts[at] for at in places)
            said = _said(components, a_list(listed, key), language)
            self._by_places.setdefault(places, {})[fixed] = said

    def of(self, at: Mapping[str, int]) -> dict[str, Coded]:
        """What the groups say that a cell at these indexes is in."""
        if not self._by_places:
            return {}
        said: dict[str, Coded] = {}
        for places, by_key in self._by_places.items():
            said.update(by_key.get(tuple(str(at[self._ordered[place]]) for place in places), {}))
        return said


def _at(values: Sequence[_T], index: str, what: str) -> _T:
    try:
        return values[int(index)]
    except (ValueError, IndexError) as error:
        raise Unread(f"`{what}` has no value number `{index[:20]}`") from error
