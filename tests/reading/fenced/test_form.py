"""A content as JSON and back: nothing is lost, and nothing wrong comes in."""

from __future__ import annotations

import io
import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.reading.content import Content, Part
from belegg.reading.fenced.form import content_of, to_form
from belegg.reading.fenced.frames import Garbled, Oversized, read_frame, write_frame
from belegg.records import Block, EmptyBecause, Fact, Page, PageReport, Span, Warned

TEXT = st.text(st.characters(exclude_categories=()), max_size=12)  # also halves of surrogate pairs
MAYBE = st.none() | TEXT
COUNT = st.integers(0, 10**6)
NUMBER = st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def contents(draw: st.DrawFn) -> Content:
    text = draw(TEXT)
    spans = st.tuples(*[st.integers(0, len(text))] * 2).map(lambda ends: Span(min(ends), max(ends)))
    blocks = st.builds(
        Block, st.sampled_from(["heading", "table", "footnote"]), spans, COUNT, TEXT, MAYBE, MAYBE
    )
    reports = st.builds(
        PageReport,
        COUNT,
        MAYBE,
        COUNT,
        COUNT,
        COUNT,
        COUNT,
        COUNT,
        COUNT,
        st.none() | st.floats(0, 1),
        TEXT,
        st.none() | st.sampled_from(get_args(EmptyBecause)),
        COUNT,
        COUNT,
        COUNT,
    )
    return Content(
        text=text,
        blocks=tuple(draw(st.lists(blocks, max_size=3))),
        title=draw(MAYBE),
        language=draw(MAYBE),
        access=draw(st.none() | st.frozensets(TEXT, max_size=3)),
        pages=tuple(
            draw(
                st.lists(
                    st.builds(Page, COUNT, MAYBE, spans, NUMBER, NUMBER, st.binary(max_size=9)), max_size=3
                )
            )
        ),
        facts=tuple(draw(st.lists(st.builds(Fact, TEXT, TEXT, TEXT), max_size=2))),
        furniture=tuple(draw(st.lists(TEXT, max_size=2))),
        warnings=tuple(draw(st.lists(st.builds(Warned, TEXT, TEXT), max_size=2))),
        profile=draw(st.sampled_from(["wiki", "reports", "sections"])),
        page_reports=tuple(draw(st.lists(reports, max_size=2))),
        parts=tuple(draw(st.lists(st.builds(Part, TEXT, st.binary(max_size=9)), max_size=3))),
        owed=draw(TEXT),
    )


def sent(content: Content) -> tuple[dict[str, Any], bytes]:
    """What arrives at the other end of a pipe."""
    pipe = io.BytesIO()
    form, blobs = to_form(content, tuple(content.parts))
    write_frame(pipe, form, blobs)
    pipe.seek(0)
    frame = read_frame(pipe, 10**6)
    assert frame is not None
    return frame


@pytest.mark.req("ING-13")
@given(contents())
def test_whatever_a_reader_gives_comes_through_unchanged(content: Content) -> None:
    form, body = sent(content)

    assert content_of(form, body) == content


GOOD = Content(
    "Some text",
    (Block("paragraph", Span(0, 9)),),
    pages=(Page(1, None, Span(0, 9), 595.0, 842.0, b"layout"),),
    page_reports=(PageReport(1, characters=9),),
    parts=(Part("a.md", b"# A"),),
)


@pytest.mark.req("ING-13")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("text", None),
        ("text", 7),
        ("text", "Short"),  # the spans are outside it
        ("blocks", [["paragraph", 5, 4, 0, "", None, None]]),
        ("blocks", [["paragraph", -1, 4, 0, "", None, None]]),
        ("blocks", [["script", 0, 4, 0, "", None, None]]),
        ("blocks", [["paragraph", 0, 4]]),
        ("blocks", [["paragraph", 0, True, 0, "", None, None]]),
        ("blocks", 4),
        ("pages", [[1, None, 0, 9, float("nan"), 842.0, 6]]),
        ("pages", [[1, None, 0, 9, 595.0, 842.0, 6_000]]),
        ("page_reports", [[1]]),
        ("page_reports", [[1, None, 0, 0, 0, 0, 0, 0, None, "", "no reason of ours", 0, 0, 0]]),
        ("parts", [["a.md", -3]]),
        ("parts", [["a.md", 4]]),
        ("parts", [[None, 3]]),
        ("facts", [["title", "x"]]),
        ("profile", "novel"),
        ("access", [1]),
        ("furniture", 5),
    ],
)
def test_what_is_no_content_is_refused(name: str, value: object) -> None:
    form, body = sent(GOOD)

    with pytest.raises(Garbled):
        content_of({**form, name: value}, body)


def test_a_missing_field_is_refused() -> None:
    form, body = sent(GOOD)
    del form["blocks"]

    with pytest.raises(Garbled):
        content_of(form, body)


@pytest.mark.parametrize("data", [b"", b"\0\0\0", b"\0\0\0\x05\0\0\0\0{}", b"\0\0\0\x02\0\0\0\x04{}ab"])
def test_a_stream_that_breaks_off_ends(data: bytes) -> None:
    assert read_frame(io.BytesIO(data), 100) is None


@pytest.mark.parametrize("text", [b"{", b"[1]", b"\xff\xff", b"[" * 100_000])
def test_a_frame_without_an_object_is_refused(text: bytes) -> None:
    frame = len(text).to_bytes(4, "big") + bytes(4) + text

    with pytest.raises(Garbled):
        read_frame(io.BytesIO(frame), 10**6)


def test_a_frame_that_is_too_long_is_refused_before_it_is_read() -> None:
    head = json.dumps({}).encode()
    stream = io.BytesIO(len(head).to_bytes(4, "big") + (10**9).to_bytes(4, "big") + head)

    with pytest.raises(Oversized):
        read_frame(stream, 10**6)
    assert stream.tell() == 8
