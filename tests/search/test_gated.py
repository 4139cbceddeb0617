"""The gate in a search: what is too far off is left out, what words speak for stays, and it is told."""

from __future__ import annotations

from typing import Any

import pytest

from belegg.records import OWNER, Found, Scope
from belegg.records.gate import EVERY, Floor, Gate
from belegg.search.explain import explain
from belegg.search.settings import SearchSettings
from belegg.testing import FakeEmbedder
from belegg.testing.shelf import ANALYSER, Shelf

MODEL = FakeEmbedder().id


def gate(value: float | None, model: str = MODEL, pack: str = EVERY, language: str = EVERY) -> Gate:
    return Gate((Floor(pack, language, value, value is not None, 50, 50, model, "1"),))


@pytest.fixture
def embedded(shelf: Shelf) -> Shelf:
    shelf.put("dismissal", "Whoever is dismissed may go to court within weeks.")
    shelf.put("leave", "Every employee has days of leave in summer and winter.")
    shelf.put("code", "The lamp E4012 hangs over the bridge of the old harbour by the sea.")
    shelf.embed(FakeEmbedder(means={"sacked": "dismissed", "kicked": "dismissed"}))
    return shelf


def searched(shelf: Shelf, query: str, floors: Gate, **more: Any) -> Found:
    return shelf.search(query, **{"mode": "hybrid", "gate": floors, **more})


def told(found: Found) -> list[str]:
    return [note.text for note in found.notes if note.stage == "gate"]


@pytest.mark.req("HYB-6")
def test_without_floors_nothing_is_left_out_and_nothing_told(embedded: Shelf) -> None:
    found = searched(embedded, "zebra crossing", Gate())

    assert (len(found.hits), told(found)) == (3, [])


@pytest.mark.req("HYB-6")
def test_a_hit_below_the_floor_is_left_out_and_the_others_stay(embedded: Shelf) -> None:
    found = searched(embedded, "I was sacked", gate(0.2))

    assert [hit.document.source for hit in found.hits] == ["dismissal"]
    assert told(found) == ["2 passages left out, too far from the question to be on its subject"]


@pytest.mark.req("HYB-6")
def test_a_question_off_the_subject_finds_nothing_and_says_so(embedded: Shelf) -> None:
    found = searched(embedded, "zebra crossing", gate(0.5))

    assert found.hits == ()
    assert told(found) == [
        "nothing on this subject was found: what lies nearest is too far from the question"
    ]


@pytest.mark.req("HYB-6")
def test_a_literal_match_of_a_rare_word_or_a_code_passes_whatever_its_cosine(embedded: Shelf) -> None:
    asked = "please tell us everything that you know about zebras ponies dogs cats and E4012"

    assert [hit.document.source for hit in searched(embedded, asked, gate(0.99)).hits] == ["code"]


@pytest.mark.req("HYB-6")
def test_a_great_share_of_the_words_passes_whatever_the_cosine(embedded: Shelf) -> None:
    for number in range(3):
        embedded.put(f"more{number}", "Employee and leave and leave.")
    embedded.embed(FakeEmbedder())

    found = searched(embedded, "employee leave", gate(0.999))

    assert {hit.document.source for hit in found.hits} >= {"more0", "more1"}
    assert all(hit.word_share is not None and hit.word_share >= 0.35 for hit in found.hits)


@pytest.mark.req("HYB-6", "LAN-3")
def test_a_question_in_another_language_has_no_floor(embedded: Shelf) -> None:
    found = searched(embedded, "Hva skal jeg gjøre når jeg har fått sparken?", gate(0.99))

    assert len(found.hits) == 3


@pytest.mark.req("HYB-6")
def test_where_questions_did_not_separate_nothing_is_left_out_and_that_is_said(embedded: Shelf) -> None:
    found = searched(embedded, "zebra crossing", gate(None))

    assert (len(found.hits), told(found)) == (3, ["gate off: not separable"])


@pytest.mark.req("HYB-6", "HYB-3")
def test_a_floor_of_another_models_numbers_is_refused(embedded: Shelf) -> None:
    found = searched(embedded, "zebra crossing", gate(0.99, model="old/1"))

    assert len(found.hits) == 3
    assert told(found) == [
        f"gate off: calibrated for `old/1`, not for `{MODEL}`; `belegg calibrate` sets it anew"
    ]


@pytest.mark.req("HYB-6")
def test_each_pack_has_its_own_floor(embedded: Shelf) -> None:
    embedded.put("incident", "A zebra was seen.", pack="incidents")
    embedded.put("other", "A pony was seen.", pack="incidents")
    embedded.embed(FakeEmbedder())

    found = searched(embedded, "crossing zebras", gate(0.9, pack="documents"))

    assert {hit.document.pack for hit in found.hits} == {"incidents"}


@pytest.mark.req("HYB-6")
def test_words_alone_are_not_judged(embedded: Shelf) -> None:
    found = searched(embedded, "dismissed zebra", gate(0.999), mode="keyword")

    assert [hit.document.source for hit in found.hits] == ["dismissal"]


@pytest.mark.req("HYB-6", "SEA-7")
def test_an_explanation_says_that_the_gate_left_a_document_out(embedded: Shelf) -> None:
    settings = SearchSettings(mode="hybrid", gate=gate(0.2))
    leave = next(hit.document.id for hit in embedded.search("leave").hits)

    explained = explain(
        "I was sacked", Scope(OWNER), embedded.store, ANALYSER, settings, leave, models=embedded.models
    )

    assert explained.fate is not None
    assert explained.fate.stage == "gate"
    assert "left out by the gate: cosine" in explained.fate.text
    assert [p.ranked.gate for p in explained.passages if p.rank is None] == [None]
    assert explained.passages[0].ranked.gate == "score"
