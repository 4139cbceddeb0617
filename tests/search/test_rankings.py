"""The rankings that one may choose: `bm25` is FTS5's formula, `cover` rewards words that stand together."""

from __future__ import annotations

from collections import Counter

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belegg.records import OWNER, Scope
from belegg.search.every_match import by_bm25
from belegg.testing.shelf import ANALYSER, Shelf
from belegg.text.words import words

FIELD = st.lists(st.sampled_from(["alpha", "beta", "gamma", "delta", "rest", "more"]), max_size=8)


def fts5_scores(documents: list[tuple[str, str, str]], question: str) -> dict[int, float]:
    """SQLite's own bm25 with S1's weights, over the same stems."""
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE VIRTUAL TABLE t USING fts5(title, heading, body)")
    for fields in documents:
        connection.execute("INSERT INTO t VALUES (?, ?, ?)", [stemmed(field) for field in fields])
    match = " OR ".join(f'"{word}"' for word in stemmed(question).split())
    rows = connection.execute("SELECT rowid, bm25(t, 5, 3, 1) FROM t WHERE t MATCH ?", (match,))
    return {int(str(row)): -float(str(score)) for row, score in rows}


def stemmed(text: str) -> str:
    return " ".join(ANALYSER.word_term(word.text, "en").partition(":")[2] for word in words(text))


@pytest.mark.req("SEA-3")
@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(FIELD, FIELD, FIELD), min_size=1, max_size=12))
def test_bm25_gives_the_scores_of_fts5(documents: list[tuple[list[str], list[str], list[str]]]) -> None:
    texts = [tuple(" ".join(field) for field in document) for document in documents]
    shelf = Shelf()
    for number, (title, heading, body) in enumerate(texts):
        shelf.put(f"d{number:02}", (None, ("", heading), body), title=title)
    asked = [["en:" + stem] for stem in stemmed("alpha beta").split()]

    with shelf.store.reading(Scope(OWNER)) as reader:
        keys = reader.matching([term for terms in asked for term in terms])
        mine = {int(c.key): c.score for c in by_bm25(asked, keys, reader)}

    theirs = fts5_scores([(t, h, b) for t, h, b in texts], "alpha beta")
    assert mine.keys() == theirs.keys()
    for row, score in theirs.items():
        assert mine[row] == pytest.approx(score, rel=1e-6, abs=1e-9)


@pytest.mark.req("SEA-3")
def test_bm25_weighs_the_title_five_times(shelf: Shelf) -> None:
    shelf.put("text", "Notice, and once more notice, and again notice: thirty days for all of us.")
    shelf.put(
        "title",
        "Thirty days for all of us and for those who come later, and for their heirs.",
        title="Notice",
    )
    for number in range(8):
        shelf.put(f"other{number}", "Nothing of the kind is said here, and nothing will be.")

    assert shelf.sources("notice", ranking="bm25") == ["title", "text"]


@pytest.mark.req("SEA-3")
def test_cover_puts_more_of_the_words_first_then_closer_ones(shelf: Shelf) -> None:
    far = "filler " * 30
    shelf.put("one", "Notice notice notice.")
    shelf.put("far", f"Period {far} notice.")
    shelf.put("near", "A period of notice.")
    shelf.put("order", "A notice period.")

    assert shelf.sources("notice period", ranking="cover") == ["order", "near", "far", "one"]


@pytest.mark.req("SEA-3")
@pytest.mark.parametrize("ranking", ["bm25", "cover"])
def test_every_ranking_ranks_every_match_and_caps_it(shelf: Shelf, ranking: str) -> None:
    for number in range(30):
        shelf.put(f"d{number:02}", "Notice here.", "Notice there.", "Notice everywhere.")

    sources = [hit.document.source for hit in shelf.search("notice", limit=90, ranking=ranking).hits]

    assert len(set(sources)) == 30
    assert len(sources) > 60
    assert max(Counter(sources[:10]).values()) == 2


@pytest.mark.req("SEA-3")
@pytest.mark.parametrize("ranking", ["default", "bm25", "cover"])
def test_no_ranking_finds_what_holds_no_word(shelf: Shelf, ranking: str) -> None:
    shelf.put("a", "Notice here.")

    assert shelf.sources("zebra", ranking=ranking) == []
