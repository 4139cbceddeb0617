"""A library of the demo company, and its server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas
from starlette.testclient import TestClient

from belegg.library.library import Library
from doors import KnownByName, client_of, person

PAPER = tuple(
    f"Page {number} of the report. Eleven of the twelve boats were insured in the year {2019 + number}."
    for number in (1, 2, 3)
)
NAMES = ('boats "new".md', "båter – ’sjø’.md", "\U0001f6a4.md", "\u202egpj.md")


@pytest.fixture(scope="session")
def company_file(tmp_path_factory: pytest.TempPathFactory, company: Path) -> Path:
    """The demo company with its access rules, ingested. Tests that change it take a copy."""
    file = tmp_path_factory.mktemp("served") / "company.db"
    with Library.open(file, create=True) as library:
        library.ingest(company, access=company.with_name("company.access.tsv"))
    return file


@pytest.fixture(scope="session")
def company_library(company_file: Path) -> Iterator[Library]:
    with Library.open(company_file) as library:
        yield library


@pytest.fixture(scope="session")
def owner(company_library: Library) -> Iterator[TestClient]:
    """The owner of the demo company, in local mode."""
    with client_of(company_library) as client:
        yield client


@pytest.fixture(scope="session")
def team(company_library: Library) -> Iterator[TestClient]:
    """
    The demo company as people see it: `linn` of sales, `torunn` of no group, `kira` who looks after packs and
    gaps, `ada` who looks after people and health; each is signed in by their name as a token.
    """
    people = {
        "linn": person("linn", "sales"),
        "torunn": person("torunn"),
        "kira": person("kira", role="curator"),
        "ada": person("ada", role="admin"),
    }
    with client_of(company_library, KnownByName(**people)) as client:
        yield client


def pdf_of(texts: Sequence[str]) -> bytes:
    out = BytesIO()
    drawn = Canvas(out, pagesize=(595, 842), invariant=1)
    for text in texts:
        for line, words in enumerate(text.split(". ")):
            drawn.drawString(72, 760 - 20 * line, words)
        drawn.showPage()
    drawn.save()
    return out.getvalue()


@pytest.fixture(scope="session")
def paper_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A library of a PDF of three pages, and of names that no address takes as they are."""
    folder = tmp_path_factory.mktemp("papers")
    (folder / "boats.pdf").write_bytes(pdf_of(PAPER))
    for name in NAMES:
        (folder / name).write_text(f"# Boats\n\nThe boats of {name[:3]} were insured in spring.\n")
    with Library.open(folder.with_suffix(".db"), create=True) as library:
        library.ingest(folder)
        yield library


@pytest.fixture(scope="session")
def reader(paper_library: Library) -> Iterator[TestClient]:
    """The owner of the papers."""
    with client_of(paper_library) as client:
        yield client
