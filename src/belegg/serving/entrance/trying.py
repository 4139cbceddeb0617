"""
How often somebody may try a password: within a quarter of an hour five times for one name from one address,
twenty times for one name from anywhere, fifty times from one address. A name that nobody has counts alike.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from belegg.errors import TooManyRequests
from belegg.seams.people import People
from belegg.serving.entrance.drawn import digest_of
from belegg.text.counted import counted

WINDOW_S: Final = 900.0
PAIR, NAME, ADDRESS = "pair", "name", "address"
MOST: Final = {PAIR: 5, NAME: 20, ADDRESS: 50}


class Tries:
    """Tries that failed, kept where every worker sees them, under digests."""

    def __init__(self, people: People, now: Callable[[], float]) -> None:
        self._people = people
        self._now = now

    def count(self, name: str, address: str) -> float:
        """
        Count a try before it is looked at, so that many at once do not slip through; gives its time. Raises
        TooManyRequests when there were too many, with how long to wait.
        """
        now, named = self._now(), keys(name, address)
        most = {key: MOST[kind] for kind, key in named.items()}
        hindering = self._people.count_try(most, now, now - WINDOW_S)
        if not hindering:
            return now
        wait_s = hindering + WINDOW_S - now
        minutes = int(wait_s // 60) + 1
        raise TooManyRequests(
            f"too many sign-ins failed; try again in {counted(minutes, 'minute')}", max(1.0, wait_s)
        )

    def succeeded(self, name: str, address: str, at: float) -> None:
        """The try is none; what failed for this name from this address is forgotten, elsewhere it is not."""
        named = keys(name, address)
        self._people.forget_try(named.values(), at)
        self._people.forget_tries(named[PAIR])


def keys(name: str, address: str) -> dict[str, str]:
    near = neighbourhood(address)
    return {
        PAIR: digest_of(f"{PAIR} {near} {name}"),
        NAME: digest_of(f"{NAME} {name}"),
        ADDRESS: digest_of(f"{ADDRESS} {near}"),
    }


def neighbourhood(address: str) -> str:
    """The address, or of IPv6 the /64 that one household has; of what is no address, the text."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ip_network((int(found), 64), strict=False))
    return str(found)
