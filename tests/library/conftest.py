"""Empty libraries, in memory and in a file, and folders to ingest into them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg import Library
from belegg.testing import MemoryStore
from library.enriched import sections, written
from library.ingesting import write


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder of ten notes, so that one of them is no large part."""
    folder = tmp_path / "notes"
    for n in range(10):
        write(folder / f"note-{n}.md", f"# Note {n}\n\nThe lamp number {n} stands in the hall.\n")
    return folder


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "belegg.db", create=True) as opened:
        yield opened


@pytest.fixture
def wiki(tmp_path: Path) -> Path:
    """A page that says who reads it, and one that does not."""
    write(
        tmp_path / "wiki" / "open.md", "---\naccess: staff\nlanguage: nb\n---\n# Lamper\n\nLampene lyser.\n"
    )
    write(tmp_path / "wiki" / "silent.md", "# Ovner\n\nOvnene er varme hele natten og dagen etter.\n")
    return tmp_path / "wiki"


@pytest.fixture
def house(tmp_path: Path, library: Library) -> Library:
    """A library of a document of three passages."""
    library.ingest(written(tmp_path / "notes", lamps=sections(["lamps", "ovens", "doors"])))
    return library
