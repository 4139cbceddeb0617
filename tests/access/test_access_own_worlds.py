"""Rows of the access matrix that need a world of their own; and that no row is left out."""

from __future__ import annotations

import json
import re
import stat
import zipfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from access.access_rows import ELSEWHERE, LATER, ROWS
from access.access_worlds import Worlds, library_of
from belegg.library.audit_surfaces import Call
from belegg.library.audit_told import text_of, told_by
from belegg.library.library import Library
from belegg.records import OWNER, Principal, Scope
from belegg.stores.sqlite import SqliteStore
from belegg.testing.shelf import Shelf, reader_of
from library.ingesting import write

pytestmark = pytest.mark.req("FAC-6")


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


def test_every_row_of_the_matrix_is_tried_or_belongs_to_a_part_that_is_not_there(folder: Path) -> None:
    rows = [json.loads(line)["id"] for line in (folder / "matrix.jsonl").read_text().splitlines()]
    named = [re.match(r"test_acc_(\d\d)(?:_and_(\d\d))?", name) for name in globals()]
    tried = {f"acc-{number}" for found in named if found for number in found.groups() if number}

    assert sorted([*ROWS, *LATER, *ELSEWHERE, *tried]) == sorted(rows)
