"""From settings to a chat model; only here is pydantic-ai imported (some 3 s of processor time)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belegg.errors import BadSetting
from belegg.models.chat.providers import is_installed, needs_extra
from belegg.models.chat.settings import ChatSettings
from belegg.models.http.secret import Secret

if TYPE_CHECKING:
    from belegg.models.chat.hosted import HostedChat
    from belegg.seams import Chat


def hosted_chat(
    settings: ChatSettings, key: Secret | None = None, *, key_setting: str = "BELEGG_ANSWER_KEY"
) -> HostedChat:
    """
    The chat model of these settings; its server is not asked yet. `key_setting` is what messages call the
    place of the key. Raises MissingExtra, and BadSetting for a maker's own service without a key.
    """
    check_key(settings, key, key_setting)
    try:
        from belegg.models.chat.hosted import HostedChat
    except ImportError:
        raise needs_extra(settings) from None
    return HostedChat(settings, key, key_setting=key_setting)


def check_ready(settings: ChatSettings, key: Secret | None, *, key_setting: str) -> None:
    """What opening the model will need, looked at in milliseconds. Raises MissingExtra, BadSetting."""
    if not is_installed(settings):
        raise needs_extra(settings)
    check_key(settings, key, key_setting)


def check_key(settings: ChatSettings, key: Secret | None, key_setting: str) -> None:
    if key is None and settings.is_at_maker:
        raise BadSetting(
            f"`{settings.id}` wants a key; set `{key_setting}`, or the file `{key_setting}_FILE`"
        )


def acting_chat(
    settings: ChatSettings, key: Secret | None = None, *, key_setting: str = "BELEGG_ANSWER_KEY"
) -> Chat:
    """The same, acting as the settings say. Raises MissingExtra, BadSetting."""
    from belegg.models.chat.acting import AutoActing, JsonActing

    chat = hosted_chat(settings, key, key_setting=key_setting)
    match settings.acts_by:
        case "tools":
            return chat
        case "json":
            return JsonActing(chat)
        case "auto":
            return AutoActing(chat)
