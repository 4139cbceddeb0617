"""Plain text: paragraphs between empty lines."""

from __future__ import annotations

from belegg.reading.authored import authored
from belegg.reading.content import Content
from belegg.reading.stored import plain_blocks


def parse(data: bytes) -> Content:
    """Raises UndecodableText."""
    return authored(data, lambda text, start: (plain_blocks(text, start), ()))
