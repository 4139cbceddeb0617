"""What a reader of one kind of file hands back: everything that can be told from the bytes alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from belegg.records import Block, Fact, Page, PageReport, Warned

Profile = Literal["wiki", "reports", "sections"]
"""How a document is cut into passages; see `reading.passages`."""

Said = Callable[[int, int], None]
"""How a reader says how far it is: `said(12, 300)`, pages, slides, rows or parts done and how many in all."""


def silent(done: int, of: int) -> None:
    """Says nothing to nobody."""


Kept = Mapping[int, bytes]
"""Layouts of a file's pages by their number, as an earlier reading of the same bytes left them."""


@dataclass(frozen=True, slots=True)
class Given:
    """
    What a reader that asks for it (`TAKES_GIVEN` in its module) is given beside the bytes.

    `passwords` are tried on a locked file, in order. `languages` (ISO 639-1) are those that its pictures are
    in; none: told from its text. After `seconds` of recognition it gives what it has (None: it goes on to the
    end). `kept` are its pages as read before.
    """

    passwords: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    seconds: float | None = None
    kept: Kept = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Part:
    """
    A file inside a file (an attachment, a member of an archive): its name there and its bytes.

    `name` is as the container states it, with `/` between folders; it is never used as a path on disk.
    """

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Content:
    """
    A text with its blocks and what stands around it.

    `title` and `language` are None when nothing states them, `access` when no list is stated. An empty
    `language` says that the text is in none, and that none should be told from it. `parts` are files that
    came inside this one; each becomes a document of its own under the container's access. A reader may give
    them one by one (an iterator): they are taken in lots, a few MB at a time. `owed` says what would be read
    of the same bytes with more time or another program (`reading.owed`).
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
    page_reports: tuple[PageReport, ...] = ()
    parts: Iterable[Part] = ()
    owed: str = ""
