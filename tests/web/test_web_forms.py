"""What forms of the pages carry along, and what comes back when they cannot be done."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.records import OWNER, Scope, SynonymGroup
from doors import client_of
from pages_seen import Page

pytestmark = pytest.mark.req("FAC-3")
QUESTION = "Hva er betalingsplanen i kontrakten?"


@pytest.mark.parametrize(
    "more", [{"as_of": "zz"}, {"document": "0123456789abcdef"}, {"pack": "nowhere"}, {"since": "soon"}]
)
def test_a_question_that_is_refused_for_its_scope_comes_back_as_it_was_typed(
    owner_at: TestClient, more: dict[str, str]
) -> None:
    response = owner_at.post("/ask", data={"q": QUESTION, **more})
    page = Page(response.text)

    assert response.status_code in (400, 404)
    assert "This question was not asked" in page.text
    assert len(page.all("textarea", id="question")) == 1
    assert QUESTION in page.text


def test_a_search_by_meaning_without_vectors_says_that_it_went_by_words(owner_at: TestClient) -> None:
    page = Page(owner_at.get("/search?q=ferie&mode=meaning").text)

    assert "Searched by words alone" in page.text
    assert "belegg embed" in page.text
    assert "Searched by words alone" not in Page(owner_at.get("/search?q=ferie").text).text


@pytest.mark.req("SEA-6")
def test_every_filter_stands_in_the_form_and_in_each_link_that_searches_on(
    owner_at: TestClient, desk: Library
) -> None:
    pack = desk.documents(Scope(OWNER))[0].pack
    given = f"q=og&organisation=Havbris+AS&language=no&since=2001&until=2030&pack={pack}"
    page = Page(owner_at.get(f"/search?{given}").text)

    checked = [own for own in page.all("input", name="organisation") if "checked" in own]
    assert [own["value"] for own in checked] == ["Havbris AS"]
    assert len(page.all("input", type="text", name="organisation")) == 1
    links = [str(own["href"]) for own in page.all("a") if str(own.get("href")).startswith("/search?q=og")]
    on = [link for link in links if "mode=meaning" in link or "n=" in link]
    assert on != []
    for link in on:
        assert all(part in link for part in given.split("&")), link


def test_publishers_of_what_was_found_are_offered(own_desk: Library) -> None:
    heads = [head for head in own_desk.documents(Scope(OWNER)) if head.organisation]
    with client_of(own_desk) as client:
        for head in heads[:1]:
            page = Page(client.get("/search", params={"q": head.title, "n": "50"}).text)
            assert head.organisation in [own["value"] for own in page.all("option")]


def test_a_synonym_group_is_removed_alone_and_a_language_is_one(own_desk: Library) -> None:
    name = own_desk.documents(Scope(OWNER))[0].pack
    groups = (
        SynonymGroup(("sparken", "oppsigelse")),
        SynonymGroup(("sparken", "avskjed")),
        SynonymGroup(("sparken", "avskjed"), "nb"),
    )
    own_desk.set_synonyms(name, groups)

    with client_of(own_desk) as client:
        form = f"/packs/{name}/synonyms"
        assert client.post(form, data={"remove": "sparken, avskjed", "language": "nb"}).status_code == 303
        assert own_desk.pack(name, Scope(OWNER)).pack.synonyms == groups[:2]
        assert client.post(form, data={"remove": "sparken, oppsigelse"}).status_code == 303
        assert own_desk.pack(name, Scope(OWNER)).pack.synonyms == groups[1:2]

        wrong = client.post(form, data={"words": "a, b", "language": "zz"})
        assert wrong.status_code == 400
        assert "zz" in wrong.text
        assert own_desk.pack(name, Scope(OWNER)).pack.synonyms == groups[1:2]
