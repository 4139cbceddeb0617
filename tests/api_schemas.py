"""
The JSON schemas of the HTTP API's answers, made of the contract of the commands' JSON: an answer is the same
at every door. `python tests/reference.py` writes them to where the application finds them.
"""

from __future__ import annotations

from typing import Any

from json_contract import CONTRACT

Keys = dict[str, tuple[str, str]]
Schema = dict[str, Any]

TYPES: dict[str, Schema] = {
    "text": {"type": "string"},
    "integer": {"type": "integer"},
    "number": {"type": "number"},
    "yes or no": {"type": "boolean"},
    "list": {"type": "array"},
    "object": {"type": "object"},
    "as kept": {},
}
ANSWERS = {
    "Found": "search",
    "Explained": "explain",
    "Discovered": "discover",
    "Related": "related",
    "Documents": "documents",
    "Excerpt": "read",
    "Changes": "diff",
    "Reports": "report",
    "Similar": "similar",
    "Marked": "mark",
    "Checked": "check",
    "Packs": "pack show",
    "Pack": "pack show NAME",
    "PackChanged": "pack on",
    "Health": "health",
    "HealthHistory": "health --history",
    "Gaps": "gaps",
    "EvaluationRuns": "eval runs",
    "Runs": "runs",
    "Run": "replay",
    "Verified": "verify",
    "Receipt": "receipt",
    "Answer": "ask",
    "RunsRemoved": "runs remove",
}
"""What the API calls an answer, and which command's it is."""


def schemas() -> dict[str, Schema]:
    made = {name: schema_of(CONTRACT[command]) for name, command in ANSWERS.items()}
    made["Document"] = made["Documents"]["properties"]["documents"]["items"]
    made["Documents"]["properties"]["documents"]["items"] = {"$ref": "#/components/schemas/Document"}
    failed = schema_of(CONTRACT["any command that fails"])
    inside = failed["properties"]["error"]
    inside["properties"]["request"] = {"type": "string", "description": "the request's id, as in the log"}
    inside["required"].append("request")
    return {**made, "Failed": failed}


def schema_of(keys: Keys) -> Schema:
    """An object of these keys, each by the way to it."""
    whole: Schema = {"type": "object"}
    for path, (kind, meaning) in keys.items():
        place = whole
        for step in steps_of(path):
            place = inside(place, step)
        place.update(typed(kind), **({"description": meaning} if meaning else {}))
    return whole


def steps_of(path: str) -> list[str]:
    """`hits[].arms{}` is `hits`, `[]`, `arms`, `{}`."""
    return path.replace("[]", ".[]").replace("{}", ".{}").split(".")


def inside(place: Schema, step: str) -> Schema:
    found: Schema
    if step == "[]":
        found = place.setdefault("items", {})
    elif step == "{}":
        found = place.setdefault("additionalProperties", {})
    else:
        required = place.setdefault("required", [])
        if step not in required:
            required.append(step)
        found = place.setdefault("properties", {}).setdefault(step, {})
    return found


def typed(kind: str) -> Schema:
    schema = dict(TYPES[kind.removesuffix("?")])
    if kind.endswith("?"):
        schema["type"] = [schema["type"], "null"]
    return schema
