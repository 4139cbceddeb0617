"""What every store promises of passages whose text a model refused."""

from __future__ import annotations

import pytest

from belegg.errors import ModelDiffers
from belegg.records import Embedded, PassageKey, document_id
from belegg.seams import Store
from belegg.testing import incoming
from stores.stocked import EVERYTHING, STAFF, put
from stores.vectored import DIMENSION, MODEL, add, begin, keys, row, vector

pytestmark = pytest.mark.req("HYB-4")

EAST = vector(1, 0, 0, 0)


@pytest.fixture
def stocked(store: Store) -> Store:
    """Two passages with vectors: `east` for the staff, `pay` for the board."""
    put(store, incoming("r/open", "east", access=["staff"]), incoming("r/secret", "pay", access=["board"]))
    begin(store)
    known = keys(store)
    add(store, row(known["east"], EAST), row(known["pay"], EAST))
    return store


def refuse(store: Store, key: PassageKey, why: str = "too long", model: str = MODEL) -> None:
    with store.writing("test") as writer:
        writer.refuse_vectors(model, {key: why})


def test_what_was_refused_is_counted_for_those_who_may_read_it_and_is_no_more_waited_for(
    stocked: Store,
) -> None:
    put(stocked, incoming("r/new", "long", access=["board"]))

    refuse(stocked, keys(stocked)["long"])

    with stocked.reading(STAFF) as reader:
        assert reader.embedded() == Embedded(MODEL, DIMENSION, 1, 1, 0)
    with stocked.reading(EVERYTHING) as reader:
        assert reader.embedded() == Embedded(MODEL, DIMENSION, 2, 3, 1)
        assert reader.embedded().whole
    assert [(one.passage.text, one.why) for one in stocked.refused_passages(MODEL)] == [("long", "too long")]
    assert [one.passage.text for one in stocked.without_vectors(MODEL, 5)] == ["long"]


def test_a_refusal_ends_with_vectors_with_its_passage_and_with_its_model(stocked: Store) -> None:
    put(stocked, incoming("r/new", "long"), incoming("r/newer", "longer"), incoming("r/last", "longest"))
    for text in ("long", "longer", "longest"):
        refuse(stocked, keys(stocked)[text])

    add(stocked, row(keys(stocked)["long"], EAST))
    stocked.forget(document_id("documents", "r/newer"))
    left = [one.passage.text for one in stocked.refused_passages(MODEL)]
    with stocked.writing("test") as writer:
        writer.drop_vectors(MODEL)
    begin(stocked)

    assert left == ["longest"]
    assert stocked.refused_passages(MODEL) == []


def test_what_has_vectors_or_is_gone_is_not_refused(stocked: Store) -> None:
    refuse(stocked, keys(stocked)["east"])
    refuse(stocked, PassageKey(9_999))

    assert stocked.refused_passages(MODEL) == []
    with pytest.raises(ModelDiffers, match="test/none"):
        refuse(stocked, keys(stocked)["east"], model="test/none")
    with pytest.raises(ModelDiffers, match="test/none"):
        stocked.refused_passages("test/none")
