"""People, their passwords' hashes and their groups as the provider last said them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from belegg.errors import BadInput
from belegg.records.people import Grant, Person
from belegg.stores.engine import statements
from belegg.stores.people.backing_up import back_up
from belegg.stores.people.entering import KeepsEntering
from belegg.stores.people.file import PeopleFile
from belegg.stores.people.log import KeepsLog
from belegg.stores.people.rows import PERSON, person_of

SUFFIX = ".people"


def beside(library: Path) -> Path:
    """Where a library's people are kept."""
    return library.with_name(library.name + SUFFIX)


class SqlitePeople(KeepsEntering, KeepsLog):
    """`seams.people.People` in one SQLite file. Raises StoreError for a file that cannot be used."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = PeopleFile(path)

    def close(self) -> None:
        self._file.close()

    def backup(self, target: Path) -> None:
        """
        Copy people, tokens and the audit log while they are in use, and verify the copy. Sessions and what a
        provider granted stay behind. Raises BadInput when the file exists, StoreError.
        """
        back_up(self._file, target)

    def _one(self, sql: str, *bindings: object) -> Any:
        with self._file.reading() as connection:
            return statements.row(connection, sql, bindings)

    def _all(self, sql: str, *bindings: object) -> list[Any]:
        with self._file.reading() as connection:
            return statements.rows(connection, sql, bindings)

    def _do(self, *statements: tuple[str, tuple[object, ...]], durable: bool = True) -> int:
        """One transaction; gives how many rows the last statement changed."""
        with self._file.writing(durable) as connection:
            for sql, bindings in statements:
                connection.execute(sql, bindings)
            return connection.changes()

    # ------------------------------------------------------------ people

    def person(self, id: str) -> Person | None:
        row = self._one(f"SELECT {PERSON} FROM people p WHERE id = ?", id)
        return None if row is None else person_of(row)

    def known_as(self, issuer: str, subject: str) -> Person | None:
        row = self._one(f"SELECT {PERSON} FROM people p WHERE issuer = ? AND subject = ?", issuer, subject)
        return None if row is None else person_of(row)

    def all_people(self) -> Sequence[Person]:
        return [
            person_of(row) for row in self._all(f"SELECT {PERSON} FROM people p ORDER BY issuer, subject")
        ]

    def keep_person(self, person: Person) -> None:
        """Raises BadInput when somebody else is known by that name there."""
        known = self.known_as(person.issuer, person.subject)
        if known is not None and known.id != person.id:
            raise BadInput(f"`{person.subject}` is somebody already; choose another name")
        groups = json.dumps(sorted(person.groups), ensure_ascii=False)
        self._do(
            (
                "INSERT INTO people (id, known_by, issuer, subject, name, groups, groups_at, has_ended) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
                "known_by = excluded.known_by, name = excluded.name, groups = excluded.groups, "
                "groups_at = excluded.groups_at, "
                "groups_failed_at = 0, reading_until = 0, has_ended = excluded.has_ended",
                (
                    *(person.id, person.by, person.issuer, person.subject, person.name, groups),
                    *(person.groups_at, int(person.has_ended)),
                ),
            )
        )

    def disable(self, id: str, disabled: bool) -> None:
        mark = ("UPDATE people SET is_disabled = ? WHERE id = ?", (int(disabled), id))
        if not disabled:
            self._do(mark)
            return
        self._do(
            mark,
            ("DELETE FROM sessions WHERE person = ?", (id,)),
            ("UPDATE tokens SET is_revoked = 1 WHERE person = ?", (id,)),
            ("DELETE FROM grants WHERE person = ?", (id,)),
        )

    def password(self, id: str) -> str | None:
        row = self._one("SELECT password FROM people WHERE id = ?", id)
        return None if row is None else row[0]

    def set_password(self, id: str, hashed: str) -> None:
        self._do(("UPDATE people SET password = ?, known_by = 'password' WHERE id = ?", (hashed, id)))

    # ------------------------------------------------------------ groups as the provider says them

    def grant(self, id: str) -> Grant | None:
        row = self._one("SELECT access, access_ends_at, refresh FROM grants WHERE person = ?", id)
        return None if row is None else Grant(*row)

    def keep_grant(self, id: str, grant: Grant | None) -> None:
        if grant is None:
            self._do(("DELETE FROM grants WHERE person = ?", (id,)))
            return
        self._do(
            (
                "INSERT INTO grants VALUES (?, ?, ?, ?) ON CONFLICT (person) DO UPDATE SET "
                "access = excluded.access, access_ends_at = excluded.access_ends_at, "
                "refresh = excluded.refresh",
                (id, grant.access, grant.access_ends_at, grant.refresh),
            )
        )

    def claim_reading(self, known: Person, now: float, until: float) -> bool:
        claimed = (
            "UPDATE people SET reading_until = ? WHERE id = ? AND reading_until <= ? "
            "AND groups_at = ? AND groups_failed_at = ?",
            (until, known.id, now, known.groups_at, known.groups_failed_at),
        )
        return self._do(claimed, durable=False) > 0

    def groups_read(self, id: str, groups: Iterable[str], at: float) -> None:
        told = json.dumps(sorted(groups), ensure_ascii=False)
        self._do(
            (
                "UPDATE people SET groups = ?, groups_at = ?, groups_failed_at = 0, reading_until = 0 "
                "WHERE id = ?",
                (told, at, id),
            )
        )

    def groups_not_read(self, id: str, at: float) -> None:
        self._do(("UPDATE people SET groups_failed_at = ?, reading_until = 0 WHERE id = ?", (at, id)))

    def end_person(self, id: str) -> None:
        self._do(
            ("UPDATE people SET has_ended = 1, reading_until = 0 WHERE id = ?", (id,)),
            ("DELETE FROM sessions WHERE person = ?", (id,)),
            ("DELETE FROM grants WHERE person = ?", (id,)),
        )
