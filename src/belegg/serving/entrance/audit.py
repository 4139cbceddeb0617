"""
Who read and asked what: ids only, added and never changed, told to the owner of the file and to admins.

What is noted is a doing, an id, by whom, through which door, in which session. Text cannot be noted: an id is
at most 80 characters of a few kinds, and anything else is a fault of the caller.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Final, Literal, Protocol, get_args, runtime_checkable

from belegg.seams.people import People

if TYPE_CHECKING:
    from belegg.serving.entrance.visitor import Entrance, Visitor

Doing = Literal[
    "sign-in",
    "sign-in refused",
    "sign-out",
    "session ended",
    "sessions ended",
    "token made",
    "token revoked",
    "person added",
    "person changed",
    "person disabled",
    "person enabled",
    "password set",
    "search",
    "read",
    "page",
    "original",
    "check",
    "fetch",
    "ask",
    "stop",
    "run",
    "export",
    "forgotten",
    "bring",
    "pack changed",
    "access changed",
    "gap changed",
    "log read",
    "log shortened",
]
Door = Literal["http", "web", "mcp", "cli"]
DOINGS: Final[tuple[str, ...]] = get_args(Doing)
ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:#-]{0,79}")
OWNER_OF_FILE: Final = "owner"


class Noting(Protocol):
    """Where a door writes down what somebody did."""

    def note(self, visitor: Visitor, doing: Doing, what: str = "", door: Door = "http") -> None: ...


@runtime_checkable
class HasAudit(Protocol):
    """An entrance that keeps a log."""

    @property
    def audit(self) -> Noting: ...


class NoAudit:
    """Of local mode: one owner, who need not be told what they did."""

    def note(self, visitor: Visitor, doing: Doing, what: str = "", door: Door = "http") -> None:
        return


class Audit:
    """The log in the file of people."""

    def __init__(self, people: People, now: Callable[[], float]) -> None:
        self._people = people
        self._now = now

    def note(self, visitor: Visitor, doing: Doing, what: str = "", door: Door = "http") -> None:
        """`what` is an id, or empty. Raises ValueError for anything else."""
        self.note_of(visitor.principal.id, doing, what, door, visitor.session)

    def note_of(
        self, person: str, doing: Doing, what: str = "", door: Door = "http", session: str = ""
    ) -> None:
        """The same of somebody who is no visitor (yet); `person` empty: nobody is known."""
        if doing not in DOINGS:
            raise ValueError(f"`{doing}` is none of what is noted")
        if what and not ID.fullmatch(what):
            raise ValueError("only ids are noted in the audit log, and this is none")
        self._people.note(self._now(), person, doing, what, door, session)


def audit_of(entrance: Entrance) -> Noting:
    """Where to note what visitors of this entrance do."""
    return entrance.audit if isinstance(entrance, HasAudit) else NoAudit()


def id_of_path(path: str) -> str:
    """What stands in the log for a path, whose words may tell something."""
    return "path-" + sha256(path.encode("utf-8", "surrogateescape")).hexdigest()[:16]
