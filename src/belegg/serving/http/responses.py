"""What every response carries, and the line that is written about it."""

from __future__ import annotations

import json
import logging
import secrets
import sys
import traceback
from time import perf_counter
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from belegg.serving.http.problems import REQUEST_ID, problem
from belegg.serving.http.routing import pattern_of

LOG: Final = logging.getLogger("belegg.http")
POLICY: Final = "; ".join(
    (
        *("default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:"),
        *("font-src 'self'", "connect-src 'self'", "manifest-src 'self'", "form-action 'self'"),
        *("object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"),
    )
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cache-Control": "private, no-store",
}
"""Set where a response does not set its own."""


class Responses:
    """
    The outermost of what we put around the routes: gives a request its id, a response its headers, and the
    log its line. What no handler knew becomes a 500 here; of such an error the log has the kind and where it
    was raised, never its message, which may hold text of a document.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = scope[REQUEST_ID] = secrets.token_hex(8)
        started, status = perf_counter(), 0

        async def with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-Id"] = request
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self.app(scope, receive, with_headers)
        except ClientDisconnect:
            status = status or 499
        except Exception as error:  # noqa: BLE001  the outermost door: one request's fault ends no server
            _log_error(request, error)
            if not status:
                await problem(scope, 500)(scope, receive, with_headers)
        finally:
            _log(scope, request, status or 499, perf_counter() - started)


def _log(scope: Scope, request: str, status: int, took_s: float) -> None:
    """One line for each request: the route's pattern, not the address, which may hold what was searched."""
    line = {
        "request": request,
        "method": scope["method"],
        "route": pattern_of(scope) or None,
        "status": status,
        "ms": round(took_s * 1000, 1),
    }
    LOG.info("request", extra={"fields": line})


def _log_error(request: str, error: Exception) -> None:
    where = [f"{f.filename}:{f.lineno} {f.name}" for f in traceback.extract_tb(error.__traceback__)][-12:]
    LOG.error("error", extra={"fields": {"request": request, "error": type(error).__name__, "where": where}})


class Lines(logging.Formatter):
    """A log record as one line of JSON: time, level, name, and the fields that its maker chose."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S"),
            "level": record.levelname.lower(),
            "name": record.name,
            "what": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
        return json.dumps(line, ensure_ascii=False)


def log_lines() -> None:
    """Log as lines of JSON on standard error: ours, and what the server tells of itself."""
    writer = logging.StreamHandler(sys.stderr)
    writer.setFormatter(Lines())
    for name in ("belegg", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [writer], False
        logger.setLevel(logging.INFO)
