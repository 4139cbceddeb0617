"""
Who may come in by the doors, and by what: people, sessions, API tokens, sign-ins under way, the audit log.

Times are seconds since 1970. No record holds what lets somebody in: of session ids and tokens there is the
SHA-256 in hex only. `Grant` is the exception: what a provider gave so that a person's groups can be re-read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

KnownBy = Literal["provider", "password", "token"]
"""How a person comes in: by the organisation's provider, by a password kept here, by API tokens alone."""


@dataclass(frozen=True, slots=True)
class Person:
    """
    Somebody who may come in. `id` is made once and is nobody else's, ever; it is the principal's.

    `subject` is what they are known by where they sign in: a name in small letters, or the provider's `sub`
    under `issuer`. `groups` are as of `groups_at`; `groups_failed_at` is when re-reading them failed since
    then, else 0. `ended`: the provider no longer vouches for them; a new sign-in mends it.
    """

    id: str
    by: KnownBy
    issuer: str
    subject: str
    name: str
    groups: frozenset[str]
    groups_at: float
    groups_failed_at: float = 0.0
    is_disabled: bool = False
    has_ended: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """
    One browser that is signed in. `digest` is of the cookie's value; `agent` a short name of the browser.
    The first `SHOWN` characters of the digest name a session to its person.
    """

    digest: str
    person: str
    made_at: float
    seen_at: float
    agent: str

    SHOWN = 16

    @property
    def shown(self) -> str:
        return self.digest[: self.SHOWN]


@dataclass(frozen=True, slots=True)
class ApiToken:
    """A token for programs. `rights` narrow what the owner's roles give. `used_at` 0: never."""

    id: str
    digest: str
    person: str
    name: str
    rights: frozenset[str]
    made_at: float
    ends_at: float
    used_at: float = 0.0
    is_revoked: bool = False


@dataclass(frozen=True, slots=True)
class Begun:
    """A sign-in at the provider that has been begun: known by the digest of its `state`, used once."""

    state_digest: str
    browser_digest: str
    nonce: str
    verifier: str
    next: str
    ends_at: float


@dataclass(frozen=True, slots=True, repr=False)
class Grant:
    """What the provider gave for a person; not shown by `repr`. `access_ends_at`: of the access token."""

    access: str
    access_ends_at: float
    refresh: str = ""


@dataclass(frozen=True, slots=True)
class Noted:
    """
    One row of the audit log: ids only. `seal` is the SHA-256 of the row before it and of this row, so that a
    row that was changed or taken out is noticed.
    """

    number: int
    at: float
    person: str
    doing: str
    what: str
    door: str
    session: str
    seal: str
