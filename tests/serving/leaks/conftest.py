"""The people of the access matrix at the doors of their libraries."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from access.access_worlds import Worlds
from access.conftest import folder, people, worlds
from belegg.records import Principal
from belegg.serving.http.responses import Lines
from serving.leaks.leak_worlds import Doors, door_of

__all__ = ["folder", "people", "worlds"]
ASKERS = ("anna", "berit", "cato", "dag", "eva_admin")
"""
One of each set of groups: `svc_token` and `was_hr` are in none, as `cato` is; `anonymous` is let in nowhere.
"""


@pytest.fixture(scope="session")
def askers(people: dict[str, Principal]) -> dict[str, Principal]:
    return {name: people[name] for name in ASKERS}


@pytest.fixture(scope="session")
def doors(worlds: Worlds, askers: dict[str, Principal]) -> Iterator[Doors]:
    with ExitStack() as stack:
        whole = stack.enter_context(door_of(worlds.whole, askers))
        alone = {
            name: stack.enter_context(door_of(worlds.alone[who.groups or frozenset()], {name: who}))
            for name, who in askers.items()
        }
        yield Doors(worlds, whole, alone, askers)


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """What a server writes on standard error while a test runs."""
    out = io.StringIO()
    writer = logging.StreamHandler(out)
    writer.setFormatter(Lines())
    logger = logging.getLogger("belegg")
    level = logger.level
    logger.addHandler(writer)
    logger.setLevel(logging.INFO)
    yield out
    logger.removeHandler(writer)
    logger.setLevel(level)
