"""The chat models of a library: which role has which, opened at the first call and kept."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from belegg.errors import BadSetting, MissingExtra, ModelRefused, UserError

if TYPE_CHECKING:
    from belegg.models.chat.probing import Probed
    from belegg.models.chat.roles import Configured
    from belegg.records.chat import ChatRole, Delta, Message, Reply
    from belegg.seams import Chat


def roles(library: Path | None) -> dict[ChatRole, Configured]:
    """The roles that `belegg.toml` and the environment give a model. Raises BadSetting."""
    from belegg.models.chat.roles import configured

    return configured(library, os.environ)


def config_file(library: Path | None) -> Path | None:
    """The `belegg.toml` that counts. Raises BadSetting."""
    from belegg.models.chat.roles import config_file

    return config_file(library, os.environ)


def opened(chosen: Configured) -> Chat:
    """A role's model; its server is not asked yet. Raises MissingExtra, BadSetting."""
    from belegg.models.chat.opening import acting_chat

    return acting_chat(chosen.settings, chosen.key(os.environ), key_setting=chosen.key_setting)


def is_loaded(chosen: Configured) -> bool:
    """Whether what a role's model needs is imported."""
    from belegg.models.chat.providers import is_loaded

    return is_loaded(chosen.settings)


WITHOUT: Mapping[ChatRole, str] = {
    "answer": "`belegg ask --no-model` answers without a model",
    "judge": "`belegg ask --no-judge` answers without a judge",
    "understand": "`belegg ask --no-understanding` searches the question as it stands",
}


def check_ready(chosen: Configured) -> None:
    """Raises MissingExtra or BadSetting for a model that cannot be opened, and says what does without it."""
    from belegg.models.chat.opening import check_ready

    try:
        check_ready(chosen.settings, chosen.key(os.environ), key_setting=chosen.key_setting)
    except (MissingExtra, BadSetting) as error:
        without = f". {WITHOUT[chosen.role]}" if chosen.role in WITHOUT else ""
        raise type(error)(f"the model of the role `{chosen.role}`: {error}{without}") from None


class LateChat:
    """
    A role's model that is opened at the first request: what is heavy to import waits until a question was
    taken and searched. One that cannot be opened then is a model that fails: ModelRefused.
    """

    def __init__(
        self, id: str, open: Callable[[], Chat], is_loaded: Callable[[], bool] = lambda: True
    ) -> None:
        self.id = id
        self._open = open
        self._is_loaded = is_loaded

    def load(self) -> bool:
        """As the seam `LoadsLate` says."""
        if self._is_loaded():
            return False
        with suppress(UserError):  # told by `stream`
            self._open()
        return True

    async def stream(self, messages: Sequence[Message], **asked: Any) -> AsyncIterator[Delta | Reply]:
        """As the seam says."""
        try:
            pieces = self._open().stream(messages, **asked)
        except UserError as error:
            raise ModelRefused(str(error)) from error
        try:
            async for piece in pieces:
                yield piece
        finally:
            if isinstance(pieces, AsyncGenerator):
                await pieces.aclose()


class HasChats:
    """An open library with chat models: those it was given, else those of its settings."""

    if TYPE_CHECKING:
        path: Path

    _chats: dict[ChatRole, Chat]

    def chat(self, role: ChatRole) -> Chat | None:
        """
        The model of a role; None when the role has none. Only this role's settings and key are needed. Raises
        MissingExtra, BadSetting.
        """
        kept = self._kept_chats()
        if role not in kept:
            chosen = roles(self.path).get(role)
            if chosen is None:
                return None
            kept[role] = opened(chosen)
        return kept[role]

    def _late_chat(self, role: ChatRole) -> Chat | None:
        """
        The same, opened when it is first asked. Raises BadSetting for settings that cannot be read, and what
        opening it would raise, as far as that can be told at once; with `WITHOUT` it says how to go on.
        """
        if role in self._kept_chats():
            return self._kept_chats()[role]
        chosen = roles(self.path).get(role)
        if chosen is not None:
            check_ready(chosen)

        def opening() -> Chat:
            chat = self.chat(role)
            assert chat is not None, "the role has a model"
            return chat

        return None if chosen is None else LateChat(chosen.settings.id, opening, lambda: is_loaded(chosen))

    def chat_roles(self) -> dict[ChatRole, Configured]:
        """The roles that the settings give a model, in order; no server is asked. Raises BadSetting."""
        return roles(self.path)

    def _kept_chats(self) -> dict[ChatRole, Chat]:
        if not hasattr(self, "_chats"):
            self._chats = {}
        return self._chats

    def _use_chats(self, given: dict[ChatRole, Chat | None]) -> None:
        self._kept_chats().update({role: chat for role, chat in given.items() if chat is not None})


def checked(chosen: Mapping[ChatRole, Configured]) -> Iterator[tuple[ChatRole, Probed]]:
    """
    What the model of each role can do, by a few small calls; roles with one model share them. Raises
    MissingExtra, BadSetting at the role that cannot be opened.
    """
    from belegg.models.chat.opening import hosted_chat
    from belegg.models.chat.probing import Probed, probed
    from belegg.models.chat.settings import DECIDERS
    from belegg.models.deciding.probing import decides

    known: dict[tuple[object, ...], Probed] = {}
    for role, each in chosen.items():
        same = (each.settings, each.key_setting, each.key_file)
        if each.settings.provider in DECIDERS:
            known[same] = Probed(each.settings.id, "", ())
        elif same not in known:
            chat = hosted_chat(each.settings, each.key(os.environ), key_setting=each.key_setting)
            known[same] = asyncio.run(probed(chat))
        found = known[same]
        if role == "classify":
            decided = decides(each.settings, each.key(os.environ), key_setting=each.key_setting)
            found = replace(found, probes=(*found.probes, decided))
        yield role, found
