"""A document that Google Docs exported as a page: its title, its text, its styles no reason to hide any."""

from __future__ import annotations

import pytest

from belegg.reading import read

pytestmark = pytest.mark.req("ING-15")

PAGE = """<html><head><meta content="text/html; charset=UTF-8" http-equiv="content-type">
<style type="text/css">ol{margin:0;padding:0}.lst-kix_a-0>li:before{content:"\\0025cf  "}
.c0{color:#000000;font-size:11pt}
.c1{background-color:#ffffff;max-width:451.4pt}.c2{height:11pt}
.c3{background-color:#1155cc}.c4{color:#ffffff}
.title{padding-top:0pt;color:#000000;font-size:26pt}</style></head><body class="c1 doc-content">
<p class="c5 title" id="h.t"><span class="c0">Travel policy</span></p>
<h1 id="h.a"><span class="c0">Hotels</span></h1>
<p class="c2"><span class="c0"></span></p><p><span class="c0">At most 1,800 kroner a night</span>
<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup><span>.&nbsp;See </span>
<span><a class="c9" href="https://www.google.com/url?q=https://example.com/&amp;sa=D">the rates</a></span></p>
<table><tr><td class="c3"><span class="c4">City</span></td>
<td class="c3"><span class="c4">Rate</span></td></tr>
<tr><td><span>Oslo</span></td>
<td><span>2,100</span></td></tr></table>
<ul class="lst-kix_a-0 start"><li><span>Book early</span></li></ul><hr class="c9">
<div>
<p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>&nbsp;Breakfast included.</span></p></div></body></html>"""


def test_the_title_is_what_is_set_in_the_style_of_a_title() -> None:
    assert read(PAGE.encode(), "Takeout/Drive/Travel.html", "p").document.title == "Travel policy"


def test_the_text_is_what_the_page_shows() -> None:
    document = read(PAGE.encode(), "Takeout/Drive/Travel.html", "p").document

    assert [(b.kind, document.text[b.span.start : b.span.end]) for b in document.blocks] == [
        ("paragraph", "Travel policy"),
        ("heading", "Hotels"),
        ("paragraph", "At most 1,800 kroner a night [1].\xa0See the rates"),
        ("table", "| City | Rate |\n| Oslo | 2,100 |"),
        ("list", "- Book early"),
        ("paragraph", "[1]\xa0Breakfast included."),
    ]


def test_a_link_through_google_is_none_between_documents() -> None:
    assert read(PAGE.encode(), "Takeout/Drive/Travel.html", "p").document.fact("link") is None
