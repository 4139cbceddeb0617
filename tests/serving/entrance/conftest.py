from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg.stores.people import SqlitePeople
from serving.entrance.coming_in import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def people(tmp_path: Path) -> Iterator[SqlitePeople]:
    opened = SqlitePeople(tmp_path / "belegg.db.people")
    yield opened
    opened.close()
