"""The ids that Notion and Confluence put into the names of the files that they export."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from belegg.records import Fact

CONFLUENCE = "Confluence export"
"""The origin of facts that a page of Confluence's export states; it tells that a page is one."""

_NOTION = re.compile(r"(.*?)[ _-]?([0-9a-f]{32})(?:_all)?")
_CONFLUENCE = re.compile(r"(?:.*_)?(\d{4,20})")


def notion_id(source: str) -> str | None:
    """`Roadmap 152bb52ee2b58053ad50ffb72303b147.md` → its 32 hex digits; None for a name of another kind."""
    found = _NOTION.fullmatch(PurePosixPath(source).stem)
    return found[2] if found else None


def notion_name(source: str) -> str | None:
    """The name without the id; None for a file that Notion did not name, and where nothing else is left."""
    found = _NOTION.fullmatch(PurePosixPath(source).stem)
    return (found[1].strip() or None) if found else None


def page_id(source: str, facts: Iterable[Fact]) -> str | None:
    """Notion's id, or Confluence's (`Title_12345.html`, `12345.html`) when the page is such an export."""
    found = _CONFLUENCE.fullmatch(PurePosixPath(source).stem)
    exported = found is not None and any(fact.origin == CONFLUENCE for fact in facts)
    return notion_id(source) or (found[1] if found and exported else None)
