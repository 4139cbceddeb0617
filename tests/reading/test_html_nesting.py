"""No word that a page shows is lost, whatever nests in whatever."""

from __future__ import annotations

import re
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.reading import read

pytestmark = pytest.mark.req("ING-11")


def shown(body: str) -> str:
    return read(f"<!doctype html><body>{body}</body>".encode(), "web/page.html", "p").document.text


INLINE = st.sampled_from(["WORD", "<b>WORD</b>", "<a href=x>WORD</a>", "<button>WORD</button>", "<br>WORD"])
LINE = st.lists(INLINE, min_size=1, max_size=2).map(" ".join)
WRAPPERS = (
    *("<div>{}</div>", "<section>{}</section>", "<article>{}</article>", "<blockquote>{}</blockquote>"),
    *("<details><summary>WORD</summary>{}</details>", "<center>{}</center>", "<form>{}</form>"),
    *(
        "<figure>{}<figcaption>WORD</figcaption></figure>",
        "<div style='font-size:0'><div style='font-size:9px'>{}</div></div>",
    ),
    *("<fieldset><legend>WORD</legend>{}</fieldset>", "<aside>{}</aside>", "<div><footer>{}</footer></div>"),
    *("<ul><li>{}</ul>", "<ol><li>{}<li>WORD</ol>", "<dl><dt>WORD<dd>{}</dl>", "<ul><li></li>WORD {}</ul>"),
)


def table_of(caption: str, cells: list[list[str]]) -> str:
    rows = "".join(f"<tr>{''.join(row)}</tr>" for row in cells)
    return f"<table>{caption and f'<caption>{caption}</caption>'}{rows}</table>"


def around(blocks: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    inside = st.one_of(st.just(""), LINE, blocks)
    cell = st.builds(str.format, st.sampled_from(["<td>{}</td>", "<th>{}</th>", "<td SPAN>{}</td>"]), inside)
    return st.one_of(
        st.lists(blocks, min_size=2, max_size=3).map("".join),
        st.builds(str.format, st.sampled_from(WRAPPERS), inside),
        st.builds(table_of, inside, st.lists(st.lists(cell, min_size=1, max_size=3), min_size=1, max_size=3)),
    )


LEAVES = st.builds(
    str.format,
    st.sampled_from(["<p>{}</p>", "<h2>{}</h2>", "<pre>{}</pre>", "<address>{}</address>", " {} "]),
    LINE,
)
PAGES = st.recursive(LEAVES, around, max_leaves=12)


def numbered(body: str) -> tuple[str, list[str]]:
    """The page with a number in each of its words, and the words."""
    numbers = count()
    body = re.sub("WORD", lambda _: f"w{next(numbers)}w", f"<main>{body}<p>WORD</p></main>")
    return body, re.findall(r"w\d+w", body)


@given(PAGES)
def test_every_word_that_is_shown_stands_once_and_in_order_whatever_nests_in_what(body: str) -> None:
    body, words = numbered(body.replace(" SPAN", ""))

    assert re.findall(r"\bw\d+w\b", shown(body)) == words


@given(PAGES, st.sampled_from(["rowspan=2", "rowspan=3 colspan=2", "rowspan=0", "colspan=3"]))
def test_with_merged_cells_every_word_stands_and_first_in_order(body: str, span: str) -> None:
    body, words = numbered(body.replace("SPAN", span))

    assert list(dict.fromkeys(re.findall(r"\bw\d+w\b", shown(body)))) == words
