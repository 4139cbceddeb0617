"""
A Content as JSON with bytes beside it, and back.

What comes back is looked at as if a stranger had written it: wrong kinds of values, spans outside the text
and lengths that do not add up are refused, so that nothing after this has to ask again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple
from math import isfinite
from typing import Any, TypeVar, get_args

from belegg.reading.content import Content, Part, Profile
from belegg.reading.fenced.frames import Garbled
from belegg.records import Block, Fact, Page, PageReport, Span, Warned
from belegg.records.documents import BlockKind, EmptyBecause

T = TypeVar("T")
_KINDS = frozenset(get_args(BlockKind))
_PROFILES = frozenset(get_args(Profile))
_EMPTY = frozenset(get_args(EmptyBecause))


def to_form(content: Content, parts: tuple[Part, ...]) -> tuple[dict[str, Any], list[bytes]]:
    """The JSON, and the bytes: layouts of pages, then those of the parts, in order."""
    layouts = [page.layout for page in content.pages]
    form = {
        "text": content.text,
        "blocks": [
            [b.kind, b.span.start, b.span.end, b.level, b.name, b.section, b.address] for b in content.blocks
        ],
        "title": content.title,
        "language": content.language,
        "access": None if content.access is None else sorted(content.access),
        "pages": [
            [p.number, p.label, p.span.start, p.span.end, p.width, p.height, len(p.layout)]
            for p in content.pages
        ],
        "facts": [[f.name, f.value, f.origin] for f in content.facts],
        "furniture": list(content.furniture),
        "warnings": [[w.code, w.text] for w in content.warnings],
        "profile": content.profile,
        "page_reports": [list(astuple(report)) for report in content.page_reports],
        "parts": [[part.name, len(part.data)] for part in parts],
        "owed": content.owed,
    }
    return form, [*layouts, *(part.data for part in parts)]


def content_of(form: Any, body: bytes) -> Content:
    """The Content that `to_form` was given, with these parts. Raises Garbled."""
    try:
        return _content(form, body)
    except (KeyError, TypeError, ValueError) as error:
        raise Garbled("no content") from error


def _content(form: dict[str, Any], body: bytes) -> Content:
    text = _text(form["text"])
    sizes = [*(_count(row[6]) for row in form["pages"]), *(_count(row[1]) for row in form["parts"])]
    if sum(sizes) != len(body):
        raise Garbled("the lengths do not add up")
    blobs = _cut(body, sizes)
    pages = tuple(_page(row, next(blobs), len(text)) for row in form["pages"])
    profile: Profile = _one_of(form["profile"], _PROFILES)
    access = form["access"]
    return Content(
        text=text,
        blocks=tuple(_block(row, len(text)) for row in form["blocks"]),
        title=_maybe(form["title"]),
        language=_maybe(form["language"]),
        access=None if access is None else frozenset(_text(name) for name in access),
        pages=pages,
        facts=tuple(Fact(_text(name), _text(value), _text(origin)) for name, value, origin in form["facts"]),
        furniture=tuple(_text(line) for line in form["furniture"]),
        warnings=tuple(Warned(_text(code), _text(said)) for code, said in form["warnings"]),
        profile=profile,
        page_reports=tuple(_page_report(row) for row in form["page_reports"]),
        parts=tuple(Part(_text(name), next(blobs)) for name, _ in form["parts"]),
        owed=_text(form["owed"]),
    )


def _cut(body: bytes, sizes: list[int]) -> Iterator[bytes]:
    start = 0
    for size in sizes:
        yield body[start : start + size]
        start += size


def _block(row: Any, length: int) -> Block:
    kind, start, end, level, name, section, address = row
    span = _span(start, end, length)
    return Block(_one_of(kind, _KINDS), span, _count(level), _text(name), _maybe(section), _maybe(address))


def _page(row: Any, layout: bytes, length: int) -> Page:
    number, label, start, end, width, height, _ = row
    span = _span(start, end, length)
    return Page(_count(number), _maybe(label), span, _number(width), _number(height), layout)


def _page_report(row: Any) -> PageReport:
    number, label, characters, furniture, footnotes, tables, hidden, pictures, ocr, note, empty, *aside = row
    contents, imprint, line_numbers = map(_count, aside)
    because: EmptyBecause | None = None if empty is None else _one_of(empty, _EMPTY)
    return PageReport(
        number=_count(number),
        label=_maybe(label),
        characters=_count(characters),
        furniture=_count(furniture),
        footnotes=_count(footnotes),
        tables=_count(tables),
        hidden=_count(hidden),
        pictures=_count(pictures),
        ocr=None if ocr is None else _number(ocr),
        note=_text(note),
        empty=because,
        contents=contents,
        imprint=imprint,
        line_numbers=line_numbers,
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Garbled("no text")
    return value


def _maybe(value: Any) -> str | None:
    return None if value is None else _text(value)


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise Garbled("no count")
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not isfinite(value):
        raise Garbled("no number")
    return float(value)


def _span(start: Any, end: Any, length: int) -> Span:
    if not 0 <= _count(start) <= _count(end) <= length:
        raise Garbled("a span outside the text")
    return Span(start, end)


def _one_of(value: Any, known: frozenset[T]) -> T:
    if value not in known:
        raise Garbled(f"`{value!r}` is none of those known")
    return next(each for each in known if each == value)
