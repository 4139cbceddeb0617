"""What routes share: strict bodies, filters as parameters, who may do what, JSON as the commands print it."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final

from fastapi import Depends, Request
from fastapi.routing import APIRoute
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from belegg.records import Scope
from belegg.serving.entrance.visitor import Right, Visitor
from belegg.serving.http.house import House, visitor_of
from belegg.serving.http.problems import strict_json

API: Final = "/api/v1"
LONGEST_QUERY: Final = 4_000
Name = Annotated[str, Field(min_length=1, max_length=500)]


class Json(Response):
    """JSON as `--json` prints it: letters stay letters, and nothing that is no JSON leaves."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode(
            "utf-8", "backslashreplace"
        )


class StrictRequest(Request):
    async def json(self) -> Any:
        return strict_json(await self.body())


class StrictRoute(APIRoute):
    """A route whose JSON bodies are read strictly: a key twice, NaN and the like are refused."""

    def get_route_handler(self) -> Callable[[Request], Any]:
        handle = super().get_route_handler()

        async def strictly(request: Request) -> Response:
            response = await handle(StrictRequest(request.scope, request.receive))
            assert isinstance(response, Response)
            return response

        return strictly


class Strict(BaseModel):
    """Input with no field but those that are described."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class StrictBody(Strict):
    """A body, whose JSON says of itself what is a number and what is yes or no: `"yes"` is neither."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Filters(Strict):
    """Within what is searched; all may be left out."""

    pack: list[Name] = Field([], max_length=50, description="Only these packs.")
    document: list[Name] = Field([], max_length=200, description="Only these documents: id, path or name.")
    language: list[Name] = Field([], max_length=50, description="Only these languages: nb, sv, fi, en …")
    organisation: list[Name] = Field([], max_length=50, description="Only these publishers.")
    since: str | None = Field(
        None, max_length=10, description="Dated on or after: 2024, 2024-05, 2024-05-12."
    )
    until: str | None = Field(None, max_length=10, description="Dated on or before.")
    as_of: str | None = Field(None, max_length=10, description="Only what was valid on this day: 2024-05-12.")

    def scope(self, house: House, visitor: Visitor) -> Scope:
        """For who asks. Raises UnknownDocument, UnknownPack, BadInput, BadQuery."""
        return house.library.scope(
            visitor.principal,
            packs=self.pack,
            documents=self.document,
            languages=self.language,
            organisations=self.organisation,
            since=self.since,
            until=self.until,
            as_of=self.as_of,
        )


def who_may(right: Right) -> Callable[[Visitor], Awaitable[Visitor]]:
    """A dependency: the visitor, who has this right. Raises NotSignedIn, NotAllowed."""

    async def allowed(visitor: Annotated[Visitor, Depends(visitor_of)]) -> Visitor:
        visitor.need(right)
        return visitor

    return allowed


Reads = Annotated[Visitor, Depends(who_may("read"))]
Asks = Annotated[Visitor, Depends(who_may("ask"))]
Writes = Annotated[Visitor, Depends(who_may("write"))]
Curates = Annotated[Visitor, Depends(who_may("curate"))]
Administers = Annotated[Visitor, Depends(who_may("admin"))]
