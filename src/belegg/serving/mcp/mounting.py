"""
`/mcp` in the application of `belegg serve`: the caller's own visitor on every request, and no sessions.

Who calls is who the API token belongs to, and nothing else: a browser's cookie is not looked at, and no id
that a client could guess or keep stands for anybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import anyio.to_thread
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute
from starlette.types import Receive, Scope, Send

from belegg.errors import NotAllowed, NotSignedIn
from belegg.serving.entrance.audit import audit_of
from belegg.serving.entrance.settings import EntranceSettings
from belegg.serving.entrance.visitor import Visitor
from belegg.serving.faults import fault_of
from belegg.serving.http.problems import Problem, problem
from belegg.serving.http.routing import Route
from belegg.serving.mcp.caller import Asking
from belegg.serving.mcp.server import Context, mcp_server

if TYPE_CHECKING:
    from belegg.serving.http.house import House

PATH: Final = "/mcp"
METADATA: Final = "/.well-known/oauth-protected-resource"
VISITOR: Final = "belegg.visitor"  # its key in an ASGI scope
SESSION: Final = "mcp-session-id"
REVISION: Final = "mcp-protocol-version"


def mcp_routes(house: House) -> Sequence[BaseRoute]:
    """The server's door, and what it says of itself to clients that have to sign in (RFC 9728)."""
    metadata = Metadata(house)
    return (
        Route(PATH, endpoint=Door(house), name="mcp"),
        Route(METADATA, endpoint=metadata.told, methods=["GET"], include_in_schema=False),
        Route(METADATA + PATH, endpoint=metadata.told, methods=["GET"], include_in_schema=False),
    )


class Door:
    """The ASGI application at `/mcp`."""

    def __init__(self, house: House) -> None:
        self._house = house
        asking = Asking(house.measures.answered, house.live.at_once.taken)
        self._server = mcp_server(house.library, visitor_in, audit_of(house.entrance), asking)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if (refused := _refused(scope, headers)) is not None:
            await refused(scope, receive, send)
            return
        try:
            visitor = await anyio.to_thread.run_sync(self._visitor, headers.get("authorization"))
        except (NotSignedIn, NotAllowed) as error:
            await _turned_away(scope, error, metadata_address(self._house, scope))(scope, receive, send)
            return
        # A manager keeps the sessions of one server, and there are none: each request has its own.
        manager = StreamableHTTPSessionManager(
            self._server, stateless=True, max_request_body_size=self._house.serving.most_body_bytes
        )
        async with manager.run():
            await manager.handle_request({**scope, VISITOR: visitor}, receive, send)

    def _visitor(self, authorization: str | None) -> Visitor:
        visitor = self._house.entrance.visitor({}, authorization)
        if visitor.by == "nobody" or not visitor.may("ask"):
            visitor.need("read")
        return visitor


def visitor_in(context: Context) -> Visitor:
    """Who the request is of that a message came with."""
    request = context.request
    assert isinstance(request, Request), "every message at this door comes with its request"
    visitor = request.scope[VISITOR]
    assert isinstance(visitor, Visitor)
    return visitor


def _refused(scope: Scope, headers: Headers) -> Response | None:
    if _is_of_another_site(headers):
        told = "this came from a page of another site; call from a program, or from this server's own pages"
        return problem(scope, 403, told)
    if scope["method"] != "POST":
        return problem(scope, 405, headers={"Allow": "POST"})
    if SESSION in headers and headers.get(REVISION) not in MODERN_PROTOCOL_VERSIONS:
        return problem(scope, 404, "there are no sessions here; leave `Mcp-Session-Id` out and initialize")
    return None


def _is_of_another_site(headers: Headers) -> bool:
    """Of every request that a browser sends, with a token too: the protocol wants it so."""
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc.casefold() != headers.get("host", "").casefold()


def _turned_away(scope: Scope, error: NotSignedIn | NotAllowed, metadata: str) -> Problem:
    fault = fault_of(error)
    told = 'error="insufficient_scope", scope="read", ' if fault.status == 403 else ""
    wanted = {"WWW-Authenticate": f'Bearer {told}resource_metadata="{metadata}"'}
    return Problem(scope, fault.status, fault.kind, fault.message, wanted)


def base_address(house: House, scope: Scope) -> str:
    """The server's address without a slash at its end: as it is set, else as it was called."""
    settings = _settings(house)
    if settings is not None and settings.url:
        return settings.url
    host = Headers(scope=scope).get("host", "")
    return f"{scope.get('scheme', 'http')}://{host}{house.serving.base_path}"


def metadata_address(house: House, scope: Scope) -> str:
    return base_address(house, scope) + METADATA + PATH


def _settings(house: House) -> EntranceSettings | None:
    """Those of an entrance that lets people sign in."""
    settings = getattr(house.entrance, "settings", None)
    return settings if isinstance(settings, EntranceSettings) else None


class Metadata:
    """What the door says of itself: where its tokens come from, and what they may be for."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def told(self, request: Request) -> Response:
        settings = _settings(self._house)
        if settings is None:  # a server for its owner alone has no tokens
            return problem(request.scope, 404)
        document: dict[str, Any] = {
            "resource": base_address(self._house, request.scope) + PATH,
            "resource_name": "Belegg",
            "bearer_methods_supported": ["header"],
        }
        if settings.oidc is not None and settings.oidc.audience:
            document["authorization_servers"] = [settings.oidc.issuer]
            document["scopes_supported"] = list(settings.oidc.scopes)
        return JSONResponse(document)
