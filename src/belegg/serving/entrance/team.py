"""The entrance of a team: sessions, API tokens, passwords or a provider, asked anew for every request."""

from __future__ import annotations

import hmac
import time
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, cast

from belegg.errors import BadInput, NotAllowed, NotSignedIn
from belegg.records import Principal
from belegg.records.people import Begun, Person
from belegg.seams.people import People
from belegg.serving.entrance import passwords
from belegg.serving.entrance.audit import Audit
from belegg.serving.entrance.drawn import digest_of, new_id, new_secret
from belegg.serving.entrance.groups import FreshGroups
from belegg.serving.entrance.next_page import next_page
from belegg.serving.entrance.provider import Provider, Vouched
from belegg.serving.entrance.sessions import BEGUN_COOKIE, COOKIE, BrowserSessions, cookie
from belegg.serving.entrance.settings import EntranceSettings
from belegg.serving.entrance.tokens import PREFIX, ApiTokens
from belegg.serving.entrance.trying import Tries
from belegg.serving.entrance.visitor import NOBODY_KNOWN, Right, Visitor

BEGUN_LIVES_S: Final = 600.0
MOST_BEGUN: Final = 10_000
BY_PROVIDER: Final = frozenset[Right]({"read", "ask"})
"""What an access token of the provider may be for."""
SESSION_SHOWN: Final = 16
LONGEST_NAME: Final = 100


@dataclass(frozen=True, slots=True)
class Ways:
    """How somebody can sign in here. `provider_name` is what the button says, or empty."""

    passwords: bool
    provider: bool
    provider_name: str


@dataclass(frozen=True, slots=True)
class Leaving:
    """Where a browser goes to sign in, with the `Set-Cookie` line by which it is known again."""

    url: str
    cookie: str


@dataclass(frozen=True, slots=True)
class Arrived:
    """Somebody who has signed in: their `Set-Cookie` line, the page they wanted below the base path."""

    cookie: str
    next: str
    visitor: Visitor


class TeamEntrance:
    """
    Who may come in. Synchronous; each call looks into the file of people, so that what was withdrawn in any
    process is withdrawn at the next request.
    """

    def __init__(
        self,
        people: People,
        settings: EntranceSettings,
        provider: Provider | None = None,
        now: Callable[[], float] = time.time,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self.people = people
        self.settings = settings
        self.provider = provider
        self.now = now
        self.sessions = BrowserSessions(people, settings.sessions, now)
        self.tokens = ApiTokens(people, now)
        self.audit = Audit(people, now)
        self._tries = Tries(people, now)
        self._groups = None if provider is None else FreshGroups(people, provider, now, wait)

    def close(self) -> None:
        self.people.close()
        if self.provider is not None:
            self.provider.close()

    @property
    def ways(self) -> Ways:
        oidc = self.settings.oidc
        return Ways(self.settings.sign_in == "passwords", oidc is not None, "" if oidc is None else oidc.name)

    # ------------------------------------------------------------ who asks

    def visitor(self, cookies: Mapping[str, str], authorization: str | None) -> Visitor:
        """As the seam says: a token that does not hold is never taken for the cookie's person."""
        if authorization is not None:
            return self._by_token(authorization)
        found = self.sessions.of(cookies)
        if found is None:
            return NOBODY_KNOWN
        session, person = found
        return self._visitor(self._admitted(person), session.digest)

    def _by_token(self, authorization: str) -> Visitor:
        scheme, _, text = authorization.strip().partition(" ")
        text = text.strip()
        if scheme.casefold() != "bearer" or not text:
            raise NotSignedIn("send `Authorization: Bearer` with an API token, or no such header")
        if text.startswith(PREFIX):
            token, person = self.tokens.of(text)
            known = self._visitor(self._admitted(person), token.digest)
            return replace(known, by="token", rights=cast("frozenset[Right]", token.rights))
        if self.provider is None or self.settings.oidc is None:
            raise NotSignedIn("this API token is unknown, was revoked, or has run out; make a new one")
        subject = self.provider.bearer(text)
        known_person = self.people.known_as(self.settings.oidc.issuer, subject)
        if known_person is None:
            raise NotSignedIn("you have not been here before; sign in once with a browser")
        known = self._visitor(self._admitted(known_person), digest_of(text))
        return replace(known, by="token", rights=BY_PROVIDER)

    def _admitted(self, person: Person) -> Person:
        """The person with today's groups. Raises NotSignedIn for who may no longer come in."""
        if person.is_disabled or person.has_ended:
            raise NotSignedIn("you are signed out; sign in again")
        if person.by == "provider":
            oidc = self.settings.oidc
            if oidc is None or self._groups is None or person.issuer != oidc.issuer:
                raise NotSignedIn("your sign-in is of a provider that is no longer asked here")
            return self._groups.of(person)
        if person.by == "password" and self.settings.sign_in != "passwords":
            raise NotSignedIn("passwords are no longer taken here; sign in at your organisation")
        return person

    def _visitor(self, person: Person, digest: str) -> Visitor:
        principal = Principal.signed_in(person.id, person.groups)
        groups = principal.groups or frozenset()
        return Visitor(
            principal,
            person.name or person.subject,
            self.settings.roles_of(groups),
            "session",
            session=digest[:SESSION_SHOWN],
            groups=groups,
        )

    # ------------------------------------------------------------ passwords

    def sign_in(
        self,
        name: str,
        password: str,
        address: str,
        agent: str,
        wanted: str | None = None,
        cookies: Mapping[str, str] | None = None,
    ) -> Arrived:
        """
        A new session for a name and its password. Raises NotSignedIn, the same and as slowly for a name that
        nobody has, and TooManyRequests.
        """
        if not self.ways.passwords:
            raise NotAllowed("passwords are not taken here; sign in at your organisation")
        subject = plain_name(name)
        tried_at = self._tries.count(subject, address)
        person = self.people.known_as("", subject)
        is_usable = person is not None and person.by == "password" and not person.is_disabled
        kept = self.people.password(person.id) if person is not None and is_usable else None
        if not passwords.matches(password, kept) or person is None or kept is None:
            self.audit.note_of(person.id if person else "", "sign-in refused", door="web")
            raise NotSignedIn("the name or the password is wrong")
        self._tries.succeeded(subject, address, tried_at)
        if passwords.is_outdated(kept):
            self.people.set_password(person.id, passwords.hashed(password))
        return self._arrived(person, agent, wanted, cookies or {})

    def _arrived(self, person: Person, agent: str, wanted: str | None, cookies: Mapping[str, str]) -> Arrived:
        line, session = self.sessions.begin(person, agent, before=cookies.get(COOKIE))
        self.audit.note_of(person.id, "sign-in", door="web", session=session.shown)
        there = next_page(wanted)
        return Arrived(line, there, self._visitor(person, session.digest))

    # ------------------------------------------------------------ the provider

    def begin(self, wanted: str | None, cookies: Mapping[str, str]) -> Leaving:
        """Send a browser to the provider. Raises NotAllowed where there is none, ProviderFailed."""
        if self.provider is None:
            raise NotAllowed("no provider is set here; sign in with a name and a password")
        browser = cookies.get(BEGUN_COOKIE) or new_secret()  # of several tabs each may be finished
        state, nonce, verifier = new_secret(), new_secret(), new_secret()
        url = self.provider.sign_in_url(state, nonce, verifier)
        there = next_page(wanted)
        now = self.now()
        begun = Begun(digest_of(state), digest_of(browser), nonce, verifier, there, now + BEGUN_LIVES_S)
        self.people.begin(begun, now, MOST_BEGUN)
        return Leaving(url, cookie(BEGUN_COOKIE, browser, BEGUN_LIVES_S))

    def finish(self, query: Mapping[str, str], cookies: Mapping[str, str], agent: str) -> Arrived:
        """
        A new session for what the provider sent a browser back with. Raises NotSignedIn for an answer that
        was not asked for, by this browser, just now; ProviderFailed.
        """
        if self.provider is None or self.settings.oidc is None:
            raise NotAllowed("no provider is set here; sign in with a name and a password")
        begun = self.people.finish(digest_of(query.get("state", "")))
        browser = digest_of(cookies.get(BEGUN_COOKIE, ""))
        if (
            begun is None
            or self.now() >= begun.ends_at
            or not hmac.compare_digest(begun.browser_digest, browser)
        ):
            raise NotSignedIn("this sign-in was not begun in this browser, or too long ago; begin again")
        self.provider.must_be_ours(query.get("iss"))
        if "error" in query or not query.get("code"):
            self.audit.note_of("", "sign-in refused", door="web")
            raise NotSignedIn("your organisation's sign-in did not let you through; begin again")
        vouched = self.provider.exchange(query["code"], begun.verifier, begun.nonce)
        person = self._known(vouched, self.settings.oidc.issuer)
        if person.is_disabled:
            self.audit.note_of(person.id, "sign-in refused", door="web")
            raise NotSignedIn("this account was disabled here; ask whoever looks after this server")
        self.people.keep_grant(person.id, vouched.grant)
        return self._arrived(person, agent, begun.next, cookies)

    def _known(self, vouched: Vouched, issuer: str) -> Person:
        """Who was vouched for, with what was said of them now."""
        known = self.people.known_as(issuer, vouched.subject)
        id = new_id("p") if known is None else known.id
        told = (vouched.name, vouched.groups, self.now())
        try:
            self.people.keep_person(Person(id, "provider", issuer, vouched.subject, *told))
        except BadInput:  # their first sign-in, twice at once: the other one was first
            known = self.people.known_as(issuer, vouched.subject)
            if known is None:
                raise
            self.people.keep_person(Person(known.id, "provider", issuer, vouched.subject, *told))
            id = known.id
        found = self.people.person(id)
        assert found is not None, "nobody is ever taken out"
        return found

    # ------------------------------------------------------------ leaving

    def sign_out(self, cookies: Mapping[str, str]) -> None:
        """
        End the session that the cookie names, if there is one. With the last of a person, who has no API
        token either, what the provider granted goes too.
        """
        digest = digest_of(cookies.get(COOKIE, ""))
        found = self.people.session(digest)
        if found is None:
            return
        session, person = found
        self.people.end_session(digest)
        self.audit.note_of(person.id, "sign-out", door="web", session=session.shown)
        has_tokens = any(self.tokens.holds(token) for token in self.tokens.all_of(person.id))
        if not has_tokens and not self.people.sessions(person.id):
            self.people.keep_grant(person.id, None)


def plain_name(name: str) -> str:
    """The name as people are known by it: one form of its letters, small, without blanks around."""
    return unicodedata.normalize("NFKC", name[: LONGEST_NAME + 1]).casefold().strip()
