"""Sessions, sign-ins under way, API tokens, and tries that failed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from belegg.records.people import ApiToken, Begun, Person, Session
from belegg.stores.engine import statements
from belegg.stores.people.file import PeopleFile
from belegg.stores.people.rows import PERSON, PERSON_COLUMNS, TOKEN, person_of, token_of

SESSION = "digest, person, made_at, seen_at, agent"


class KeepsEntering:
    """The part of `SqlitePeople` by which somebody comes in."""

    _file: PeopleFile

    def _one(self, sql: str, *bindings: object) -> Any:
        raise NotImplementedError

    def _all(self, sql: str, *bindings: object) -> list[Any]:
        raise NotImplementedError

    def _do(self, *statements: tuple[str, tuple[object, ...]], durable: bool = True) -> int:
        raise NotImplementedError

    # ------------------------------------------------------------ sessions

    def session(self, digest: str) -> tuple[Session, Person] | None:
        row = self._one(
            f"SELECT {PERSON}, s.digest, s.person, s.made_at, s.seen_at, s.agent FROM sessions s "
            "JOIN people p ON p.id = s.person WHERE s.digest = ?",
            digest,
        )
        return None if row is None else (Session(*row[PERSON_COLUMNS:]), person_of(row[:PERSON_COLUMNS]))

    def keep_session(self, session: Session, most: int) -> None:
        of = session.person
        self._do(
            (
                f"INSERT INTO sessions ({SESSION}) VALUES (?, ?, ?, ?, ?)",
                (session.digest, of, session.made_at, session.seen_at, session.agent),
            ),
            (
                "DELETE FROM sessions WHERE person = ? AND digest NOT IN (SELECT digest FROM sessions "
                "WHERE person = ? ORDER BY seen_at DESC, made_at DESC LIMIT ?)",
                (of, of, most),
            ),
        )

    def seen(self, digest: str, at: float) -> None:
        self._do(("UPDATE sessions SET seen_at = ? WHERE digest = ?", (at, digest)), durable=False)

    def sessions(self, person: str) -> Sequence[Session]:
        rows = self._all(
            f"SELECT {SESSION} FROM sessions WHERE person = ? ORDER BY seen_at DESC, digest", person
        )
        return [Session(*row) for row in rows]

    def end_session(self, digest: str) -> None:
        self._do(("DELETE FROM sessions WHERE digest = ?", (digest,)))

    def end_sessions(self, person: str) -> int:
        return self._do(("DELETE FROM sessions WHERE person = ?", (person,)))

    def forget_sessions(self, seen_before: float, made_before: float) -> None:
        self._do(
            ("DELETE FROM sessions WHERE seen_at < ? OR made_at < ?", (seen_before, made_before)),
            durable=False,
        )

    # ------------------------------------------------------------ sign-ins under way

    def begin(self, begun: Begun, now: float, most: int) -> None:
        self._do(
            ("DELETE FROM begun WHERE ends_at <= ?", (now,)),
            (
                "INSERT INTO begun (state_digest, browser_digest, nonce, verifier, next, ends_at) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (
                    *(begun.state_digest, begun.browser_digest, begun.nonce, begun.verifier),
                    *(begun.next, begun.ends_at),
                ),
            ),
            (
                "DELETE FROM begun WHERE ends_at < (SELECT ends_at FROM begun ORDER BY ends_at DESC "
                "LIMIT 1 OFFSET ?)",
                (most - 1,),
            ),
            durable=False,
        )

    def finish(self, state_digest: str) -> Begun | None:
        row = self._one("DELETE FROM begun WHERE state_digest = ? RETURNING *", state_digest)
        return None if row is None else Begun(*row)

    # ------------------------------------------------------------ API tokens

    def token(self, digest: str) -> tuple[ApiToken, Person] | None:
        row = self._one(
            f"SELECT {PERSON}, {TOKEN} FROM tokens t JOIN people p ON p.id = t.person WHERE t.digest = ?",
            digest,
        )
        return None if row is None else (token_of(row[PERSON_COLUMNS:]), person_of(row[:PERSON_COLUMNS]))

    def tokens(self, person: str | None = None) -> Sequence[ApiToken]:
        rows = self._all(
            f"SELECT {TOKEN} FROM tokens t WHERE ? IS NULL OR person = ? ORDER BY made_at DESC, id",
            person,
            person,
        )
        return [token_of(row) for row in rows]

    def keep_token(self, token: ApiToken) -> None:
        rights = json.dumps(sorted(token.rights))
        self._do(
            (
                "INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(token.id, token.digest, token.person, token.name, rights),
                    *(token.made_at, token.ends_at, token.used_at, int(token.is_revoked)),
                ),
            )
        )

    def used(self, id: str, at: float) -> None:
        self._do(("UPDATE tokens SET used_at = ? WHERE id = ?", (at, id)), durable=False)

    def revoke_token(self, id: str) -> None:
        self._do(("UPDATE tokens SET is_revoked = 1 WHERE id = ?", (id,)))

    # ------------------------------------------------------------ failed tries

    def count_try(self, most: Mapping[str, int], at: float, since: float) -> float:
        with self._file.writing(durable=False) as connection:
            connection.execute("DELETE FROM tries WHERE at < ?", (since,))
            hindering = [
                float(row[0])
                for key, number in most.items()
                if (
                    row := statements.row(
                        connection,
                        "SELECT at FROM tries WHERE key = ? ORDER BY at DESC LIMIT 1 OFFSET ?",
                        (key, number - 1),
                    )
                )
            ]
            if not hindering:
                for key in most:
                    connection.execute("INSERT INTO tries VALUES (?, ?)", (key, at))
            return max(hindering, default=0.0)

    def forget_try(self, keys: Iterable[str], at: float) -> None:
        one = "DELETE FROM tries WHERE rowid = (SELECT rowid FROM tries WHERE key = ? AND at = ? LIMIT 1)"
        self._do(*[(one, (key, at)) for key in keys], durable=False)

    def forget_tries(self, key: str) -> None:
        self._do(("DELETE FROM tries WHERE key = ?", (key,)), durable=False)
