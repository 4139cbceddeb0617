"""Routes that are no FastAPI ones, and the pattern of whichever answers: by it the log and the counts go."""

from __future__ import annotations

from starlette import routing
from starlette.routing import Match
from starlette.types import Scope


class Route(routing.Route):
    """A route that says which it is, as FastAPI's own do."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        match, child = super().matches(scope)
        return match, child if match is Match.NONE else {**child, "route": self}


def pattern_of(scope: Scope) -> str:
    """`/documents/{id}` of the route that answers; empty where a request did not come to one."""
    return str(getattr(scope.get("route"), "path", ""))
