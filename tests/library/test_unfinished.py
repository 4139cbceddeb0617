"""A library whose ingest was stopped, or goes on, says that documents are missing."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from belegg.errors import BadInput
from belegg.library.library import Library
from belegg.library.progress import Progress
from belegg.library.unfinished import RUNS
from belegg.records import OWNER, Abstained, Note, Principal, Scope
from belegg.serving.cli.commands import app
from library.ingesting import Stopped, stops_at, write

pytestmark = pytest.mark.req("ING-13")

EVERYTHING = Scope(OWNER)
OTHERS = Scope(Principal("clerk", frozenset({"hr"})))


@pytest.fixture
def many(tmp_path: Path) -> Path:
    folder = tmp_path / "many"
    for n in range(250):
        write(folder / f"{n:03}.md", f"# {n}\n\nThe lamp number {n} stands in the hall.\n")
    return folder


@pytest.fixture
def stopped(tmp_path: Path, many: Path) -> Path:
    """A library with a hundred or more of 250 documents: lots end by number or by time."""
    path = tmp_path / "library.db"
    with Library.open(path, create=True, watch=stops_at(100)) as library, pytest.raises(Stopped):
        library.ingest(many, pack="wiki")
    return path


def said(notes: tuple[Note, ...]) -> str:
    return " ".join(note.text for note in notes if note.stage == "ingest")


def test_a_stopped_run_is_told_with_how_far_it_came_and_how_to_go_on(stopped: Path, many: Path) -> None:
    with Library.open(stopped) as library:
        words = f"the run over `many` stopped after {len(library.documents(EVERYTHING))} of 250 files"
        finding = next(each for each in library.health() if each.check == "ingest")
        found = library.search("lamp in the hall", EVERYTHING)
        answer = library.ask("Where is the vault of the bank?", EVERYTHING)

    assert (finding.state, words in finding.text) == ("look", True)
    assert f"`belegg ingest {many} --library {stopped}`" in finding.todo
    assert words in said(found.notes)
    assert isinstance(answer, Abstained)
    assert words in said(answer.notes)


def test_the_report_says_it_too_in_words_and_in_json(stopped: Path) -> None:
    def printed(*words: str) -> str:
        outcome = CliRunner().invoke(app, ["report", *words, "--library", str(stopped)])
        return " ".join(outcome.stdout.split())

    words = "the run over `many` stopped after"
    assert words in printed()
    assert words in json.loads(printed("--json"))["notes"][0]["text"]


def test_who_may_not_read_the_documents_is_told_no_names_and_no_numbers(stopped: Path) -> None:
    with Library.open(stopped) as library:
        told = said(library.search("lamp", OTHERS).notes)

    assert "has not come to its end" in told
    assert not any(word in told for word in ("many", "250"))


def test_a_run_that_comes_to_its_end_takes_the_mark_away(stopped: Path, many: Path) -> None:
    with Library.open(stopped) as library:
        outcome = library.ingest(many)

        assert outcome.unchanged >= 100
        assert outcome.unchanged + outcome.added == 250
        assert library.unfinished() == []
        assert said(library.search("lamp", EVERYTHING).notes) == ""


def test_one_file_of_a_stopped_folder_does_not_make_it_whole(stopped: Path, many: Path) -> None:
    with Library.open(stopped) as library:
        library.ingest(many / "249.md")

        assert [(run.below, run.total) for run in library.unfinished()] == [("many", 250)]


def test_a_whole_run_covers_a_stopped_one_over_a_part_of_it_and_no_other(tmp_path: Path, many: Path) -> None:
    write(tmp_path / "other" / "a.md", "# A\n\nWords.\n")
    with Library.open(tmp_path / "library.db", create=True) as library:
        library.ingest(tmp_path / "other")
        with library.store.writing("a test") as writer:
            marks = {name: [str(many), 1, 9, 1] for name in ("other/deep", "other", "others")}
            writer.set_setting(RUNS, json.dumps(marks))

        library.ingest(tmp_path / "other")

        assert [run.below for run in library.unfinished()] == ["others"]


def test_a_run_in_which_nothing_changed_leaves_no_trace(tmp_path: Path, many: Path) -> None:
    path = tmp_path / "library.db"
    with Library.open(path, create=True) as library:
        library.ingest(many)
        before = library.store.settings()
        library.ingest(many)

        assert library.store.settings() == before


def test_while_it_runs_a_search_that_finds_nothing_says_so(tmp_path: Path, many: Path) -> None:
    path = tmp_path / "library.db"
    heard: list[str] = []

    def asks(progress: Progress) -> None:
        with Library.open(path) as other:
            heard.append(said(other.search("vault", EVERYTHING).notes))
            running = [(run.running, run.process) for run in other.unfinished()]
        assert running == [(True, os.getpid())]

    with Library.open(path, create=True, watch=asks) as library:
        library.ingest(many)
        assert library.unfinished() == []

    assert f"an ingest is running over `{many}`: 0 of 250 files so far" in heard[0]
    assert f"an ingest is running over `{many}`: 250 of 250 files so far" in heard[-1]


def test_a_run_that_has_stored_nothing_yet_is_told_where_nothing_was_found(
    tmp_path: Path, many: Path
) -> None:
    with Library.open(tmp_path / "library.db", create=True) as library:
        library.ingest(many)

        with ingesting(library):
            nothing = library.search("vault", EVERYTHING)
            something = library.search("lamp", EVERYTHING)

    assert "an ingest is running" in said(nothing.notes)
    assert said(something.notes) == ""


@contextmanager
def ingesting(library: Library) -> Iterator[None]:
    """Somebody else's run before its first document."""
    with library.store.ingesting("ingest elsewhere"):
        yield


def test_a_removal_that_is_refused_marks_nothing(tmp_path: Path, many: Path) -> None:
    with Library.open(tmp_path / "library.db", create=True) as library:
        library.ingest(many)
        for n in range(120):
            (many / f"{n:03}.md").unlink()
        with pytest.raises(BadInput, match="--allow-removals"):
            library.ingest(many)

        assert library.unfinished() == []
