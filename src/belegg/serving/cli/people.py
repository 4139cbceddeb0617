"""`people …`: who may come in by the doors, for whoever holds the library's file."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from belegg.errors import BadInput, UnknownPerson
from belegg.library.opening import see_that_it_is_there
from belegg.serving.cli import options
from belegg.serving.cli.options import DEFAULT_LIBRARY
from belegg.serving.cli.terminal import columns, say, say_json, styled, visible
from belegg.serving.entrance.audit import OWNER_OF_FILE
from belegg.text.counted import counted

if TYPE_CHECKING:
    from belegg.library.address import Address
    from belegg.records.people import Person
    from belegg.serving.entrance.audit import Doing
    from belegg.serving.entrance.team import TeamEntrance

app = typer.Typer(no_args_is_help=True, help="People: who may come in, in which groups.")

Name = Annotated[str, typer.Argument(metavar="PERSON", help="What they are known by, or their id.")]
Groups = Annotated[
    str | None, typer.Option("--groups", metavar="GROUP,GROUP", help="The groups that they are in.")
]
FromInput = Annotated[
    bool, typer.Option("--stdin", metavar="", help="Read the password from standard input, one line.")
]


@contextmanager
def team_of(library: Address, make: bool = False) -> Iterator[TeamEntrance]:
    """
    The people of a library, with its settings; none that is asked over the network. Raises BadInput when
    nobody was ever added, unless `make`.
    """
    from belegg.serving.entrance.settings import entrance_settings
    from belegg.serving.entrance.team import TeamEntrance
    from belegg.stores.people import SqlitePeople, beside

    file = beside(library.place)
    see_that_it_is_there(library)
    if not make and not file.exists():
        raise BadInput("nobody was added yet; `belegg people add NAME`, or let somebody sign in")
    team = TeamEntrance(SqlitePeople(file), entrance_settings(library.place, with_secret=False))
    try:
        yield team
    finally:
        team.close()


def note_of_owner(library: Address, doing: Doing, what: str) -> None:
    """Write down what the owner of the file did at a terminal, where a team has a log."""
    from belegg.stores.people import SqlitePeople, beside

    if not beside(library.place).exists():
        return
    from belegg.serving.entrance.audit import Audit

    people = SqlitePeople(beside(library.place))
    try:
        Audit(people, time.time).note_of(OWNER_OF_FILE, doing, what, "cli")
    finally:
        people.close()


def named(team: TeamEntrance, name: str) -> Person:
    """By id, or what they are known by when that is one person. Raises UnknownPerson, BadInput."""
    from belegg.serving.entrance.team import plain_name

    found = team.people.person(name) or team.people.known_as("", plain_name(name))
    if found is not None:
        return found
    others = [each for each in team.people.all_people() if name in (each.subject, each.name)]
    if len(others) > 1:
        raise BadInput(
            f"`{name}` are {len(others)} people; name one by the id that `belegg people list` shows"
        )
    if not others:
        raise UnknownPerson(name)
    return others[0]


def groups_in(told: str) -> frozenset[str]:
    return frozenset(name for part in told.split(",") if (name := part.strip()))


def password_for(name: str, from_input: bool) -> str:
    """Asked for twice on a terminal, or a line of standard input; never an option, which others could see."""
    from belegg.serving.entrance.passwords import check_new

    if from_input:
        password = sys.stdin.readline().rstrip("\n")
    else:
        password = typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    check_new(password, name)
    return str(password)


@app.command()
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What they sign in with: a name or address.")],
    groups: Groups = None,
    called: Annotated[str, typer.Option("--name", metavar="TEXT", help="What a page calls them.")] = "",
    service: Annotated[
        bool, typer.Option("--service", metavar="", help="A program: no password, API tokens alone.")
    ] = False,
    from_input: FromInput = False,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    Add somebody who signs in with a password, or a program that comes with API tokens.

    $ belegg people add anna --groups sales
    $ belegg people add nightly --service --groups everyone

    Passwords are for a server with `sign_in = "passwords"`. With `sign_in = "oidc"` people need not be added:
    whom the organisation's provider lets through comes in, in the groups that it names.
    """
    from belegg.records.people import Person
    from belegg.serving.entrance import passwords
    from belegg.serving.entrance.drawn import new_id
    from belegg.serving.entrance.team import LONGEST_NAME, plain_name

    subject = plain_name(name)
    if not subject or len(subject) > LONGEST_NAME or not subject.isprintable() or " " in subject:
        raise BadInput(f"a name to sign in with has 1 to {LONGEST_NAME} letters and no blank, as `anna`")
    with team_of(library, make=True) as team:
        if team.people.known_as("", subject) is not None:
            raise BadInput(f"`{subject}` is somebody already; `belegg people set {subject}` changes them")
        if not service and team.settings.sign_in == "oidc":
            raise BadInput(
                f"people sign in at the provider here (`sign_in`); they need not be added. For a program: "
                f"`belegg people add {subject} --service`"
            )
        hashed = None if service else passwords.hashed(password_for(subject, from_input))
        person = Person(
            *(new_id("p"), "token" if service else "password", "", subject, called),
            *(groups_in(groups or ""), time.time()),
        )
        team.people.keep_person(person)
        if hashed is not None:
            team.people.set_password(person.id, hashed)
        team.audit.note_of(OWNER_OF_FILE, "person added", person.id, "cli")
        told(team, person.id, as_json)


@app.command(name="list")
def list_(library: options.LibraryAt = DEFAULT_LIBRARY, as_json: options.Json = False) -> None:
    """
    List who may come in, with their groups, sessions and API tokens.

    $ belegg people list
    """
    from belegg.serving.entrance.directory import listed
    from belegg.serving.shapes.people import person_json

    with team_of(library) as team:
        found = [listed(team, person) for person in team.people.all_people()]
    if as_json:
        say_json({"people": [person_json(each) for each in found]})
        return
    rows = [("id", "known as", "by", "groups", "holds")]
    for each in found:
        holds = f"{counted(each.sessions, 'session')}, {counted(each.tokens, 'token')}"
        person = each.person
        groups = ", ".join(sorted(person.groups)) or "-"
        rows.append(
            (person.id, person.subject, person.by, groups, "disabled" if person.is_disabled else holds)
        )
    say(visible(columns(rows)))


@app.command(name="set")
def set_(
    name: Name,
    groups: Groups = None,
    called: Annotated[
        str | None, typer.Option("--name", metavar="TEXT", help="What a page calls them.")
    ] = None,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    Change somebody's groups or name. It holds at their next request.

    $ belegg people set anna --groups sales,board
    $ belegg people set anna --groups ""

    Groups of people who sign in at the provider are the provider's.
    """
    if groups is None and called is None:
        raise BadInput("say what to change: `--groups` or `--name`")
    with team_of(library) as team:
        person = named(team, name)
        if person.by == "provider":
            raise BadInput(f"`{name}` is known by the provider, which says their groups; change them there")
        changed = replace(person, groups=person.groups if groups is None else groups_in(groups))
        team.people.keep_person(replace(changed, name=person.name if called is None else called))
        team.audit.note_of(OWNER_OF_FILE, "person changed", person.id, "cli")
        told(team, person.id, as_json)


@app.command()
def password(
    name: Name,
    from_input: FromInput = False,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    Give somebody a new password. Their sessions end.

    $ belegg people password anna
    """
    from belegg.serving.entrance import passwords

    with team_of(library) as team:
        person = named(team, name)
        if person.by == "provider":
            raise BadInput(f"`{name}` signs in at the provider and has no password here")
        team.people.set_password(person.id, passwords.hashed(password_for(person.subject, from_input)))
        team.people.end_sessions(person.id)
        team.audit.note_of(OWNER_OF_FILE, "password set", person.id, "cli")
        told(team, person.id, as_json)


@app.command()
def disable(name: Name, library: options.LibraryAt = DEFAULT_LIBRARY, as_json: options.Json = False) -> None:
    """
    Let somebody in no more: their sessions end and their API tokens are revoked, at their next request.

    $ belegg people disable anna
    """
    with team_of(library) as team:
        person = named(team, name)
        team.people.disable(person.id, True)
        team.audit.note_of(OWNER_OF_FILE, "person disabled", person.id, "cli")
        told(team, person.id, as_json)


@app.command()
def enable(name: Name, library: options.LibraryAt = DEFAULT_LIBRARY, as_json: options.Json = False) -> None:
    """
    Let somebody in again. They sign in anew, and make new API tokens.

    $ belegg people enable anna
    """
    with team_of(library) as team:
        person = named(team, name)
        team.people.disable(person.id, False)
        team.audit.note_of(OWNER_OF_FILE, "person enabled", person.id, "cli")
        told(team, person.id, as_json)


@app.command(name="sign-out")
def sign_out(name: Name, library: options.LibraryAt = DEFAULT_LIBRARY, as_json: options.Json = False) -> None:
    """
    End all of somebody's sessions. Their API tokens stay.

    $ belegg people sign-out anna
    """
    with team_of(library) as team:
        person = named(team, name)
        team.people.end_sessions(person.id)
        team.audit.note_of(OWNER_OF_FILE, "sessions ended", person.id, "cli")
        told(team, person.id, as_json)


def told(team: TeamEntrance, id: str, as_json: bool) -> None:
    """How somebody stands now."""
    from belegg.serving.entrance.directory import listed
    from belegg.serving.shapes.people import person_json

    person = team.people.person(id)
    if person is None:
        raise UnknownPerson(id)
    found = listed(team, person)
    if as_json:
        say_json(person_json(found))
        return
    state = "disabled" if person.is_disabled else "may come in"
    groups = ", ".join(sorted(person.groups)) or "no group"
    say(
        f"{styled(visible(person.subject), 'bold')} ({person.id}): {state}; {visible(groups)}; "
        f"{counted(found.sessions, 'session')}, {counted(found.tokens, 'API token')}"
    )
