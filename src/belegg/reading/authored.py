"""Texts that people write as they are read: decoded, made storable, front matter taken off, blocks found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from belegg.reading.content import Content, Profile
from belegg.reading.decoding import decode
from belegg.reading.front_matter import front_matter
from belegg.reading.stored import plain_blocks, stored_text
from belegg.records import Block, Warned

_FEW_SECTIONS = 10
_MUCH_HOLLOW = 0.2

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
        warnings=(*decoded.warnings, *changes, *head.warnings, *alone, *warnings, *_hollow(blocks)),
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


def _hollow(blocks: Sequence[Block]) -> Iterator[Warned]:
    """Many numbered sections without text are a sign that a conversion lost it."""
    numbered = [(block, after) for block, after in pairwise((*blocks, None)) if block and block.section]
    hollow = sum(1 for block, after in numbered if after is None or _opens_next(block, after))
    if len(numbered) >= _FEW_SECTIONS and hollow > len(numbered) * _MUCH_HOLLOW:
        message = f"{hollow} of {len(numbered)} numbered sections have a heading and no text; was it lost?"
        yield Warned("empty sections", message)


def _opens_next(heading: Block, after: Block) -> bool:
    """Whether the block after a heading is a heading that does not stand below it."""
    return after.kind == "heading" and after.level <= heading.level
