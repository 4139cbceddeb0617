"""Passwords, only where no provider is: argon2id, and the same work for a name that nobody has."""

from __future__ import annotations

import threading
from functools import cache
from typing import TYPE_CHECKING, Final

from belegg.errors import BadInput, MissingExtra

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST: Final = 12
LONGEST: Final = 200
GUESSED_FIRST: Final = (
    *("password", "passord", "lösenord", "salasana", "changeme", "letmein", "welcome", "velkommen"),
    *("qwerty", "123456", "111111", "abcdef", "admin", "belegg", "secret", "iloveyou", "default"),
)
AT_ONCE: Final = threading.BoundedSemaphore(2)
"""Each takes 64 MiB and some tens of milliseconds of up to four cores."""


@cache
def hasher() -> PasswordHasher:
    """argon2id by RFC 9106's second choice: 64 MiB, 3 passes, 4 lanes. Raises MissingExtra."""
    try:
        from argon2 import PasswordHasher
        from argon2.profiles import RFC_9106_LOW_MEMORY
    except ModuleNotFoundError as missing:
        raise MissingExtra(
            "passwords need `argon2-cffi`; install it with `pip install 'belegg[serve]'`"
        ) from missing
    return PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)


def hashed(password: str) -> str:
    """The hash in argon2's own form, with its salt and parameters."""
    with AT_ONCE:
        return hasher().hash(password)


@cache
def nobodys() -> str:
    """The hash of a password that nobody has: what a name that nobody has is compared with."""
    return hasher().hash("a password that nobody has")


def matches(password: str, kept: str | None) -> bool:
    """Whether it is the one; `kept` None takes as long and is never it. A longer one than any is not it."""
    from argon2.exceptions import Argon2Error, InvalidHashError

    told = password if len(password) <= LONGEST else ""
    try:
        with AT_ONCE:
            return hasher().verify(kept or nobodys(), told) and kept is not None and bool(told)
    except (Argon2Error, InvalidHashError):
        return False


def is_outdated(kept: str) -> bool:
    """Whether it was made with other parameters than today's."""
    return hasher().check_needs_rehash(kept)


def check_new(password: str, name: str) -> None:
    """Raises BadInput for a password that is too short, or among the first that are guessed."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadInput(f"a password has {SHORTEST} to {LONGEST} characters; take a few words in a row")
    plain = password.casefold()
    rest = plain
    for guess in (name.casefold().partition("@")[0], *GUESSED_FIRST):
        rest = rest.replace(guess, "") if guess else rest
    if len(set(plain)) < 5 or sum(letter.isalpha() for letter in rest) < 6:
        raise BadInput("this password is among the first that are guessed; take a few words in a row")
