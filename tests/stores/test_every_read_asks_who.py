"""
No public read gives documents, passages, text, names or counts without being told who asks.

A new method of Library, Reader or Store fails here until it takes a Scope and is tried in two worlds, or
stands among the owner's own with the reason.
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import pytest

from belegg.library.audit_plants import garden
from belegg.library.audit_surfaces import calls_for, calls_for_all
from belegg.library.audit_told import values_of
from belegg.library.library import Library
from belegg.records import (
    OWNER,
    Alternative,
    Concept,
    Document,
    Pack,
    Principal,
    Report,
    Scope,
    SynonymGroup,
    document_id,
)
from belegg.records.turns import Turn, TurnHead
from belegg.seams import Reader, Store
from belegg.stores.sqlite import SqliteStore
from belegg.testing import MemoryStore, fetched, incoming
from stores.vectored import row, vector

pytestmark = pytest.mark.req("FAC-6")

OWNERS_OWN: dict[type, dict[str, str]] = {
    Library: {
        "analyser": "says how words are read here, nothing of a document",
        "open": "opens the file; whoever holds the file holds everything in it",
        "models_for": "says which models are set, nothing of a document",
        "failures": "an ingest compares with it what failed before",
        "unfinished": "tells the owner how to go on; a search says to others only that a run is not over",
        "health": "looks after the file; no door offers it to others",
        "statistics": "public figures; what is fetched is kept for the scope that `get` is given",
        "has_statistics": "a setting, nothing of a document",
        "use_statistics": "says which sources are asked",
        "sync_statistics": "writes the catalogue of public tables",
        "statistics_standing": "how sources did, nothing of a document",
        "fetched_figures": "what was fetched for the questions of all, for the owner",
        "ingest": "writes, and tells whoever has the folder what became of it",
        "take_out": "writes, and tells whoever has the folder what became of it",
        "reanalyse": "writes; tells numbers to whoever holds the file",
        "forget": "writes; the command asks for the owner's own document first",
        "backup": "copies the file",
        "compact": "writes the file anew; tells its size",
        "add_pack": "defines a pack",
        "set_pack": "defines a pack",
        "set_synonyms": "defines a pack",
        "turn": "defines a pack",
        "rebuild_pack": "analyses the stored text anew; tells numbers to whoever holds the file",
        "remove_pack": "defines a pack",
        "accept_words": "defines a pack",
        "undo_words": "defines a pack",
        "calibrate": "asks questions of both kinds for the owner, and writes the gate's floors",
        "fit_quick_calls": "asks golden questions for the owner, and writes what was fitted",
        "quick_fits": "numbers fitted, nothing of a document",
        "classifier": "a model; what it is given comes from the caller",
        "gate": "floors and counts of questions, nothing of a document",
        "gate_off": "writes",
        "embed": "writes; tells numbers to whoever holds the file",
        "embed_new": "writes; tells numbers to whoever holds the file",
        "drop_vectors": "writes; tells numbers to whoever holds the file",
        "embedder": "a model; what it is given comes from the caller",
        "use_models": "says which models answer",
        "tables": "gives what asks databases; its reads take a scope (tables/test_company_tables.py)",
        "chat": "opens the model of a role",
        "chat_roles": "says which roles have which models",
        "estimate_enrichment": "tells numbers to whoever holds the file",
        "enrich": "writes; names what a model refused to whoever holds the file",
        "drop_enrichment": "writes; tells a number to whoever holds the file",
        "enriched_by": "settings, nothing of a document",
        "left_to_enrich": "tells numbers to whoever holds the file",
        "rerank_with": "says which model reranks",
        "reranks_with": "settings, nothing of a document",
        "vector_models": "numbers of all passages, for whoever holds the file",
        "access": "rules and limits are the owner's to know",
        "groups_alike": "names of groups; the owner is told of two that differ in case alone",
        "limit_access": "writes; tells numbers to whoever holds the file",
        "set_rules": "writes; tells numbers to whoever holds the file",
        "golden_set": "a set quotes documents of any access list; none but the owner measures",
        "golden_sets": "the same",
        "add_questions": "writes a set",
        "taken_set": "writes a set",
        "remove_set": "writes",
        "remove_run": "writes",
        "check_set": "the same",
        "sets_quoting": "the same",
        "take_out_of_runs": "writes; tells a number to whoever holds the file",
        "ablate": "the same",
        "ablate_answers": "the same",
        "answers_ahead": "counts questions of a set, and what models took; tells the owner",
        "make_sets": "the owner's passages become sets that only the owner sees",
        "measure": "asks a set as whom the owner says, and tells the owner",
        "gaps": "questions of all who asked; none but the owner sees them",
        "close_gap": "writes",
        "unheld": "looks through the answers of all; an ingest tells whoever has the folder",
        "keep_run": "writes what it was given",
        "keep_fetched": "writes what it was given",
        "fetched": "titles of what was fetched for the questions of all; none but the owner sees them",
        "sweep_fetched": "writes; tells a number to whoever holds the file",
        "keep_newest_runs": "writes; tells a number to whoever holds the file",
        "most_runs": "a setting, nothing of a document",
        "run": "what a run came to; none but the owner measures",
        "runs": "the same",
    },
    Store: {
        "writing": "writes",
        "narrowing": "writes",
        "known": "an ingest tells new, changed and unchanged files apart",
        "roots": "an ingest knows its folders again",
        "settings": "how the library was made and ingested",
        "packs": "all definitions; what others see comes from Reader.packs",
        "golden_sets": "quote documents of any access list; none but the owner measures",
        "probes": "what health found, for whoever looks after the file",
        "runs": "tell what a search found of documents of any access list; none but the owner measures",
        "keeping": "writes",
        "touched": "an ingest looks for answers that its documents carry",
        "gaps": "digests of questions that were left open, for the owner",
        "fetched": "what was fetched for the questions of all, for the owner",
        "forget": "writes",
        "stored_passages": "everything, to be analysed again",
        "replace_terms": "writes",
        "vector_models": "an embedding job knows how far it came",
        "without_vectors": "everything that is left to be embedded",
        "refused_passages": "names what an embedder would not take, to whoever holds the file",
        "known_vectors": "what was embedded is not embedded again",
        "said": "what a model was asked is not asked again",
        "enriched": "an enriching job knows how far it came; health tells it to whoever holds the file",
        "close": "ends",
    },
    SqliteStore: {
        "embedding": "holds other embedding jobs off",
        "enriching": "holds other enriching jobs off",
        "groups": "names of groups; the owner is told of two that differ in case alone",
        "ingesting": "holds other ingests off",
        "ingesting_process": "tells the number of a process",
        "backup": "copies the file",
        "compact": "writes the file anew; tells its size",
        "take_over": "copies a library; whoever opens both holds everything in them",
        "unfinished_copy": "names the library that is being copied, to whoever holds the file",
        "size": "counts all rows, for whoever copies them",
        "settle": "moves what is committed into the file",
        "health": "looks after the file",
        "advice": "looks after the database",
    },
}


def public(kind: type) -> list[str]:
    return [name for name, _ in inspect.getmembers(kind) if not name.startswith("_")]


def says_who_asks(kind: type, name: str) -> bool:
    """Whether a parameter is a Scope, or the Principal that one is made of, and cannot be left out."""
    method = getattr(kind, name)
    parameters = inspect.signature(method).parameters.values() if callable(method) else ()
    return any(p.annotation in ("Scope", "Principal") and p.default is p.empty for p in parameters)


@pytest.mark.parametrize("kind", OWNERS_OWN, ids=lambda kind: kind.__name__)
def test_what_takes_no_scope_stands_among_the_owners_own(kind: type) -> None:
    own = {name for each in (kind, *kind.__mro__, Store) for name in OWNERS_OWN.get(each, {})}

    assert [name for name in public(kind) if not says_who_asks(kind, name) and name not in own] == []
    assert [name for name in OWNERS_OWN[kind] if name in public(kind) and says_who_asks(kind, name)] == []


def test_a_read_without_a_scope_would_be_found() -> None:
    class Careless(Protocol):
        def titles(self) -> list[str]: ...
        def search(self, query: str, scope: Scope) -> list[str]: ...
        def ask(self, question: str, scope: Scope | None = None) -> str: ...

    assert [name for name in ("titles", "search", "ask") if not says_who_asks(Careless, name)] == [
        "titles",
        "ask",
    ]


class Listening:
    """Stands for a Library and remembers what was called."""

    def __init__(self) -> None:
        self.called: set[str] = set()

    def __getattr__(self, name: str) -> Callable[..., Listening]:
        def answer(*_: object, **__: object) -> Listening:
            self.called.add(name)
            return self

        return answer

    async def __aiter__(self) -> AsyncIterator[Listening]:
        yield self


def test_the_audit_tries_every_read_of_a_library(tmp_path: Path) -> None:
    planted = garden([frozenset({"hr"})], ["A title"], 1)
    library: Any = Listening()

    for call in calls_for_all(planted, planted.plants, tmp_path):
        call.run(library, Principal.anonymous())
    for plant in planted.plants:
        for call in calls_for(plant):
            call.run(library, Principal.anonymous())

    asked_for = {name for name in public(Library) if says_who_asks(Library, name)}
    assert sorted(asked_for - library.called) == []


# ---------------------------------------------------------------- every read of a reader, in two worlds


OPEN, HIDDEN = document_id("documents", "notes/open.md"), document_id("closed", "notes/pay.md")
GONE = document_id("closed", "notes/gone.md")
HERS = fetched("statistics/ssb/1", "wages: 5 kr", question="hers", asker="berit")
SHUT = fetched("tables/pay/1", "wages: 6 kr", question="his", asker="anna", access=["hr"], kind="table")
WORD, SECRET = "en:lamp", "en:wages"
FETCHED = (HERS.document.id, SHUT.document.id)
CONCEPT = Concept("wages", (Alternative((SECRET, WORD), 1.0),), 0)

READS: Mapping[str, Callable[[Reader], object]] = {
    "languages": lambda reader: reader.languages(),
    "collection": lambda reader: reader.collection(),
    "once": lambda reader: reader.once("titles", lambda: [head.title for head in reader.heads()]),
    "document_frequencies": lambda reader: reader.document_frequencies([WORD, SECRET]),
    "similar_terms": lambda reader: reader.similar_terms("en:wagse", 0.3, 5),
    "packs": lambda reader: reader.packs(),
    "pack_sizes": lambda reader: reader.pack_sizes(),
    "rewordings": lambda reader: reader.rewordings(),
    "on_the_day": lambda reader: reader.on_the_day(),
    "by_words": lambda reader: reader.by_words([CONCEPT], 10),
    "word_scores": lambda reader: reader.word_scores([CONCEPT], reader.keys_of(OPEN)),
    "matching": lambda reader: reader.matching([SECRET, WORD]),
    "embedded": lambda reader: reader.embedded(),
    "by_vector": lambda reader: reader.by_vector(vector(1, 2), 10),
    "cosines": lambda reader: reader.cosines(vector(1, 2), reader.keys_of(OPEN)),
    "vectors_of": lambda reader: reader.vectors_of(reader.keys_of(OPEN)),
    "sequences": lambda reader: reader.sequences(reader.keys_of(OPEN)),
    "passages": lambda reader: reader.passages(reader.keys_of(OPEN)),
    "passages_of": lambda reader: [reader.passages_of(each) for each in (HIDDEN, OPEN, *FETCHED)],
    "documents_of": lambda reader: reader.documents_of(reader.keys_of(OPEN)),
    "keys_of": lambda reader: (reader.keys_of(HIDDEN), reader.keys_of(HIDDEN, "§ 1"), reader.keys_of(OPEN)),
    "named": lambda reader: reader.named(["the lamp act", "the pay act"]),
    "head": lambda reader: [reader.head(each) for each in (HIDDEN, OPEN, *FETCHED)],
    "heads_of": lambda reader: reader.heads_of([HIDDEN, OPEN, *FETCHED]),
    "heads": lambda reader: list(reader.heads()),
    "removed": lambda reader: list(reader.removed()),
    "text": lambda reader: (
        reader.text(GONE),
        reader.text(HIDDEN),
        reader.text(HIDDEN, 1),
        reader.text(OPEN),
        [reader.text(each) for each in FETCHED],
    ),
    "fetched": lambda reader: [reader.fetched(each) for each in (HIDDEN, OPEN, *FETCHED)],
    "page_layout": lambda reader: (reader.page_layout(HIDDEN, 1), reader.page_layout(OPEN, 1)),
    "original": lambda reader: (reader.original(HIDDEN), reader.original(OPEN)),
    "reports": lambda reader: list(reader.reports()),
    "turns": lambda reader: (reader.turns(), reader.turns("hers")),
    "turn": lambda reader: (reader.turn("hers"), reader.turn("his")),
}
ANNA = Scope(Principal.signed_in("anna", []))
DATED = replace(ANNA, as_of="2026-01-01")


def filled(store: Store, hidden: bool) -> Store:
    """An open document, and where `hidden` one of a pack of its own that hr may read, and a failed one."""
    with store.writing("a test") as writer:
        writer.add(incoming("notes/open.md", "lamp in the hall", names=["the lamp act"], access=["everyone"]))
        if hidden:
            closed = incoming(
                "notes/pay.md", "wages lamp of all", "wages", sections=["§ 1"], language="en",
                names=["the pay act"], access=["hr"], pack="closed", facts=[("in_force", "2027-01-01")],
            )  # fmt: skip
            writer.add(closed)
            writer.set_pack(Pack("closed", synonyms=(SynonymGroup(("pay", "wages")),)))
            writer.remember_rewording(HIDDEN, "salary", "wages")
            failed = Document(
                document_id("closed", "notes/bad.pdf"), "notes/bad.pdf", "closed", "", "",
                access=frozenset({"hr"}),
            )  # fmt: skip
            writer.add(incoming("notes/gone.md", "wages of old", access=["hr"], pack="closed"))
            writer.retire(GONE)
            writer.failed(failed, Report("notes/bad.pdf", "test", failed="torn"), "f" * 64, 1, 1)
    with store.keeping("a test") as keeper:
        for asker, id in (("anna", "his"), *([("berit", "hers")] if hidden else [])):
            head = TurnHead(id, id, 0, asker, "2026-01-01T00:00:00Z", "Why?", "verified", None, "")
            keeper.keep(Turn(head, "{}", ()))
        for each in (HERS, SHUT) if hidden else ():
            keeper.keep_fetched(each)
    with store.reading(Scope(OWNER)) as reader:
        keys = [key for head in reader.heads() for key in reader.keys_of(head.id)]
    with store.writing("a test") as writer:
        writer.begin_vectors("test/one", 2, "int8", bytes(8))
        writer.add_vectors("test/one", [row(key, vector(1, number)) for number, key in enumerate(keys)])
    return store


@pytest.mark.parametrize("scope", [ANNA, DATED], ids=["anna", "on a day"])
def test_every_read_says_the_same_whether_hidden_documents_are_there(scope: Scope, tmp_path: Path) -> None:
    for make in (lambda name: MemoryStore(), lambda name: SqliteStore(tmp_path / name)):
        with (
            closing(filled(make("whole.db"), hidden=True)) as whole,
            closing(filled(make("alone.db"), hidden=False)) as alone,
        ):
            for name, read in READS.items():
                with whole.reading(scope) as here, alone.reading(scope) as there:
                    assert values_of(read(here)) == values_of(read(there)), name


def test_every_read_of_a_reader_is_tried() -> None:
    assert sorted(READS) == sorted(public(Reader))


def test_the_reads_do_tell_the_owner_of_what_is_hidden() -> None:
    hr = Scope(Principal.signed_in("berit", ["hr"]))
    whole, alone = filled(MemoryStore(), hidden=True), filled(MemoryStore(), hidden=False)
    same = set()
    for name, read in READS.items():
        with whole.reading(hr) as here, alone.reading(hr) as there:
            if values_of(read(here)) == values_of(read(there)):
                same.add(name)

    assert same == {
        "languages", "on_the_day", "sequences", "passages", "documents_of", "cosines", "vectors_of",
    }  # fmt: skip
