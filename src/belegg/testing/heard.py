"""What a scripted model makes of the messages it was sent, whatever the form in which documents are shown."""

from __future__ import annotations

import re

from belegg.testing.chat import Request


def shown_to(request: Request) -> str:
    """All that was shown: what users and tools said, without the rules that the system set."""
    return "\n".join(message.text for message in request.messages if message.by in ("user", "tool"))


def words_of(text: str) -> str:
    """The words of a text, a space between them: what is compared does not depend on marks and breaks."""
    return " ".join(re.findall(r"[\w§]+", text.casefold()))


def was_shown(request: Request, text: str) -> bool:
    """Whether the words of `text` came in a row in what was shown."""
    return f" {words_of(text)} " in f" {words_of(shown_to(request))} "


def handle_of(request: Request, text: str) -> str | None:
    """The handle that stands last before the words of `text` in what was shown; None when there is none."""
    for message in reversed(request.messages):
        if message.by in ("user", "tool") and (found := words_of(message.text).find(words_of(text))) >= 0:
            before = re.findall(r"\bd[1-9]\d*\b", words_of(message.text)[:found])
            if before:
                return str(before[-1]).upper()
    return None


def calls_made(request: Request, tool: str = "") -> int:
    """How many calls the model made before, of one tool or of all."""
    return sum(tool in ("", call.name) for message in request.messages for call in message.calls)
