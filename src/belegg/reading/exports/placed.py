"""What a document's own name and place tell: its page id, its properties, where its links lead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from belegg.reading.content import Content
from belegg.reading.exports.links import resolved
from belegg.reading.exports.notion import properties
from belegg.reading.exports.page_ids import notion_id, page_id
from belegg.records import Fact

PAGE_ID = "page_id"


def placed(content: Content, source: str) -> Content:
    """The content with its links resolved from where it lies, and the facts that an export puts in names."""
    facts, warnings = resolved((*content.facts, *_of_name(content, source)), source)
    return replace(content, facts=facts, warnings=(*content.warnings, *warnings))


def _of_name(content: Content, source: str) -> Iterator[Fact]:
    identifier = page_id(source, content.facts)
    if identifier:
        yield Fact(PAGE_ID, identifier, "file name")
    if notion_id(source) and source.lower().endswith(".md"):
        yield from properties(content.text, content.blocks)
