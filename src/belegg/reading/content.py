"""What a reader of one kind of file hands back: everything that can be told from the bytes alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from belegg.records import Block, Fact, Page, Warned

Profile = Literal["wiki", "reports", "sections"]
"""How a document is cut into passages; see `reading.passages`."""


@dataclass(frozen=True, slots=True)
class Content:
    """
    A text with its blocks and what stands around it.

    `title` and `language` are None when nothing states them, `access` when no list is stated.
    """

    text: str
    blocks: tuple[Block, ...]
    title: str | None = None
    language: str | None = None
    access: frozenset[str] | None = None
    pages: tuple[Page, ...] = ()
    facts: tuple[Fact, ...] = ()
    furniture: tuple[str, ...] = ()
    warnings: tuple[Warned, ...] = ()
    profile: Profile = "wiki"
