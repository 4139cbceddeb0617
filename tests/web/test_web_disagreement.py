"""Sources that disagree: what about is said, and every quotation of the answer opens beside it."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.records.chat import Reply
from belegg.testing.answer_calls import proposes
from belegg.testing.chat import Request, calls
from doors import client_of
from pages_seen import Page, asked
from web.browsing import Held, handle, with_model

NEW, OLD = "The harbour fee is 250 kroner a night", "The harbour fee is 200 kroner a night"


def harbour(folder: Path) -> Library:
    texts = folder / "harbour"
    texts.mkdir()
    for name, date, words in (("new", "2026-05-01", NEW), ("old", "2021-03-01", OLD)):
        said = f"---\ntitle: Fees {name}\npublished: {date}\n---\n# Fees {name}\n\n{words}.\n"
        (texts / f"{name}.md").write_text(said, encoding="utf-8")
    library = Library.open(folder / "harbour.db", create=True)
    library.ingest(texts)
    return library


def searches(request: Request) -> Reply:
    return calls(("search", {"query": "harbour fee"}))


def tells_both(request: Request) -> Reply:
    new, old = handle(request, "Fees new"), handle(request, "Fees old")
    return proposes(
        ("The harbour fee is 250 kroner a night.", [(new, NEW)]),
        conflicts=[("the harbour fee", [(new, NEW), (old, OLD)])],
    )


@pytest.fixture
def page(tmp_path: Path) -> Page:
    model = Held([searches, tells_both], waits=False)
    with with_model(model), harbour(tmp_path) as library, client_of(library) as client:
        client.follow_redirects = True
        return seen(client)


def seen(client: TestClient) -> Page:
    """The answer's page, once all events of the run have been told."""
    address, _ = asked(client, "What is the harbour fee?")
    assert client.get(f"/api/v1{address}/events").status_code == 200
    return Page(client.get(address).text)


@pytest.mark.req("ANS-2", "AGE-9")
def test_a_marker_beside_a_disagreement_opens_its_quotation(page: Page) -> None:
    (marker, *_) = [own["href"] for own in page.all("a", class_="cite")]

    assert marker == "#c1"
    assert len(page.all("article", id="c1")) == 1
    assert len(page.all("table", class_="differ stack")) == 1


@pytest.mark.req("AGE-9", "ANS-5")
def test_what_the_sources_disagree_about_is_said_and_copied(page: Page) -> None:
    copied = page.text.split("What is the harbour fee?")[-1]

    assert page.text.count("The sources disagree. the harbour fee") >= 1
    assert f"1 May 2026, Fees new: “{NEW}”" in page.text
    assert OLD in copied
