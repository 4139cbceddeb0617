"""A fence with small limits, shared by a file's tests: its processes are replaced when they end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from belegg.reading.fenced.limits import MIB
from belegg.testing.mock_parser import MockParsing


@pytest.fixture(scope="module")
def mock() -> Iterator[MockParsing]:
    """Long limits: nothing here should meet them."""
    parsing = MockParsing.fenced(stall_s=60, total_s=120, memory_bytes=1024 * MIB)
    yield parsing
    parsing.close()


@pytest.fixture(scope="module")
def strict() -> Iterator[MockParsing]:
    """Limits that a file meets at once."""
    parsing = MockParsing.fenced(stall_s=0.6, total_s=1.5, memory_bytes=512 * MIB, output_bytes=32 * MIB)
    yield parsing
    parsing.close()
