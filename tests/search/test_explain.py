"""Every hit can be explained, and a document that was not found is followed to where it was lost."""

from __future__ import annotations

from typing import Any

import pytest

from belegg.records import OWNER, DocumentId, Scope, document_id
from belegg.search.explain import Explained, explain
from belegg.search.explain_text import explained_text
from belegg.search.settings import SearchSettings
from belegg.testing.shelf import ANALYSER, Shelf, reader_of

QUESTIONS = ["notice period", "klagefrist vedtak", "ferei arbeidsmiløloven", "aml § 15-3", "POL-358"]


@pytest.fixture
def library(shelf: Shelf) -> Shelf:
    shelf.put(
        "aml",
        ("§ 15-3", ("Kapittel 15", "§ 15-3 Frist"), "Klagefristen er en måned. Arbeidsmiljøloven gjelder."),
        ("§ 15-4", ("Kapittel 15",), "Om vedtak og klage, jf. § 15-3."),
        title="Lov om arbeidsmiljø (aml)",
        language="nb",
    )
    shelf.put("contract", "The notice period is 30 days.", "A period without POL-358.", title="Contract")
    shelf.put("ferie", "Ferie og fri.", language="nb")
    shelf.put("many", *[f"Notice {n} of a long document." for n in range(5)])
    shelf.put("closed", "The notice period of the merger.", access=["management"])
    return shelf


def explained(
    shelf: Shelf, query: str, document: str | None = None, scope: Scope | None = None, **settings: Any
) -> Explained:
    limit = settings.pop("limit", 8)
    named = document_id("documents", document) if document else None
    return explain(
        query, scope or Scope(OWNER), shelf.store, ANALYSER, SearchSettings(**settings), named, limit
    )


def fate(shelf: Shelf, query: str, document: str, **more: Any) -> str:
    found = explained(shelf, query, document, **more).fate
    assert found is not None
    return found.stage


@pytest.mark.req("SEA-7")
@pytest.mark.parametrize("query", QUESTIONS)
def test_an_explanation_explains_the_hits_that_the_search_gives(library: Shelf, query: str) -> None:
    hits = library.search(query).hits

    reasons = [one for one in explained(library, query).passages if one.rank is not None]

    assert [(r.rank, r.passage.id, r.ranked.score) for r in reasons] == [
        (hit.rank, hit.passage.id, hit.score) for hit in hits
    ]


@pytest.mark.req("SEA-7")
@pytest.mark.parametrize("query", QUESTIONS)
def test_the_parts_of_a_score_add_up_to_it(library: Shelf, query: str) -> None:
    for one in explained(library, query).passages:
        assert sum(concept.score for concept in one.concepts) == pytest.approx(one.ranked.first_score)
        if not one.ranked.named:
            total = one.ranked.first_score + one.order_bonus + one.all_words_bonus
            assert total == pytest.approx(one.ranked.score)


@pytest.mark.req("SEA-7")
def test_an_explanation_names_terms_fields_and_frequencies(library: Shelf) -> None:
    first = explained(library, "contract period").passages[0]

    by_word = {concept.word: concept.terms[0] for concept in first.concepts}
    assert (by_word["contract"].in_title, by_word["contract"].in_body) == (1, 0)
    assert by_word["contract"].frequency == 2
    assert by_word["period"].term == "en:period"
    assert by_word["period"].frequency == 3


@pytest.mark.req("SEA-7")
def test_words_inside_compounds_and_words_put_in_place_are_told_apart(library: Shelf) -> None:
    kinds = {
        use.term: use.kind
        for one in explained(library, "frist arbeidsmiløloven").passages
        for concept in one.concepts
        for use in concept.terms
    }

    assert kinds["no~frist"] == "inside a compound"
    assert "instead of an unknown word" in kinds.values()


@pytest.mark.req("SEA-7")
def test_a_document_is_followed_to_where_it_was_lost(library: Shelf) -> None:
    assert fate(library, "notice", "contract") == "hit"
    assert fate(library, "notice", "contract", limit=1) in ("hit", "limit")
    assert fate(library, "ferie", "contract") == "no word"
    assert fate(library, "notice", "nowhere") == "absent"
    assert fate(library, "notice -period", "contract") == "ruled out"
    assert fate(library, "notice", "contract", scope=Scope(OWNER, languages=("nb",))) == "filtered"


@pytest.mark.req("SEA-7")
def test_a_document_beyond_the_candidates_is_told_from_one_that_matched_nothing(shelf: Shelf) -> None:
    for number in range(20):
        shelf.put(f"better{number:02}", "Notice.")
    shelf.put("worse", "Much is said here before there is any word about notice, which comes last.")

    assert fate(shelf, "notice", "worse", limit=1) == "below"
    assert fate(shelf, "notice", "worse", limit=2) == "limit"


@pytest.mark.req("SEA-7")
def test_passages_that_the_cap_cut_are_shown_for_the_document_asked_about(library: Shelf) -> None:
    ranks = [
        one.rank for one in explained(library, "notice", "many").passages if one.document.source == "many"
    ]

    assert len(ranks) == 5
    assert ranks.count(None) == 3


@pytest.mark.req("SEA-7")
def test_a_filter_that_hides_a_document_is_named(library: Shelf) -> None:
    found = explained(library, "notice", "contract", Scope(OWNER, languages=("nb",), since="2024")).fate

    assert found is not None
    assert found.text == "`contract` is left out by the filter on languages and dates"


@pytest.mark.req("SEA-7")
def test_a_hidden_document_and_an_absent_one_get_the_same_words(library: Shelf) -> None:
    hidden = document_id("documents", "closed")
    absent = DocumentId("0" * 16)
    somebody = reader_of("all")

    texts = [
        explained_text(
            explain("merger notice", somebody, library.store, ANALYSER, SearchSettings(), one)
        ).replace(one, "ID")
        for one in (hidden, absent)
    ]

    assert texts[0] == texts[1]


@pytest.mark.req("SEA-7")
@pytest.mark.parametrize("ranking", ["bm25", "cover"])
def test_the_other_rankings_can_be_explained_too(library: Shelf, ranking: str) -> None:
    text = explained_text(explained(library, "notice period", "many", ranking=ranking))

    assert f"ranking   {ranking}" in text


@pytest.mark.req("SEA-7")
def test_an_explanation_reads_well(shelf: Shelf) -> None:
    shelf.put("contract", (None, ("Ending",), "The notice period is 30 days."), title="Contract")

    text = explained_text(explained(shelf, "notice period", "contract"))

    assert text.splitlines()[:5] == [
        "question  notice period",
        "ranking   default",
        "word      notice: en:notic in 1 passage",
        "word      period: en:period in 1 passage",
        "ranked    1 passage before the cap",
    ]
    assert "1. Contract › Ending  (contract)" in text
    assert text.endswith("`contract` is hit number 1\n")
