"""The pages of the demo company, and of a library whose documents try to be more than text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from starlette.testclient import TestClient

from belegg.library.library import Library
from doors import client_of
from web.browsing import browsing


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory, company: Path) -> Iterator[Library]:
    """The demo company with its access rules: a module's own, for it keeps runs."""
    file = tmp_path_factory.mktemp("web") / "company.db"
    with Library.open(file, create=True) as library:
        library.ingest(company, access=company.with_name("company.access.tsv"))
        yield library


@pytest.fixture(scope="module")
def owner_at(desk: Library) -> Iterator[TestClient]:
    """The owner, in local mode, who follows where they are led."""
    with client_of(desk) as client:
        client.follow_redirects = True
        yield client


HOSTILE = {
    "markup.md": (
        "---\ntitle: <b onclick=alert(1)>Bold</b> {{7*7}} ${7*7} {0.__class__}\n---\n"
        "# <script>alert(1)</script> {{7*7}}\n\n"
        "The wombat rule says <img src=x onerror=alert(1)> and {{7*7}} and ${7*7} and {0.__class__}.\n\n"
        "The wombat fence: ```mermaid graph``` and $\\unicode{61}$ and "
        "![x](https://exfil.example/x) and <https://exfil.example/y> and [z](javascript:alert(1)) "
        "and [d](data:text/html,x).\n"
    ),
    "'><svg onload=alert(2)>.md": "# Quoll\n\nThe quoll sleeps in the file with the odd name.\n",
}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """The owner of a library of documents with markup in text, title and name."""
    folder = tmp_path_factory.mktemp("hostile")
    texts = folder / "texts"
    texts.mkdir()
    for name, text in HOSTILE.items():
        (texts / name).write_text(text, encoding="utf-8")
    with Library.open(folder / "hostile.db", create=True) as library:
        library.ingest(texts)
        with client_of(library) as client:
            client.follow_redirects = True
            yield client


@pytest.fixture
def own_desk(tmp_path: Path, desk: Library) -> Iterator[Library]:
    """A copy that a test may change."""
    desk.backup(tmp_path / "own.db")
    with Library.open(tmp_path / "own.db") as library:
        yield library


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A module's own: while it is there no other event loop runs in this thread."""
    with browsing() as browser:
        yield browser
