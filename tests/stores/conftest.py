"""Both stores, empty, for tests of what every store promises."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg.seams import Store
from belegg.stores.sqlite import SqliteStore
from belegg.testing import MemoryStore


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made: Store = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "library.db")
    yield made
    made.close()
