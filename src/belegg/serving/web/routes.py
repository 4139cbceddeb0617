"""Which address is which page."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from belegg.serving.http.routes.entering import routes as coming_in
from belegg.serving.web import asking, documents, doors, entering, finding, keeping
from belegg.serving.web.troubles import no_such_page
from belegg.serving.web.visit import page

MACHINES = ("api/", "mcp", "healthz", "readyz", "metrics")
"""Below these no page is answered: programs are told in their own form that there is nothing."""


async def nothing_here(request: Request) -> Response:
    """Any other address. Raises HTTPException below what programs call."""
    if request.path_params["path"].startswith(MACHINES):
        raise HTTPException(404)
    response = await page(no_such_page, None)(request)
    assert isinstance(response, Response)
    return response


def routes() -> list[BaseRoute]:
    """The pages, for the application that serves the API. Each reads through the visitor's own scope."""
    get, post = ["GET"], ["POST"]
    return [
        Route("/", page(asking.desk_page), methods=get, name="desk"),
        Route("/ask", page(asking.ask, "ask"), methods=post),
        Route("/runs", page(asking.runs_page), methods=get),
        Route("/runs/{id}", page(asking.run_page), methods=get),
        Route("/runs/{id}/steps", page(asking.steps_stream, "ask"), methods=get),
        Route("/runs/{id}/stop", page(asking.stop, "ask"), methods=post),
        Route("/runs/{id}/answer.{form}", page(asking.export), methods=get),
        Route("/runs/{id}/feedback", page(asking.feedback, "ask"), methods=post),
        Route("/search", page(finding.search_page), methods=get),
        Route("/documents", page(documents.documents_page), methods=get),
        Route("/documents/{id}", page(documents.document_page), methods=get),
        Route("/packs", page(keeping.packs_page), methods=get),
        Route("/packs/{name}", page(keeping.packs_page), methods=get),
        Route("/packs/{name}/turn", page(keeping.turn_pack, "curate"), methods=post),
        Route("/packs/{name}/synonyms", page(keeping.add_synonyms, "curate"), methods=post),
        Route("/gaps", page(keeping.gaps_page, "curate"), methods=get),
        Route("/gaps/{number:int}/close", page(keeping.close_gap, "curate"), methods=post),
        Route("/evaluation", page(keeping.evaluation_page, "curate"), methods=get),
        Route("/evaluation/{number:int}", page(keeping.evaluation_page, "curate"), methods=get),
        Route("/health", page(keeping.health_page, "admin"), methods=get),
        Route("/health", page(keeping.check_health, "admin"), methods=post),
        Route("/settings", page(entering.settings), methods=get),
        Route("/settings/tokens", page(entering.make_token), methods=post),
        Route("/settings/tokens/{id}/revoke", page(entering.revoke_token), methods=post),
        Route("/settings/sessions/{id}/end", page(entering.end_session), methods=post),
        *coming_in(entering.sign_in_page),
        Route("/looks", page(doors.looks, None), methods=post),
        Route("/static/{digest}/{path:path}", doors.static, methods=get),
        Route("/{path:path}", nothing_here, methods=get),
    ]
