"""The address that a request comes from, behind proxies that are ours."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address

Networks = Sequence[IPv4Network | IPv6Network]


def client_address(peer: str, forwarded: Sequence[str], proxies: Networks) -> str:
    """
    `peer` is who connected, `forwarded` the lines of `X-Forwarded-For`. From the right, the first address
    that is no proxy of ours; what stands further to the left anybody can write.
    """
    here = peer
    told = [each.strip() for line in forwarded for each in line.split(",")]
    while told and is_within(here, proxies):
        here = told.pop()
    return here


def is_within(address: str, networks: Networks) -> bool:
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found.version == network.version and found in network for network in networks)
