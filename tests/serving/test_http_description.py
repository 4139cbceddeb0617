"""The API as it describes itself, and requests made of the description."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from belegg.library.library import Library
from belegg.serving.entrance.visitor import LocalEntrance
from belegg.serving.http.app import ROOMS, create_app
from doors import API, client_of, running

pytestmark = pytest.mark.req("FAC-2")

EXAMPLES = 12
CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)


APART = {f"{API}/uploads": "POST", f"{API}/health": "POST"}
"""Starts a process for each file, checks everything: tried elsewhere."""
OPERATIONS = sorted(
    (method, route.path)
    for room in ROOMS
    for route in room.routes
    if isinstance(route, APIRoute)
    for method in route.methods or ()
    if APART.get(route.path) != method
)


@pytest.fixture(scope="module")
def description(company_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The description of a server that may be written to."""
    file = tmp_path_factory.mktemp("described") / "company.db"
    shutil.copy(company_file, file)
    with Library.open(file) as library, running(create_app(library, LocalEntrance())) as server:
        yield schemathesis.openapi.from_url(f"{server.url}{API}/openapi.json")


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_no_request_made_of_the_description_breaks_the_server(
    description: Any, method: str, path: str
) -> None:
    @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(case=description[path][method].as_strategy())
    def holds(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate(checks=list(CHECKS))

    holds()


def test_every_address_and_every_answer_is_described(company_library: Library) -> None:
    with client_of(company_library) as client:
        told = client.get(f"{API}/openapi.json").json()
    for path, operations in told["paths"].items():
        for method, operation in operations.items():
            assert operation["description"], (method, path)
            assert operation["responses"]["default"], (method, path)
    assert "ValidationError" not in str(told)
    assert {"Found", "Answer", "Failed", "Document"} <= set(told["components"]["schemas"])
