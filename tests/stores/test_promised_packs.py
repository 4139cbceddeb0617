"""What every store promises of packs: kept whole, not searched when off, unseen where nothing is readable."""

from __future__ import annotations

from dataclasses import replace

import pytest

from belegg.errors import BadInput
from belegg.records import OWNER, Entry, Pack, Principal, Scope, SynonymGroup, document_id
from belegg.records.packs import PackSize
from belegg.seams import Store, Writer
from belegg.testing import incoming
from stores.stocked import EVERYTHING, NOBODY, STAFF, asked, found, named, put, sources

LAW = Pack(
    "law",
    "law",
    "The acts",
    "nb",
    (
        SynonymGroup(("sparken", "si opp"), "nb", frozenset({"sparken"}), frozenset({"si opp"})),
        SynonymGroup(("a", "b")),
    ),
    (Entry("sparken", ("oppsigelse",), ("with notice",), ("oppsigelse frist",), "in writing"),),
    False,
    "bm25",
    "reports",
    frozenset({"everyone", "hr"}),
)


def define(store: Store, *packs: Pack) -> None:
    with store.writing("test") as writer:
        for pack in packs:
            writer.set_pack(pack)


def failing_after(writer: Writer) -> None:
    writer.set_pack(LAW)
    raise BadInput("something else was wrong")


def seen(store: Store, scope: Scope) -> list[str]:
    with store.reading(scope) as reader:
        return [pack.name for pack in reader.packs()]


@pytest.mark.req("PAC-1", "PAC-2", "PAC-3")
def test_a_pack_comes_back_as_it_was_defined(store: Store) -> None:
    define(store, LAW, Pack("wiki"), Pack("empty", access=frozenset()))

    assert store.packs() == {"empty": Pack("empty", access=frozenset()), "law": LAW, "wiki": Pack("wiki")}
    put(store, incoming("r/a", "word", pack="law"))
    define(store, replace(LAW, on=True))
    with store.reading(EVERYTHING) as reader:
        assert reader.packs() == [replace(LAW, on=True)]


@pytest.mark.req("PAC-1", "FAC-6")
def test_a_packs_size_is_what_the_asker_may_read_of_it_on_or_off(store: Store) -> None:
    put(
        store,
        incoming("r/a", "one", "two", pack="law", access=["staff"]),
        incoming("r/b", "three", pack="law", access=["board"]),
        incoming("r/c", "four", "five", "six", pack="wiki", access=["board"]),
        incoming("r/gone", "seven", pack="wiki", access=["staff"]),
    )
    with store.writing("test") as writer:
        writer.set_pack(Pack("law", on=False))
        writer.retire(document_id("wiki", "r/gone"))

    def sizes(scope: Scope) -> dict[str, PackSize]:
        with store.reading(scope) as reader:
            return dict(reader.pack_sizes())

    assert sizes(EVERYTHING) == {"law": PackSize(2, 3), "wiki": PackSize(1, 3)}
    assert sizes(replace(EVERYTHING, packs=("wiki",))) == {"wiki": PackSize(1, 3)}
    assert sizes(STAFF) == {"law": PackSize(1, 2)}
    assert sizes(NOBODY) == {}


def test_the_last_definition_holds_and_a_removed_one_is_gone(store: Store) -> None:
    define(store, LAW, Pack("wiki", description="one"))
    define(store, Pack("wiki", description="two"))
    with store.writing("test") as writer:
        writer.remove_pack("law")
        writer.remove_pack("never there")

    assert store.packs() == {"wiki": Pack("wiki", description="two")}


def test_a_transaction_that_fails_defines_nothing(store: Store) -> None:
    with pytest.raises(BadInput), store.writing("test") as writer:
        failing_after(writer)

    assert store.packs() == {}


@pytest.mark.req("PAC-1")
@pytest.mark.parametrize("names_it", [False, True])
def test_a_pack_that_is_off_is_not_found_even_when_it_is_named(store: Store, names_it: bool) -> None:
    put(store, incoming("r/a", "word", pack="law"), incoming("r/b", "word ord", language="nb"))
    scope = Scope(OWNER, packs=("law",), documents=(document_id("law", "r/a"),)) if names_it else EVERYTHING
    rest = [] if names_it else [named("r/b")]
    with store.reading(scope) as reader:
        before = reader.collection()
    define(store, Pack("law", on=False))

    assert found(store, "word", scope) == []
    with store.reading(scope) as reader:
        keys = reader.matching(["en:word", "no:word"])
        assert [passage.id for passage in reader.passages(keys)] == rest
        assert not reader.keys_of(document_id("law", "r/a"))
        assert reader.languages() == (() if names_it else ("no",))
        assert reader.packs() == []
        assert reader.collection() == before

    define(store, Pack("law", on=True))
    assert found(store, "word", scope) == [named("r/a", pack="law")]


@pytest.mark.req("PAC-1")
def test_the_documents_of_a_pack_that_is_off_are_listed_and_read(store: Store) -> None:
    put(store, incoming("r/a", "word", pack="law", names=["name"], sections=["§ 1"]))
    define(store, Pack("law", on=False))
    document = document_id("law", "r/a")

    for scope in (EVERYTHING, Scope(OWNER, packs=("law",), languages=("en",))):
        with store.reading(scope) as reader:
            text = reader.text(document)
            assert sources(reader) == ["r/a"]
            assert text is not None
            assert [passage.text for passage in reader.passages_of(document)] == ["word"]
            assert reader.named(["name"]) == {"name": [document]}
            assert [report.source for _, report in reader.reports()] == ["r/a"]


def test_a_passage_of_a_pack_that_is_off_is_not_read_by_its_key(store: Store) -> None:
    put(store, incoming("r/a", "word", pack="law"))
    with store.reading(EVERYTHING) as reader:
        keys = reader.matching(["en:word"])
    define(store, Pack("law", on=False))

    with store.reading(EVERYTHING) as reader, pytest.raises(KeyError):
        reader.passages(keys)


@pytest.mark.req("FAC-6")
def test_a_pack_is_unseen_by_who_may_read_nothing_in_it(store: Store) -> None:
    put(
        store,
        incoming("r/a", "word", pack="law", access=["staff"]),
        incoming("r/b", "word", pack="hr", access=["hr"]),
    )
    define(store, Pack("hr"), Pack("law"), Pack("without documents"))

    assert seen(store, STAFF) == ["law"]
    assert seen(store, NOBODY) == []
    assert seen(store, Scope(Principal("hr", frozenset({"hr"})))) == ["hr"]
    assert seen(store, EVERYTHING) == ["hr", "law"]
    assert seen(store, Scope(OWNER, packs=("law", "nothing"))) == ["law"]
    assert seen(store, Scope(STAFF.principal, packs=("hr",))) == []


@pytest.mark.req("FAC-6")
def test_a_pack_is_seen_as_long_as_one_document_in_it_may_be_read(store: Store) -> None:
    put(store, incoming("r/a", "word", access=["staff"]))
    define(store, Pack("documents"))
    assert seen(store, STAFF) == ["documents"]

    with store.writing("test") as writer:
        writer.set_access(document_id("documents", "r/a"), frozenset({"hr"}))
    assert seen(store, STAFF) == []

    with store.writing("test") as writer:
        writer.set_access(document_id("documents", "r/a"), frozenset({"staff"}))
    assert seen(store, STAFF) == ["documents"]

    with store.writing("test") as writer:
        writer.retire(document_id("documents", "r/a"))
    assert seen(store, STAFF) == []


@pytest.mark.req("FAC-6")
def test_a_hidden_pack_on_or_off_moves_nothing_that_a_person_sees(store: Store) -> None:
    put(store, incoming("r/a", "cat dog", access=["staff"]), incoming("r/b", "dog", access=["staff"]))

    def told() -> object:
        with store.reading(STAFF) as reader:
            return (
                reader.by_words(asked("cat dog"), 10),
                reader.collection(),
                dict(reader.document_frequencies(["en:cat", "en:dog", "en:secret"])),
                reader.languages(),
                reader.packs(),
                sources(reader),
            )

    alone = told()
    put(store, *(incoming(f"h/{n}", "cat secret", pack="secret", access=["hr"]) for n in range(4)))
    define(store, Pack("secret", synonyms=(SynonymGroup(("cat", "secret")),)))
    assert told() == alone
    define(store, Pack("secret", on=False))
    assert told() == alone
