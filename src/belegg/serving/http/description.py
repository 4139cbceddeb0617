"""The API's description (OpenAPI): routes from the code, answers from the contract of the commands' JSON."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

SCHEMAS: Final = "schemas.json"  # made by `python tests/reference.py`
ABOUT: Final = (
    "Search an organisation's documents, read them, and get answers made of quotations that a program has "
    "checked word for word. Whatever one may not read is answered as what is not there."
)
FAILED: Final = {
    "description": "What went wrong, in the form that the commands use too.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failed"}}},
}
TOKEN: Final = {"type": "http", "scheme": "bearer", "description": "An API token; none in local mode."}


def answers(name: str) -> dict[int | str, dict[str, Any]]:
    """`responses` of a route that answers with what the contract calls so."""
    schema = {"$ref": f"#/components/schemas/{name}"}
    return {200: {"content": {"application/json": {"schema": schema}}}}


def described(app: FastAPI) -> dict[str, Any]:
    """The description; made when it is first asked for."""
    told = get_openapi(
        title=app.title,
        version=app.version,
        openapi_version=app.openapi_version,
        description=ABOUT,
        routes=app.routes,
    )
    made = json.loads(files("belegg.serving.http").joinpath(SCHEMAS).read_text(encoding="utf-8"))
    components = told.setdefault("components", {})
    own = {name: one for name, one in components.get("schemas", {}).items() if "ValidationError" not in name}
    components["schemas"] = {**own, **made}
    components["securitySchemes"] = {"token": TOKEN}
    told["security"] = [{}, {"token": []}]
    for operations in told["paths"].values():
        for operation in operations.values():
            responses = operation["responses"]
            if "HTTPValidationError" in json.dumps(responses.get("422", {})):
                del responses["422"]
            responses["default"] = FAILED
    return told


def describe(app: FastAPI) -> None:
    """Have the application give this description."""

    def openapi() -> dict[str, Any]:
        app.openapi_schema = app.openapi_schema or described(app)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
