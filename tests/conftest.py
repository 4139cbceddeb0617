"""Requirement marks, the shared test data, and the record that `make requirements` prints."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from belegg.testing.postgres_server import NoServer, PostgresServer

DATABASES = 32
"""As many are kept at once: one is made anew when its number comes again."""
APPLICATION = "belegg_app"
"""What the tests log in as: a role that owns nothing, behind the second fence."""

PROJECT = Path(__file__).resolve().parent.parent
RECORD = PROJECT / ".requirements-run.json"

# A loaded machine, or a word list compiled on first use, is no failure.
settings.register_profile("belegg", deadline=None)
settings.load_profile("belegg")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--req", action="append", default=[], help="run only the tests of this requirement id")


def ids_of(item: pytest.Item) -> list[str]:
    return [str(name) for mark in item.iter_markers("req") for name in mark.args]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = set(config.getoption("--req"))
    for item in items:
        item.user_properties.append(("req", ids_of(item)))
    if wanted:
        chosen = [item for item in items if wanted & set(ids_of(item))]
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = chosen


class RequirementRecord:
    """Counts outcomes by requirement id, in the process that prints (under xdist: the controller)."""

    def __init__(self) -> None:
        self.outcomes: dict[str, Counter[str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "call" and report.outcome == "passed":
            return
        for name, value in report.user_properties:
            if name == "req" and isinstance(value, list):
                for requirement in value:
                    self.outcomes.setdefault(requirement, Counter())[report.outcome] += 1

    def pytest_sessionfinish(self) -> None:
        RECORD.write_text(json.dumps(self.outcomes, indent=1, sort_keys=True), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(RequirementRecord())


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real test data; tests that need it skip where it is absent."""
    folder = Path(os.environ.get("BELEGG_SHARED", PROJECT.parent / "shared"))
    if not (folder / "data").is_dir():
        pytest.skip(f"no test data at {folder} (set BELEGG_SHARED)")
    return folder


@pytest.fixture(scope="session")
def company() -> Path:
    """The demo company's folder."""
    return PROJECT / "examples" / "company"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A server for the session."""
    pytest.importorskip("psycopg", reason="PostgreSQL is not asked: belegg[postgres] is not installed")
    try:
        with PostgresServer() as server:
            server.role(APPLICATION)
            yield server
    except NoServer as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def postgres(postgres_server: PostgresServer) -> Callable[[], str]:
    """
    Gives the DSN of an empty library's database, another one each time, as the application's role: all tests
    stand behind the second fence.
    """
    from belegg.stores.engine.roles import AT_ONCE
    from belegg.stores.postgres import PostgresStore
    from belegg.stores.postgres.rewriting import MAINTAIN_SINCE
    from belegg.stores.postgres.setting_up import set_up

    worker = f"belegg_{os.getpid()}"
    owners = postgres_server.database(f"{worker}_empty")
    if postgres_server.version() >= MAINTAIN_SINCE:
        set_up(owners, APPLICATION, AT_ONCE)
    else:  # no role that owns nothing may forget there: the role owns the tables, and the fence holds it too
        postgres_server.give(f"{worker}_empty", APPLICATION)
        PostgresStore(postgres_server.dsn(f"{worker}_empty", APPLICATION)).close()
    numbers = count()

    def another() -> str:
        name = f"{worker}_{next(numbers) % DATABASES}"
        postgres_server.database(name, of=f"{worker}_empty")
        return postgres_server.dsn(name, APPLICATION)

    return another


@pytest.fixture
def owning_nothing(postgres_server: PostgresServer) -> None:
    """For what is true of a role that owns nothing: below 17 the tests' role owns the tables."""
    from belegg.stores.postgres.rewriting import MAINTAIN_SINCE

    if postgres_server.version() < MAINTAIN_SINCE:
        pytest.skip("the tests' role owns the tables on this server, which knows no MAINTAIN")


@pytest.fixture(scope="session")
def as_superuser(postgres_server: PostgresServer) -> Callable[[str], str]:
    """Gives the DSN of the superuser for the database of a DSN."""
    from psycopg.conninfo import conninfo_to_dict

    return lambda dsn: postgres_server.dsn(str(conninfo_to_dict(dsn)["dbname"]))
