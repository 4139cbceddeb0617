"""The forms in which chat models are asked and answer, one module for each maker's."""

from belegg.testing.dialects.anthropic import ANTHROPIC
from belegg.testing.dialects.forms import Dialect, Streamed
from belegg.testing.dialects.gemini import GEMINI
from belegg.testing.dialects.openai import OPENAI

__all__ = ["ANTHROPIC", "GEMINI", "OPENAI", "Dialect", "Streamed", "dialect_of"]


def dialect_of(path: str) -> Dialect | None:
    """The form that a path belongs to; None when it is none of them."""
    plain = path.split("?")[0]
    if plain.endswith("/chat/completions"):
        return OPENAI
    if plain.endswith("/messages"):
        return ANTHROPIC
    return GEMINI if plain.endswith((":generateContent", ":streamGenerateContent")) else None
