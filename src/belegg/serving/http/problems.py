"""From an error to a response: the same form as `--json` errors of the commands, with the request's id."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import Scope

from belegg.errors import BadInput, BeleggError, TooManyRequests
from belegg.serving.faults import fault_of

REQUEST_ID: Final = "belegg.request"  # its key in an ASGI scope
RETRY_S: Final = {503: "2", 502: "10"}
LONGEST_TOLD = 80
MACHINES: Final = ("/api/", "/mcp", "/healthz", "/readyz", "/metrics", "/.well-known/")
"""Below these only programs call: they are told in their own form, and everybody else on a page."""
KINDS: Final[Mapping[int, tuple[str, str]]] = {
    400: ("BadInput", "the request could not be read; see the description at `/api/v1/openapi.json`"),
    403: ("NotAllowed", "this is not allowed here"),
    404: ("NotFound", "there is nothing at this address"),
    405: ("MethodNotAllowed", "this address does not take this method"),
    408: ("TooSlow", "the request's body did not arrive in time; send it again"),
    413: ("TooLarge", "the request's body is larger than this server takes"),
    416: ("BadRange", "the file has no such range; ask for one range within it"),
    421: ("WrongHost", "this server is not called by this name; add it with `--allow-host`"),
    500: ("InternalError", "something went wrong here; the server's log has it under this request's id"),
}
"""Of errors that are HTTP's own, by status: their kind, and what is told."""


class Problem(JSONResponse):
    """`{"error": {"kind", "message", "request"}}`."""

    def __init__(
        self, scope: Scope, status: int, kind: str, message: str, headers: Mapping[str, str] | None = None
    ) -> None:
        told = {"kind": kind, "message": message, "request": scope.get(REQUEST_ID, "")}
        super().__init__({"error": told}, status, headers)


def is_for_programs(path: str) -> bool:
    """Whether a path below the base path is one of those that programs call."""
    return path.startswith(MACHINES)


def _is_page(scope: Scope) -> bool:
    is_ours = hasattr(getattr(scope.get("app"), "state", None), "house")
    return is_ours and not is_for_programs(scope["path"].removeprefix(scope.get("root_path", "")))


def problem(
    scope: Scope, status: int, message: str = "", headers: Mapping[str, str] | None = None
) -> Response:
    """
    One of HTTP's own; `message` empty is what stands in `KINDS`. Who looks at a page is told on a page, in
    their language.
    """
    if _is_page(scope):
        from belegg.serving.web.troubles import problem_page

        return problem_page(scope, status, headers)
    kind, told = KINDS.get(status, ("BadInput", "the request was refused"))
    return Problem(scope, status, kind, message or told, headers)


def of_belegg(request: Request, error: Exception) -> Response:
    assert isinstance(error, BeleggError)
    if _is_page(request.scope):
        from belegg.serving.web.troubles import trouble_of_stranger

        return trouble_of_stranger(request, error)
    fault = fault_of(error)
    headers = {"Retry-After": RETRY_S[fault.status]} if fault.status in RETRY_S else {}
    if isinstance(error, TooManyRequests):
        headers = {"Retry-After": str(max(1, math.ceil(error.wait_s)))}
    if fault.status == 401:
        headers = {"WWW-Authenticate": "Bearer"}
    return Problem(request.scope, fault.status, fault.kind, fault.message, headers)


def of_input(request: Request, error: Exception) -> Response:
    """What does not fit the description: 400, naming the field, never repeating a long value."""
    assert isinstance(error, RequestValidationError)
    told = "; ".join(_told(each) for each in error.errors()[:3])
    return Problem(request.scope, 400, BadInput.__name__, told or KINDS[400][1])


def _told(error: Mapping[str, Any]) -> str:
    _, *way = error["loc"]
    field = ".".join(str(part) for part in way) or "the body"
    value = error.get("input")
    said = str(error["msg"]).removeprefix("Value error, ")
    if (
        isinstance(value, str | int | float)
        and not isinstance(value, bool)
        and len(str(value)) <= LONGEST_TOLD
    ):
        return f"`{field}` is `{value}`: {said}"
    return f"`{field}`: {said}"


def of_http(request: Request, error: Exception) -> Response:
    """FastAPI makes such an error of what `strict_json` says; that stands behind it and is told."""
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, BeleggError):
        return of_belegg(request, error.__cause__)
    return problem(request.scope, error.status_code, headers=error.headers)


def add_to(app: FastAPI) -> None:
    app.add_exception_handler(BeleggError, of_belegg)
    app.add_exception_handler(RequestValidationError, of_input)
    app.add_exception_handler(HTTPException, of_http)


def strict_json(data: bytes) -> Any:
    """
    JSON that means one thing: no repeated key, no NaN or infinity, no number that a float turns into one, no
    half of a surrogate pair, which is no character and can be written nowhere.

    Raises BadInput.
    """
    try:
        read = json.loads(data, object_pairs_hook=_once, parse_constant=_refused, parse_float=_finite)
        json.dumps(read, ensure_ascii=False).encode()
    except RecursionError as error:
        raise BadInput("the JSON is nested deeper than this server reads") from error
    except UnicodeEncodeError as error:
        half = f"\\u{ord(error.object[error.start]):04x}"
        raise BadInput(
            f"the JSON has `{half}`, half of a pair that makes one character; send both"
        ) from error
    except ValueError as error:
        raise BadInput(f"the body is no JSON: {error}"[:300]) from error
    return read


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadInput("the JSON has a key twice in one object; which one is meant cannot be told")
    return found


def _refused(constant: str) -> float:
    raise BadInput(f"`{constant}` is no JSON; leave the key out, or write null")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise BadInput(f"the number `{digits[:40]}` is too large")
    return value
