"""The pages without a browser: what each shows, that none needs the script, and what none may show."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.records import OWNER, Scope
from belegg.serving.entrance.visitor import LOCAL_OWNER
from belegg.serving.http.house import Serving
from doors import client_of
from pages_seen import As, Page, asked, reader_in

PAGES = (
    "/",
    "/search",
    "/search?q=ferie",
    "/documents",
    "/packs",
    "/gaps",
    "/evaluation",
    "/health",
    "/settings",
    "/sign-in",
    "/runs",
)
PLAN = "Hva er betalingsplanen i kontrakt 2026-041 med Elvheim Fjernvarme?"
GYM = "Does the company pay for a gym membership?"


@pytest.mark.req("FAC-3")
@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", ["en", "nb", "sv", "fi"])
def test_every_page_is_whole_in_every_language(owner_at: TestClient, path: str, language: str) -> None:
    response = owner_at.get(path, headers={"Accept-Language": language})
    page = Page(response.text)

    assert response.status_code == 200
    assert page.all("html")[0]["lang"] == language
    assert len(page.all("h1")) == 1
    assert [own for _, own in page.tags if "style" in own or any(name.startswith("on") for name in own)] == []
    assert [own for own in page.all("script") if not own.get("src")] == []
    assert page.all("style") == []


@pytest.mark.parametrize("path", PAGES)
def test_every_page_comes_with_a_strict_policy_and_is_not_kept(owner_at: TestClient, path: str) -> None:
    headers = owner_at.get(path).headers

    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["cache-control"] == "private, no-store"


@pytest.mark.req("FAC-3", "ANS-2")
def test_an_answer_without_the_script_has_links_to_its_quotations(owner_at: TestClient) -> None:
    address, html = asked(owner_at, PLAN)
    page = Page(html)

    assert address.startswith("/runs/")
    assert [own["href"] for own in page.all("a", class_="cite")][:1] == ["#c1"]
    assert len(page.all("article", id="c1")) == 1
    assert "Etter betalingsplanen betales kontraktssummen i fire deler" in page.text
    assert owner_at.get(address).text == html


@pytest.mark.req("ANS-2")
def test_what_is_not_settled_shows_what_came_closest_and_what_to_do(owner_at: TestClient) -> None:
    _, html = asked(owner_at, GYM)
    page = Page(html)

    assert "Not settled" in page.text
    assert "Not covered by these documents." in page.text
    assert len(page.all("blockquote", class_="passage")) > 0
    assert page.all("a", class_="cite") == []


def test_an_empty_question_comes_back_to_the_desk_with_the_reason(owner_at: TestClient) -> None:
    response = owner_at.post("/ask", data={"q": "  "})

    assert response.status_code == 400
    assert "Write a question first." in response.text


def test_the_scope_stands_in_the_address_and_holds(owner_at: TestClient, desk: Library) -> None:
    contract = next(head for head in desk.documents(Scope(OWNER)) if "2026-041" in head.source)

    page = Page(owner_at.get(f"/?document={contract.id}&as_of=2026-05-01&q=hva").text)
    assert [own["value"] for own in page.all("input", name="document")] == [contract.id]
    assert page.all("input", name="as_of")[0]["value"] == "2026-05-01"

    address, html = asked(owner_at, "Hvor mange feriedager har jeg?", document=contract.id)
    run = desk.stored_run(address.rpartition("/")[2], OWNER)
    assert run.filters == {"documents": (contract.id,)}
    assert "only in 1 document" in Page(html).text


def test_a_follow_up_is_a_turn_of_the_same_conversation(owner_at: TestClient, desk: Library) -> None:
    first, html = asked(owner_at, PLAN)
    conversation = str(Page(html).all("input", name="conversation")[0]["value"])

    second, _ = asked(owner_at, "Hva er betalingsplanen i kontrakten?", conversation=conversation)

    turns = desk.conversation(conversation, OWNER)
    assert [turn.id for turn in turns] == [first.rpartition("/")[2], second.rpartition("/")[2]]


def test_feedback_becomes_a_question_that_is_measured(own_desk: Library) -> None:
    with client_of(own_desk) as client:
        client.follow_redirects = True
        address, _ = asked(client, PLAN)

        wrong = client.post(f"{address}/feedback", data={"says": "wrong_source"})
        assert "Kept as a question to be measured: wrong source." in wrong.text
        (case,) = own_desk.golden_set("feedback")
        assert (case.text, case.gold, case.kind) == (PLAN, (), "wrong source")

        client.post(f"{address}/feedback", data={"says": "right"})
        (case,) = own_desk.golden_set("feedback")
        assert "betalingsplanen" in case.gold[0].quote
        assert client.post(f"{address}/feedback", data={"says": "<b>"}).status_code == 400


@pytest.mark.parametrize(("form", "beginning"), [("md", b"# Hva"), ("docx", b"PK")])
def test_an_answer_is_taken_along(owner_at: TestClient, form: str, beginning: bytes) -> None:
    address, _ = asked(owner_at, PLAN)

    taken = owner_at.get(f"{address}/answer.{form}")

    assert taken.content.startswith(beginning)
    assert taken.headers["content-disposition"].startswith("attachment;")


@pytest.mark.req("SEA-6")
def test_a_search_says_why_each_hit_is_one(owner_at: TestClient) -> None:
    page = Page(owner_at.get("/search?q=ferie+arbeidsgiver").text)

    assert len(page.all("details", class_="why")) > 0
    assert "You wrote" in page.text
    assert "No model was used for this page." in page.text


def test_nothing_found_is_told_with_what_to_do(owner_at: TestClient) -> None:
    page = Page(owner_at.get("/search?q=zzyzx&language=fi").text)

    assert "No passage has these words." in page.text
    assert "Search without filters" in page.text


def test_a_filter_that_cannot_be_is_told_above_the_form(owner_at: TestClient) -> None:
    response = owner_at.get("/search?q=ferie&since=yesterday")

    assert response.status_code == 400
    assert "This cannot be searched" in response.text


@pytest.mark.req("FAC-6")
def test_absent_and_forbidden_read_the_same(desk: Library) -> None:
    board = next(head for head in desk.documents(Scope(OWNER)) if "everyone" not in head.access)
    with client_of(desk, reader_in()) as client:
        forbidden = client.get(f"/documents/{board.id}")
        absent = client.get("/documents/0123456789abcdef")

    assert (forbidden.status_code, absent.status_code) == (404, 404)
    assert forbidden.text.replace(board.id, "0123456789abcdef") == absent.text


@pytest.mark.req("FAC-6")
def test_nothing_of_anothers_documents_and_questions_is_shown(own_desk: Library) -> None:
    hidden = [head for head in own_desk.documents(Scope(OWNER)) if "everyone" not in head.access]
    with client_of(own_desk) as owner:
        owner.follow_redirects = True
        address, _ = asked(owner, PLAN)

    with client_of(own_desk, reader_in()) as client:
        pages = [client.get(path) for path in ("/", "/documents", "/packs", "/runs", "/search?q=styret")]
        refused = [client.get(path).status_code for path in ("/gaps", "/evaluation", "/health")]
        answer, steps = client.get(address), client.get(f"{address}/steps")

    shown = "".join(page.text for page in pages)
    assert [head.source for head in hidden if head.id in shown or head.title in shown] == []
    assert PLAN not in shown
    assert refused == [403, 403, 403]
    assert (answer.status_code, steps.status_code, steps.content) == (404, 204, b"")


def test_who_has_not_come_in_is_led_to_the_door(desk: Library) -> None:
    from belegg.serving.entrance.visitor import NOBODY_KNOWN

    with client_of(desk, As(NOBODY_KNOWN)) as client:
        led = client.get("/documents?find=x")
        door = client.get("/sign-in")

    assert (led.status_code, led.headers["location"]) == (303, "/sign-in?next=%2Fdocuments%3Ffind%3Dx")
    assert door.status_code == 200
    assert "/health" not in door.text


@pytest.mark.parametrize(
    "next_", ["//evil.example/", "https://evil.example", "/\\evil.example", "javascript:x"]
)
def test_a_choice_of_looks_leads_to_no_other_site(owner_at: TestClient, next_: str) -> None:
    response = owner_at.post(
        "/looks", data={"language": "fi", "theme": "dark", "next": next_}, follow_redirects=False
    )

    assert response.headers["location"] == "/"


def test_language_and_appearance_are_kept_by_the_server(desk: Library) -> None:
    with client_of(desk) as client:
        client.follow_redirects = True
        page = Page(
            client.post("/looks", data={"language": "fi", "theme": "dark", "next": "/search?q=a"}).text
        )
        assert page.all("html")[0] == {"lang": "fi", "data-theme": "dark"}
        assert page.all("input", name="next")[0]["value"] == "/search?q=a"

        again = Page(client.post("/looks", data={"language": "fi", "theme": "", "next": "/"}).text)
        assert again.all("html")[0] == {"lang": "fi"}


def test_behind_a_proxy_every_address_has_the_base_path(desk: Library) -> None:
    with client_of(desk, serving=Serving(base_path="/belegg")) as client:
        page = Page(client.get("/belegg/documents").text)

    told = [
        own.get(name) or "" for _, own in page.tags for name in ("href", "src", "action") if own.get(name)
    ]
    assert [address for address in told if address[0] == "/" and not address.startswith("/belegg/")] == []


def test_what_programs_call_is_answered_as_programs_are(owner_at: TestClient) -> None:
    assert owner_at.get("/api/v1/nothing").headers["content-type"] == "application/json"
    assert owner_at.get("/nothing").headers["content-type"].startswith("text/html")
    assert owner_at.get("/nothing").status_code == 404


def test_static_files_may_be_kept_and_lead_nowhere_else(owner_at: TestClient) -> None:
    page = Page(owner_at.get("/").text)
    sheet = str(page.all("link", rel="stylesheet")[-1]["href"])

    kept = owner_at.get(sheet)
    assert "immutable" in kept.headers["cache-control"]
    assert owner_at.get(sheet.replace("belegg.css", "../looks.py")).status_code == 404
    assert owner_at.get(sheet.replace("belegg.css", "%2e%2e/looks.py")).status_code == 404
    assert owner_at.get(re.sub(r"/static/\w+/", "/static/000000000000/", sheet)).status_code == 404


def test_an_empty_library_says_how_to_bring_documents_in(tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("empty") / "empty.db"
    with Library.open(file, create=True) as library, client_of(library) as client:
        for path in ("/", "/search", "/documents", "/packs"):
            page = Page(client.get(path).text)
            assert "No documents yet." in page.text, path
            assert "belegg ingest ./folder --library empty.db" in page.text, path


def test_a_pack_is_switched_off_and_given_synonyms(own_desk: Library) -> None:
    with client_of(own_desk) as client:
        client.follow_redirects = True
        (listed,) = own_desk.packs(Scope(OWNER))
        name = listed.pack.name

        page = client.post(f"/packs/{name}/synonyms", data={"words": "bil, kjøretøy", "language": "nb"})
        assert own_desk.pack(name, Scope(OWNER)).pack.synonyms[-1].words == ("bil", "kjøretøy")
        assert "kjøretøy" in page.text
        assert client.post(f"/packs/{name}/synonyms", data={"words": "bil"}).status_code == 400

        client.post(f"/packs/{name}/turn", data={"on": "no"})
        assert not own_desk.pack(name, Scope(OWNER)).pack.on


def test_health_is_checked_when_asked_for_and_kept(own_desk: Library) -> None:
    with client_of(own_desk) as client:
        client.follow_redirects = True
        assert "Not checked yet." in client.get("/health").text
        page = client.post("/health").text
        assert page.index("Checked now, ") < page.index("Checks")
        assert " work." in page


def test_what_is_done_on_the_pages_is_noted_by_ids_alone(desk: Library) -> None:
    noted: list[tuple[str, str, str]] = []

    class Log:
        def note(self, visitor: object, doing: str, what: str = "", door: str = "http") -> None:
            noted.append((doing, what, door))

    class Noting(As):
        audit = Log()

    owner = Noting(LOCAL_OWNER)
    contract = next(head for head in desk.documents(Scope(OWNER)) if "2026-041" in head.source)
    with client_of(desk, owner) as client:
        client.follow_redirects = True
        client.get("/search?q=ferie")
        client.get(f"/documents/{contract.id}")
        run = asked(client, PLAN)[0].rpartition("/")[2]

    assert noted == [
        ("search", "", "web"),
        ("read", contract.id, "web"),
        ("ask", run, "web"),
        ("run", run, "web"),
    ]
