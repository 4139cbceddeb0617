"""Answers through a pack's synonyms: the documents' word counts for the word that was asked."""

from __future__ import annotations

import pytest

from belegg.records import Pack, SynonymGroup
from belegg.testing.desk import Desk

PAGE = """# Arbeidsreglement

## Oppsigelse

Ved oppsigelse er fristen tre måneder.

## Kantine

Kantinen åpner klokken elleve.
"""


QUESTION = "Hva er fristen når jeg får sparken?"


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.put("regler.md", PAGE)
    return desk


def give(desk: Desk, *words: str) -> None:
    with desk.store.writing("a pack") as writer:
        writer.set_pack(Pack("documents", synonyms=(SynonymGroup(words, "nb"),)))


@pytest.mark.req("PAC-2", "AGE-8")
def test_what_the_documents_call_the_thing_answers_for_the_word_that_people_use(desk: Desk) -> None:
    desk.refused(QUESTION)

    give(desk, "sparken", "oppsigelse")

    assert desk.said(QUESTION) == ["Ved oppsigelse er fristen tre måneder."]


@pytest.mark.req("PAC-2", "AGE-8")
def test_a_synonym_that_the_documents_lack_too_answers_nothing(desk: Desk) -> None:
    give(desk, "sparken", "avskjed")

    desk.refused(QUESTION)
