"""
Groups as the provider says them now: read anew before they are five minutes old, by one of all workers.

When the provider does not answer, what was last known holds until it is a quarter of an hour old; then nobody
gets in by it. When it says that it no longer vouches for somebody, their sessions end at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Final

from belegg.errors import NotSignedIn, ProviderFailed
from belegg.records.people import Person
from belegg.seams.people import People
from belegg.serving.entrance.provider import Provider

EARLY: Final = 0.8
"""From this part of their age on they are read ahead, while others still go on with what is known."""
CLAIM_S: Final = 40.0
"""Longer than a reading takes at most; who holds the claim and dies is followed by the next."""
AGAIN_S: Final = 30.0
"""A provider that did not answer is asked again after this time."""
POLL_S: Final = 0.05
MOST_WAIT_S: Final = 10.0


class FreshGroups:
    """The provider's word on people who signed in there."""

    def __init__(
        self,
        people: People,
        provider: Provider,
        now: Callable[[], float],
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self._people = people
        self._provider = provider
        self._now = now
        self._wait = wait

    def of(self, person: Person) -> Person:
        """The person with groups that are fresh enough. Raises NotSignedIn when there are none."""
        oidc, age_s = self._provider.oidc, self._now() - person.groups_at
        if 0 <= age_s < EARLY * oidc.groups_s:
            return person
        if 0 <= self._now() - person.groups_failed_at < AGAIN_S:
            return self._last_known(person)
        if self._people.claim_reading(person, self._now(), self._now() + CLAIM_S):
            return self._read(person)
        return person if 0 <= age_s < oidc.groups_s else self._as_another_reads(person)

    def _read(self, person: Person) -> Person:
        grant = self._people.grant(person.id)
        try:
            if grant is None:
                raise NotSignedIn("the provider granted nothing by which groups could be read; sign in again")
            keep = partial(self._people.keep_grant, person.id)
            vouched = self._provider.reread(grant, person.subject, keep)
        except ProviderFailed:
            self._people.groups_not_read(person.id, self._now())
            return self._last_known(self._again(person))
        except NotSignedIn:
            self._people.end_person(person.id)
            raise
        self._people.groups_read(person.id, vouched.groups, self._now())
        return self._again(person)

    def _as_another_reads(self, person: Person) -> Person:
        """Wait for whoever reads them, in this process or another."""
        waited_s = 0.0
        while waited_s < MOST_WAIT_S:
            self._wait(POLL_S)
            waited_s += POLL_S
            found = self._again(person)
            if found.groups_at != person.groups_at:
                return found
            if found.groups_failed_at != person.groups_failed_at:
                break
        return self._last_known(self._again(person))

    def _last_known(self, person: Person) -> Person:
        if 0 <= self._now() - person.groups_at < self._provider.oidc.keep_s:
            return person
        raise NotSignedIn("your organisation's sign-in has not answered for too long; try again in a while")

    def _again(self, person: Person) -> Person:
        found = self._people.person(person.id)
        if found is None or found.is_disabled or found.has_ended:
            raise NotSignedIn("you are signed out; sign in again")
        return found
