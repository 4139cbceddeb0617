"""The final order: the words' order, all words, strict all-first."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.records import Candidate, DocumentId, Pack, PassageKey
from belegg.search.cap import cap_per_document, cap_per_page, rows_to_fetch
from belegg.search.positions import find_positions, term_hash
from belegg.search.rank import ORDER_GAP, named_first, order_shares, rank
from belegg.search.settings import SearchSettings
from belegg.testing.shelf import Shelf

TERMS = ["=a", "=b", "=c"]
WORDS = [[term] for term in TERMS]


def sequence(text: str) -> bytes:
    """`t | h | b`: a passage's fields with words between spaces; `.` stands for any other word."""
    fields = [part.split() for part in text.split("|")]
    title, heading, body = [[], [], *fields][-3:] if len(fields) < 3 else fields
    numbers: list[int] = []
    for field in (title, heading, body):
        numbers += [term_hash("=" + word) for word in field] + [0]
    return np.array(numbers[:-1], dtype="<u4").tobytes()


def share(text: str) -> float:
    return float(order_shares(find_positions([sequence(text)], WORDS).in_order(ORDER_GAP))[0])


@pytest.mark.req("SEA-3")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a b c", 1.0),
        ("a . . b . . c", 1.0),
        ("a . . . b c", 0.5),
        ("c b a", 0.0),
        ("b a b . c", 1.0),
        ("a c b", 0.0),
        ("a a b", 0.5),
        ("a | b | c", 0.0),
        ("x y z", 0.0),
    ],
)
def test_the_order_share_counts_neighbouring_words_in_order_at_most_three_apart(
    text: str, wanted: float
) -> None:
    assert share(text) == wanted


@pytest.mark.req("SEA-3")
def test_words_of_two_passages_are_never_neighbours() -> None:
    positions = find_positions([sequence("a"), sequence("b c")], WORDS)

    assert order_shares(positions.in_order(ORDER_GAP)).tolist() == [0.0, 0.5]


@given(st.lists(st.lists(st.sampled_from([*"abcxyz", "|"]), max_size=30), min_size=1, max_size=6))
def test_positions_agree_with_a_walk_by_hand(passages: list[list[str]]) -> None:
    rows = [" | ".join(["", "", *" ".join(passage).split("|")[:3]][-3:]) for passage in passages]

    positions = find_positions([sequence(row) for row in rows], WORDS)

    for number, row in enumerate(rows):
        fields = [part.split() for part in row.split("|")]
        held = [any(word in field for field in fields) for word in "abc"]
        pairs = [any(_follows(field, one, two) for field in fields) for one, two in ("ab", "bc")]
        assert positions.present()[number].tolist() == held
        assert positions.in_order(ORDER_GAP)[number].tolist() == pairs
        assert positions.lengths[number] == sum(map(len, fields))


def _follows(field: list[str], one: str, two: str) -> bool:
    asked = [(place, word) for place, word in enumerate(field) if word in "abc"]
    return any(
        (word, later) == (one, two) and place_later - place <= ORDER_GAP
        for (place, word), (place_later, later) in pairwise(asked)
    )


def ranked_keys(scores: list[float], texts: list[str], settings: SearchSettings) -> list[int]:
    candidates = [Candidate(PassageKey(n), score) for n, score in enumerate(scores)]
    return [one.key for one in rank(candidates, [sequence(t) for t in texts], WORDS, settings)]


@pytest.mark.req("SEA-1", "SEA-3")
def test_the_passage_with_all_words_in_order_passes_one_that_scores_a_little_better() -> None:
    assert ranked_keys([10.0, 9.0], ["c b a", "a b c"], SearchSettings()) == [1, 0]
    assert ranked_keys([10.0, 6.9], ["a . . .", "a b c"], SearchSettings()) == [0, 1]


@pytest.mark.req("SEA-1")
def test_all_words_are_worth_a_tenth_of_the_best_score() -> None:
    texts = ["a . c", "c . . . . b . . . . a"]

    assert ranked_keys([10.0, 9.1], texts, SearchSettings()) == [1, 0]
    assert ranked_keys([10.0, 8.9], texts, SearchSettings()) == [0, 1]


@pytest.mark.req("SEA-1")
def test_all_first_puts_a_weak_passage_with_all_words_before_a_strong_one_without() -> None:
    assert ranked_keys([10.0, 1.0], ["a b", "c b a"], SearchSettings(all_first=True)) == [1, 0]


@pytest.mark.req("SEA-3")
def test_ties_go_to_the_passage_that_arrived_first() -> None:
    assert ranked_keys([5.0, 5.0, 5.0], ["a", "a", "a"], SearchSettings()) == [0, 1, 2]


@pytest.mark.req("SEA-3")
def test_candidates_beyond_those_ranked_in_full_stay_behind_in_their_order() -> None:
    candidates = [Candidate(PassageKey(n), 9.0 - n) for n in range(4)]

    ranked = rank(candidates, [sequence("b a"), sequence("a b c")], WORDS, SearchSettings())

    assert [(one.key, one.first_rank) for one in ranked] == [(1, 2), (0, 1), (2, 3), (3, 4)]


def test_a_named_section_comes_first_and_its_score_says_so() -> None:
    candidates = [Candidate(PassageKey(n), 9.0 - n) for n in range(3)]
    ranked = rank(candidates, [sequence("a b c")] * 3, WORDS, SearchSettings())

    ordered = named_first(ranked, [PassageKey(7), PassageKey(2)])

    assert [one.key for one in ordered] == [7, 2, 0, 1]
    assert all(one.score >= other.score for one in ordered[:2] for other in ordered[2:])


@pytest.mark.req("SEA-4")
def test_a_long_document_cannot_fill_the_page(shelf: Shelf) -> None:
    shelf.put("act", *[f"Notice of termination, rule {n}." for n in range(12)])
    shelf.put("circular", "A circular on notice.")

    assert sorted(shelf.sources("notice")) == ["act", "act", "circular"]


@pytest.mark.req("SEA-4")
def test_of_an_act_four_sections_stand_on_a_page(shelf: Shelf) -> None:
    shelf.put("act", *[f"Notice of termination, rule {n}." for n in range(12)], pack="law")
    shelf.put("circular", "A circular on notice.", "Another circular on notice.", "A third one on notice.")
    with shelf.store.writing("packs") as writer:
        writer.set_pack(Pack("law", kind="law"))

    assert sorted(shelf.sources("notice")) == ["act"] * 4 + ["circular"] * 2


@pytest.mark.req("SEA-4")
def test_what_finds_no_room_on_a_page_comes_on_the_next(shelf: Shelf) -> None:
    shelf.put("act", *[f"Notice of termination, rule {n}." for n in range(5)])
    for n in range(12):
        shelf.put(f"letter {n:02}", f"A long letter {n} that says after many other words a thing on notice.")

    sources = [hit.document.source for hit in shelf.search("notice termination", limit=100).hits]

    assert [sources[:10].count("act"), sources[:12].count("act")] == [2, 4]
    assert len(sources) == len(set(sources)) + 4 == 17


@given(st.lists(st.sampled_from("abcdef"), max_size=80), st.integers(1, 100))
def test_pages_hold_every_place_once_and_never_three_of_a_document(documents: list[str], limit: int) -> None:
    ids = [DocumentId(name) for name in documents]
    kept = cap_per_page(ids, frozenset(), limit, SearchSettings())

    assert len(kept) == len(set(kept))
    assert {documents[place] for place in kept} == set(documents)
    first_page = cap_per_page(ids, frozenset(), 1, SearchSettings())[:10]
    assert kept[: len(first_page)] == first_page
    assert max(Counter(documents[place] for place in first_page).values(), default=0) <= 2


@pytest.mark.req("SEA-4")
def test_the_cap_keeps_the_first_passages_of_each_document() -> None:
    documents = ["act", "act", "letter", "act", "letter", "note"]

    assert cap_per_document(documents, at_most=2) == [0, 1, 2, 4, 5]  # type: ignore[arg-type]


@pytest.mark.req("SEA-4")
def test_twelve_times_the_limit_is_fetched_up_to_four_hundred() -> None:
    assert [rows_to_fetch(limit) for limit in (1, 8, 40, 100, 500)] == [12, 96, 400, 400, 500]


@pytest.mark.req("SEA-4")
def test_inside_a_named_document_forty_passages_may_be_hits(shelf: Shelf) -> None:
    shelf.put("act", *[f"Notice of termination, rule {n}." for n in range(50)])

    found = shelf.search("notice", shelf.inside("act"), limit=60)

    assert len(found.hits) == 40


@pytest.mark.req("SEA-4")
def test_eight_hits_are_shown_unless_asked_otherwise(shelf: Shelf) -> None:
    for n in range(20):
        shelf.put(f"note-{n:02}", "A note on notice.")

    assert len(shelf.search("notice").hits) == 8
    assert len(shelf.search("notice", limit=15).hits) == 15
