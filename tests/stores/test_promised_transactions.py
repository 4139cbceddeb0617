"""What every store promises of a moment: a write is whole or not at all, and a reader keeps its state."""

from __future__ import annotations

import pytest

from belegg.errors import BeleggError
from belegg.records import Terms, document_id
from belegg.seams import Store
from belegg.testing import incoming
from stores.stocked import EVERYTHING, analysing, asked, found, named, put


def test_a_transaction_that_fails_leaves_nothing_behind(store: Store) -> None:
    put(store, incoming("r/a", "word"))

    def interrupted() -> None:
        with store.writing("test") as writer:
            writer.add(incoming("r/a", "changed"))
            writer.add(incoming("r/b", "word"))
            writer.set_setting("name", "value")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        interrupted()

    assert found(store, "word changed") == [named("r/a")]
    assert store.settings() == {}
    [head] = put(store, incoming("r/b", "word"))
    assert head.version == 1


def test_a_reader_sees_the_state_in_which_it_began(store: Store) -> None:
    put(store, incoming("r/a", "word", title="old"))

    with store.reading(EVERYTHING) as reader:
        put(store, incoming("r/a", "word word", title="new"), incoming("r/b", "word"))
        assert [head.title for head in reader.heads()] == ["old"]
        assert len(reader.by_words(asked("word"), 10)) == 1
        assert reader.collection().mean_length == 2
    assert len(found(store, "word")) == 2


@pytest.mark.req("LAN-5")
def test_passages_analysed_again_are_found_by_their_new_terms_only(store: Store) -> None:
    put(store, incoming("r/a", "cat dog", "cat"), incoming("r/b", "bird"), incoming("r/gone", "cat"))
    with store.writing("test") as writer:
        writer.retire(document_id("documents", "r/gone"))

    assert store.replace_terms(analysing(store, "nb", ending="s")) == 3

    assert found(store, "cat bird") == []
    with store.reading(EVERYTHING) as reader:
        assert len(reader.matching(["no:cats"])) == 2
        assert reader.languages() == ("no",)
        assert dict(reader.document_frequencies(["no:cats", "en:cat"])) == {"no:cats": 2}
    put(store, incoming("r/c", "cat"))
    assert found(store, "cat") == [named("r/c")]


def test_an_index_that_lacks_a_document_is_not_put_to_use(store: Store) -> None:
    put(store, incoming("r/a", "cat"), incoming("r/b", "cat"))
    other = Terms((), (), ("no:katt",))

    with pytest.raises(BeleggError, match="lacks"):
        store.replace_terms(lambda wanted: [(document_id("documents", "r/a"), [other])])

    assert len(found(store, "cat")) == 2


@pytest.mark.req("PAC-1", "LAN-5")
def test_documents_of_other_packs_keep_their_terms_and_are_not_analysed(store: Store) -> None:
    put(store, incoming("r/a", "cat dog", "cat"), incoming("r/b", "cat bird", pack="others"))

    assert store.replace_terms(analysing(store, "nb"), packs=("others",)) == 1

    with store.reading(EVERYTHING) as reader:
        assert dict(reader.document_frequencies(["no:cat", "en:cat"])) == {"no:cat": 1, "en:cat": 2}
        assert reader.languages() == ("en", "no")
    put(store, incoming("r/a", "cat"), incoming("r/c", "cat dog"))
    assert found(store, "cat dog") == [named("r/c"), named("r/a")]
