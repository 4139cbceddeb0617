"""A model server on loopback for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from belegg.testing.model_server import ModelServer
from extras import needs


@pytest.fixture
def server() -> Iterator[ModelServer]:
    needs("models")
    with ModelServer() as server:
        yield server
