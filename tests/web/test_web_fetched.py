"""Figures that an answer quotes: their page, whose they are, and that it is there for nobody else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg.library.library import Library
from belegg.records import Principal, Scope
from belegg.testing import ScriptedChat
from belegg.testing.chat import calls
from belegg.testing.statistics_source import KnownSource
from doors import API, client_of
from pages_seen import Page, reader_in

pytestmark = pytest.mark.req("STA-3", "ANS-2", "FAC-3")
QUESTION = "What was the population of Bergen in 2024?"
CELLS = {"Region": ["4601"], "Tid": ["2023", "2024"]}
GET = ("get_statistics", {"source": "known", "table": "07459", "selection": CELLS})
LINE = "2024: 291940"
SAID = {
    "text": "The population of Bergen was 291,940 in 2024.",
    "quotes": [{"document": "D1", "quote": LINE}],
}


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A model is set that fetches the figures of Bergen and quotes one."""
    with Library.open(tmp_path / "belegg.db", create=True) as opened:
        opened.use_statistics([KnownSource()])
        opened.sync_statistics()
        answer = calls(("answer", {"settled": "yes", "sentences": [SAID]}))
        opened.use_models(answer=ScriptedChat([calls(GET), answer]))
        yield opened


def test_a_citation_opens_the_line_in_what_was_fetched(library: Library) -> None:
    with client_of(library) as client:
        client.follow_redirects = True
        answered = client.post(f"{API}/ask", json={"question": QUESTION, "keep": True}).json()
        run = client.get(f"/runs/{answered['run']}").text
        links = [own.get("href") or "" for own in Page(run).all("a")]
        html = client.get(next(link for link in links if "start=" in link)).text
        listed = client.get("/documents").text

    page = Page(html)
    assert [mark.strip() for mark in re.findall(r"<mark[^>]*>(.*?)</mark>", html, re.S)] == [LINE]
    assert "Fetched for one question" in page.text
    assert "no search and no other question finds it" in page.text
    for told in (
        "Known Statistics",
        "Region=4601; ContentsCode=P; Tid=2023,2024",
        "Retrieved",
        "Whoever asked, alone",
    ):
        assert told in page.text
    assert "Search in it" not in page.text
    assert "Fetched figures" in Page(run).text
    assert "07459" not in Page(listed).text


def test_the_page_is_there_for_nobody_else(library: Library) -> None:
    kari, ola = (reader_in("staff", name=name) for name in ("kari", "ola"))
    scope = Scope(Principal.signed_in("kari", ["staff"]), question="q")
    hers = library.statistics.get("known", "07459", {"Region": ("4601",), "Tid": ("2024",)}, scope)

    with client_of(library, kari) as client:
        own = client.get(f"/documents/{hers}")
    with client_of(library, ola) as client:
        met, absent = client.get(f"/documents/{hers}"), client.get("/documents/0123456789abcdef")

    assert (own.status_code, met.status_code) == (200, 404)
    assert met.text.replace(hers, "X") == absent.text.replace("0123456789abcdef", "X")
