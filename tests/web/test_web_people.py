"""What an admin does for others on the pages, and what no other is shown or can do there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.serving.entrance.audit import DOINGS
from belegg.serving.entrance.team import TeamEntrance
from belegg.serving.http.house import Serving
from belegg.serving.web.catalogue import LANGUAGES, catalogue
from belegg.stores.people import SqlitePeople
from doors import client_of
from pages_seen import Page
from serving.entrance.coming_in import PASSWORD, URL, Clock, add, team_of

pytestmark = pytest.mark.req("FAC-3", "FAC-6")
In = Callable[[str], TestClient]
FORMS: tuple[tuple[str, dict[str, str]], ...] = (
    ("/people/p-anna/disable", {"disabled": "yes"}),
    ("/people/p-anna/sign-out", {}),
    ("/people/p-anna/sessions/x/end", {}),
    ("/people/p-anna/tokens/x/revoke", {}),
)


@pytest.fixture
def team(tmp_path: Path) -> Iterator[TeamEntrance]:
    people = SqlitePeople(tmp_path / "belegg.db.people")
    add(people, "anna", "sales")
    add(people, "eva", "it")
    add(people, "ola", "archive")
    yield team_of(people, Clock())
    people.close()


@pytest.fixture
def signed_in(desk: Library, team: TeamEntrance) -> Iterator[In]:
    opened: list[TestClient] = []

    def come(name: str) -> TestClient:
        client = client_of(desk, team, Serving(hosts=("belegg.example.org",)), URL)
        client.follow_redirects = True
        opened.append(client)
        client.post("/sign-in", data={"name": name, "password": PASSWORD})
        return client

    yield come
    for client in opened:
        client.close()


def token_of(team: TeamEntrance, id: str) -> str:
    person = team.people.person(id)
    assert person is not None
    return team.tokens.make(person, "nightly report", {"read"}).token.id


def test_an_admin_sees_who_may_come_in_with_their_roles(signed_in: In, team: TeamEntrance) -> None:
    token_of(team, "p-anna")
    page = Page(signed_in("eva").get("/people").text)

    links = [str(own["href"]) for own in page.all("a") if "/people/p-" in str(own.get("href"))]
    assert links == ["/people/p-anna", "/people/p-eva", "/people/p-ola"]
    assert "administrator" in page.text
    shown = Page(signed_in("eva").get("/people/p-anna").text)
    assert "nightly report" in shown.text
    assert "Signed in nowhere." in shown.text


def test_what_an_admin_ends_is_ended_at_the_next_request(signed_in: In, team: TeamEntrance) -> None:
    eva, anna, other = signed_in("eva"), signed_in("anna"), signed_in("anna")
    token = token_of(team, "p-anna")
    first = team.people.sessions("p-anna")
    assert len(first) == 2

    eva.post(f"/people/p-anna/sessions/{first[0].shown}/end")
    assert len(team.people.sessions("p-anna")) == 1
    eva.post(f"/people/p-anna/tokens/{token}/revoke")
    assert team.people.tokens("p-anna")[0].is_revoked
    eva.post("/people/p-anna/sign-out")
    for each in (anna, other):
        assert each.get("/settings").url.path == "/sign-in"
    page = eva.post("/people/p-anna/disable", data={"disabled": "yes"})
    assert "Shut out" in page.text
    assert team.people.person("p-anna").is_disabled  # type: ignore[union-attr]
    eva.post("/people/p-anna/disable", data={"disabled": "no"})
    assert not team.people.person("p-anna").is_disabled  # type: ignore[union-attr]


def test_no_admin_shuts_themself_out(signed_in: In, team: TeamEntrance) -> None:
    eva = signed_in("eva")

    assert "/people/p-eva/disable" not in eva.get("/people/p-eva").text
    assert eva.post("/people/p-eva/disable", data={"disabled": "yes"}).status_code == 400
    assert eva.get("/people").status_code == 200


@pytest.mark.parametrize("name", ["anna", "ola"])
def test_who_is_no_admin_sees_none_of_it_and_changes_nothing(
    signed_in: In, team: TeamEntrance, name: str
) -> None:
    client = signed_in(name)

    assert "/people" not in client.get("/settings").text
    for path in ("/people", "/people/p-eva", "/people/p-nobody", "/audit", "/audit?person=p-eva"):
        answer = client.get(path)
        assert answer.status_code == 403, path
        assert "p-eva" not in answer.text.replace(f'value="{path}', ""), path
    for path, told in FORMS:
        assert client.post(path, data=told).status_code == 403, path
    assert not team.people.person("p-anna").is_disabled  # type: ignore[union-attr]


def test_a_person_who_is_not_there_is_no_page(signed_in: In) -> None:
    eva = signed_in("eva")

    assert eva.get("/people/p-nobody").status_code == 404
    assert eva.post("/people/p-anna/tokens/x/revoke").status_code == 404
    assert eva.post("/people/p-anna/disable", data={"disabled": "perhaps"}).status_code == 400


def test_a_form_of_another_site_does_nothing_for_an_admin(signed_in: In, team: TeamEntrance) -> None:
    eva = signed_in("eva")

    for path, told in FORMS:
        refused = eva.post(path, data=told, headers={"sec-fetch-site": "cross-site"})
        assert refused.status_code == 403, path
    assert not team.people.person("p-anna").is_disabled  # type: ignore[union-attr]


def test_an_address_that_is_got_changes_nobody(signed_in: In, team: TeamEntrance) -> None:
    eva = signed_in("eva")
    for path, _ in FORMS:
        assert eva.get(path).url.path == "/people/p-anna"

    assert not team.people.person("p-anna").is_disabled  # type: ignore[union-attr]


def test_the_log_is_narrowed_and_holds_ids_alone(signed_in: In, team: TeamEntrance, desk: Library) -> None:
    anna, eva = signed_in("anna"), signed_in("eva")
    anna.get("/search?q=wombat-secret-word")
    rows = Page(eva.get("/audit?person=p-anna&doing=search").text)

    assert "Searched" in rows.text.split("Session")[-1]
    assert "wombat" not in rows.text
    only = eva.get("/audit?doing=search").text.partition("<tbody>")[2]
    assert "Signed in" not in only
    assert "Nothing of this was noted." in eva.get("/audit?what=d-none").text
    assert "Nothing of this was noted." in eva.get("/audit?since=2099-01-01").text
    last = team.people.noted(most=1)[0]
    assert (last.doing, last.person, last.door) == ("log read", "p-eva", "web")


@pytest.mark.parametrize("query", ["doing=looked", "since=tomorrow", "since=2026-99-99"])
def test_what_the_log_cannot_be_narrowed_by_is_told(signed_in: In, query: str) -> None:
    assert signed_in("eva").get(f"/audit?{query}").status_code == 400


def test_older_rows_stand_on_further_pages_each_once(signed_in: In, team: TeamEntrance) -> None:
    for number in range(150):
        team.audit.note_of("p-anna", "read", f"d{number}", "web")
    eva = signed_in("eva")
    first = Page(eva.get("/audit?person=p-anna").text)
    (older,) = [str(own["href"]) for own in first.all("a") if "before=" in str(own.get("href"))]
    told = first.text + Page(eva.get(older).text).text

    assert [
        number for number in range(150) if told.count(f"d{number}\n") + told.count(f"d{number} ") > 1
    ] == []
    assert all(f"d{number}" in told for number in range(150))


@pytest.mark.parametrize("code", LANGUAGES)
def test_everything_that_is_noted_is_called_something(code: str) -> None:
    texts = catalogue(code).texts

    names = {"doing." + doing.replace(" ", "_").replace("-", "_") for doing in DOINGS}
    assert names == {key for key in texts if key.startswith("doing.")}


def test_a_server_of_one_owner_has_no_such_pages(owner_at: TestClient) -> None:
    assert "/people" not in owner_at.get("/").text
    assert owner_at.get("/people").status_code == 403
    assert owner_at.get("/audit").status_code == 403
