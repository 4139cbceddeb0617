"""
Sessions of browsers: a cookie of 256 bits, of which the digest is kept; made anew at every sign-in.

A session ends after a while without a request (8 hours), and at last anyway (7 days); both are settings. It
ends at once when its person signs out, ends it from another browser, or is disabled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from belegg.errors import NotSignedIn
from belegg.records.people import Person, Session
from belegg.seams.people import People
from belegg.serving.entrance.drawn import digest_of, new_secret
from belegg.serving.entrance.settings import Sessions as Lifetimes

COOKIE: Final = "__Host-belegg"
BEGUN_COOKIE: Final = "__Host-belegg-begun"
MOST_OF_ONE: Final = 50
SEEN_EVERY_S: Final = 60.0
BROWSERS: Final = ("Edg", "OPR", "Firefox", "Chrome", "Safari", "curl", "python")
SYSTEMS: Final = ("Windows", "Android", "iPhone", "iPad", "Mac OS X", "CrOS", "Linux")


def cookie(name: str, value: str, lives_s: float) -> str:
    """
    A `Set-Cookie` line. `__Host-` makes browsers hold to what follows it: sent over TLS alone (and to this
    machine), to this host alone, for every path, never shown to scripts nor sent with a foreign form.
    """
    return f"{name}={value}; Path=/; Max-Age={int(lives_s)}; Secure; HttpOnly; SameSite=Lax"


CLEARED: Final = cookie(COOKIE, "", 0)
BEGUN_CLEARED: Final = cookie(BEGUN_COOKIE, "", 0)


class BrowserSessions:
    """Begins, finds and ends sessions."""

    def __init__(self, people: People, lifetimes: Lifetimes, now: Callable[[], float]) -> None:
        self._people = people
        self._lifetimes = lifetimes
        self._now = now

    def begin(self, person: Person, agent: str, before: str | None = None) -> tuple[str, Session]:
        """A new one and its `Set-Cookie` line; the one that the browser had `before` (its cookie) ends."""
        if before:
            self._people.end_session(digest_of(before))
        now, secret = self._now(), new_secret()
        lives = self._lifetimes
        self._people.forget_sessions(now - lives.idle_s, now - lives.absolute_s)
        session = Session(digest_of(secret), person.id, now, now, browser(agent))
        self._people.keep_session(session, MOST_OF_ONE)
        return cookie(COOKIE, secret, lives.absolute_s), session

    def of(self, cookies: Mapping[str, str]) -> tuple[Session, Person] | None:
        """Whose session the cookie is; None without one. Raises NotSignedIn for one that does not hold."""
        value = cookies.get(COOKIE)
        if not value:
            return None
        found = self._people.session(digest_of(value))
        if found is None or not self.holds(found[0]):
            raise NotSignedIn("you are signed out; sign in again")
        session, now = found[0], self._now()
        if now - session.seen_at >= SEEN_EVERY_S:
            self._people.seen(session.digest, now)
        return found

    def holds(self, session: Session) -> bool:
        """Whether it has run out neither way. A clock that was set back does not make it live longer."""
        now, lives = self._now(), self._lifetimes
        return now - session.seen_at < lives.idle_s and now - session.made_at < lives.absolute_s

    def all_of(self, person: str) -> Sequence[Session]:
        """Those that hold, last seen first."""
        return [session for session in self._people.sessions(person) if self.holds(session)]

    def end(self, person: str, shown: str) -> bool:
        """End one of a person's sessions by the name it is shown by; whether there was one."""
        for session in self._people.sessions(person):
            if session.shown == shown:
                self._people.end_session(session.digest)
                return True
        return False


def browser(agent: str) -> str:
    """A short name by which somebody knows their browser again: `Firefox, Windows`. No more is kept."""
    named = [name for name in BROWSERS if re.search(rf"\b{name}", agent)][:1]
    on = [name for name in SYSTEMS if name in agent][:1]
    words = {"Edg": "Edge", "OPR": "Opera", "Mac OS X": "macOS", "CrOS": "ChromeOS"}
    return ", ".join(words.get(name, name) for name in (*named, *on)) or "unknown"
