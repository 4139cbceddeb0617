"""
SDMX-JSON, structures, 1.0 and 2.0: dataflows, their dimensions and what those are called, code lists, and the
codes that have data (`contentConstraints`, `dataConstraints`).

A reference (`IMF:CL_FREQ(1.0+.0)`) finds what it names by agency and id. Of several versions in a message it
finds the one that it states, else the last.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from belegg.records.statistics import Code
from belegg.sources.statistics.wire import an_object, json_of, name_in, objects, text_of, whole

_URN = re.compile(r"(?:.*=)?(?P<agency>[^:=]+):(?P<id>[^(]+)\((?P<version>[^)]*)\)(?:\.(?P<item>.+))?", re.S)

_Thing = TypeVar("_Thing")


@dataclass(frozen=True, slots=True)
class Reference:
    """What an SDMX thing is known by; `item` is a concept in its scheme."""

    agency: str
    id: str
    version: str = ""
    item: str = ""


@dataclass(frozen=True, slots=True)
class Flow:
    """A dataflow. `updated` is when it was changed, where the source notes it."""

    agency: str
    id: str
    version: str
    name: str
    description: str = ""
    structure: Reference | None = None
    updated: str = ""


@dataclass(frozen=True, slots=True)
class Component:
    """A dimension of a data structure: the concept that names it, the code list that its codes are of."""

    id: str
    concept: Reference | None
    codes: Reference | None
    is_time: bool


@dataclass(frozen=True, slots=True)
class Concept:
    """What a component is called, and its code list where the component states none."""

    name: str
    codes: Reference | None


@dataclass(frozen=True, slots=True)
class Available:
    """Codes that have data, by dimension, and the first and last period; empty where it does not say."""

    codes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    first: str = ""
    last: str = ""


@dataclass(frozen=True, slots=True)
class StructureMessage:
    """What a message of structures holds; code lists and concepts by agency and id, then by version."""

    flows: tuple[Flow, ...] = ()
    structures: Mapping[Reference, tuple[Component, ...]] = field(default_factory=dict)
    concepts: Mapping[tuple[str, str, str], Concept] = field(default_factory=dict)
    code_lists: Mapping[Reference, tuple[Code, ...]] = field(default_factory=dict)
    available: Available = Available()

    def concept(self, component: Component) -> Concept:
        """What a component is called; its id where the message does not say."""
        of = component.concept
        found = self.concepts.get((of.agency, of.id, of.item)) if of else None
        return found or Concept(component.id, None)

    def codes_of(self, component: Component) -> Reference | None:
        """The code list of a component: its own, else its concept's."""
        return component.codes or self.concept(component).codes

    def code_list(self, reference: Reference) -> tuple[Code, ...]:
        """The codes of a list; empty where the message does not hold it."""
        return fitting(self.code_lists, reference)

    def dimensions(self, reference: Reference | None = None) -> tuple[Component, ...]:
        """The dimensions of a data structure, time last; without a reference those of the first one."""
        if reference is not None:
            return fitting(self.structures, reference)
        return next(iter(self.structures.values()), ())


def reference_of(urn: str) -> Reference | None:
    """The thing that a URN, or its last part (`IMF:CL_FREQ(1.0)`), names; None where it is neither."""
    found = _URN.fullmatch(urn.strip())
    return Reference(found["agency"], found["id"], found["version"], found["item"] or "") if found else None


def fitting(things: Mapping[Reference, tuple[_Thing, ...]], wanted: Reference) -> tuple[_Thing, ...]:
    """The thing of that agency and id: of the version asked for, else the last one that there is."""
    same = {
        each.version: thing
        for each, thing in things.items()
        if (each.agency, each.id) == (wanted.agency, wanted.id)
    }
    return same.get(wanted.version) or (list(same.values())[-1] if same else ())


def read(content: bytes, language: str = "en") -> StructureMessage:
    """A message of structures or of availability. Raises Unread."""
    root = an_object(json_of(content), "message")
    data = an_object(root.get("data", root), "data")
    constraints = objects(data.get("dataConstraints", data.get("contentConstraints")), "constraints")
    return StructureMessage(
        tuple(_flow(each, language) for each in objects(data.get("dataflows"), "dataflows")),
        dict(_structure(each) for each in objects(data.get("dataStructures"), "dataStructures")),
        _concepts(data, language),
        dict(_code_list(each, language) for each in objects(data.get("codelists"), "codelists")),
        _available(constraints),
    )


def _own(found: Mapping[str, object]) -> Reference:
    return Reference(text_of(found.get("agencyID")), text_of(found.get("id")), text_of(found.get("version")))


def _named(found: object) -> Reference | None:
    return reference_of(text_of(found))


def _flow(found: Mapping[str, object], language: str) -> Flow:
    own = _own(found)
    notes = objects(found.get("annotations"), "annotations")
    updated = next((text_of(each.get("value")) for each in notes if each.get("id") == "lastUpdatedAt"), "")
    return Flow(
        own.agency,
        own.id,
        own.version,
        name_in(found, language) or own.id,
        name_in(found, language, "description", "descriptions"),
        _named(found.get("structure")),
        updated,
    )


def _structure(found: Mapping[str, object]) -> tuple[Reference, tuple[Component, ...]]:
    parts = an_object(found.get("dataStructureComponents", {}), "dataStructureComponents")
    listed = an_object(parts.get("dimensionList", {}), "dimensionList")
    plain = sorted(objects(listed.get("dimensions"), "dimensions"), key=_position)
    timed = objects(listed.get("timeDimensions"), "timeDimensions")
    if isinstance(listed.get("timeDimension"), dict):
        timed = [an_object(listed["timeDimension"], "timeDimension")]
    return _own(found), (
        *(_component(each, False) for each in plain),
        *(_component(each, True) for each in timed),
    )


def _position(found: Mapping[str, object]) -> int:
    return whole(text_of(found.get("position"))) or 0


def _component(found: Mapping[str, object], is_time: bool) -> Component:
    local = an_object(found.get("localRepresentation", {}), "localRepresentation")
    concept = _named(found.get("conceptIdentity"))
    return Component(text_of(found.get("id")), concept, _named(local.get("enumeration")), is_time)


def _concepts(data: Mapping[str, object], language: str) -> dict[tuple[str, str, str], Concept]:
    concepts = {}
    for scheme in objects(data.get("conceptSchemes"), "conceptSchemes"):
        own = _own(scheme)
        for each in objects(scheme.get("concepts"), "concepts"):
            shape = an_object(each.get("coreRepresentation", {}), "coreRepresentation")
            id = text_of(each.get("id"))
            concept = Concept(name_in(each, language) or id, _named(shape.get("enumeration")))
            concepts[own.agency, own.id, id] = concept
    return concepts


def _code_list(found: Mapping[str, object], language: str) -> tuple[Reference, tuple[Code, ...]]:
    codes = []
    for each in objects(found.get("codes"), "codes"):
        id = text_of(each.get("id"))
        note = name_in(each, language, "description", "descriptions")
        codes.append(Code(id, name_in(each, language) or id, text_of(each.get("parent")), note))
    return _own(found), tuple(codes)


def _available(constraints: list[Mapping[str, object]]) -> Available:
    """Of the constraints those that say what there is; `Allowed` ones say what there may be."""
    codes: dict[str, dict[str, None]] = {}
    first = last = ""
    for each in constraints:
        if text_of(each.get("role", each.get("type", "Actual"))) == "Allowed":
            continue
        said = {
            text_of(n.get("id")): text_of(n.get("title"))
            for n in objects(each.get("annotations"), "annotations")
        }
        first, last = said.get("time_period_start", first), said.get("time_period_end", last)
        for region in objects(each.get("cubeRegions"), "cubeRegions"):
            listed = [
                *objects(region.get("keyValues"), "keyValues"),
                *objects(region.get("components"), "components"),
            ]
            for key in listed:
                dimension = codes.setdefault(text_of(key.get("id")), {})
                dimension.update(dict.fromkeys(_code(value) for value in _values(key)))
                start, end = _range(key)
                first, last = start or first, end or last
    return Available({id: tuple(found) for id, found in codes.items() if id and found}, first, last)


def _values(key: Mapping[str, object]) -> list[object]:
    values = key.get("values")
    return values if isinstance(values, list) else []


def _code(value: object) -> str:
    return text_of(value.get("value")) if isinstance(value, dict) else text_of(value)


def _range(key: Mapping[str, object]) -> tuple[str, str]:
    """The first and last period of a `timeRange`."""
    found = key.get("timeRange")
    if not isinstance(found, dict):
        return "", ""
    ends = [an_object(found.get(end, {}), end) for end in ("startPeriod", "endPeriod")]
    return text_of(ends[0].get("period")), text_of(ends[1].get("period"))
