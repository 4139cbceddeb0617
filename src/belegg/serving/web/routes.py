"""Which address is which page."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from belegg.serving.entrance.visitor import Right
from belegg.serving.http.problems import is_for_programs
from belegg.serving.http.routes.entering import routes as coming_in
from belegg.serving.http.routing import Route
from belegg.serving.web import administering, asking, bringing, documents, doors, entering, finding, keeping
from belegg.serving.web.troubles import no_such_page
from belegg.serving.web.visit import Handler, Visit, page


async def nothing_here(request: Request) -> Response:
    """Any other address. Raises HTTPException below what programs call."""
    if is_for_programs(f"/{request.path_params['path']}"):
        raise HTTPException(404)
    response = await page(no_such_page, None)(request)
    assert isinstance(response, Response)
    return response


def form(path: str, handler: Handler, right: Right | None, stands_on: str, files: int = 0) -> list[BaseRoute]:
    """
    Where a form is sent, and whither that address leads who gets it, as after choosing a language on the page
    that answered: to the page on which the form stands.
    """

    def lead(visit: Visit) -> Response:
        return visit.go(stands_on.format(**visit.request.path_params))

    return [
        Route(path, page(handler, right, files), methods=["POST"]),
        Route(path, page(lead, right), methods=["GET"]),
    ]


def routes() -> list[BaseRoute]:
    """The pages, for the application that serves the API. Each reads through the visitor's own scope."""
    get = ["GET"]
    return [
        Route("/", page(asking.desk_page), methods=get, name="desk"),
        *form("/ask", asking.ask, "ask", "/"),
        Route("/runs", page(asking.runs_page), methods=get),
        Route("/runs/{id}", page(asking.run_page), methods=get),
        Route("/runs/{id}/steps", page(asking.steps_stream, "ask"), methods=get),
        *form("/runs/{id}/stop", asking.stop, "ask", "/runs/{id}"),
        Route("/runs/{id}/answer.{form}", page(asking.export), methods=get),
        *form("/runs/{id}/feedback", asking.feedback, "ask", "/runs/{id}"),
        Route("/search", page(finding.search_page), methods=get),
        Route("/documents", page(documents.documents_page), methods=get),
        *form(bringing.BRING, bringing.bring, "write", "/documents", files=1),
        Route("/documents/{id}", page(documents.document_page), methods=get),
        Route("/packs", page(keeping.packs_page), methods=get),
        Route("/packs/{name}", page(keeping.packs_page), methods=get),
        *form("/packs/{name}/turn", keeping.turn_pack, "curate", "/packs/{name}"),
        *form("/packs/{name}/synonyms", keeping.add_synonyms, "curate", "/packs/{name}"),
        Route("/gaps", page(keeping.gaps_page, "curate"), methods=get),
        *form("/gaps/{number:int}/close", keeping.close_gap, "curate", "/gaps"),
        Route("/evaluation", page(keeping.evaluation_page, "curate"), methods=get),
        Route("/evaluation/{number:int}", page(keeping.evaluation_page, "curate"), methods=get),
        Route("/health", page(keeping.health_page, "admin"), methods=get),
        Route("/health", page(keeping.check_health, "admin"), methods=["POST"]),
        Route("/people", page(administering.people_page, "admin"), methods=get),
        Route("/people/{id}", page(administering.person_page, "admin"), methods=get),
        *form("/people/{id}/disable", administering.disable, "admin", "/people/{id}"),
        *form("/people/{id}/sign-out", administering.end_sessions, "admin", "/people/{id}"),
        *form("/people/{id}/sessions/{session}/end", administering.end_session, "admin", "/people/{id}"),
        *form("/people/{id}/tokens/{token}/revoke", administering.revoke_token, "admin", "/people/{id}"),
        Route("/audit", page(administering.audit_page, "admin"), methods=get),
        Route("/settings", page(entering.settings), methods=get),
        *form("/settings/tokens", entering.make_token, "read", "/settings"),
        *form("/settings/tokens/{id}/revoke", entering.revoke_token, "read", "/settings"),
        *form("/settings/sessions/{id}/end", entering.end_session, "read", "/settings"),
        *coming_in(entering.sign_in_page),
        *form("/looks", doors.looks, None, "/"),
        Route("/static/{digest}/{path:path}", doors.static, methods=get),
        Route("/{path:path}", nothing_here, methods=get),
    ]
