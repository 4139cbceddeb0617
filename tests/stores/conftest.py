"""All stores, empty, for tests of what every store promises; where a library's file goes; a small disk."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg.seams import Store
from belegg.stores.sqlite import SqliteStore
from belegg.testing import MemoryStore


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made: Store
    if request.param == "postgres":
        from belegg.stores.postgres import PostgresStore

        made = PostgresStore(request.getfixturevalue("postgres")())
    else:
        made = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "library.db")
    yield made
    made.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a library is to be; nothing is there yet."""
    return tmp_path / "library.db"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 2 MB; only where this process may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("no right to mount a small disk here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)
