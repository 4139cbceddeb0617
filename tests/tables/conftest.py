"""Databases of a company's own."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import count

import pytest

from belegg.testing.postgres_server import PostgresServer


@pytest.fixture(scope="session")
def company_databases(postgres_server: PostgresServer) -> Callable[[], str]:
    """
    Gives the superuser's DSN of an empty database, another one each time; none is made anew, since some serve
    a whole module.
    """
    numbers = count()
    return lambda: postgres_server.database(f"company_{os.getpid()}_{next(numbers)}")
