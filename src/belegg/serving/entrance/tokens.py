"""
API tokens: `blg_` and 256 bits, shown once, of which the digest is kept, for some rights and some days.

A token gives what its owner's roles and groups give at the moment it is used, and of that no more than its
rights. It comes in the header `Authorization: Bearer`, never in an address.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final, get_args

from belegg.errors import BadInput, NotSignedIn
from belegg.records.people import ApiToken, Person
from belegg.seams.people import People
from belegg.serving.entrance.drawn import digest_of, new_id, new_secret
from belegg.serving.entrance.visitor import Right

PREFIX: Final = "blg_"
DAYS: Final = 90
MOST_DAYS: Final = 366
MOST_OF_ONE: Final = 100
LONGEST_NAME: Final = 100
USED_EVERY_S: Final = 60.0
DAY_S: Final = 86_400.0
RIGHTS: Final[tuple[Right, ...]] = get_args(Right)


@dataclass(frozen=True, slots=True, repr=False)
class NewToken:
    """A token and, this once, its text; not shown by `repr`."""

    token: ApiToken
    text: str


class ApiTokens:
    """Makes, finds and revokes tokens."""

    def __init__(self, people: People, now: Callable[[], float]) -> None:
        self._people = people
        self._now = now

    def make(self, person: Person, name: str, rights: Collection[str], days: int = DAYS) -> NewToken:
        """Raises BadInput for a name, right or number of days that cannot be."""
        now = self._now()
        if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise BadInput(f"a token has a name of 1 to {LONGEST_NAME} letters, to know it by")
        wrong = sorted(set(rights) - set(RIGHTS))
        if wrong or not rights:
            said = f"`{wrong[0]}` is no right" if wrong else "a token is for something"
            raise BadInput(f"{said}; there are {', '.join(f'`{right}`' for right in RIGHTS)}")
        if not 1 <= days <= MOST_DAYS:
            raise BadInput(f"a token lives 1 to {MOST_DAYS} days, and not `{days}`")
        if sum(self.holds(each) for each in self._people.tokens(person.id)) >= MOST_OF_ONE:
            raise BadInput(f"there are {MOST_OF_ONE} tokens of yours; revoke one first")
        text = PREFIX + new_secret()
        ends_at = now + days * DAY_S
        made = ApiToken(
            *(new_id("t"), digest_of(text), person.id, name.strip(), frozenset(rights), now, ends_at)
        )
        self._people.keep_token(made)
        return NewToken(made, text)

    def of(self, text: str) -> tuple[ApiToken, Person]:
        """Whose token it is. Raises NotSignedIn for one that is unknown, revoked or has run out."""
        found = self._people.token(digest_of(text))
        if found is None or not self.holds(found[0]):
            raise NotSignedIn("this API token is unknown, was revoked, or has run out; make a new one")
        token, now = found[0], self._now()
        if now - token.used_at >= USED_EVERY_S:
            self._people.used(token.id, now)
        return found

    def holds(self, token: ApiToken) -> bool:
        return not token.is_revoked and self._now() < token.ends_at

    def all_of(self, person: str | None) -> Sequence[ApiToken]:
        """A person's, or everybody's, newest first; those that no longer hold too."""
        return self._people.tokens(person)

    def revoke(self, id: str, person: str | None = None) -> bool:
        """Revoke a token, of this person when one is named; whether there was one."""
        if id not in {token.id for token in self._people.tokens(person)}:
            return False
        self._people.revoke_token(id)
        return True
