"""
A store of rows answers as the brute-force one does, to the last bit, after any history: here SQLite's, in
`test_postgres.py` that of PostgreSQL.

Its sizes are made small, so that a few passages are folded, merged, deleted from segments and forgotten.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from belegg.errors import UnknownDocument
from belegg.records import (
    OWNER,
    Alternative,
    Concept,
    DocumentId,
    Forgotten,
    Pack,
    PassageKey,
    Principal,
    Report,
    Scope,
    VectorForm,
    document_id,
)
from belegg.seams import Reader
from belegg.stores.engine.sizes import Sizes
from belegg.stores.engine.store import EngineStore
from belegg.stores.sqlite import SqliteStore
from belegg.testing import MemoryStore, incoming, term
from stores.stocked import analysing
from stores.vectored import by_chance, row

SMALL = Sizes(
    most_fresh=2, inverted=3, merged=2, smallest_tier=4, slice_postings=40, cleared_rows=7,
    chunk_windows=3, exact_windows=9, part_bytes=30,
)  # fmt: skip
MODELS: dict[str, tuple[int, VectorForm]] = {"one": (3, "int8"), "two": (70, "float32")}
WORDS = ["a", "b", "c", "d", "ord|liste", "avtale", "avtalen", "avtaler", "2026", "e"]
GROUPS = ["x", "y", "z"]
SOURCES = [f"r/{n}" for n in range(6)]

groups = st.frozensets(st.sampled_from(GROUPS), max_size=2)
sources = st.sampled_from(SOURCES)
texts = st.lists(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), max_size=4)
languages = st.sampled_from(["nb", "en", None])
dates = st.sampled_from(["2023-01-01", "2024-06-30", ""])
alternatives = st.builds(
    lambda words, language, weight: Alternative(
        tuple(term(word.replace("|", ""), language) for word in words), weight
    ),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=2, unique=True),
    languages,
    st.sampled_from([1.0, 0.3, 0.7]),
)
concepts = st.lists(
    st.builds(lambda a: Concept("w", tuple(a)), st.lists(alternatives, max_size=3)), min_size=1, max_size=4
)
scopes = st.builds(
    Scope,
    principal=st.one_of(st.just(OWNER), groups.map(lambda held: Principal("somebody", held))),
    languages=st.sampled_from([(), (), ("nb",), ("en", "nb")]),
    since=st.sampled_from([None, None, "2024"]),
    packs=st.sampled_from([(), (), ("documents",), ("others",)]),
    documents=st.sampled_from([(), (), (document_id("documents", "r/1"), document_id("documents", "r/2"))]),
)
ALL_TERMS = sorted({term(w.replace("|", ""), language) for w in WORDS for language in ("nb", "en", None)})


class Twins(RuleBasedStateMachine):
    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.memory = MemoryStore()
        self.rows = self.opened()

    def opened(self) -> EngineStore:
        """The store beside the one in memory, opened or opened again."""
        return SqliteStore(self.folder / "library.db", sizes=SMALL)

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            self.rows.close()
            shutil.rmtree(self.folder)

    @rule(batch=st.lists(st.tuples(sources, texts, languages, groups, dates), min_size=1, max_size=4))
    def add(self, batch: list[tuple[str, list[str], str | None, frozenset[str], str]]) -> None:
        with self.memory.writing("add") as memory, self.rows.writing("add") as sqlite:
            for source, passages, language, access, date in batch:
                given = incoming(
                    source,
                    *passages,
                    title="a title",
                    language=language,
                    access=access,
                    facts=[("updated", date)] if date else [],
                    names=[source],
                )
                assert memory.add(given).version == sqlite.add(given).version

    @rule(source=sources, access=groups)
    def set_access(self, source: str, access: frozenset[str]) -> None:
        for store in (self.memory, self.rows):
            with store.writing("access") as writer:
                try:
                    writer.set_access(document_id("documents", source), access)
                except UnknownDocument:
                    continue

    @rule(source=sources)
    def retire(self, source: str) -> None:
        for store in (self.memory, self.rows):
            with store.writing("retire") as writer:
                try:
                    writer.retire(document_id("documents", source))
                except UnknownDocument:
                    continue

    @rule(source=sources, access=groups)
    def fail(self, source: str, access: frozenset[str]) -> None:
        document = incoming(source, access=access).document
        for store in (self.memory, self.rows):
            with store.writing("fail") as writer:
                writer.failed(document, Report(source, "test", failed="odd"), "hash", 1, 2)

    @rule(source=sources)
    def forget(self, source: str) -> None:
        outcomes: list[Forgotten | None] = []
        for store in (self.memory, self.rows):
            try:
                outcomes.append(store.forget(document_id("documents", source)))
            except UnknownDocument:
                outcomes.append(None)
        assert outcomes[0] == outcomes[1]

    @rule(language=st.sampled_from(["nb", "en"]), packs=st.sampled_from([None, ("others",), ("documents",)]))
    def analyse_again(self, language: str, packs: tuple[str, ...] | None) -> None:
        memory, sqlite = (
            store.replace_terms(analysing(store, language), packs=packs) for store in (self.memory, self.rows)
        )
        assert memory == sqlite

    @rule(name=st.sampled_from(["documents", "others"]), on=st.sampled_from([True, False, None]))
    def pack(self, name: str, on: bool | None) -> None:
        for store in (self.memory, self.rows):
            with store.writing("pack") as writer:
                if on is None:
                    writer.remove_pack(name)
                else:
                    writer.set_pack(Pack(name, on=on))

    @rule(model=st.sampled_from(sorted(MODELS)), share=st.sampled_from([0.3, 1.0]), seed=st.integers(0, 99))
    def embed(self, model: str, share: float, seed: int) -> None:
        dimension, form = MODELS[model]
        chance = random.Random(seed)
        mean = by_chance(chance, dimension)
        for store in (self.memory, self.rows):
            with store.writing("begin") as writer:
                writer.begin_vectors(model, dimension, form, mean)
        left = self.memory.without_vectors(model, 99)
        assert [each.key for each in self.rows.without_vectors(model, 99)] == [each.key for each in left]
        chosen = [each for each in left if chance.random() < share]
        rows = [
            row(each.key, *(by_chance(chance, dimension) for _ in range(chance.choice([1, 1, 2, 0, 4]))))
            for each in chosen
        ]
        for store in (self.memory, self.rows):
            with store.writing("embed") as writer:
                assert writer.add_vectors(model, rows) == len(rows)
                writer.refuse_vectors(model, {each.key: "no" for each in left if each.key % 3 == seed % 3})

    @rule(model=st.sampled_from(sorted(MODELS)), what=st.sampled_from(["serve", "keep", "drop"]))
    def change_models(self, model: str, what: str) -> None:
        for store in (self.memory, self.rows):
            if model in {each.id for each in store.vector_models()}:
                with store.writing("models") as writer:
                    if what == "drop":
                        writer.drop_vectors(model)
                    else:
                        writer.serve_vectors(model, keep_others=what == "keep")

    @rule()
    def compact(self) -> None:
        self.rows.compact()

    @rule()
    def open_again(self) -> None:
        self.rows.close()
        self.rows = self.opened()

    @rule(scope=scopes, asked=concepts, must=st.lists(alternatives, max_size=1), limit=st.integers(1, 9))
    def search(self, scope: Scope, asked: list[Concept], must: list[Alternative], limit: int) -> None:
        refused = ["no:b"] if len(asked) == 4 else []
        with self.memory.reading(scope) as memory, self.rows.reading(scope) as sqlite:
            expected = memory.by_words(asked, limit, all_of=must, none_of=refused)
            assert list(sqlite.by_words(asked, limit, all_of=must, none_of=refused)) == list(expected)
            self.same_vocabulary(memory, sqlite)
            self.same_vectors(memory, sqlite, limit)
            keys = memory.matching(ALL_TERMS)
            assert sqlite.word_scores(asked, keys) == memory.word_scores(asked, keys)
            assert sqlite.matching(ALL_TERMS) == keys
            self.same_passages(memory, sqlite, keys)
            for source in SOURCES:
                self.same_document(memory, sqlite, document_id("documents", source))

    @invariant()
    def sound(self) -> None:
        if hasattr(self, "rows"):
            assert [checked for checked in self.rows.health() if not checked.sound] == []
            assert self.rows.known("r") == self.memory.known("r")
            assert self.rows.vector_models() == self.memory.vector_models()

    @staticmethod
    def same_vocabulary(memory: Reader, sqlite: Reader) -> None:
        assert sqlite.collection() == memory.collection()
        assert sqlite.languages() == memory.languages()
        assert sqlite.packs() == memory.packs()
        assert dict(sqlite.document_frequencies(ALL_TERMS)) == dict(memory.document_frequencies(ALL_TERMS))
        for asked in ("no:avtalene", "en:avtale", "=2027", "no~lister"):
            assert sqlite.similar_terms(asked, 0.3, 3) == memory.similar_terms(asked, 0.3, 3)

    @staticmethod
    def same_vectors(memory: Reader, sqlite: Reader, limit: int) -> None:
        held = memory.embedded()
        assert sqlite.embedded() == held
        if held.model is not None:
            asked = by_chance(random.Random(limit), held.dimension)
            found = memory.by_vector(asked, limit)
            keys = [key for head in memory.heads() for key in memory.keys_of(head.id)]
            assert sqlite.by_vector(asked, limit) == found
            assert sqlite.cosines(asked, keys) == memory.cosines(asked, keys)
            for one, other in zip(sqlite.vectors_of(keys), memory.vectors_of(keys), strict=True):
                assert list(one) == list(other)

    @staticmethod
    def same_passages(memory: Reader, sqlite: Reader, keys: Sequence[PassageKey]) -> None:
        assert sqlite.passages(keys) == memory.passages(keys)
        assert sqlite.sequences(keys) == memory.sequences(keys)
        assert sqlite.documents_of(keys) == memory.documents_of(keys)
        assert list(sqlite.reports()) == list(memory.reports())
        assert sqlite.named(SOURCES) == memory.named(SOURCES)

    @staticmethod
    def same_document(memory: Reader, sqlite: Reader, document: DocumentId) -> None:
        assert sqlite.keys_of(document) == memory.keys_of(document)
        assert sqlite.original(document) == memory.original(document)
        for version in (None, 1, 2):
            one, other = memory.text(document, version), sqlite.text(document, version)
            assert (one is None) == (other is None)
            if one and other:
                assert (one.text, one.current, one.head.access) == (
                    other.text,
                    other.current,
                    other.head.access,
                )


TestTwins = pytest.mark.req("LAN-5", "FAC-5")(Twins.TestCase)
TestTwins.settings = settings(
    max_examples=25,
    stateful_step_count=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
