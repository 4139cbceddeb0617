"""
What Belegg says of a model's server, without where it is: that stands in messages and kept runs for whoever
runs the server, and is nothing for a reader's page.
"""

from __future__ import annotations

import re
from typing import Final

FILES: Final = "md|markdown|txt|pdf|docx?|xlsx?|pptx?|odt|ods|html?|xml|eml|mbox|csv|tsv|json|zip|toml|db"
HOST: Final = (
    r"(?:\[[0-9a-f:.]+\](?::\d+)?|localhost(?::\d+)?|[a-z0-9_-]+:\d+"
    rf"|(?![^\s`]*\.(?:{FILES})`)[a-z0-9_-]+(?:\.[a-z0-9_-]+)+(?::\d+)?)"
)
DOES: Final = "answered|cannot|did|does|ended|failed|finds|is|knows|reports|says|sends|wants|was|broke|has"
SERVER: Final = re.compile(rf"(^|[.:;] )?`{HOST}`(?= (?:{DOES})\b)", re.IGNORECASE)
MODEL: Final = re.compile(r"(\b[a-z][\w-]*:[^\s@`]+)@[\w.\-\[\]:]*[\w\]]", re.IGNORECASE)
"""`openai:writer@127.0.0.1:8000`, as runs name the model that answered."""


def unaddressed(text: str) -> str:
    """The same sentence, `the model's server` in place of its address."""
    return MODEL.sub(r"\1", SERVER.sub(_named, text))


def _named(found: re.Match[str]) -> str:
    before = found[1]
    begins = before is not None and before.strip() in ("", ".")
    return f"{before or ''}{'The' if begins else 'the'} model's server"
