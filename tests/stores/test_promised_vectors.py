"""What every store promises of vectors: best window, readable passages alone, one model at a time."""

from __future__ import annotations

import math
from array import array

import pytest

from belegg.errors import ModelDiffers, ModelMalformed
from belegg.records import (
    Embedded,
    EmbeddedPassage,
    Pack,
    PassageKey,
    Scope,
    VectorForm,
    VectorModel,
    document_id,
)
from belegg.seams import Store
from belegg.testing import incoming
from stores.stocked import EVERYTHING, NOBODY, STAFF, asked, put
from stores.vectored import DIMENSION, MODEL, add, begin, hashed, keys, nearest, row, vector

pytestmark = pytest.mark.req("HYB-1")

EAST, NORTH, UP = vector(1, 0, 0, 0), vector(0, 1, 0, 0), vector(0, 0, 1, 0)
BETWEEN = vector(1, 1, 0, 0)


@pytest.fixture
def stocked(store: Store) -> Store:
    """Three passages of two documents: `east` has two windows, `north` one, `pay` (for the board) one."""
    put(
        store,
        incoming("r/open", "east", "north", access=["staff"]),
        incoming("r/secret", "pay", access=["board"]),
    )
    begin(store)
    known = keys(store)
    assert add(store, row(known["east"], UP, EAST), row(known["north"], NORTH), row(known["pay"], EAST)) == 3
    return store


def test_a_passage_is_as_near_as_its_best_window(stocked: Store) -> None:
    known = keys(stocked)
    with stocked.reading(STAFF) as reader:
        found = reader.by_vector(vector(2, 1, 0, 0), 10)

    assert [c.key for c in found] == [known["east"], known["north"]]
    assert [c.score for c in found] == pytest.approx([2 / math.sqrt(5), 1 / math.sqrt(5)], abs=1e-6)
    assert nearest(stocked, UP, STAFF, 1) == ["east"]


def test_of_equal_scores_the_smaller_key_comes_first_and_the_limit_holds(stocked: Store) -> None:
    assert nearest(stocked, EAST)[:2] == ["east", "pay"]
    assert nearest(stocked, EAST, limit=1) == ["east"]
    assert nearest(stocked, EAST, limit=0) == []


@pytest.mark.req("FAC-6")
def test_what_the_asker_may_not_read_is_not_found_by_its_vector(stocked: Store) -> None:
    assert nearest(stocked, EAST, STAFF) == ["east", "north"]
    assert nearest(stocked, EAST, NOBODY) == []

    with stocked.writing("test") as writer:
        writer.set_access(document_id("documents", "r/secret"), frozenset({"staff"}))

    assert nearest(stocked, EAST, STAFF)[:2] == ["east", "pay"]


def test_filters_and_packs_that_are_off_hold_for_vectors_too(stocked: Store) -> None:
    secret = Scope(EVERYTHING.principal, documents=(document_id("documents", "r/secret"),))
    assert nearest(stocked, EAST, secret) == ["pay"]

    with stocked.writing("test") as writer:
        writer.set_pack(Pack("documents", on=False))

    assert nearest(stocked, EAST) == []


def test_cosines_are_the_scores_that_a_search_by_vector_gives(stocked: Store) -> None:
    put(stocked, incoming("r/new", "unembedded"))
    with stocked.reading(EVERYTHING) as reader:
        found = reader.by_vector(BETWEEN, 10)
        again = reader.cosines(BETWEEN, [c.key for c in reversed(found)])

    assert again == [c.score for c in reversed(found)]
    with stocked.reading(EVERYTHING) as reader:
        assert reader.cosines(BETWEEN, [keys(stocked)["unembedded"]]) == [None]
    with stocked.reading(STAFF) as reader, pytest.raises(KeyError):
        reader.cosines(BETWEEN, [keys(stocked)["pay"]])


def test_vectors_come_back_as_they_were_given(stocked: Store) -> None:
    known = keys(stocked)
    with stocked.reading(STAFF) as reader:
        found = reader.vectors_of([known["north"], known["east"]])
        assert [list(each) for each in found] == [[NORTH], [UP, EAST]]
        with pytest.raises(KeyError):
            reader.vectors_of([known["pay"]])


def test_int8_keeps_a_vector_within_a_127th_of_its_greatest_number(store: Store) -> None:
    put(store, incoming("r/a", "text"))
    begin(store, form="int8")
    given = vector(0.9, -0.3, 0.2, 0.011)
    add(store, row(keys(store)["text"], given))

    with store.reading(EVERYTHING) as reader:
        (kept,) = reader.vectors_of([keys(store)["text"]])[0]
        (score,) = reader.cosines(given, [keys(store)["text"]])

    assert array("f", kept).tolist() == pytest.approx(array("f", given).tolist(), abs=1 / 127)
    assert score == pytest.approx(1, abs=1e-4)


def test_embedded_counts_the_passages_in_scope_that_have_vectors(stocked: Store) -> None:
    put(stocked, incoming("r/new", "unembedded", access=["staff"]))

    with stocked.reading(STAFF) as reader:
        assert reader.embedded() == Embedded(MODEL, DIMENSION, 2, 3)
    with stocked.reading(EVERYTHING) as reader:
        assert reader.embedded() == Embedded(MODEL, DIMENSION, 3, 4)
        assert not reader.embedded().whole


def test_without_a_model_nothing_is_near_and_nothing_is_raised(store: Store) -> None:
    put(store, incoming("r/a", "text"))
    key = keys(store)["text"]
    with store.reading(EVERYTHING) as reader:
        assert reader.embedded() == Embedded(None, 0, 0, 1)
        assert reader.by_vector(EAST, 5) == []
        assert reader.cosines(EAST, [key]) == [None]
        assert [list(each) for each in reader.vectors_of([key])] == [[]]


@pytest.mark.req("HYB-3")
@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (array("f", [math.nan, 0, 0, 1]).tobytes(), ModelMalformed),
        (array("f", [math.inf, 0, 0, 1]).tobytes(), ModelMalformed),
        (bytes(16), ModelMalformed),
        (vector(1, 0, 0), ModelDiffers),
        (b"", ModelDiffers),
    ],
    ids=["not a number", "infinite", "zeros", "another dimension", "empty"],
)
def test_what_is_no_vector_of_the_model_never_enters_and_never_asks(
    stocked: Store, wrong: bytes, error: type[Exception]
) -> None:
    put(stocked, incoming("r/new", "first", "second"))
    known = keys(stocked)

    with pytest.raises(error):
        add(stocked, row(known["first"], EAST), row(known["second"], wrong))
    with stocked.reading(EVERYTHING) as reader:
        assert reader.embedded().passages == 3
        with pytest.raises(error):
            reader.by_vector(wrong, 5)
        with pytest.raises(error):
            reader.cosines(wrong, [known["first"]])


def test_a_window_without_a_hash_is_a_fault_of_the_program(stocked: Store) -> None:
    put(stocked, incoming("r/new", "new"))
    with pytest.raises(ValueError, match="one hash"):
        add(stocked, EmbeddedPassage(keys(stocked)["new"], [], [EAST]))


def test_vectors_of_any_length_are_brought_to_one(store: Store) -> None:
    put(store, incoming("r/a", "text"))
    begin(store)
    add(store, row(keys(store)["text"], array("f", [3, 4, 0, 0]).tobytes()))

    with store.reading(EVERYTHING) as reader:
        assert array("f", reader.vectors_of([keys(store)["text"]])[0][0]).tolist() == pytest.approx(
            [0.6, 0.8, 0, 0]
        )
        assert reader.by_vector(array("f", [30, 40, 0, 0]).tobytes(), 1)[0].score == pytest.approx(
            1, abs=1e-7
        )


def test_a_passage_that_is_gone_or_has_vectors_is_left_as_it_is(stocked: Store) -> None:
    known = keys(stocked)

    assert add(stocked, row(PassageKey(999), EAST), row(known["north"], UP)) == 0

    assert nearest(stocked, NORTH, limit=1) == ["north"]


def test_a_passage_with_nothing_to_embed_counts_as_embedded_and_is_not_found(stocked: Store) -> None:
    put(stocked, incoming("r/new", "***"))
    assert add(stocked, row(keys(stocked)["***"])) == 1

    with stocked.reading(EVERYTHING) as reader:
        assert reader.embedded().whole
        assert reader.cosines(EAST, [keys(stocked)["***"]]) == [None]
        assert [list(each) for each in reader.vectors_of([keys(stocked)["***"]])] == [[]]
    assert "***" not in nearest(stocked, EAST)


@pytest.mark.req("ING-3")
def test_a_new_version_has_no_vectors_until_it_gets_some_and_knows_those_of_the_old_one(
    stocked: Store,
) -> None:
    before = keys(stocked)["north"]
    put(stocked, incoming("r/open", "north", "west", access=["staff"]))

    assert nearest(stocked, NORTH, STAFF) == []
    known = stocked.known_vectors(MODEL, [hashed(before, 0), hashed("unknown")])
    assert known == {hashed(before, 0): NORTH}
    add(stocked, row(keys(stocked)["north"], known[hashed(before, 0)]))
    assert nearest(stocked, NORTH, STAFF) == ["north"]


def test_a_document_that_is_retired_is_not_near_any_more(stocked: Store) -> None:
    with stocked.writing("test") as writer:
        writer.retire(document_id("documents", "r/open"))

    assert nearest(stocked, EAST) == ["pay"]
    assert stocked.vector_models() == [VectorModel(MODEL, DIMENSION, "float32", True, 1, 1)]


@pytest.mark.req("LIB-6")
def test_a_forgotten_document_takes_its_vectors_with_it(stocked: Store) -> None:
    pay = keys(stocked)["pay"]

    stocked.forget(document_id("documents", "r/secret"))

    assert nearest(stocked, EAST) == ["east", "north"]
    assert stocked.known_vectors(MODEL, [hashed(pay, 0)]) == {}
    assert stocked.vector_models() == [VectorModel(MODEL, DIMENSION, "float32", True, 2, 3)]
    put(stocked, incoming("r/later", "later"))
    assert add(stocked, row(keys(stocked)["later"], EAST)) == 1
    assert nearest(stocked, EAST) == ["east", "later", "north"]


# ---------------------------------------------------------------- models


@pytest.mark.req("HYB-3")
def test_another_model_is_built_beside_the_serving_one_and_switched_to_at_once(stocked: Store) -> None:
    begin(stocked, "test/two", 2, "int8")
    known = keys(stocked)
    add(stocked, row(known["north"], vector(1, 0)), model="test/two")
    assert [(m.id, m.serving, m.passages) for m in stocked.vector_models()] == [
        (MODEL, True, 3),
        ("test/two", False, 1),
    ]
    assert nearest(stocked, EAST, limit=1) == ["east"]

    with stocked.writing("test") as writer:
        writer.serve_vectors("test/two")

    assert stocked.vector_models() == [VectorModel("test/two", 2, "int8", True, 1, 1)]
    assert nearest(stocked, vector(1, 0)) == ["north"]
    with stocked.reading(EVERYTHING) as reader, pytest.raises(ModelDiffers):
        reader.by_vector(EAST, 5)


def test_the_model_before_can_be_kept_and_served_again(stocked: Store) -> None:
    begin(stocked, "test/two", 2)
    with stocked.writing("test") as writer:
        writer.serve_vectors("test/two", keep_others=True)
    assert nearest(stocked, vector(1, 0)) == []

    with stocked.writing("test") as writer:
        writer.serve_vectors(MODEL)

    assert nearest(stocked, EAST, limit=1) == ["east"]
    assert [m.id for m in stocked.vector_models()] == [MODEL]


def test_a_model_that_is_dropped_leaves_nothing_for_one_of_its_name(stocked: Store) -> None:
    assert nearest(stocked, EAST, limit=1) == ["east"]
    with stocked.writing("test") as writer:
        writer.drop_vectors(MODEL)
    assert stocked.vector_models() == []
    assert nearest(stocked, EAST) == []

    begin(stocked)

    assert nearest(stocked, EAST) == []
    with stocked.reading(EVERYTHING) as reader:
        assert reader.embedded() == Embedded(MODEL, DIMENSION, 0, 3)
    add(stocked, row(keys(stocked)["pay"], NORTH))
    assert nearest(stocked, EAST) == ["pay"]


def test_a_model_that_is_gone_on_with_serves_when_no_other_does(stocked: Store) -> None:
    begin(stocked, "test/two", 2)
    with stocked.writing("test") as writer:
        writer.drop_vectors(MODEL)
    assert [m.serving for m in stocked.vector_models()] == [False]

    begin(stocked, "test/two", 2)

    assert [m.serving for m in stocked.vector_models()] == [True]


@pytest.mark.parametrize(("dimension", "form"), [(5, "float32"), (DIMENSION, "int8")])
def test_a_model_that_is_there_goes_on_as_it_was_begun_or_is_refused(
    stocked: Store, dimension: int, form: VectorForm
) -> None:
    begin(stocked)
    assert nearest(stocked, EAST, limit=1) == ["east"]

    with pytest.raises(ModelDiffers, match="4 numbers as float32"):
        begin(stocked, MODEL, dimension, form)


@pytest.mark.req("HYB-3")
def test_an_unknown_model_is_refused_by_name(stocked: Store) -> None:
    unknown = "other/model"
    with stocked.writing("test") as writer:
        with pytest.raises(ModelDiffers, match=unknown):
            writer.add_vectors(unknown, [])
        with pytest.raises(ModelDiffers, match=unknown):
            writer.serve_vectors(unknown)
        with pytest.raises(ModelDiffers, match=unknown):
            writer.drop_vectors(unknown)
    with pytest.raises(ModelDiffers, match=unknown):
        stocked.without_vectors(unknown, 1)
    with pytest.raises(ModelDiffers, match=unknown):
        stocked.known_vectors(unknown, [])
    with pytest.raises(ModelMalformed), stocked.writing("test") as writer:
        writer.begin_vectors(unknown, 2, "int8", array("f", [math.nan, 0]).tobytes())


def test_what_is_left_to_embed_comes_in_the_order_of_keys_with_its_document(store: Store) -> None:
    put(store, incoming("r/b", "one", "two", title="B"), incoming("r/a", "three", title="A"))
    begin(store)
    add(store, row(keys(store)["two"], EAST))

    left = store.without_vectors(MODEL, 5)

    assert [(each.passage.text, each.document.title) for each in left] == [("one", "B"), ("three", "A")]
    assert [each.key for each in left] == [keys(store)["one"], keys(store)["three"]]
    assert store.without_vectors(MODEL, 1) == left[:1]
    assert store.without_vectors(MODEL, 5, after=left[0].key) == left[1:]
    add(store, row(left[0].key, EAST), row(left[1].key, EAST))
    assert store.without_vectors(MODEL, 5) == []


def test_a_transaction_that_fails_leaves_no_vector(stocked: Store) -> None:
    put(stocked, incoming("r/new", "new"))
    fault = RuntimeError("stopped")

    with pytest.raises(RuntimeError), stocked.writing("test") as writer:  # noqa: PT012
        writer.add_vectors(MODEL, [row(keys(stocked)["new"], EAST)])
        raise fault

    assert stocked.without_vectors(MODEL, 5)[0].passage.text == "new"


# ---------------------------------------------------------------- words of given passages


@pytest.mark.req("HYB-2")
def test_word_scores_are_those_of_a_search_by_words(store: Store) -> None:
    put(
        store,
        incoming("r/a", "lamp lamp hall", "hall of a lamp in a long hall", "nothing of it"),
        incoming("r/b", "lamp of the board", access=["board"]),
    )
    concepts = asked("lamp hall")
    with store.reading(STAFF) as reader:
        assert reader.by_words(concepts, 10) == []
    every = Scope(EVERYTHING.principal)
    with store.reading(every) as reader:
        found = {c.key: c.score for c in reader.by_words(concepts, 10)}
        wanted = list(keys(store).values())
        scores = reader.word_scores(concepts, wanted[::-1])

    assert len(found) == 3
    assert list(scores) == [found.get(key, 0.0) for key in wanted[::-1]]
    with store.reading(STAFF) as reader, pytest.raises(KeyError):
        reader.word_scores(concepts, wanted)
