"""A report is one page that needs nothing else, escapes what strangers wrote, has tables beside charts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from belegg.evaluation.markup import Markup, attribute, html, tag
from belegg.evaluation.outcomes import Outcome
from belegg.evaluation.report import report
from belegg.evaluation.runs import Conditions, Run
from evaluation.made import FOUND, NONE, REFUSED

pytestmark = pytest.mark.req("EVA-1")

CONDITIONS = Conditions("0.1", "c0", 2, 4, "p0", "words 2", "keyword", {"part_weight": 0.3}, {}, "", "")
STRANGE = replace(FOUND, id="9", text='<b onclick="x">How & long?</b>', language="en", ranks=(3,))


def run(*outcomes: Outcome, warnings: Sequence[str] = ()) -> Run:
    when = "2026-11-30T14:05:00Z"
    return Run("mine", when, "q0", CONDITIONS, 1.0, 0.0, tuple(outcomes), tuple(warnings))


class Tags(HTMLParser):
    """The tags that are open, to find those that are not closed, and all that were met."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.met: list[str] = []
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.met.append(tag)
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.met.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture
def page() -> str:
    before = run(FOUND, replace(REFUSED, language="sv"), NONE, STRANGE)
    now = run(FOUND, replace(FOUND, id="2", language="sv"), NONE, replace(STRANGE, ranks=(None,)))
    return report({3: before, 5: now})


def test_the_page_is_whole_and_needs_nothing_else(page: str) -> None:
    tags = Tags(page)

    assert tags.open == []
    assert "script" not in tags.met
    assert not re.search(r"https?://|url\(|src=|@import", page)
    assert "default-src 'none'" in page
    assert "light-dark(" in page


def test_what_strangers_wrote_is_no_markup(page: str) -> None:
    assert "<b onclick" not in page
    assert "&lt;b onclick=" in page
    assert "How &amp; long?" in page


def test_every_chart_says_in_words_what_it_shows_and_stands_beside_a_table(page: str) -> None:
    charts = re.findall(r"<svg class=[^>]*>", page)

    assert len(charts) > 5
    assert all('role="img"' in chart and re.search(r'aria-label="[^"]*\d', chart) for chart in charts)
    assert page.count("<table>") >= 6


def test_two_runs_are_shown_side_by_side_with_the_questions_that_changed(page: str) -> None:
    assert "Compared with run 3, 30 November 2026, 14.05" in page
    assert "Questions that changed: 1 worse, 1 better" in page
    assert "2 runs" in page


def test_one_run_alone_is_compared_with_nothing() -> None:
    page = report({1: run(FOUND, NONE, warnings=["no gold was found: suspect a bug"])})

    assert "Compared" not in page
    assert "<li>no gold was found: suspect a bug</li>" in page
    assert Tags(page).open == []


def test_only_markup_is_not_escaped() -> None:
    assert html("a < b") == "a &lt; b"
    assert html(Markup("<i>x</i>")) == "<i>x</i>"
    assert attribute('"x"') == "&quot;x&quot;"
    assert tag("p", "x & y", class_="a b", aria_label="c") == '<p class="a b" aria-label="c">x &amp; y</p>'
