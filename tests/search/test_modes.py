"""Three modes behind one parameter: what each finds, and what is said when another was asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from belegg.errors import MissingExtra, ModelTimeout
from belegg.records import OWNER, Found, Mode, Scope
from belegg.seams import Embedder
from belegg.search.fuse import Fusion
from belegg.search.meaning import OpenEmbedder
from belegg.search.models import Models
from belegg.stores.sqlite import SqliteStore
from belegg.testing import FakeEmbedder, MemoryStore
from belegg.testing.shelf import Shelf, reader_of

MODES: tuple[Mode, ...] = ("hybrid", "vector", "keyword")


def embedder() -> FakeEmbedder:
    return FakeEmbedder(means={"sacked": "dismissed", "holiday": "leave", "sparken": "dismissed"})


def filled(shelf: Shelf) -> Shelf:
    shelf.put("dismissal", "An employee who is dismissed may go to court within eight weeks.")
    shelf.put("leave", "Every employee has twenty five days of leave.")
    shelf.put("court", "The court of the harbour is open on weekdays.")
    shelf.put("bread", "Bread is baked at night.", "Flour comes by ship.")
    return shelf


@pytest.fixture(params=["memory", "sqlite"])
def embedded(request: pytest.FixtureRequest, tmp_path: Path) -> Shelf:
    """A shelf with vectors of every passage, in both stores."""
    store = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "library.db")
    shelf = filled(Shelf(store))
    shelf.embed(embedder())
    return shelf


def notes_of(found: Found) -> list[str]:
    return [note.text for note in found.notes if note.stage == "vectors"]


@pytest.mark.req("HYB-1")
def test_meaning_finds_what_is_said_in_other_words_and_words_alone_do_not(embedded: Shelf) -> None:
    first = {mode: embedded.sources("I was sacked", mode=mode)[:1] for mode in MODES}

    assert first == {"hybrid": ["dismissal"], "vector": ["dismissal"], "keyword": []}


@pytest.mark.req("HYB-1", "SEA-6")
def test_by_meaning_all_passages_with_a_phrase_are_ranked_and_not_the_words_first_hundred(
    shelf: Shelf,
) -> None:
    for number in range(150):
        shelf.put(f"court-{number}", f"The harbour court sits at noon among many boats, on day {number}.")
    shelf.put("far", "The harbour court: " + "dismissed, " * 30)
    shelf.embed(embedder())

    found = shelf.search('"harbour court" sacked', mode="vector", limit=1)

    assert [hit.document.source for hit in found.hits] == ["far"]


@pytest.mark.parametrize("mode", ["hybrid", "vector"])
def test_quotation_marks_around_what_stands_nowhere_are_overlooked_and_that_is_told(
    embedded: Shelf, mode: Mode
) -> None:
    foreign = embedded.search('who was "sparken og sacked"', mode=mode)
    strict = embedded.search('who was "sparken og sacked"', mode="keyword")

    long = " ".join(["sacked", *(f"word{n}" for n in range(10))])
    assert embedded.sources(f'"{long}"', mode=mode)[:1] == ["dismissal"]
    assert foreign.hits[0].document.source == "dismissal"
    assert "no passage holds `sparken og sacked` as written" in " ".join(n.text for n in foreign.notes)
    assert strict.hits == ()


@pytest.mark.req("HYB-1")
def test_without_a_mode_both_arms_are_used_where_there_are_vectors(embedded: Shelf, shelf: Shelf) -> None:
    assert embedded.search("court weeks", mode=None).mode == "hybrid"
    found = filled(shelf).search("court weeks", mode=None)
    assert (found.mode, found.notes) == ("keyword", ())


@pytest.mark.req("HYB-2")
def test_a_hit_tells_its_place_in_each_arm_its_cosine_and_its_score_by_words(embedded: Shelf) -> None:
    first = embedded.search("dismissed court", mode="hybrid").hits[0]

    assert first.document.source == "dismissal"
    assert (first.arms["words"], first.arms["vectors"]) == (1, 1)
    assert first.cosine is not None
    assert first.word_share is not None
    assert first.score == pytest.approx(
        8 * first.word_share + z_of(embedded, "dismissed court", first.cosine)
    )
    assert first.word_score > 0


def z_of(shelf: Shelf, query: str, cosine: float) -> float:
    """Standard deviations above the mean of all passages: there are fewer than a hundred."""
    cosines = [hit.cosine or 0.0 for hit in shelf.search(query, mode="vector", limit=20).hits]
    mean = sum(cosines) / len(cosines)
    return float((cosine - mean) / (sum((c - mean) ** 2 for c in cosines) / len(cosines)) ** 0.5)


@pytest.mark.req("HYB-1")
def test_a_search_by_words_asks_no_model_and_no_vectors(embedded: Shelf) -> None:
    embedded.models = Models(embedder=failing(AssertionError("opened")))

    found = embedded.search("dismissed court", mode="keyword")

    assert found.mode == "keyword"
    assert [(hit.cosine, hit.word_share) for hit in found.hits] == [(None, None)] * len(found.hits)


@pytest.mark.req("HYB-1")
@pytest.mark.parametrize("mode", MODES)
def test_phrases_and_words_left_out_hold_in_every_mode(embedded: Shelf, mode: Mode) -> None:
    assert embedded.sources('"dismissed may go"', mode=mode) == ["dismissal"]
    assert embedded.sources('"go may dismissed"', mode=mode) == []
    assert "dismissal" not in embedded.sources("employee court -dismissed", mode=mode)
    assert embedded.sources("employee court -dismissed", mode=mode)
    assert "dismissal" not in embedded.sources('court -"may go to court"', mode=mode)


@pytest.mark.req("HYB-1")
def test_what_is_left_out_is_not_embedded(embedded: Shelf) -> None:
    model = embedder()
    embedded.models = Models(embedder=lambda: model)

    embedded.search('the "harbour court" -sacked', mode="vector")

    assert [" ".join(text.split()) for text in model.embedded] == ["the harbour court"]


@pytest.mark.parametrize("mode", ["hybrid", "keyword"])
def test_a_section_that_is_named_comes_first(shelf: Shelf, mode: Mode) -> None:
    for number in range(1, 5):
        text = "The rule of rules about rules." if number != 3 else "Nothing alike."
        shelf.put(
            f"act{number}", (f"§ {number}", (), text), title=f"Rules {number}", facts=[("short_title", "ra")]
        )
    shelf.embed(embedder())

    first = shelf.search("ra § 3", mode=mode).hits[0]

    assert (first.document.source, first.arms["names"]) == ("act3", 1)


@pytest.mark.req("HYB-1")
def test_until_every_passage_is_embedded_hybrid_answers_by_words_and_says_so(shelf: Shelf) -> None:
    filled(shelf).embed(embedder(), most=3)

    hybrid = shelf.search("dismissed", mode="hybrid")
    vector = shelf.search("dismissed", mode="vector")

    assert (hybrid.mode, vector.mode) == ("keyword", "vector")
    assert notes_of(hybrid) == [
        "searched by words alone: 3 of 5 passages are embedded so far (`belegg embed` goes on)"
    ]
    assert notes_of(vector) == [
        "2 of 5 passages have no vector yet and were not searched (`belegg embed` goes on)"
    ]


def failing(error: Exception) -> OpenEmbedder:
    def opened() -> Embedder:
        raise error

    return opened


@pytest.mark.req("HYB-1", "HYB-3")
@pytest.mark.parametrize(
    ("opened", "told"),
    [
        (failing(MissingExtra("install `belegg[embed]`")), "install `belegg[embed]`"),
        (lambda: FakeEmbedder(failing=ModelTimeout("no answer in 4 s")), "no answer in 4 s"),
        (lambda: FakeEmbedder("fake/other@2"), "the vectors are of `fake/words@1`"),
        (None, "no embedder is at hand"),
    ],
)
@pytest.mark.parametrize("mode", [None, "hybrid", "vector"])
def test_whatever_keeps_the_question_from_being_embedded_leaves_the_words_and_a_note(
    embedded: Shelf, opened: OpenEmbedder | None, told: str, mode: Mode | None
) -> None:
    embedded.models = Models(embedder=opened)

    found = embedded.search("dismissed court", mode=mode)

    assert found.mode == "keyword"
    assert [hit.document.source for hit in found.hits] == embedded.sources("dismissed court", mode="keyword")
    assert told in notes_of(found)[0]


@pytest.mark.req("HYB-1")
def test_asking_for_meaning_where_nothing_is_embedded_says_what_embeds(shelf: Shelf) -> None:
    found = filled(shelf).search("dismissed", mode="vector")

    assert (found.mode, notes_of(found)) == (
        "keyword",
        ["searched by words alone: no passage has a vector yet (`belegg embed` makes them)"],
    )


@pytest.mark.req("HYB-1")
def test_a_question_in_a_language_of_no_document_is_told_that_words_could_not_help(embedded: Shelf) -> None:
    found = embedded.search("Hva kan jeg gjøre når jeg har fått sparken?", mode="hybrid")

    assert found.hits[0].document.source == "dismissal"
    assert [note.stage for note in found.notes if "the words could not help" in note.text] == ["languages"]
    assert [note.text for note in found.notes if note.stage == "vocabulary"] == []
    same = embedded.search("What can I do when I was dismissed?", mode="hybrid")
    assert [note.stage for note in same.notes if note.stage == "languages"] == []


@pytest.mark.req("HYB-1")
def test_nothing_is_searched_or_marked_for_words_near_those_of_a_foreign_question(embedded: Shelf) -> None:
    found = embedded.search("Hva skjer når jeg har fått sparken fra courtt og employeee?", mode="hybrid")

    assert [note.stage for note in found.notes if note.stage in ("languages", "vocabulary")] == ["languages"]
    assert {hit.word_share for hit in found.hits} == {0}
    assert all("«" not in str(hit.snippet) for hit in found.hits)


@pytest.mark.req("HYB-1")
def test_hits_found_by_meaning_alone_are_not_said_to_hold_words_like_those_typed(embedded: Shelf) -> None:
    found = embedded.search("sacked", mode="hybrid")

    assert "no hit holds a word as you typed it" not in " ".join(note.text for note in found.notes)


@pytest.mark.req("HYB-2")
def test_the_fusion_can_be_chosen(embedded: Shelf) -> None:
    by_rank = Fusion("rrf", k=10, words=1, vectors=0)

    hits = embedded.search("employee court", mode="hybrid", fusion=by_rank).hits

    assert [hit.score for hit in hits if "words" in hit.arms] == [
        pytest.approx(1 / (10 + hit.arms["words"])) for hit in hits if "words" in hit.arms
    ]


@pytest.mark.req("HYB-1")
def test_scores_of_other_rankings_are_fused_by_rank(embedded: Shelf) -> None:
    first = embedded.search("dismissed court", mode="hybrid", ranking="bm25").hits[0]

    assert first.score == pytest.approx(1 / (20 + first.arms["words"]) + 2 / (20 + first.arms["vectors"]))


@pytest.mark.req("HYB-1")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("query", ["", "  ", "?!", "-sacked", '""', "§", "the of and"])
def test_any_text_is_a_legal_query_in_every_mode(embedded: Shelf, query: str, mode: Mode) -> None:
    assert len(embedded.search(query, mode=mode).hits) <= 8


@pytest.mark.req("HYB-1")
@pytest.mark.parametrize("mode", ["hybrid", "vector"])
def test_a_document_that_the_asker_may_not_read_moves_no_score(shelf: Shelf, mode: Mode) -> None:
    filled(shelf).embed(embedder())
    scope = reader_of("all")
    before = shelf.search("sacked employee", scope, mode=mode).hits

    shelf.put("closed", "Sacked employee, dismissed at night.", access=["management"])
    shelf.embed(embedder())

    assert shelf.search("sacked employee", scope, mode=mode).hits == before
    assert shelf.sources("sacked employee", Scope(OWNER), mode=mode)[0] == "closed"
