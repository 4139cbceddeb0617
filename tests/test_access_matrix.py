"""
The rows of `data/security/access/matrix.jsonl` that a library can be asked without a door: the fixture's
eight people in two worlds, with the documents that are hidden from them and without.

What each is told must be equal to the byte, and hold no marker of a document that they may not read.
"""

from __future__ import annotations

import json
import re
import stat
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from belegg.library.audit_surfaces import Call
from belegg.library.audit_told import first_difference, text_of, told_by
from belegg.library.library import Library
from belegg.records import OWNER, DocumentHead, Principal, Scope, Span, passage_id
from belegg.stores.sqlite import SqliteStore
from belegg.testing.shelf import Shelf, reader_of
from library.ingesting import write

pytestmark = pytest.mark.req("FAC-6")

PEOPLE = ("anna", "berit", "cato", "dag", "eva_admin", "svc_token", "anonymous", "was_hr")
LATER = {
    "acc-11": "Postgres: no such store yet",
    "acc-12": "OpenSearch: no such store yet",
    "acc-14": "vectors: not built yet",
    "acc-15": "uploads by others than the owner come with the server",
    "acc-17": "rerankers and outside models: not built yet; nothing leaves the process",
    "acc-24": "the routes of a chat come with the server; test_stored_runs.py: no run of another is there",
    "acc-27": "logs and traces: none are written",
    "acc-32": "fetched statistics: not built yet",
    "acc-33": "the SQL tool: not built yet",
    "acc-34": "writing by others than the owner comes with the server",
    **dict.fromkeys(("acc-35", "acc-36"), "MCP: not built yet"),
    "acc-43": "no notice goes out: an ingest tells its owner which kept answers no longer hold",
    "acc-44": "a browser: not built yet",
    "acc-45": "health over HTTP: not built yet; `Library.health` is the owner's",
    "acc-46": "administrators: not built yet",
}
"""Rows that belong to a door or a part which is not there."""
ELSEWHERE = {"acc-29": "python benchmarks/access_timing.py measures it"}
ELSEWHERE |= dict.fromkeys(("acc-22", "acc-23"), "test_stored_runs.py, test_verified_again.py")

WORDS = (
    "oppkjøpsplan",
    "lønnsløft",
    "migreneanfall",
    "Rødrev",
    "Nordlys",
    "KANARI-4417",
    "KANARI-6606",
    "pay",
)
FORMS = (
    *WORDS, "oppkjøpsplaner", "lønnsløftet", "oppkjopsplan", "migreneanfal", "lønnsl", "oppk", "migr",
    '"budgeted average raise"', '"Internal line"', "attachment -marker", "compensation policy 2026 § 1",
)  # fmt: skip
COMMON = ("plan", "marker", "archive open from 9 to 15", "employees", "og i på", "notice period", "policy")
TWINS = "the archive is open from 9 to 15"


@dataclass(frozen=True)
class Around:
    """What is asked about: documents that somebody may not read, and all of them."""

    hidden: Sequence[DocumentHead]
    everything: Sequence[DocumentHead]
    questions: Path


Calls = Callable[[Around], Iterator[Call]]


def asked(given: str, method: str, *values: object, **named: object) -> Call:
    """A call of a Library's method, as somebody."""

    def run(library: Library, who: Principal) -> object:
        return getattr(library, method)(*values, scope=Scope(who), **named)

    return Call(f"{method} {given}", given, run)


def scoped(given: str, **filters: Any) -> Call:
    """The list of documents within filters."""

    def run(library: Library, who: Principal) -> object:
        scope: Scope = library.scope(who, **filters)
        return scope, library.documents(scope)

    return Call(f"scope {given}", given, run)


def searches(queries: Sequence[str], limit: int = 8) -> Calls:
    def calls(_: Around) -> Iterator[Call]:
        for query in queries:
            for ranking in ("default", "bm25", "cover"):
                yield asked(query, "search", query, limit=limit, ranking=ranking)

    return calls


def of_queries(method: str, queries: Sequence[str]) -> Calls:
    return lambda _: (asked(query, method, query) for query in queries)


def of_documents(method: str, *values: object) -> Calls:
    """A method called with each document's id and with its path."""

    def calls(around: Around) -> Iterator[Call]:
        for head in around.everything:
            for name in (head.id, head.source):
                yield asked(name, method, name, *values)

    return calls


def lists(_: Around) -> Iterator[Call]:
    yield asked("", "documents")
    yield asked("", "packs")
    yield asked("", "pack", "documents")
    yield scoped("years", since="2020")
    yield scoped("languages", languages=["no"])
    yield scoped("organisations", organisations=["HR"])


def citations(around: Around) -> Iterator[Call]:
    for head in around.everything:
        passage = passage_id(head.id, 0)
        yield asked(passage, "read", passage)


def ranges(around: Around) -> Iterator[Call]:
    for head in around.everything:
        for pages in ("0", "-1", "1-2", "99", "x"):
            yield asked(head.id, "read", head.id, pages=pages)
        for version in (0, 1, 2):
            yield asked(head.id, "read", head.id, version=version)


def broken(_: Around) -> Iterator[Call]:
    for name in ("0" * 16, "compensation", "merger-note.md", "../merger-note", "'; --", "medical", ""):
        yield asked(name, "read", name)
        yield scoped(name, documents=[name])
        yield scoped(name, packs=[name])
        yield asked(f"fixture/{name}", "reports", name=name)


def reports(around: Around) -> Iterator[Call]:
    yield asked("", "reports")
    for head in around.everything:
        yield asked(head.source, "reports", name=head.source)


def why_not_found(around: Around) -> Iterator[Call]:
    for head in around.everything:
        yield asked(head.source, "explain", "marker", document=head.source)
    yield asked(around.questions.read_text(encoding="utf-8"), "evaluate", around.questions)


def twins(_: Around) -> Iterator[Call]:
    for draft in (
        f'It says "Shared paragraph that stands in two documents: {TWINS}."',
        f'It says "{TWINS}" (twin-closed.md).',
        f'It says "{TWINS}" (Handbook chapter 4, internal).',
        'It says "the archive is open from 9 to 15. Internal line".',
    ):
        yield asked(draft, "check", draft)


ROWS: Mapping[str, Sequence[Calls]] = {
    "acc-01": (searches(FORMS),),
    "acc-03": (searches(COMMON, limit=50),),
    "acc-04": (searches((TWINS, "archive from", "average raise", "second class")),),
    "acc-05": (lists,),
    "acc-06": (
        searches(("oppk", "lønnsl", "migr", "oppkjøpspaln", "Rødrve")),
        of_queries("explain", ("oppk",)),
    ),
    "acc-07": (of_queries("discover_terms", ("plan", "policy", *WORDS)),),
    "acc-08": (of_queries("explain", (*COMMON, *WORDS)),),
    "acc-13": (of_queries("related_terms", (*WORDS, *COMMON)),),
    "acc-16": (searches((*COMMON, "annual report 2025", "travel § 1")),),
    "acc-18": (of_documents("read"), of_documents("document"), ranges),
    "acc-19": (of_documents("marked_pages", Span(0, 5)), of_documents("mark", "Marker")),
    "acc-20": (of_documents("original"),),
    "acc-21": (citations,),
    "acc-25": (
        of_queries("ask", ("How large is the average raise for 2026?", "Whom do we plan to acquire?")),
    ),
    "acc-28": (broken,),
    "acc-30": (why_not_found,),
    "acc-31": (reports,),
    "acc-42": (twins, searches((TWINS,)), of_queries("ask", ("When is the archive open?",))),
}


# ---------------------------------------------------------------- the fixture, in its worlds


@pytest.fixture(scope="module")
def folder(shared: Path) -> Path:
    return shared / "data/security/access"


@pytest.fixture(scope="module")
def people(folder: Path) -> dict[str, Principal]:
    found = json.loads((folder / "people.json").read_text(encoding="utf-8"))
    return {name: Principal(name, frozenset(groups)) for name, groups in found.items()}


@dataclass(frozen=True)
class Worlds:
    whole: Library
    heads: Sequence[DocumentHead]
    alone: Mapping[frozenset[str], Library]
    questions: Path

    def around(self, who: Principal) -> Around:
        hidden = [head for head in self.heads if not who.may_read(head.access)]
        return Around(hidden, self.heads, self.questions)


def library_of(desk: Path, fixture: Path, sources: Sequence[str]) -> Library:
    for source in sources:
        write(desk / "fixture" / source, (fixture / source).read_text(encoding="utf-8"))
    library = Library.open(desk / "library.db", create=True)
    if sources:
        library.ingest(desk / "fixture")
    return library


@pytest.fixture(scope="module")
def worlds(
    folder: Path, people: dict[str, Principal], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Worlds]:
    fixture = folder / "fixture"
    with ExitStack() as stack:
        names = sorted(path.name for path in fixture.iterdir())
        whole = stack.enter_context(library_of(tmp_path_factory.mktemp("whole"), fixture, names))
        heads = whole.documents(Scope(OWNER))
        alone = {}
        for groups in {person.groups or frozenset() for person in people.values()}:
            seen = [Path(head.source).name for head in heads if not head.access.isdisjoint(groups)]
            desk = tmp_path_factory.mktemp("alone")
            alone[groups] = stack.enter_context(library_of(desk, fixture, seen))
        yield Worlds(whole, heads, alone, questions_in(tmp_path_factory.mktemp("questions")))


def questions_in(desk: Path) -> Path:
    gold = {"file": "compensation-2026.md", "quote": "The budgeted average raise for 2026 is 3.7 percent."}
    row = {"id": "1", "question": "How large is the raise?", "answerable": True, "gold": [gold]}
    return write(desk / "questions.jsonl", json.dumps(row))


def markers(worlds: Worlds, who: Principal) -> set[str]:
    """What stands in hidden documents only: canaries, ids, sources."""
    hidden = worlds.around(who).hidden
    texts = (worlds.whole.read(head.id, Scope(OWNER)).text for head in hidden)
    canaries = {canary for text in texts for canary in re.findall(r"KANARI-\d+", text)}
    return canaries | {head.id for head in hidden} | {head.source for head in hidden}


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("row", ROWS)
def test_a_row_tells_nothing_of_hidden_documents(
    row: str, person: str, worlds: Worlds, people: dict[str, Principal]
) -> None:
    who = people[person]
    hidden = markers(worlds, who)
    assert hidden, "somebody who may read everything proves nothing"
    for calls in ROWS[row]:
        for call in calls(worlds.around(who)):
            here = told_by(call, worlds.whole, who)
            there = told_by(call, worlds.alone[who.groups or frozenset()], who)
            shown = [each for each in hidden if each in text_of(here) and each not in call.given]
            assert (shown, first_difference(here, there)) == ([], None), call.surface


def test_every_row_of_the_matrix_is_tried_or_belongs_to_a_part_that_is_not_there(folder: Path) -> None:
    rows = [json.loads(line)["id"] for line in (folder / "matrix.jsonl").read_text().splitlines()]
    named = [re.match(r"test_acc_(\d\d)(?:_and_(\d\d))?", name) for name in globals()]
    tried = {f"acc-{number}" for found in named if found for number in found.groups() if number}

    assert sorted([*ROWS, *LATER, *ELSEWHERE, *tried]) == sorted(rows)


# ---------------------------------------------------------------- the reverse


def test_what_somebody_may_read_is_found_opened_and_quoted(
    worlds: Worlds, people: dict[str, Principal]
) -> None:
    for who in people.values():
        for head in worlds.heads:
            if not who.may_read(head.access):
                continue
            text = worlds.whole.read(head.id, Scope(who)).text
            sentence = max(re.split(r"(?<=[.:]) |\n", text), key=len)
            found = worlds.whole.search(sentence, Scope(who)).hits
            checked = worlds.whole.check(f'It says "{sentence}"', Scope(who)).claims
            assert head.id in [hit.document.id for hit in found]
            assert [claim.check.status for claim in checked] in ([], ["exact"])


# ---------------------------------------------------------------- rows with a world of their own


def test_acc_02_better_hidden_hits_take_no_place(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "library.db")) as store:
        shelf = Shelf(store)
        for number in range(200):
            shelf.put(f"hidden-{number}", "merger merger merger", access=["management"])
        shelf.put("open", "among many other things a merger", access=["everyone"])

        assert shelf.sources("merger", reader_of("everyone")) == ["open"]


@pytest.mark.parametrize("words", [5 * ["raise"], ["raise " * 150_000]], ids=["acc-09", "acc-10"])
def test_acc_09_and_10_hidden_documents_move_no_score_and_no_place(words: list[str], tmp_path: Path) -> None:
    told = []
    for world in ("whole", "alone"):
        with closing(SqliteStore(tmp_path / world)) as store:
            shelf = Shelf(store)
            shelf.put("one", "raise of the year", access=["everyone"])
            shelf.put("two", "budget of the coming year and the one after", access=["everyone"])
            for number, text in enumerate(words if world == "whole" else ()):
                shelf.put(f"hidden-{number}", text, access=["hr"])
            hits = shelf.search("raise budget year", reader_of("everyone")).hits
            told.append([(hit.document.source, hit.score) for hit in hits])

    assert told[0] == told[1]


def test_acc_10_the_mean_length_is_that_of_readable_passages(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "library.db")) as store:
        shelf = Shelf(store)
        shelf.put("short", "two words", access=["everyone"])
        shelf.put("long", "word " * 200_000, access=["hr"])
        with store.reading(reader_of("everyone")) as reader:
            assert reader.collection().mean_length == 2


def test_acc_26_what_one_was_told_is_not_kept_for_another(
    worlds: Worlds, people: dict[str, Principal]
) -> None:
    question = "How large is the average raise for 2026?"
    call = Call("ask", question, lambda library, who: library.ask(question, Scope(who)))
    before = told_by(call, worlds.whole, people["anna"])

    assert "3.7 percent" in text_of(told_by(call, worlds.whole, people["dag"]))

    assert told_by(call, worlds.whole, people["anna"]) == before
    assert "3.7" not in text_of(before)


def test_acc_37_and_38_library_and_backup_are_their_owners_alone(folder: Path, tmp_path: Path) -> None:
    with library_of(tmp_path, folder / "fixture", ["merger-note.md"]) as library:
        library.backup(tmp_path / "copy.db")
        library.forget(library.document("merger-note", Scope(OWNER)).id)

    for file in (tmp_path / "library.db", tmp_path / "copy.db"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert all(b"KANARI-9921" not in file.read_bytes() for file in tmp_path.glob("library.db*"))


def test_acc_38_nothing_of_a_forgotten_document_is_left_in_the_file(folder: Path, tmp_path: Path) -> None:
    with library_of(tmp_path, folder / "fixture", ["merger-note.md", "travel.md"]) as library:
        library.forget(library.document("merger-note", Scope(OWNER)).id)
        left = library.search("KANARI-9921 oppkjøpsplan", Scope(OWNER)).hits

    assert left == ()


def test_acc_39_a_changed_list_holds_at_the_next_request(folder: Path, tmp_path: Path) -> None:
    dag = Scope(Principal.signed_in("dag", ["management"]))
    with library_of(tmp_path, folder / "fixture", ["merger-note.md", "travel.md"]) as library:
        head = library.document("merger-note", dag)
        with library.store.writing("a test") as writer:
            writer.set_access(head.id, frozenset({"board"}))

        assert library.search("oppkjøpsplan", dag).hits == ()
        assert [document.source for document in library.documents(dag)] == ["fixture/travel.md"]


def test_acc_40_groups_that_were_taken_away_open_nothing(worlds: Worlds) -> None:
    berit = Principal.signed_in("berit", ["hr"])

    def sources(who: Principal) -> list[str]:
        return [hit.document.source for hit in worlds.whole.search("migreneanfall", Scope(who)).hits]

    assert sources(berit) == ["fixture/medical.md"]
    assert sources(Principal.signed_in("berit", [])) == []
    assert sources(replace(berit, groups=frozenset())) == []


def test_acc_41_what_lies_inside_a_file_is_never_more_open_than_its_own_list(tmp_path: Path) -> None:
    desk = tmp_path / "desk"
    desk.mkdir()
    with zipfile.ZipFile(desk / "minutes.zip", "w") as packed:
        packed.writestr("minutes.md", "---\naccess: [everyone]\n---\n# Minutes\n\nHarbour in minutes.\n")
        packed.writestr("budget.md", "---\naccess: [management]\n---\n# Budget\n\nOppkjøpsplan in budget.\n")
    rules = write(tmp_path / "rules.tsv", "\teveryone\n")
    with Library.open(tmp_path / "library.db", create=True) as library:
        library.ingest(desk, access=rules)
        cato, dag = (Scope(Principal.signed_in("x", groups)) for groups in ([], ["management"]))

        assert len(library.documents(dag)) == len(library.documents(cato)) + 1
        assert library.search("Oppkjøpsplan", cato).hits == ()
        assert len(library.search("Oppkjøpsplan", dag).hits) == 1
