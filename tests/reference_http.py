"""What is made about the HTTP API: its page from its description, its schemas from the contract."""

from __future__ import annotations

import json
from typing import Any

INTRODUCTION = (
    "What `belegg serve` answers to programs. The server describes itself at `/api/v1/openapi.json`; answers",
    "are those of the commands ([JSON](json.md)), and an error is",
    '`{"error": {"kind", "message", "request"}}`. How to set a server up: [Serve](../how-to/serve.md).',
)


def schemas_text() -> str:
    """The schemas of the HTTP API's answers, as the application reads them."""
    from api_schemas import schemas

    return json.dumps(schemas(), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def http_page(made: str) -> str:
    """Every address of the API, from its own description."""
    from fastapi import FastAPI

    from belegg.serving.http.app import ROOMS
    from belegg.serving.http.description import described

    app = FastAPI(title="Belegg")
    for room in ROOMS:
        app.router.routes.extend(room.routes)
    lines = [made, "", "# HTTP API", "", *INTRODUCTION, ""]
    for path, operations in described(app)["paths"].items():
        for method, told in operations.items():
            lines += address_lines(method, path, told)
    return "\n".join(lines)


def address_lines(method: str, path: str, told: dict[str, Any]) -> list[str]:
    lines = [f"## {method.upper()} {path}", "", " ".join(told["description"].split()), ""]
    for each in told.get("parameters", []):
        needed = ", needed" if each.get("required") else ""
        meaning = each.get("description") or each["schema"].get("description", "")
        lines.append(f"- `{each['name']}` ({each['in']}{needed}): {meaning}".rstrip(": "))
    for kind, body in told.get("requestBody", {}).get("content", {}).items():
        lines.append(f"- body: `{kind}`{called(body)}")
    for kind, body in told["responses"].get("200", {}).get("content", {}).items():
        lines.append(f"- answer: `{kind}`{called(body)}")
    return [*lines, ""]


def called(body: dict[str, Any]) -> str:
    name = body.get("schema", {}).get("$ref", "").rpartition("/")[2]
    return f", `{name}`" if name else ""
