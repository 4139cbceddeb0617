"""A page as a reader sees it: all that is shown, as often as it is shown, and nothing that is hidden."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import NotADocument, TooLarge
from belegg.reading import Read, read
from belegg.reading.html import parse

pytestmark = pytest.mark.req("ING-11")


def page(body: str, head: str = "", encoding: str = "utf-8") -> Read:
    text = f"<!doctype html><html><head><title>Page</title>{head}</head><body>{body}</body></html>"
    return read(text.encode(encoding), "web/page.html", "p")


def shown(body: str, head: str = "") -> str:
    return page(body, head).document.text


def kinds(body: str) -> list[tuple[str, str]]:
    document = page(body).document
    return [(b.kind, document.text[b.span.start : b.span.end]) for b in document.blocks]


def test_headings_paragraphs_and_code_are_blocks() -> None:
    body = (
        "<h1>Top</h1><p>One <b>bold</b>\n word.<br>New line.</p>"
        "<pre>  a = 1\n  b = 2</pre><blockquote>Said.</blockquote>"
    )

    assert kinds(body) == [
        ("heading", "Top"),
        ("paragraph", "One bold word.\nNew line."),
        ("code", "a = 1\n  b = 2"),
        ("quote", "Said."),
    ]


def test_lists_keep_their_marks_and_their_depth() -> None:
    body = "<ol start=3><li>three<ul><li>inner</li></ul></li><li>four</li></ol><ol type=a><li>x<li>y</ol>"

    assert kinds(body) == [("list", "3. three\n  - inner\n4. four"), ("list", "a. x\nb. y")]


def test_what_stands_in_one_row_stays_in_one_line() -> None:
    body = "<table><tr><th>Name<th>Days</tr><tr><td rowspan=2>Kari<td>25</tr><tr><td>30</tr></table>"

    assert kinds(body) == [("table", "| Name | Days |\n| Kari | 25 |\n| Kari | 30 |")]


@pytest.mark.parametrize(
    ("rows", "read_as"),
    [
        ("<tr><td colspan=2>wide<td>x<tr><td>a<td>b<td>c", "wide | wide | x / a | b | c"),
        ("<tr><td>a<td>b<td>c<tr><td colspan=2>wide<td>x", "a | b | c / wide |  | x"),
        ("<tr><th>a<th>b<tr><td>1<td>2<tr><th colspan=2>wide<th>x", "a | b |  / 1 | 2 |  / wide | wide | x"),
        ("<tr><td>a<td rowspan=9>b<tr><td>c<tr><td>d", "a | b / c | b / d | b"),
        ("<tr><td>a<td rowspan=0>b<tr><td>c", "a | b / c | b"),
        ("<tr><td rowspan=2>a<td rowspan=2>b<tr><tr><td>c<td>d", "a | b / c | d"),
        ("<tbody><tr><td rowspan=3>a<td>b<tbody><tr><td>c<td>d", "a | b / c | d"),
        (f"<tr><td rowspan=2>{'long ' * 50}<td>b<tr><td>c", f"{'long ' * 50}| b /  | c"),
        ("<tr><td rowspan=2 colspan=2>a<td>b<tr><td>c", "a | b / a | c"),
    ],
)
def test_a_cell_over_several_rows_is_repeated_in_each_and_over_columns_where_it_names_them(
    rows: str, read_as: str
) -> None:
    lines = [f"| {row} |" for row in read_as.split(" / ")]

    assert kinds(f"<table>{rows}</table>") == [("table", "\n".join(lines))]


def test_a_table_in_a_cell_of_a_table_that_names_its_columns_stays_in_its_row() -> None:
    inner = "<table><tr><td>Mon<td>8<tr><td>Tue<td>7</table>"
    body = f"<table><tr><th>Name<th>Hours<tr><td>Kari<td>{inner}<tr><td>Ola<td>none</table>"

    assert kinds(body) == [("table", "| Name | Hours |\n| Kari | Mon \\| 8; Tue \\| 7 |\n| Ola | none |")]


@pytest.mark.parametrize(
    ("body", "read_as"),
    [
        ("<ol><li><ol type=a><li>x<li>y</ol><li>z</ol>", "1.\n  a. x\n  b. y\n2. z"),
        (
            "<table><tr><td>a<td><ol><li>x<li>y</ol>z<tr><td>c<td><ul><li>d</ul></table>",
            "| a | 1. x 2. y z |\n| c | - d |",
        ),
        (
            "<ol><li><table><tr><td>a<td>b<tr><td>c<td>d</table><li>x</ol>",
            "1.\n  | a | b |\n  | c | d |\n2. x",
        ),
        ("<dl><dt>Term<dd>Said of it<dt>Other<dd>More</dl>", "Term\n  Said of it\nOther\n  More"),
        (
            "<table><caption><ul><li>a</ul></caption><tr><td>b<td>c<tr><td>d<td>e</table>",
            "- a\n\n| b | c |\n| d | e |",
        ),
    ],
)
def test_numbers_of_lists_are_kept_wherever_the_list_stands(body: str, read_as: str) -> None:
    assert shown(body) == read_as


def test_a_table_that_only_lays_out_the_page_is_read_through() -> None:
    inner = "<table><tr><td>a<td>b<tr><td>c<td>d</table>"
    body = f"<table><tr><td><h2>Left</h2><p>Text.</p></td></tr><tr><td>{inner}</table>"

    assert [kind for kind, _ in kinds(body)] == ["heading", "paragraph", "table"]


INNER = "<table><tr><td>Mon<td>8<tr><td>Tue<td>7</table>"


@pytest.mark.parametrize(
    ("rows", "read_as"),
    [
        (f"<tr><td>Kari<td>{INNER}<tr><td>Ola<td>none", "| Kari | Mon \\| 8; Tue \\| 7 |\n| Ola | none |"),
        ("<tr><td>Deadline<td>30 days", "| Deadline | 30 days |"),
        (f"<tr><td>Kari<td>{INNER}<tr><td>Ola<td>{'long ' * 200}", None),
        (f"<tr><td>{INNER}<td>Kari<tr><td>a<td>b", None),
        (f"<tr><td>Kari<td><h2>Hours</h2>{INNER}<tr><td>Ola<td>none", None),
        (f"<tr><td><img src=x><td>{INNER}<tr><td>a<td>b", None),
        ("<tr><td><h2>Left</h2><td>right", None),
    ],
)
def test_short_rows_that_begin_with_a_label_stay_rows_whatever_they_hold(
    rows: str, read_as: str | None
) -> None:
    found = kinds(f"<table>{rows}</table>")

    assert found == [("table", read_as)] if read_as else [kind for kind, _ in found] != ["table"]


def test_repeated_paragraphs_are_all_kept() -> None:
    assert shown("<p>The same words.</p>" * 8).count("The same words.") == 8


def test_marks_written_as_entities_are_text() -> None:
    assert (
        shown("<p>if a &lt; b then &lt;script&gt; &amp;amp; &aring;</p>") == "if a < b then <script> &amp; å"
    )


@pytest.mark.parametrize(
    ("written", "read_as"), [("10<sup>6</sup>", "10⁶"), ("H<sub>2</sub>O", "H2O"), ("m<sup>2</sup>", "m²")]
)
def test_a_raised_number_does_not_run_into_the_number_before_it(written: str, read_as: str) -> None:
    assert shown(f"<p>{written}</p>") == read_as


def test_a_footnote_mark_stands_in_brackets() -> None:
    assert shown("<p>The period<sup><a href='#1'>1</a></sup> is short.</p>") == "The period[1] is short."


@pytest.mark.parametrize(
    "hidden",
    [
        "<p hidden>HID</p>",
        "<p style='display: none'>HID</p>",
        "<p style='visibility:hidden'>HID</p>",
        "<p style='font-size:0'>HID</p>",
        "<p style='opacity:0'>HID</p>",
        "<p style='color:#FFF'>HID</p>",
        "<p style='position:absolute; left:-9999px'>HID</p>",
        "<p class='h extra'>HID</p>",
        "<div id=gone><p>HID</p></div>",
        "<template>HID</template>",
        "<noscript>HID</noscript>",
        "<iframe>HID</iframe>",
        "<div style='visibility:hidden'><p>HI<b>D</b></p></div>",
        "<div style='font-size:0'><p style='font-size:2em'>HID</p></div>",
    ],
)
def test_text_that_is_not_shown_is_left_out_and_told(hidden: str) -> None:
    styles = "<style>/* c */ .h{display:none} #gone { visibility : hidden } </style>"

    outcome = page(f"<p>Shown.</p>{hidden}", styles)

    assert outcome.document.text == "Shown."
    assert [w.code for w in outcome.warnings if "HID" in w.text] == ["hidden text"]


@pytest.mark.parametrize(
    "visible",
    [
        "<p aria-hidden=true>SEEN</p>",
        "<p class=print>SEEN</p>",
        "<div style='background:#333'><p style='color:white'>SEEN</p></div>",
        "<p class=button>SEEN</p>",
        "<details><summary>More</summary>SEEN</details>",
        "<p style='font-size:0.9em; opacity:.8'>SEEN</p>",
        "<div style='font-size:0px'><p style='font-size:13px'>SEEN</p></div>",
        "<div style='visibility:hidden'><p style='visibility:visible'>SEEN</p></div>",
        "<div style='color:#fff'><a style='background:#007'>SEEN</a> <b style='color:#000'>SEEN</b></div>",
    ],
)
def test_text_that_is_shown_is_not_taken_for_hidden(visible: str) -> None:
    rules = "@media print{.print{display:none}} .button{color:#fff;background:#007} body{opacity:0}"
    styles = f"<style>{rules}</style>"

    assert "SEEN" in shown(visible, styles)


def test_scripts_styles_and_comments_are_no_text() -> None:
    assert shown("<script>let a='x'</script><style>p{}</style><!-- secret --><p>Text.</p>") == "Text."


def test_white_text_on_a_dark_page_is_shown() -> None:
    assert shown("<p style='color:#fff'>SEEN</p>", "<style>body{background:#111}</style>") == "SEEN"


@pytest.mark.parametrize("footer", ["<footer>{}</footer>", "<div><div role=contentinfo>{}</div></div>"])
def test_menus_and_the_footer_of_the_page_are_kept_as_furniture_and_counted(footer: str) -> None:
    menus = "<nav><style>a{}</style><a>Home</a><a>News</a></nav>"

    outcome = page(menus * 250 + "<p>Text.</p>" + footer.format("<p>Post box 7</p>"))

    assert outcome.document.text == "Text."
    assert outcome.document.furniture == ("Home News",) * 250 + ("Post box 7",)
    assert {w.code: w.text for w in outcome.warnings if w.code in ("menus", "footers")} == {
        "menus": "menus were left out of the text: 250",
        "footers": "footers of the page were left out of the text: 1",
    }


@pytest.mark.parametrize(
    "body",
    [
        "<article><p>Text.</p><footer>KEPT</footer></article>",
        "<blockquote>Text.<footer>KEPT</footer></blockquote>",
        "<p>Text.<sup><a href='#n1'>1</a></sup></p><footer><ol><li id=n1>KEPT</ol></footer>",
        "<footer><h1>Title</h1><p>KEPT</p></footer>",
    ],
)
def test_a_footer_that_is_not_the_page_s_or_holds_its_words_stays_in_the_text(body: str) -> None:
    assert "KEPT" in shown(body)


def test_a_form_shows_what_is_filled_in_and_keeps_aside_what_it_only_offers() -> None:
    outcome = page(
        "<form>Name<input value=Kari>Town<input placeholder='Your town'><input type=hidden value=HID>"
        "<select><option>Oslo<option selected>Bergen</select><select multiple><option>a<option>b</select>"
        "<textarea>It is\nurgent</textarea><button>Send</button><button>Undo</button></form>"
    )

    assert outcome.document.text == "Name Kari Town Bergen a\nb It is\nurgent Send Undo"
    assert outcome.document.furniture == ("Your town", "Oslo")
    assert "choices" in {w.code for w in outcome.warnings}


def test_what_is_shown_as_blocks_does_not_run_together() -> None:
    assert shown("<b style='display:block'>one</b><b style='display:block'>two</b>") == "one\n\ntwo"


def test_the_page_header_gives_facts() -> None:
    outcome = page(
        "<h1>H</h1><p id=x>T</p><h2 id=rules>Rules</h2>",
        '<link rel="canonical" href="https://example.org/p"><meta property="article:published_time" '
        'content="2024-05-12T08:00:00Z"><meta property="og:site_name" content="The Firm">',
    )
    document = outcome.document

    assert (document.title, document.fact("published"), document.fact("organisation")) == (
        "Page",
        "2024-05-12",
        "The Firm",
    )
    assert document.blocks[-1].address == "https://example.org/p#rules"


@pytest.mark.req("ING-3")
@pytest.mark.parametrize(
    ("metas", "groups"), [(["hr, board"], {"hr", "board"}), ([""], set()), (["hr", "all"], set())]
)
def test_a_page_may_state_who_may_read_it(metas: list[str], groups: set[str]) -> None:
    outcome = page("<p>T</p>", "".join(f'<meta name="Access" content="{m}">' for m in metas))

    assert outcome.access == frozenset(groups)


@pytest.mark.req("ING-14")
def test_the_declared_character_set_is_followed() -> None:
    outcome = page("<p>łódź</p>", "<meta charset=iso-8859-2>", "iso-8859-2")

    assert outcome.document.text == "łódź"


@pytest.mark.req("ING-14")
def test_soft_hyphens_written_as_entities_are_taken_out_and_told() -> None:
    outcome = page("<p>arbeids&shy;tid og a&#x200b;b og cafe&#x301;</p>")

    assert outcome.document.text == "arbeidstid og ab og café"
    assert {"soft hyphens", "zero-width characters", "decomposed letters"} <= {
        w.code for w in outcome.warnings
    }


@pytest.mark.parametrize(
    ("body", "limit"),
    [
        ("<div>" * 3_000, "deeper"),
        ("<p " + " ".join(f"a{n}" for n in range(3_000)) + ">", "attributes"),
        ('<p x=">" ' + " ".join(f"a{n}=1" for n in range(3_000)) + ">", "attributes"),
    ],
)
def test_what_would_take_the_parser_for_ever_is_refused_with_its_limit(body: str, limit: str) -> None:
    with pytest.raises(TooLarge, match=limit):
        page(body + "text")


def test_tags_inside_scripts_and_comments_do_not_count_as_depth() -> None:
    assert (
        shown("<script>" + "'<div>'" * 3_000 + "</script><!--" + "<div>" * 3_000 + "--><p>Text.</p>")
        == "Text."
    )


def test_a_long_page_says_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []

    parse(b"<p>Words</p>" * 5_000, lambda done, of: told.append((done, of)))

    assert told == [(2_000, 5_000), (4_000, 5_000)]


def test_a_rule_of_the_page_counts_by_its_place_not_by_its_mark() -> None:
    head = "<style>.a{color:white} p{color:black} #b{display:none} .a.c{visibility:hidden}</style>"

    assert shown("<p class=a>One</p><p id=b>Two</p><p class='c a'>Three</p><p class=c>Four</p>", head) == (
        "One\n\nFour"
    )


def test_a_page_of_pictures_holds_no_text() -> None:
    with pytest.raises(NotADocument, match="no text"):
        page("<img src=a.png alt='A lamp'>")


MARKUP = "<p> </p> <table> <tr> <td> </td> </table> <li> <ul> </ul> <h2> </h2> <pre> </pre> WORD"


@given(st.lists(st.sampled_from(MARKUP.split(" "))))
def test_broken_markup_loses_no_word(parts: list[str]) -> None:
    words = [f"{part}{n}" if part == "WORD" else part for n, part in enumerate(parts)]
    if not any(part.startswith("WORD") for part in words):
        return
    text = shown(" ".join(words))

    assert [part for part in words if part.startswith("WORD") and part not in text] == []


def test_the_real_pages_keep_what_they_show(shared: Path) -> None:
    folder = shared / "data" / "html"
    texts = {p.name: p for p in folder.glob("*.htm*")}

    cp1252 = read(texts["unstructured__example-docs_fake-html-cp1252.html"].read_bytes(), "h/a.html", "p")
    scripts = read(
        texts["unstructured__example-docs_example-with-scripts.html"].read_bytes(), "h/b.html", "p"
    )

    assert "Die schöne Frau hat einen Kaffee" in cp1252.document.text
    assert "El menú" not in cp1252.document.text
    assert "Belarusian forces remain unlikely to attack Ukraine" in scripts.document.text


def test_empty_lines_between_words_divide_paragraphs() -> None:
    assert kinds("<font>One.<br><br>Two.<br>Still two.<br> <br><br>Three.</font>") == [
        ("paragraph", "One."),
        ("paragraph", "Two.\nStill two."),
        ("paragraph", "Three."),
    ]


def test_a_document_set_in_one_pre_has_paragraphs_and_code_stays_whole() -> None:
    text = "\n\n".join(f"Section {n}.\n    Indented words." for n in range(30))

    assert [kind for kind, _ in kinds(f"<pre>{text}</pre>")] == ["paragraph"] * 30
    assert [kind for kind, _ in kinds(f"<pre><code>{text}</code></pre>")] == ["code"]


@pytest.mark.parametrize("name", ["example-with-scripts", "fake-html-pre", "ideas-page"])
def test_no_word_of_a_real_page_is_lost(shared: Path, name: str) -> None:
    from selectolax.lexbor import LexborHTMLParser

    (file,) = (shared / "data" / "html").glob(f"*{name}.htm*")
    tree = LexborHTMLParser(file.read_text("utf-8"))
    for node in tree.css("script, style, select, button, iframe"):
        node.decompose()
    assert tree.body is not None
    shown = Counter(re.findall(r"\w+", tree.body.text(separator=" ")))

    found = read(file.read_bytes(), f"web/{file.name}", "p").document

    lost = shown - Counter(re.findall(r"\w+", " ".join((found.text, *found.furniture))))
    assert sum(lost.values()) <= shown.total() * 0.01, lost


def test_a_bar_in_a_cell_divides_no_cells() -> None:
    body = "<table><tr><th>Name<th>Mark</tr><tr><td>Åsa | AB<td>x</tr></table>"

    assert kinds(body) == [("table", "| Name | Mark |\n| Åsa \\| AB | x |")]
