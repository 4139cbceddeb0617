"""A library moved into PostgreSQL and back: it finds the same, and what stands beside it goes along."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from belegg import Library
from belegg.errors import BadInput, UnfinishedCopy
from belegg.library.copying import copy_library
from belegg.library.parity import drawn, parity
from belegg.library.uploads import Uploads
from belegg.records import OWNER, Scope
from belegg.serving.cli.commands import app
from belegg.stores.people import SqlitePeople, beside
from extras import needs

pytestmark = pytest.mark.req("FAC-5")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    pages = tmp_path / "pages"
    pages.mkdir()
    for number in range(8):
        access = ("everyone", "staff", "board")[number % 3]
        text = f"The notice period of contract {number} is {number} months. Dogs sleep on page {number}."
        (pages / f"{number}.md").write_text(
            f"---\naccess: [{access}]\n---\n\n# Page {number}\n\n{text}\n", "utf-8"
        )
    path = tmp_path / "belegg.db"
    with Library.open(path, create=True) as library:
        library.ingest(pages)
    return path


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    needs("postgres")
    from psycopg.conninfo import conninfo_to_dict

    told = conninfo_to_dict(request.getfixturevalue("postgres")())
    monkeypatch.setenv("PGPASSWORD", str(told["password"]))
    monkeypatch.setenv("BELEGG_BESIDE", str(tmp_path))
    return f"postgresql://{told['user']}@/{told['dbname']}?host={told['host']}"


def test_a_library_goes_into_postgresql_and_back_and_finds_the_same(
    source: Path, database: str, tmp_path: Path
) -> None:
    there = copy_library(source, database, queries=30)
    back = copy_library(database, tmp_path / "back.db", queries=30)

    assert there.same
    assert back.same
    assert there.tables == back.tables
    assert there.parity.queries == 30
    assert there.parity.hits > 30
    assert {"the owner", "anonymous", "everyone", "board, everyone"} <= {*there.parity.askers}


def test_what_finds_something_else_is_named_with_the_query_and_who_asked(
    source: Path, tmp_path: Path
) -> None:
    copy_library(source, tmp_path / "copy.db", queries=0)
    with Library.open(source) as ours, Library.open(tmp_path / "copy.db") as theirs:
        assert not parity(ours, theirs, 40).differences
        theirs.forget(theirs.document("3.md", Scope(OWNER)).id)

        found = parity(ours, theirs, 40)

    assert found.differences
    assert all(
        one.query and one.asker and one.at >= 1 and one.source != one.target for one in found.differences
    )


def test_the_same_library_gives_the_same_queries(source: Path) -> None:
    with Library.open(source) as library:
        assert drawn(library, 25) == drawn(library, 25)
        assert len(drawn(library, 25)) == 25


def test_people_and_what_they_brought_go_along_and_what_stays_is_told(source: Path, tmp_path: Path) -> None:
    SqlitePeople(beside(source)).close()
    Uploads.beside(source).folder.mkdir()
    source.with_name("belegg.db.statistics").write_bytes(b"")
    (tmp_path / "new").mkdir()
    target = tmp_path / "new" / "copy.db"

    copied = copy_library(source, target, queries=0)

    assert copied.people == beside(target)
    assert copied.brought == Uploads.beside(target).folder
    assert [place.name for place, _ in copied.left] == ["belegg.db.statistics"]
    assert beside(target).exists()


def test_people_of_somebody_else_in_the_copy_s_place_are_left_as_they_are(
    source: Path, tmp_path: Path
) -> None:
    target = tmp_path / "copy.db"
    SqlitePeople(beside(source)).close()
    beside(target).write_bytes(b"theirs")

    with pytest.raises(BadInput, match=r"copy\.db\.people` exists"):
        copy_library(source, target, queries=0)
    assert beside(target).read_bytes() == b"theirs"

    assert copy_library(source, target, queries=0, people=False).people is None


def test_a_library_is_not_copied_to_itself(source: Path) -> None:
    with pytest.raises(BadInput, match="cannot be copied to itself"):
        copy_library(source, source)


def test_the_command_stops_where_it_is_told_and_goes_on(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"

    def stop(progress: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        copy_library(source, target, watch=stop)
    with pytest.raises(UnfinishedCopy, match="goes on where it stopped"):
        Library.open(target)

    told = CliRunner().invoke(app, ["copy", str(source), str(target), "--queries", "10", "--json"])

    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout)["went_on"]
    assert (
        "period of contract" in CliRunner().invoke(app, ["search", "notice", "--library", str(target)]).stdout
    )
