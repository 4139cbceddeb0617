"""A library of the demo company, and its server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from doors import client_of


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
