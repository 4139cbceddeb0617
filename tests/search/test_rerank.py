"""Reranking: only the pool is judged, in the order given, and a reranker that fails leaves it as it was."""

from __future__ import annotations

import pytest

from belegg.errors import MissingExtra, ModelTimeout
from belegg.seams import Reranker
from belegg.search.models import Models
from belegg.testing import FakeEmbedder, ScriptedReranker
from belegg.testing.shelf import Shelf


@pytest.fixture
def many(shelf: Shelf) -> Shelf:
    """Six documents about notice, and an act with a section of its own."""
    for number in range(6):
        shelf.put(
            f"d{number}", f"Notice is given {'notice ' * (6 - number)}number{number}.", title=f"T{number}"
        )
    shelf.put("act", ("§ 1", (), "Of notice."), title="Notice act", facts=[("short_title", "na")])
    shelf.embed(FakeEmbedder())
    return shelf


def judged_by(shelf: Shelf, reranker: ScriptedReranker) -> Shelf:
    shelf.models = Models(embedder=shelf.models.embedder, reranker=lambda: reranker)
    return shelf


def last_first(_: str, text: str) -> float:
    return float(text.rpartition("number")[2].rstrip(".") or 0)


@pytest.mark.req("HYB-5")
def test_the_pool_is_reordered_and_nothing_behind_it(many: Shelf) -> None:
    before = many.sources("notice is given", mode="hybrid")

    after = judged_by(many, ScriptedReranker(last_first)).sources(
        "notice is given", mode="hybrid", rerank_pool=3
    )

    assert after[:3] == sorted(before[:3], reverse=True)
    assert after[3:] == before[3:]


@pytest.mark.req("HYB-5")
def test_a_reranker_is_given_forty_passages_at_most_and_four_seconds(shelf: Shelf) -> None:
    for number in range(50):
        shelf.put(f"d{number:02}", "Notice is given.")
    shelf.embed(FakeEmbedder())
    reranker = ScriptedReranker(lambda *_: 0.0)

    judged_by(shelf, reranker).search("notice", mode="hybrid")

    ((question, texts, timeout_s),) = reranker.asked
    assert (question, len(texts), timeout_s) == ("notice", 40, 4.0)


@pytest.mark.req("HYB-5")
def test_equal_scores_keep_the_order_of_the_input(many: Shelf) -> None:
    before = many.sources("notice is given", mode="hybrid")

    assert (
        judged_by(many, ScriptedReranker(lambda *_: 1.0)).sources("notice is given", mode="hybrid") == before
    )


@pytest.mark.req("HYB-5")
@pytest.mark.parametrize(
    ("reranker", "told"),
    [
        (ScriptedReranker(last_first, failing=ModelTimeout("no answer in 4 s")), "no answer in 4 s"),
        (ScriptedReranker(lambda *_: float("nan")), "7 scores for 7 passages"),
    ],
)
def test_a_reranker_that_fails_keeps_the_order_and_says_so(
    many: Shelf, reranker: ScriptedReranker, told: str
) -> None:
    before = many.sources("notice is given", mode="hybrid")

    found = judged_by(many, reranker).search("notice is given", mode="hybrid")

    assert [hit.document.source for hit in found.hits] == before
    assert [told in note.text for note in found.notes if note.stage == "rerank"] == [True]


@pytest.mark.req("HYB-5")
def test_a_reranker_that_is_not_installed_keeps_the_order_and_says_what_to_install(many: Shelf) -> None:
    def missing() -> Reranker:
        raise MissingExtra("install `belegg[models]`")

    many.models = Models(embedder=many.models.embedder, reranker=missing)

    notes = [note.text for note in many.search("notice", mode="hybrid").notes if note.stage == "rerank"]

    assert notes == ["not reranked, the order is the one before: install `belegg[models]`"]


@pytest.mark.req("HYB-5")
def test_a_section_that_is_named_is_not_judged_and_stays_first(many: Shelf) -> None:
    reranker = ScriptedReranker(last_first)

    first = judged_by(many, reranker).sources("na § 1 notice", mode="hybrid")[0]

    assert first == "act"
    assert all("Of notice." not in text for _, texts, _ in reranker.asked for text in texts)


@pytest.mark.req("HYB-5", "HYB-1")
def test_a_search_by_words_asks_no_reranker(many: Shelf) -> None:
    reranker = ScriptedReranker(last_first)

    judged_by(many, reranker).search("notice", mode="keyword")

    assert reranker.asked == []


def test_a_reranker_reads_the_title_the_headings_and_the_text(shelf: Shelf) -> None:
    shelf.put("a", (None, ("Part", "Leave"), "Twenty days."), title="Handbook")
    shelf.put("b", "Other days.")
    shelf.embed(FakeEmbedder())
    reranker = ScriptedReranker(lambda *_: 0.0)

    judged_by(shelf, reranker).search("twenty days", mode="hybrid")

    assert "Handbook\nPart › Leave\nTwenty days." in reranker.asked[0][1]
