"""What documents, questions and names say stays text, whatever they say (security/http 17, 18, 42)."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.serving.web.evidence import Stretch, Words
from belegg.serving.web.looks import lang, set_words, ticked
from doors import client_of
from pages_seen import Page, asked

BEGINNINGS = ("/", "#", "?")


def all_pages(client: TestClient) -> list[str]:
    documents = Page(client.get("/documents").text)
    found = {str(own["href"]) for own in documents.all("a") if str(own.get("href")).startswith("/documents/")}
    addresses = ["/", "/search?q=wombat", "/search?q=quoll", "/documents", "/packs", *sorted(found)]
    questions = [
        "What does the wombat rule say?",
        "Where does the quoll sleep?",
        "<script>alert(3)</script> {{7*7}} what",
    ]
    runs = [asked(client, question)[1] for question in questions]
    return [*(client.get(address).text for address in addresses), *runs, client.get("/runs").text]


@pytest.mark.req("FAC-6")
def test_markup_in_documents_titles_names_and_questions_stays_text(hostile: TestClient) -> None:
    for html in all_pages(hostile):
        page = Page(html)
        assert [own for own in page.all("script") if not str(own.get("src", "")).startswith("/static/")] == []
        assert page.all("img") == []
        assert page.all("iframe") == []
        assert [own for _, own in page.tags if any(name.startswith("on") for name in own)] == []
        assert [own for own in page.all("svg") if "onload" in own] == []
    whole = "".join(Page(html).text for html in all_pages(hostile))
    assert "<img src=x onerror=alert(1)>" in whole


def test_what_looks_like_a_template_stays_text(hostile: TestClient) -> None:
    texts = [Page(html).text for html in all_pages(hostile)]

    assert any("{{7*7}}" in text for text in texts)
    assert any("{0.__class__}" in text for text in texts)
    assert [text for text in texts if "<class" in text] == []
    assert [text for text in texts if "and 49 and" in text] == []


def test_no_address_out_of_a_document_becomes_a_link_or_a_request(hostile: TestClient) -> None:
    for html in all_pages(hostile):
        page = Page(html)
        leading = [own.get(name) or "" for _, own in page.tags for name in ("href", "src", "action", "data")]
        assert [address for address in leading if address and not address.startswith(BEGINNINGS)] == []


def test_only_words_are_set_as_a_documents() -> None:
    with pytest.raises(TypeError):
        set_words("a model's sentence")  # type: ignore[arg-type]

    assert set_words(Words((Stretch("a <b>"), Stretch("c&", "mark")))) == "a &lt;b&gt;<mark>c&amp;</mark>"


def test_languages_and_code_are_escaped() -> None:
    assert lang('x" onload="y') == ' lang="x&#34; onload=&#34;y"'
    assert ticked("no `<b>` here") == "no <code>&lt;b&gt;</code> here"
    assert ticked("one ` alone <b>") == "one ` alone &lt;b&gt;"


@pytest.mark.req("SEA-5", "FAC-3")
def test_quotation_marks_of_a_document_are_its_own_and_mark_nothing(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "gebyr.md").write_text(
        "# Gebyr\n\nReglementet sier at «ingen skal betale dobbelt» når gebyret er betalt.\n",
        encoding="utf-8",
    )
    with Library.open(tmp_path / "gebyr.db", create=True) as library:
        library.ingest(tmp_path / "texts")
        with client_of(library) as client:
            html = client.get("/search?q=gebyret").text

    assert "at «ingen skal betale dobbelt» når <mark>gebyret</mark>" in html
