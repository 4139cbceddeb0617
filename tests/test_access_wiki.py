"""
The wiki's people and questions: the page that answers is found within the first five by whoever may read it;
what they may not read is as absent as a file that never existed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from belegg.errors import UnknownDocument
from belegg.evaluation.golden import read_questions
from belegg.evaluation.questions import first_answer
from belegg.library.audit_people import read_people
from belegg.library.library import Library
from belegg.records import OWNER, Principal, Scope

pytestmark = pytest.mark.req("FAC-6")

PEOPLE = ("anna", "bo", "carl", "dina", "guest", "nobody", "anonymous")
FOUND_WITHIN = 5


@pytest.fixture(scope="module")
def wiki(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """Both wikis, as issue 4 measures them."""
    folder = shared / "data/wiki"
    with Library.open(tmp_path_factory.mktemp("wiki") / "library.db", create=True) as library:
        for root in ("sourcegraph-handbook", "digdir-docs-nb"):
            library.ingest(folder / root, access=folder / "access-rules.tsv", originals=False)
        yield library


@pytest.fixture(scope="module")
def people(shared: Path) -> Mapping[str, Principal]:
    return {person.id: person for person in read_people(shared / "data/wiki/people.tsv")}


@pytest.fixture(scope="module")
def questions(shared: Path) -> list[dict[str, Any]]:
    lines = (shared / "data/wiki/questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [row for row in map(json.loads, lines) if row["answerable"]]


def may_read(who: Principal, gold: Mapping[str, str]) -> bool:
    return who.may_read(frozenset(gold["readable_by"].split(",")))


@pytest.mark.parametrize("person", PEOPLE)
def test_a_person_finds_what_they_may_read_and_nothing_else(
    person: str, wiki: Library, people: Mapping[str, Principal], questions: list[dict[str, Any]]
) -> None:
    who = people[person]
    for row in questions:
        gold = row["gold"][0]
        hits = wiki.search(row["question"], Scope(who), 50).hits
        ranks = [hit.rank for hit in hits if hit.document.source == gold["file"]]
        if may_read(who, gold):
            assert min(ranks, default=99) <= FOUND_WITHIN, row["question"]
        else:
            assert ranks == [], row["question"]
        assert all(who.may_read(hit.document.access) for hit in hits)


def test_of_the_seven_answers_four_are_among_the_passages_of_the_first_five(
    shared: Path, wiki: Library
) -> None:
    """The other pages are found too, and show two other passages (docs/decisions/0120)."""
    asked = [q for q in read_questions(shared / "data/wiki/questions.jsonl") if q.answerable]

    ranks = [first_answer(wiki.search(q.text, Scope(OWNER), FOUND_WITHIN).hits, q.gold) for q in asked]

    assert sum(rank is not None for rank in ranks) >= 4


@pytest.mark.parametrize("person", PEOPLE)
def test_what_a_person_may_not_read_reads_like_a_file_that_never_was(
    person: str, wiki: Library, people: Mapping[str, Principal], questions: list[dict[str, Any]]
) -> None:
    who = people[person]
    for row in questions:
        gold = row["gold"][0]
        if may_read(who, gold):
            continue
        head = wiki.document(gold["file"], Scope(OWNER))
        for name in (gold["file"], head.id):
            with pytest.raises(UnknownDocument) as refused:
                wiki.read(name, Scope(who))
            assert str(refused.value) == str(UnknownDocument(name))
        checked = wiki.check(f'It says "{gold["quote"]}" ({gold["file"]}).', Scope(who)).claims
        assert all(claim.quote is None or claim.quote.document.source != gold["file"] for claim in checked)


def test_every_question_is_asked_by_somebody_who_may_read_its_answer(
    people: Mapping[str, Principal], questions: list[dict[str, Any]]
) -> None:
    assert len(questions) == 7
    assert all(any(may_read(who, row["gold"][0]) for who in people.values()) for row in questions)
