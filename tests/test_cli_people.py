"""`belegg people`, `belegg token` and `belegg audit`, as the owner of a library types them."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import apsw
import pytest
from typer.testing import CliRunner

from belegg.library.library import Library
from belegg.library.uploads import Uploads
from belegg.serving.cli.commands import app
from belegg.serving.entrance.opening import entrance_for
from belegg.serving.entrance.team import TeamEntrance
from belegg.stores.people import SqlitePeople, beside
from extras import needs
from json_contract import CONTRACT
from test_json_contract import hold

needs("serve")
pytestmark = pytest.mark.req("FAC-1", "FAC-6")
PASSWORD = "seven grey herons wade"
PASSWORDS = '[serve]\nsign_in = "passwords"\n[serve.roles]\nadmin = ["it"]\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Library.open(tmp_path / "belegg.db", create=True).store.close()
    (tmp_path / "belegg.toml").write_text(PASSWORDS, encoding="utf-8")
    return tmp_path


def typed(folder: Path, *words: str, stdin: str | None = None, exit_code: int = 0) -> Any:
    library = ["--library", str(folder / "belegg.db")]
    done = CliRunner().invoke(app, [*words, *library], input=stdin)
    assert done.exit_code == exit_code, done.output
    return json.loads(done.stdout) if "--json" in words else done.output


def add_anna(folder: Path) -> dict[str, Any]:
    told = typed(
        folder, "people", "add", "Anna", "--groups", "it, sales", "--stdin", "--json", stdin=PASSWORD
    )
    hold("people add", told)
    return dict(told)


def team(folder: Path) -> TeamEntrance:
    opened = entrance_for(folder / "belegg.db")
    assert isinstance(opened, TeamEntrance)
    return opened


def test_who_was_added_signs_in_with_the_password_that_was_typed(folder: Path) -> None:
    told = add_anna(folder)
    assert (told["known_as"], told["groups"], told["by"]) == ("anna", ["it", "sales"], "password")

    entrance = team(folder)

    assert entrance.sign_in("anna", PASSWORD, "", "").visitor.roles == {"reader", "admin"}
    entrance.close()


def test_a_password_is_asked_for_twice_and_not_echoed(folder: Path) -> None:
    said = typed(folder, "people", "add", "anna", stdin=f"{PASSWORD}\n{PASSWORD}\n")

    assert PASSWORD not in said
    assert "anna" in said


@pytest.mark.parametrize("password", ["", "short", "password1234", "anna-anna-anna"])
def test_a_password_that_is_guessed_first_adds_nobody(folder: Path, password: str) -> None:
    said = typed(folder, "people", "add", "anna", "--stdin", stdin=password + "\n", exit_code=2)

    assert "a few words in a row" in said
    assert typed(folder, "people", "list", "--json")["people"] == []


@pytest.mark.parametrize("name", ["", " ", "two words", "x" * 101, "a\tb"])
def test_a_name_that_cannot_be_typed_is_refused(folder: Path, name: str) -> None:
    typed(folder, "people", "add", name, "--service", exit_code=2)


def test_a_name_is_one_persons(folder: Path) -> None:
    add_anna(folder)

    assert "somebody already" in typed(folder, "people", "add", "ANNA", "--service", exit_code=2)


def test_groups_that_are_set_hold_and_may_be_none(folder: Path) -> None:
    add_anna(folder)

    told = typed(folder, "people", "set", "anna", "--groups", "", "--name", "Anna Ås", "--json")

    assert (told["groups"], told["name"]) == ([], "Anna Ås")
    typed(folder, "people", "set", "anna", exit_code=2)


def test_a_new_password_ends_the_sessions(folder: Path) -> None:
    add_anna(folder)
    entrance = team(folder)
    entrance.sign_in("anna", PASSWORD, "", "")

    told = typed(folder, "people", "password", "anna", "--stdin", "--json", stdin="eight green geese fly\n")

    hold("people password", told)
    assert told["sessions"] == 0
    assert entrance.sign_in("anna", "eight green geese fly", "", "").next == "/"
    entrance.close()


def test_disabling_is_seen_by_a_server_that_runs(folder: Path) -> None:
    add_anna(folder)
    entrance = team(folder)
    entrance.sign_in("anna", PASSWORD, "", "")

    told = typed(folder, "people", "disable", "anna", "--json")

    assert (told["disabled"], told["sessions"]) == (True, 0)
    assert entrance.people.all_people()[0].is_disabled
    assert not typed(folder, "people", "enable", "anna", "--json")["disabled"]
    entrance.close()


def test_a_token_is_printed_once_and_revoked_by_its_id(folder: Path) -> None:
    add_anna(folder)
    made = typed(
        folder, "token", "new", "anna", "--for", "nightly", "--right", "ask", "--days", "7", "--json"
    )
    hold("token new", made)
    entrance = team(folder)
    assert entrance.visitor({}, f"Bearer {made['text']}").may("ask")

    listed = typed(folder, "token", "list", "--person", "anna", "--json")
    revoked = typed(folder, "token", "revoke", made["token"], "--json")

    hold("token list", listed)
    hold("token revoke", revoked)
    assert made["text"] not in json.dumps(listed)
    assert not revoked["holds"]
    entrance.close()


def test_a_token_alone_stands_on_standard_output(folder: Path) -> None:
    add_anna(folder)

    done = CliRunner().invoke(
        app, ["token", "new", "anna", "--for", "x", "--library", str(folder / "belegg.db")]
    )

    assert done.stdout.strip().startswith("blg_")
    assert "not shown again" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("token", "new", "nobody", "--for", "x"),
        ("token", "revoke", "t0"),
        ("people", "disable", "nobody"),
        ("people", "set", "nobody", "--groups", "x"),
        ("token", "new", "anna", "--for", "x", "--right", "all"),
        ("token", "new", "anna", "--for", "x", "--days", "9999"),
        ("audit", "--since", "soon"),
        ("audit", "--person", "nobody"),
        ("audit", "--what", "d1", "--path", "x"),
    ],
)
def test_what_is_not_there_is_told(folder: Path, words: tuple[str, ...]) -> None:
    add_anna(folder)

    assert typed(folder, *words, exit_code=2).startswith("belegg: ")


def test_where_nobody_was_added_it_is_said_how(folder: Path) -> None:
    assert "belegg people add" in typed(folder, "people", "list", exit_code=2)
    assert not beside(folder / "belegg.db").exists()


def test_without_a_library_nobody_is_added(tmp_path: Path) -> None:
    assert "no library" in typed(tmp_path, "people", "add", "anna", "--service", exit_code=2)


def test_where_a_provider_knows_people_none_is_added_by_hand_but_programs(folder: Path) -> None:
    (folder / "belegg.toml").write_text(
        '[serve]\nsign_in = "oidc"\nurl = "https://b.example"\n[serve.oidc]\nissuer = "https://id.example"\n'
        'client_id = "belegg"\nclient_secret_file = "/nowhere"\n',
        encoding="utf-8",
    )

    assert "provider" in typed(folder, "people", "add", "anna", "--stdin", stdin=PASSWORD, exit_code=2)
    typed(folder, "people", "add", "nightly", "--service")


def test_what_the_owner_did_stands_in_the_log(folder: Path) -> None:
    add_anna(folder)
    typed(folder, "people", "disable", "anna")

    rows = typed(folder, "audit", "--json")
    said = typed(folder, "audit")

    hold("audit", rows)
    assert [(row["doing"], row["person"], row["door"]) for row in rows["rows"]] == [
        ("person disabled", "owner", "cli"),
        ("person added", "owner", "cli"),
    ]
    assert "person disabled" in said


def test_a_log_that_was_changed_is_told_by_the_exit_code(folder: Path) -> None:
    add_anna(folder)
    typed(folder, "people", "disable", "anna")
    assert "each follows" in typed(folder, "audit", "check")
    connection = apsw.Connection(str(beside(folder / "belegg.db")))
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    connection.execute("UPDATE audit SET person = 'somebody else' WHERE number = 1")
    connection.close()

    told = typed(folder, "audit", "check", "--json", exit_code=1)

    hold("audit check", told)
    assert told["first_wrong"] == 1


def test_the_last_row_that_a_check_tells_is_looked_for_later(folder: Path) -> None:
    add_anna(folder)
    last = typed(folder, "audit", "check", "--json")["last"]
    typed(folder, "people", "disable", "anna")

    assert "each follows" in typed(folder, "audit", "check", "--known", last)
    typed(folder, "audit", "check", "--known", "1:" + "0" * 16, exit_code=1)
    typed(folder, "audit", "check", "--known", "9:" + "0" * 16, exit_code=1)
    typed(folder, "audit", "check", "--known", "last", exit_code=2)


def test_the_log_is_shortened_from_its_oldest_row(folder: Path) -> None:
    add_anna(folder)
    people = SqlitePeople(beside(folder / "belegg.db"))
    people.note(4e9, "p1", "read", "d1", "http", "")  # as it were, in 2096
    people.close()

    told = typed(folder, "audit", "shorten", "--before", "2090-01-01", "--json")

    hold("audit shorten", told)
    assert told["gone"] == 1
    assert [row["doing"] for row in typed(folder, "audit", "--json")["rows"]] == ["log shortened", "read"]
    assert "each follows" in typed(folder, "audit", "check")


def test_every_command_that_looks_after_people_has_its_json_described() -> None:
    described = {name for name in CONTRACT if name.split()[0] in {"people", "token", "audit"}}

    assert len(described) == 13


def test_who_changed_who_may_read_stands_in_the_log_without_the_path(folder: Path) -> None:
    handbook = folder / "handbook"
    handbook.mkdir()
    (handbook / "dismissal.md").write_text("# Dismissal\n\nA page.\n", encoding="utf-8")
    typed(folder, "ingest", str(handbook))
    add_anna(folder)

    typed(folder, "access", "set", "handbook/dismissal.md", "nobody")
    typed(folder, "forget", "dismissal.md", "--yes")

    (changed,) = typed(folder, "audit", "--path", "handbook/dismissal.md", "--json")["rows"]
    assert (changed["doing"], changed["person"]) == ("access changed", "owner")
    assert typed(folder, "audit", "--json")["rows"][0]["doing"] == "forgotten"
    assert "dismissal" not in json.dumps(typed(folder, "audit", "--json"))


def test_without_a_team_no_log_is_begun(folder: Path) -> None:
    (folder / "handbook").mkdir()
    (folder / "handbook" / "a.md").write_text("# A\n\nA page.\n", encoding="utf-8")
    typed(folder, "ingest", str(folder / "handbook"))

    typed(folder, "access", "set", "handbook/a.md", "staff")

    assert not beside(folder / "belegg.db").exists()


@pytest.mark.req("FAC-5")
def test_a_backup_holds_who_may_come_in_and_they_come_in_by_it(folder: Path) -> None:
    add_anna(folder)
    told = typed(folder, "backup", str(folder / "copy.db"), "--json")

    hold("backup", told)
    assert told["people"] == str(folder / "copy.db.people")
    (folder / "belegg.db.people").unlink()
    (folder / "copy.db.people").rename(folder / "belegg.db.people")
    entrance = team(folder)
    assert entrance.sign_in("anna", PASSWORD.strip(), "192.0.2.1", "Firefox").visitor.name == "anna"
    entrance.close()


@pytest.mark.req("ING-15")
def test_a_backup_holds_what_people_brought_and_who_may_read_it(folder: Path) -> None:
    add_anna(folder)
    uploads = Uploads.beside(folder / "belegg.db")
    uploads.keep(uploads.take(b"# Boats\n\nOne boat.\n", "boats.md", "", "anna", ("crew",)))

    told = typed(folder, "backup", str(folder / "copy.db"), "--json")
    typed(folder, "backup", str(folder / "handed_on.db"), "--no-people", "--json")

    hold("backup", told)
    assert told["brought"] == str(folder / "copy.db.brought")
    assert not (folder / "handed_on.db.brought").exists()
    copied = Uploads.beside(folder / "copy.db")
    (one,) = copied.of("anna")
    assert (one.name, one.groups) == ("boats.md", ("crew",))
    assert copied.place(one).read_bytes() == b"# Boats\n\nOne boat.\n"
    assert stat.S_IMODE(copied.folder.stat().st_mode) == 0o700


def test_a_library_to_hand_on_is_copied_without_people(folder: Path) -> None:
    add_anna(folder)

    told = typed(folder, "backup", str(folder / "copy.db"), "--no-people", "--json")

    assert told["people"] is None
    assert not (folder / "copy.db.people").exists()


@pytest.mark.parametrize("there", ["copy.db", "copy.db.people", "copy.db.brought"])
def test_a_backup_is_written_whole_or_not_at_all(folder: Path, there: str) -> None:
    add_anna(folder)
    Uploads.beside(folder / "belegg.db").take(b"# A\n", "a.md", "", "anna", ())
    (folder / there).write_text("mine", encoding="utf-8")

    typed(folder, "backup", str(folder / "copy.db"), exit_code=2)

    assert [each.name for each in folder.glob("copy*")] == [there]
    assert (folder / there).read_text(encoding="utf-8") == "mine"
