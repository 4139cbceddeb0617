"""The protocol of what is kept of people: apart from documents, in a place of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from belegg.records.people import ApiToken, Begun, Grant, Noted, Person, Session


class People(Protocol):
    """
    Who may come in, and by what. Each method is one transaction, seen by every process at once; any thread
    may call any of them. Times are given, never taken from a clock here.
    """

    # ---- people

    def person(self, id: str) -> Person | None: ...

    def known_as(self, issuer: str, subject: str) -> Person | None:
        """Whoever is known by that there; `issuer` is empty for people who are known here alone."""
        ...

    def all_people(self) -> Sequence[Person]:
        """By issuer and subject."""
        ...

    def keep_person(self, person: Person) -> None:
        """Add somebody, or say anew what is known of them. `is_disabled` is not changed by this."""
        ...

    def disable(self, id: str, disabled: bool) -> None:
        """Disabling ends all sessions, revokes all tokens and forgets the grant, in the same transaction."""
        ...

    def password(self, id: str) -> str | None:
        """The hash of it."""
        ...

    def set_password(self, id: str, hashed: str) -> None: ...

    # ---- groups as the provider says them

    def grant(self, id: str) -> Grant | None: ...

    def keep_grant(self, id: str, grant: Grant | None) -> None: ...

    def claim_reading(self, known: Person, now: float, until: float) -> bool:
        """
        Whether the caller, and nobody else before `until`, is to re-read a person's groups. Not when another
        read them, or failed to, since `known` was looked up.
        """
        ...

    def groups_read(self, id: str, groups: Iterable[str], at: float) -> None:
        """They were read; whoever waits for them may look."""
        ...

    def groups_not_read(self, id: str, at: float) -> None: ...

    def end_person(self, id: str) -> None:
        """The provider no longer vouches for them: sessions end, the grant goes, tokens wait."""
        ...

    # ---- sessions

    def session(self, digest: str) -> tuple[Session, Person] | None: ...

    def keep_session(self, session: Session, most: int) -> None:
        """Begin one; of a person's sessions the `most` last seen stay."""
        ...

    def seen(self, digest: str, at: float) -> None: ...

    def sessions(self, person: str) -> Sequence[Session]:
        """Last seen first."""
        ...

    def end_session(self, digest: str) -> None: ...

    def end_sessions(self, person: str) -> int: ...

    def forget_sessions(self, seen_before: float, made_before: float) -> None:
        """Drop those that have run out, and sign-ins that were begun and never finished."""
        ...

    # ---- sign-ins under way

    def begin(self, begun: Begun, now: float, most: int) -> None:
        """Keep it; of those under way the newest `most` stay, and none that has run out."""
        ...

    def finish(self, state_digest: str) -> Begun | None:
        """Give it out once."""
        ...

    # ---- API tokens

    def token(self, digest: str) -> tuple[ApiToken, Person] | None: ...

    def tokens(self, person: str | None = None) -> Sequence[ApiToken]:
        """A person's, or everybody's; newest first. Revoked ones and those that ran out are among them."""
        ...

    def keep_token(self, token: ApiToken) -> None: ...

    def used(self, id: str, at: float) -> None: ...

    def revoke_token(self, id: str) -> None: ...

    # ---- failed tries

    def count_try(self, most: Mapping[str, int], at: float, since: float) -> float:
        """
        Count a try under each key unless there were too many under one `since` then. Gives 0 when it was
        counted, else the time of the try that has to become older than `since` first.
        """
        ...

    def forget_try(self, keys: Iterable[str], at: float) -> None:
        """It did not fail."""
        ...

    def forget_tries(self, key: str) -> None: ...

    # ---- the audit log

    def note(self, at: float, person: str, doing: str, what: str, door: str, session: str) -> None: ...

    def noted(
        self,
        since: float = 0.0,
        person: str | None = None,
        what: str | None = None,
        most: int = 1000,
        doing: str | None = None,
        before: int | None = None,
    ) -> Sequence[Noted]:
        """The newest `most` rows that fit, newest first; `before`: of those with a lower number."""
        ...

    def all_noted(self) -> Iterator[Noted]:
        """Every row, oldest first."""
        ...

    def last_noted(self) -> tuple[int, str]:
        """Number and seal of the last row that was ever noted; 0 and empty before the first."""
        ...

    def first_unsealed(self, known: tuple[int, str] | None = None) -> int | None:
        """
        The number of the first row whose seal does not follow from the row before, or that is missing at the
        end; None when all do and none is. `known`: number and (the beginning of) the seal of a row that was
        there, kept elsewhere.
        """
        ...

    def forget_noted(self, before: float, at: float) -> int:
        """Drop rows from before a time; a row that stays says how many, up to which. Gives how many."""
        ...

    def close(self) -> None: ...
