"""
The structure of a table in SDMX-ML 2.1, as Eurostat sends it: its names, dimensions, code lists, annotations.

The text is read without a document type: one that brings its own entities is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree import ElementTree

from belegg.records.statistics import Code, Dimension, DimensionRole
from belegg.sources.statistics.markup import plain_text
from belegg.sources.statistics.shapes import Unread

OWN_TYPE = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.I)
STRUCTURE = "{http://www.sdmx.org/resources/sdmxml/schemas/v2_1/structure}"
NAMES = "{http://www.sdmx.org/resources/sdmxml/schemas/v2_1/common}"
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
ROLES: Mapping[str, DimensionRole] = {"geo": "geo", "unit": "unit"}


@dataclass(frozen=True, slots=True)
class Structure:
    """
    `dimensions` are in order, without the one of time, whose id is `time_id`; one whose code list did not
    come has no codes. `annotations` are those of the dataflow, by type.
    """

    title: str
    dimensions: tuple[Dimension, ...]
    time_id: str
    annotations: Mapping[str, str]


def xml_of(content: bytes) -> ElementTree.Element:
    """The root. Raises Unread."""
    if OWN_TYPE.search(content):
        raise Unread("its XML brings a document type of its own")
    try:
        return ElementTree.fromstring(content)
    except (ElementTree.ParseError, RecursionError):
        raise Unread("it is no XML") from None


def structure_of(content: bytes, language: str) -> Structure:
    """The structure of the first dataflow in the body. Raises Unread."""
    root = xml_of(content)
    flow = root.find(f".//{STRUCTURE}Dataflow")
    listed = root.find(f".//{STRUCTURE}DimensionList")
    if flow is None or listed is None:
        raise Unread("it has no dataflow, or no dimensions")
    lists = {
        (each.get("id", ""), each.get("version", "")): each for each in root.iter(f"{STRUCTURE}Codelist")
    }
    concepts = {each.get("id", ""): each for each in root.iter(f"{STRUCTURE}Concept")}
    dimensions = []
    for each in listed.findall(f"{STRUCTURE}Dimension"):
        id = each.get("id", "")
        concept = concepts.get(id)
        label = name_of(concept, language) if concept is not None else ""
        codes = codes_of(each, lists, language)
        dimensions.append(
            Dimension(
                id, label or id, ROLES.get(id.lower(), "other"), codes, len(codes), has_others=not codes
            )
        )
    time = listed.find(f"{STRUCTURE}TimeDimension")
    return Structure(
        title=name_of(flow, language),
        dimensions=tuple(dimensions),
        time_id="" if time is None else time.get("id", ""),
        annotations={
            (each.findtext(f"{NAMES}AnnotationType") or ""): (each.findtext(f"{NAMES}AnnotationTitle") or "")
            for each in flow.iter(f"{NAMES}Annotation")
        },
    )


def codes_of(
    dimension: ElementTree.Element,
    lists: Mapping[tuple[str, str], ElementTree.Element],
    language: str,
) -> tuple[Code, ...]:
    """The codes of the list that a dimension refers to; none when that did not come."""
    wanted = next((each for each in dimension.iter("Ref") if each.get("class") == "Codelist"), None)
    if wanted is None:
        return ()
    listed = lists.get((wanted.get("id", ""), wanted.get("version", "")))
    if listed is None:
        return ()
    return tuple(
        Code(each.get("id", ""), name_of(each, language) or each.get("id", ""), parent_of(each))
        for each in listed.findall(f"{STRUCTURE}Code")
        if each.get("id")
    )


def parent_of(code: ElementTree.Element) -> str:
    parent = code.find(f"{STRUCTURE}Parent/Ref")
    return "" if parent is None else parent.get("id", "")


def name_of(element: ElementTree.Element, language: str) -> str:
    """Its name in the language, else in English, else the first."""
    names = {each.get(LANGUAGE, ""): each.text or "" for each in element.findall(f"{NAMES}Name")}
    return plain_text(names.get(language) or names.get("en") or next(iter(names.values()), ""))
