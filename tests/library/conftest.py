"""An empty library in memory, and a folder to ingest into it."""

from __future__ import annotations

from pathlib import Path

import pytest

from belegg.testing import MemoryStore
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
