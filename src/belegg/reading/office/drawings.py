"""Text that stands in drawings: boxes on a sheet, charts, diagrams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from belegg.reading.office.package import Package
from belegg.reading.tables.lines import lines
from belegg.reading.tables.number_formats import general, shown

_MOST_POINTS = 10_000


def drawn_paragraphs(package: Package, part: str) -> tuple[list[str], Counter[str]]:
    """The text of the boxes drawn on a sheet, and how many pictures and charts there are."""
    paragraphs: list[str] = []
    counts = Counter[str]()
    for name in package.related(part, "drawing"):
        drawing = package.tree(name)
        for shape in drawing.iter("xdr_sp"):
            paragraphs += [text for each in shape.iter("a_p") if (text := line_of(each).strip())]
        counts["pictures"] += sum(1 for _ in drawing.iter("xdr_pic"))
        counts["charts"] += sum(1 for _ in drawing.iter("c_chart"))
    return paragraphs, counts


def line_of(paragraph: Element) -> str:
    """A paragraph of DrawingML: its runs and fields, line breaks as line ends."""
    return "".join(single(child) for child in paragraph)


SINGLE = frozenset({"a_r", "a_fld", "a_br", "a_tab"})


def single(child: Element) -> str:
    """The text of one piece of such a paragraph."""
    if child.tag in ("a_r", "a_fld"):
        return "".join(text.text or "" for text in child.findall("a_t"))
    return {"a_br": "\n", "a_tab": "\t"}.get(child.tag, "")


def chart_lines(package: Package, part: str) -> tuple[str, list[str]]:
    """A chart's title, and its data as rows: a category and the value of each series."""
    chart = package.tree(part)
    title = next(
        (
            " ".join("".join(map(line_of, each.iter("a_p"))).split())
            for each in chart.iterfind("c_chart/c_title")
        ),
        "",
    )
    series = list(chart.iter("c_ser"))
    heads = [_points(each.find("c_tx")).get(0, "") for each in series]
    names: dict[int, str] = {}
    for each in series:
        for number, name in _points(_first(each, "c_cat", "c_xVal")).items():
            names.setdefault(number, name)
    values = [_points(_first(each, "c_val", "c_yVal")) for each in series]
    places = sorted({place for each in (names, *values) for place in each})[:_MOST_POINTS]
    rows = [[names.get(place, ""), *(each.get(place, "") for each in values)] for place in places]
    return title, lines([dict(enumerate(row)) for row in (["", *heads], *rows)]) if rows else []


def _first(element: Element, *names: str) -> Element | None:
    return next((found for name in names if (found := element.find(name)) is not None), None)


def _points(element: Element | None) -> dict[int, str]:
    """The stored points of a series by their place, numbers under their format."""
    if element is None:
        return {}
    code = next((each.text or "General" for each in element.iter("c_formatCode")), "General")
    found: dict[int, str] = {}
    for point in element.iter("c_pt"):
        place = point.get("idx") or ""
        value = "".join(each.text or "" for each in point.findall("c_v"))
        if place.isdecimal() and value:
            found[int(place)] = _value(value, point.get("formatCode") or code)
    if not found and (value := "".join(each.text or "" for each in element.findall("c_v"))):
        found[0] = value
    return found


def _value(raw: str, code: str) -> str:
    try:
        number = float(raw)
    except ValueError:
        return raw
    return general(number) if code == "General" else shown(number, code)


def diagram_paragraphs(package: Package, part: str) -> Iterator[str]:
    """The texts of a diagram (SmartArt), in the order of its data."""
    data = package.aside(part)
    for point in data.iter("dgm_pt") if data is not None else ():
        for paragraph in point.iter("a_p"):
            if text := line_of(paragraph).strip():
                yield text
