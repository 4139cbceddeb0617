"""How a model behind HTTP is asked: a bounded request within a time limit, with a key that is never shown."""

from __future__ import annotations

from belegg.models.http.address import Address, address_of
from belegg.models.http.calling import Caller, Server
from belegg.models.http.clock import SYSTEM_CLOCK, Clock
from belegg.models.http.secret import Secret

__all__ = ["SYSTEM_CLOCK", "Address", "Caller", "Clock", "Secret", "Server", "address_of"]
