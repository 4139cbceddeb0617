"""Plain text: paragraphs between empty lines."""

from __future__ import annotations

from belegg.reading.authored import authored
from belegg.reading.content import Content, Said, silent
from belegg.reading.stored import plain_blocks


def parse(data: bytes, said: Said = silent) -> Content:
    """Raises UndecodableText."""
    return authored(data, lambda text, start: (plain_blocks(text, start), ()))
