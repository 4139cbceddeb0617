"""
Two worlds: a library with documents that a person may not read, and the same library without them.

For that person everything that a search or an explanation says is equal in both, to the byte: hits, order,
scores, snippets, counts, notes, reasons.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from belegg.library.library import Library
from belegg.reading import read
from belegg.reading.passages import cut
from belegg.records import Found, Principal, Scope, document_id
from belegg.seams import Store
from belegg.search.explain import explain
from belegg.search.explain_text import explained_text
from belegg.search.search import Search
from belegg.search.settings import SearchSettings
from belegg.stores.sqlite import SqliteStore
from belegg.testing import MemoryStore
from belegg.testing.shelf import ANALYSER, Shelf

pytestmark = pytest.mark.req("SEA-7")

MakeStore = Callable[[], Store]


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def new_store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> MakeStore:
    if request.param == "memory":
        return MemoryStore
    if request.param == "postgres":
        from belegg.stores.postgres import PostgresStore

        empty = request.getfixturevalue("postgres")
        return lambda: PostgresStore(empty())
    return lambda: SqliteStore(tmp_path_factory.mktemp("world") / "library.db")


def said(store: Store, query: str, groups: Iterable[str], documents: Sequence[str]) -> str:
    """All that somebody in these groups is told about a query, without times."""
    scope = Scope(Principal("somebody", frozenset(groups)))
    told: list[str] = []
    for ranking in ("default", "bm25", "cover"):
        chosen = SearchSettings(ranking=ranking)
        told.append(timeless(Search(store, ANALYSER, chosen)(query, scope, 20)))
    for document in documents:
        named = document_id("documents", document)
        told.append(
            explained_text(explain(query, scope, store, ANALYSER, SearchSettings(), named)).replace(named, "")
        )
    return "\n".join(told)


def timeless(found: Found) -> str:
    record = asdict(found)
    del record["took_ms"]
    for hit in record["hits"]:
        del hit["document"]["ingested_at"]
    return json.dumps(record, ensure_ascii=False, default=sorted)


# ---------------------------------------------------------------- a small library with traps


TRAPS = [
    "plan", "oppkjøpsplan", "oppkjopsplan", "oppk", "lønnsløft", "lønnsl", "migreneanfall", "migren",
    "Rødrev", "KANARI-4417", "KANARI-0001", "average raise 2026", "budget", "archive open from 9 to 15",
    '"Internal line"', '"archive is open"', "handbook chapter 4 internal", "compensation policy 2026 § 1",
    "turnover -million", "named employee invented", "travel polcy", "marker", "og i på", "notice period",
]  # fmt: skip


def trap_library(folder: Path, store: Store, groups: frozenset[str] | None) -> None:
    """Fill a store from the fixture: everything, or what these groups may read."""
    shelf = Shelf(store)
    for file in sorted(folder.glob("*.md")):
        document = read(file.read_bytes(), file.name, "documents").document
        if groups is None or not groups.isdisjoint(document.access):
            shelf.put_document(document, cut(document, "wiki"))


def test_a_small_library_says_the_same_whether_the_hidden_documents_are_there(
    shared: Path, new_store: MakeStore
) -> None:
    folder = shared / "data/security/access"
    people = json.loads((folder / "people.json").read_text(encoding="utf-8"))
    with closing(new_store()) as whole:
        trap_library(folder / "fixture", whole, None)
        for groups in {frozenset(groups) for groups in people.values()}:
            with closing(new_store()) as alone:
                trap_library(folder / "fixture", alone, groups)
                for query in TRAPS:
                    here, there = (said(store, query, groups, ["nobody.md"]) for store in (whole, alone))
                    assert here == there, f"{sorted(groups)} learn something from `{query}`"


def test_somebody_with_the_right_groups_does_find_what_is_closed_to_others(
    shared: Path, new_store: MakeStore
) -> None:
    with closing(new_store()) as store:
        trap_library(shared / "data/security/access/fixture", store, None)
        search = Search(store, ANALYSER, SearchSettings())

        def sources(query: str, *groups: str) -> list[str]:
            found = search(query, Scope(Principal("somebody", frozenset(groups))))
            return [hit.document.source for hit in found.hits]

        assert sources("oppkjøpsplan", "everyone", "management") == ["merger-note.md"]
        assert sources("oppkjøpsplan", "everyone") == []
        everybody = ("everyone", "management", "hr", "sales", "admin")
        assert {"nobody.md", "no-list.md"}.isdisjoint(sources("KANARI-0001 KANARI-0002", *everybody))


# ---------------------------------------------------------------- any library


WORDS = st.sampled_from(
    ["contract", "contracts", "contrast", "notice", "period", "periods", "wages", "merger", "plan", "raise"]
)
ODD = st.sampled_from(["mergre", "contrat", "wgaes", "-plan", '"notice period"'])
TEXT = st.lists(WORDS, min_size=1, max_size=12).map(" ".join)
GROUPS = st.sets(st.sampled_from("abc"))
DOCUMENT = st.tuples(TEXT, st.lists(TEXT, min_size=1, max_size=3), GROUPS)
QUERY = st.lists(WORDS | ODD, max_size=4).map(" ".join)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(documents=st.lists(DOCUMENT, max_size=8), query=QUERY, groups=GROUPS)
def test_any_library_says_the_same_whether_the_hidden_documents_are_there(
    new_store: MakeStore,
    documents: list[tuple[str, list[str], set[str]]],
    query: str,
    groups: set[str],
) -> None:
    with closing(new_store()) as whole, closing(new_store()) as alone:
        for number, (title, passages, access) in enumerate(documents):
            readable = not access.isdisjoint(groups)
            for store in (whole, alone) if readable else (whole,):
                Shelf(store).put(f"d{number}", *passages, title=title, access=access)
        names = [f"d{number}" for number in range(len(documents))]

        assert said(whole, query, groups, names) == said(alone, query, groups, names)


# ---------------------------------------------------------------- a real handbook


QUESTIONS = [
    "incident on-call rotation", "parental leave weeks", "expense receipt limit", "quota and commission",
    "security review of a vendor", "codeing guidelines", "hirring process interview", '"on call" engineer',
    "opsgenie escalation", "pricing discount approval", "strategy for next year", "laptop order",
]  # fmt: skip
PEOPLE = {"anna": ["all", "engineering"], "carl": ["all", "sales"], "guest": ["all"], "nobody": []}


def pages(handbook: Path) -> list[Path]:
    """A third of the handbook: enough to hold every list, in a third of the time."""
    return sorted(handbook.rglob("*.md"))[::3]


def world(folder: Path, handbook: Path, files: Iterable[Path], rules: Path) -> Library:
    """A library in a folder of its own, of copies of these pages."""
    for file in files:
        copy = folder / handbook.name / file.relative_to(handbook)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
    library = Library.open(folder / "library.db", create=True)
    (folder / handbook.name).mkdir(exist_ok=True)
    library.ingest(folder / handbook.name, access=rules, originals=False)
    return library


@pytest.fixture(scope="module")
def handbook(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Library, Path, Path]]:
    source, rules = shared / "data/wiki/sourcegraph-handbook", shared / "data/wiki/access-rules.tsv"
    with world(tmp_path_factory.mktemp("whole"), source, pages(source), rules) as library:
        yield library, source, rules


@pytest.mark.parametrize("person", PEOPLE)
def test_a_handbook_says_the_same_whether_the_hidden_pages_are_there(
    person: str, handbook: tuple[Library, Path, Path], tmp_path: Path
) -> None:
    whole, source, rules = handbook
    groups = PEOPLE[person]
    with whole.store.reading(Scope(Principal(person, frozenset(groups)))) as reader:
        readable = [source.parent / head.source for head in reader.heads()]
    hidden = [p.relative_to(source.parent).as_posix() for p in pages(source) if p not in set(readable)]
    assert hidden
    with world(tmp_path, source, readable, rules) as alone:
        for query in QUESTIONS:
            here, there = (said(library.store, query, groups, hidden[:2]) for library in (whole, alone))
            assert here == there, f"{person} learns something from `{query}`"
