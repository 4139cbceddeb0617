"""Texts that people write as they are read: decoded, made storable, front matter taken off, blocks found."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from belegg.reading.content import Content, Profile
from belegg.reading.decoding import decode
from belegg.reading.front_matter import front_matter
from belegg.reading.stored import plain_blocks, stored_text
from belegg.records import Block, Warned

Blocks = Callable[[str, int], tuple[Sequence[Block], Sequence[Warned]]]
"""Finds the blocks of a text from a place on, and what is worth knowing about them."""


def authored(data: bytes, blocks_of: Blocks) -> Content:
    """The content of a text file; its text is what the author wrote, without understood front matter."""
    decoded = decode(data)
    whole, changes = stored_text(decoded.text)
    head = front_matter(whole)
    text = whole[head.text_start :].lstrip("\n")
    unread_end = head.unread_end - head.text_start
    alone: tuple[Warned, ...] = ()
    if not text.strip() and head.facts:
        text, unread_end = whole[: head.text_start], head.text_start
        alone = (Warned("no text", "the file holds front matter and nothing else; that is its text"),)
    unread = plain_blocks(text, 0, unread_end)
    found, warnings = blocks_of(text, unread[-1].span.end if unread else 0)
    blocks = (*unread, *found)
    return Content(
        text,
        blocks,
        title=head.title,
        language=head.language,
        access=head.access,
        facts=head.facts,
        warnings=(*decoded.warnings, *changes, *head.warnings, *alone, *warnings),
        profile=profile_of(text, blocks),
    )


def profile_of(text: str, blocks: Sequence[Block]) -> Profile:
    """`sections` when most of a text stands under headings that are numbered with `§` or as articles."""
    numbered = 0
    inside = False
    for block in blocks:
        if block.kind == "heading":
            inside = bool(block.section) and ("§" in str(block.section) or "Art" in str(block.section))
        if inside:
            numbered += block.span.end - block.span.start
    return "sections" if numbered * 2 > len(text) else "wiki"
