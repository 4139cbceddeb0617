"""An empty shelf for each test."""

from __future__ import annotations

import pytest

from belegg.testing.shelf import Shelf


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()
