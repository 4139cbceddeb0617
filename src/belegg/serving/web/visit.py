"""One look at a page: who looks, in which language, at which library, and what becomes of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import iscoroutinefunction
from typing import Any, Final
from urllib.parse import quote, urlencode

from anyio import to_thread
from starlette.datastructures import FormData, ImmutableMultiDict, QueryParams
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from belegg.errors import BeleggError, NotSignedIn
from belegg.library.library import Library
from belegg.records import Principal, Scope
from belegg.serving.entrance.audit import Doing, audit_of
from belegg.serving.entrance.visitor import NOBODY_KNOWN, LocalEntrance, Right, Visitor
from belegg.serving.http.house import House, visitor_of
from belegg.serving.web.catalogue import Catalogue, catalogue, language_wanted
from belegg.serving.web.looks import environment

LANGUAGE: Final = "belegg-language"
THEME: Final = "belegg-theme"
THEMES: Final = ("light", "dark")
MOST_FIELDS = 500
LONGEST_FIELD = 16_000
MOST_FIGURES = 9
"""Of a number in an address: what counts more is no page, place or version of anything."""

Handler = Callable[["Visit"], Response | Awaitable[Response]]
"""Run in a thread, for the library is synchronous; a coroutine in the event loop, which it must not hold."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A request to a page, with all that a page may need to know of it. `form` is empty for a GET."""

    request: Request
    house: House
    visitor: Visitor
    words: Catalogue
    theme: str
    form: FormData | ImmutableMultiDict[Any, Any] = field(default_factory=FormData)

    @property
    def library(self) -> Library:
        return self.house.library

    @property
    def who(self) -> Principal:
        return self.visitor.principal

    @property
    def scope(self) -> Scope:
        """All that the visitor may read."""
        return Scope(self.visitor.principal)

    @property
    def query(self) -> QueryParams:
        return self.request.query_params

    def address(self, path: str, **query: object) -> str:
        """An address of ours: below the base path, with what filters given by name; empty ones left out."""
        given: list[tuple[str, str]] = []
        for name, value in query.items():
            every = value if isinstance(value, list | tuple) else (value,)
            given += [(name, str(each)) for each in every if each not in (None, "", False)]
        told = f"?{urlencode(given)}" if given else ""
        return f"{self.house.serving.base_path}{quote(path, safe='/#.')}{told}"

    def one(self, name: str) -> str:
        """A field of the form, or of the address, as text."""
        value = self.form.get(name) if name in self.form else self.query.get(name)
        return _whole(value).strip()[:LONGEST_FIELD] if isinstance(value, str) else ""

    def number(self, name: str) -> int | None:
        """A field that holds a number (ASCII figures, below a thousand million); None for any other."""
        given = self.one(name)
        return int(given) if given.isascii() and given.isdigit() and len(given) <= MOST_FIGURES else None

    def several(self, name: str) -> list[str]:
        given = self.form.getlist(name) if name in self.form else self.query.getlist(name)
        return [_whole(value) for value in given if isinstance(value, str) and value][:MOST_FIELDS]

    @property
    def here(self) -> str:
        """
        The address asked for, below the base path, to come back to. Its parts and not the whole address: the
        host in that is whatever the request says.
        """
        path = quote(self.request.scope["path"].removeprefix(self.house.serving.base_path)) or "/"
        query = self.request.scope["query_string"].decode("latin-1")
        return f"{path}?{query}" if query else path

    @property
    def library_name(self) -> str:
        """What the library is called, for commands that a page shows: its file's name, or its address."""
        return self.library.address if self.library.where.dsn else self.library.where.name

    @property
    def faults(self) -> int:
        """How many checks found something wrong when they were last made; asked for administrators."""
        from belegg.serving.web.keeping import faults

        return faults(self)

    @property
    def has_people(self) -> bool:
        """Whether people sign in here at all."""
        return not isinstance(self.house.entrance, LocalEntrance)

    def note(self, doing: Doing, what: str = "") -> None:
        """Write down in the log of the entrance what the visitor did here; `what` is an id."""
        audit_of(self.house.entrance).note(self.visitor, doing, what, "web")

    def page(self, template: str, *, here: str, status: int = 200, **told: Any) -> Response:
        """
        A template filled; `here` is the part of the site that it belongs to. Raises UndefinedError where it
        names what it was not told.
        """
        text = (
            environment()
            .get_template(template)
            .render(
                visit=self,
                here=here,
                t=self.words.say,
                n=self.words.count,
                words=self.words,
                url=self.address,
                **told,
            )
        )
        return Response(text, status, media_type="text/html; charset=utf-8")

    def go(self, path: str, **query: object) -> Response:
        """On to another page, by GET."""
        return RedirectResponse(self.address(path, **query), 303)


def _whole(text: str) -> str:
    """A text without halves of surrogate pairs: a form may name an encoding that lets them be written."""
    return text.encode("utf-8", "replace").decode()


def house_at(request: Request) -> House:
    house = request.app.state.house
    assert isinstance(house, House)
    return house


def visit_of(request: Request, form: FormData | None = None) -> Visit:
    """Raises NotSignedIn for a session that does not hold."""
    return _visit(request, visitor_of(request, house_at(request)), form)


def stranger_at(request: Request) -> Visit:
    """The visit of nobody who is known, whatever cookie they bring."""
    return _visit(request, NOBODY_KNOWN, None)


def _visit(request: Request, visitor: Visitor, form: FormData | None) -> Visit:
    code = language_wanted(request.cookies.get(LANGUAGE), request.headers.get("accept-language", ""))
    theme = request.cookies.get(THEME, "")
    return Visit(
        request,
        house_at(request),
        visitor,
        catalogue(code),
        theme if theme in THEMES else "",
        form if form is not None else FormData(),
    )


def page(handler: Handler, right: Right | None = "read", files: int = 0) -> Callable[[Request], Any]:
    """
    A handler as an endpoint; what goes wrong is a page too. `right` None: for everybody, also who has not
    signed in. `files`: how many its form may bring.
    """

    async def endpoint(request: Request) -> Response:
        is_form = request.method == "POST"
        form = await request.form(max_files=files, max_fields=MOST_FIELDS) if is_form else None
        try:
            visit = await to_thread.run_sync(_visiting, request, form, right)
            if iscoroutinefunction(handler):
                answer = await handler(visit)
            else:
                answer = await to_thread.run_sync(handler, visit)
        except BeleggError as error:
            return await to_thread.run_sync(_troubled, request, form, error)
        finally:
            if form is not None:
                await form.close()
        assert isinstance(answer, Response)
        return answer

    return endpoint


def _visiting(request: Request, form: FormData | None, right: Right | None) -> Visit:
    visit = visit_of(request, form)
    if right is not None:
        visit.visitor.need(right)
    return visit


def _troubled(request: Request, form: FormData | None, error: BeleggError) -> Response:
    """Who is not known is led to the door; who is, is told in their own language."""
    from belegg.serving.web.troubles import trouble

    try:
        visit = visit_of(request, form)
    except NotSignedIn:
        visit = stranger_at(request)
    if isinstance(error, NotSignedIn) and request.method == "GET" and visit.here.split("?")[0] != "/sign-in":
        return visit.go("/sign-in", next=visit.here)
    return trouble(visit, error)


def filters_told(visit: Visit, filters: Mapping[str, Sequence[str]]) -> list[str]:
    """The filters of a scope as a line tells them."""
    told: list[str] = []
    for name, values in filters.items():
        if name == "languages":
            told += [visit.words.language(value) for value in values]
        elif name in ("since", "until", "as_of"):
            told += [visit.words.say(f"scope.{name}", date=visit.words.date(value)) for value in values]
        elif name == "documents":
            told.append(visit.words.count("scope.documents", len(values)))
        else:
            told += values
    return told
