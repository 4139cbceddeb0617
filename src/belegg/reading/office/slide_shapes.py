"""The shapes of a slide in the order in which one reads them, with what their placeholders inherit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

TITLES = frozenset({"title", "ctrTitle"})
FURNITURE = frozenset({"sldNum", "dt", "ftr", "hdr"})
_BODY = frozenset({"body", "subTitle", "obj", "", "tbl", "chart", "pic", "media", "clipArt"})
_SHAPES = frozenset({"p_sp", "p_graphicFrame", "p_pic", "p_cxnSp"})
_WRAPPERS = frozenset({"mc_AlternateContent", "mc_Choice", "mc_Fallback"})
_SAME_ROW = 0.5


@dataclass(frozen=True, slots=True)
class Box:
    """A place on the slide, in EMU from its top left."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Shape:
    """
    A shape, its placeholder's kind (None for a shape of its own), its box, and the shapes of layout and
    master that it inherits from, the nearest first.
    """

    element: Element
    holds: str | None
    box: Box | None
    above: tuple[Element, ...] = ()
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class _Frame:
    """How places inside a group become places on the slide."""

    left: float = 0.0
    top: float = 0.0
    across: float = 1.0
    down: float = 1.0


@dataclass(frozen=True, slots=True)
class _Unit:
    """What is read as one thing: a shape, or a group, whose shapes stay together."""

    shapes: tuple[Shape, ...]
    box: Box | None

    @property
    def is_title(self) -> bool:
        return len(self.shapes) == 1 and self.shapes[0].holds in TITLES


def shapes_of(slide: Element, layers: Sequence[Element]) -> list[Shape]:
    """A slide's shapes, groups opened, in reading order; `layers` are its layout and master."""
    tree = slide.find("p_cSld/p_spTree")
    return _in_order(_units(tree, layers, _Frame(), False)) if tree is not None else []


def _units(tree: Element, layers: Sequence[Element], frame: _Frame, hidden: bool) -> Iterator[_Unit]:
    for element in tree:
        if element.tag in _SHAPES:
            if element.tag != "p_sp" or _holds_text(element):
                shape = _shape(element, layers, frame, hidden)
                yield _Unit((shape,), shape.box)
        elif element.tag == "p_grpSp":
            inner = _units(element, layers, _inside(element, frame), hidden or _is_hidden(element))
            own = element.find("p_grpSpPr/a_xfrm")
            yield _Unit(tuple(_in_order(inner)), _placed(_box_of(own), frame))
        elif element.tag in _WRAPPERS:
            yield from _units(element, layers, frame, hidden)


def _holds_text(element: Element) -> bool:
    return any(each.tag in ("a_r", "a_fld", "m_oMath") for each in element.iter())


def _shape(element: Element, layers: Sequence[Element], frame: _Frame, hidden: bool) -> Shape:
    placeholder = element.find("*/p_nvPr/p_ph")
    holds = (placeholder.get("type") or "") if placeholder is not None else None
    above = tuple(_inherited(placeholder, layers)) if placeholder is not None else ()
    box = next((found for each in (element, *above) if (found := _box(each))), None)
    return Shape(element, holds, _placed(box, frame), above, hidden or _is_hidden(element))


def _placed(box: Box | None, frame: _Frame) -> Box | None:
    if box is None:
        return None
    return Box(
        frame.left + box.left * frame.across,
        frame.top + box.top * frame.down,
        box.width * abs(frame.across),
        box.height * abs(frame.down),
    )


def _inherited(placeholder: Element, layers: Sequence[Element]) -> Iterator[Element]:
    """The placeholders of layout and master that stand behind one: of its number, else of its kind."""
    kind, number = placeholder.get("type") or "", placeholder.get("idx")
    for layer in layers:
        found: Element | None = None
        for shape in layer.iter("p_sp"):
            other = shape.find("p_nvSpPr/p_nvPr/p_ph")
            if other is None:
                continue
            if number is not None and other.get("idx") == number:
                found = shape
                break
            if found is None and _same_kind(kind, other.get("type") or ""):
                found = shape
        if found is not None:
            yield found


def _same_kind(one: str, other: str) -> bool:
    return one == other or (one in TITLES and other in TITLES) or (one in _BODY and other == "body")


def _box(element: Element) -> Box | None:
    places = (element.find(path) for path in ("p_spPr/a_xfrm", "p_xfrm"))
    return _box_of(next((place for place in places if place is not None), None))


def _box_of(transform: Element | None) -> Box | None:
    if transform is None:
        return None
    place, size = transform.find("a_off"), transform.find("a_ext")
    if place is None or size is None:
        return None
    return Box(_emu(place, "x"), _emu(place, "y"), _emu(size, "cx"), _emu(size, "cy"))


def _inside(group: Element, frame: _Frame) -> _Frame:
    transform = group.find("p_grpSpPr/a_xfrm")
    parts = (
        [transform.find(f"a_{name}") for name in ("off", "ext", "chOff", "chExt")]
        if transform is not None
        else []
    )
    if len(parts) < 4 or any(part is None for part in parts):
        return frame
    off, ext, child_off, child_ext = (part for part in parts if part is not None)
    across = _ratio(_emu(ext, "cx"), _emu(child_ext, "cx"))
    down = _ratio(_emu(ext, "cy"), _emu(child_ext, "cy"))
    return _Frame(
        frame.left + (_emu(off, "x") - _emu(child_off, "x") * across) * frame.across,
        frame.top + (_emu(off, "y") - _emu(child_off, "y") * down) * frame.down,
        frame.across * across,
        frame.down * down,
    )


def _ratio(one: float, other: float) -> float:
    return one / other if other else 1.0


def _emu(element: Element, name: str) -> float:
    value = element.get(name) or "0"
    return float(value) if value.lstrip("-").isdecimal() and len(value) < 16 else 0.0


def _is_hidden(element: Element) -> bool:
    about = next((each for part in element if part.tag.startswith("p_nv") for each in part), None)
    return about is not None and about.get("hidden") in ("1", "true")


def _in_order(units: Iterable[_Unit]) -> list[Shape]:
    """
    The title, then rows from the top, each from the left. Units half beside one another are in one row.

    A unit without a place stays behind the one before it.
    """
    placed: list[tuple[Box, int, _Unit]] = []
    before = Box(0, 0, 0, 0)
    for number, unit in enumerate(units):
        before = unit.box or before
        placed.append((before, number, unit))
    placed.sort(key=lambda each: (not each[2].is_title, each[0].top, each[0].left, each[1]))
    rows: list[list[tuple[Box, int, _Unit]]] = []
    for each in placed:
        if not rows or not _beside(rows[-1][0], each):
            rows.append([])
        rows[-1].append(each)
    in_rows = (sorted(row, key=lambda each: (each[0].left, each[0].top, each[1])) for row in rows)
    return [shape for row in in_rows for _, _, unit in row for shape in unit.shapes]


def _beside(first: tuple[Box, int, _Unit], other: tuple[Box, int, _Unit]) -> bool:
    if first[2].is_title != other[2].is_title:
        return False
    one, two = first[0], other[0]
    if _contains(one, two) or _contains(two, one):
        return False
    shared = min(one.top + one.height, two.top + two.height) - max(one.top, two.top)
    return shared > _SAME_ROW * min(one.height, two.height) or one.top == two.top


def _contains(one: Box, other: Box) -> bool:
    """Whether a box lies inside another, as what is written on a card lies on the card."""
    return (
        one.left <= other.left
        and one.top <= other.top
        and one.left + one.width >= other.left + other.width
        and one.top + one.height >= other.top + other.height
        and one != other
    )
