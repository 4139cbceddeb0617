"""Who asks, as a door knows it, and what they may do there beside reading what their groups open to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

from belegg.errors import NotAllowed, NotSignedIn
from belegg.records import OWNER, Principal

Role = Literal["reader", "curator", "admin"]
"""`curator` looks after packs and gaps, `admin` after people and health. No role opens a document."""

Right = Literal["read", "ask", "write", "curate", "admin"]
"""What an API token may be for. `read` finds and reads, `ask` calls models, `write` brings in documents."""

RIGHTS_OF: Final[Mapping[Role, frozenset[Right]]] = {
    "reader": frozenset({"read", "ask"}),
    "curator": frozenset({"read", "ask", "write", "curate"}),
    "admin": frozenset({"read", "ask", "write", "curate", "admin"}),
}

By = Literal["local", "session", "token", "nobody"]
EVERY_ROLE: Final = frozenset[Role]({"reader", "curator", "admin"})


@dataclass(frozen=True, slots=True)
class Visitor:
    """
    Who asks: `principal` for what may be read, `roles` for what may be done, `by` how they came in.

    `rights` None is all that the roles give; a token's narrow them, never widen. `name` is for the page's
    corner, `session` the digest of the session's or the token's id, for the log of who read what.
    """

    principal: Principal
    name: str
    roles: frozenset[Role]
    by: By
    rights: frozenset[Right] | None = None
    session: str = ""
    groups: frozenset[str] = field(default_factory=frozenset)

    def may(self, right: Right) -> bool:
        """Whether a role gives this right and no token takes it away."""
        given = frozenset[Right]().union(*(RIGHTS_OF[role] for role in self.roles))
        return right in given and (self.rights is None or right in self.rights)

    def need(self, right: Right) -> None:
        """Raises NotSignedIn for who is not known, NotAllowed for who may not."""
        if self.may(right):
            return
        if self.by == "nobody":
            raise NotSignedIn("sign in first, or send `Authorization: Bearer` with an API token")
        raise NotAllowed(f"this needs the right `{right}`, which you have not been given here")


LOCAL_OWNER: Final = Visitor(OWNER, "", EVERY_ROLE, "local")
"""Of local mode: one owner on the machine itself, who has not had to sign in."""
NOBODY_KNOWN: Final = Visitor(Principal.anonymous(), "", frozenset(), "nobody")


class Entrance(Protocol):
    """From what a request brings to who it is of. One for each mode; asked anew for every request."""

    def visitor(self, cookies: Mapping[str, str], authorization: str | None) -> Visitor:
        """
        Who asks; `NOBODY_KNOWN` where nothing was brought. Raises NotSignedIn for a token or session that
        does not hold: such a request is never taken for an anonymous one, nor for the other's.
        """
        ...


class LocalEntrance:
    """Everybody is the owner. Only for a server that nothing but this machine reaches."""

    def visitor(self, cookies: Mapping[str, str], authorization: str | None) -> Visitor:
        if authorization is not None:
            raise NotSignedIn("this server runs for its owner alone and knows no API tokens; send none")
        return LOCAL_OWNER
