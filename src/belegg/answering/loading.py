"""The client of a model is loaded before its first request, and told: that is no time of the model's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from time import perf_counter

from belegg.records.chat import ChatRole
from belegg.records.runs import Loaded
from belegg.seams import Chat, LoadsLate


def loaded(role: ChatRole, chats: Mapping[ChatRole, Chat]) -> Iterator[Loaded]:
    """Load what the model of a role needs; nothing where that was done, or needs nothing."""
    chat = chats.get(role)
    started = perf_counter()
    if isinstance(chat, LoadsLate) and chat.load():
        yield Loaded(role, (perf_counter() - started) * 1000)
