"""
Markdown by its block structure: the text stays as the author wrote it, blocks are ranges of its lines.

Only the outermost blocks are taken, with their line ranges in the source, so nothing that is nested deep
can be lost: what the parser drops below its nesting limit still lies inside an outermost block.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from belegg.reading.authored import authored
from belegg.reading.content import Content, Said, silent
from belegg.reading.exports.links import markdown_links
from belegg.reading.sections import section_number
from belegg.reading.stored import plain_blocks, trimmed
from belegg.records import Block, BlockKind, Span, Warned

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MOST_LINES = 100_000
MOST_CHARACTERS = 16_000_000
"""Up to here the parser needs under 400 MB and some seconds on the worst text found (a long list)."""

_KINDS: dict[str, BlockKind] = {
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "table_open": "table",
    "fence": "code",
    "code_block": "code",
    "blockquote_open": "quote",
}
_MARKED = re.compile(r"[\\`*_\[\]<>&!~{]")
_HTML_HEADING = re.compile(r"<h([1-6])\b[^<>]*>([^\n]*)</h\1>")
_LONGEST_HEADING = 1_000
_ATTRIBUTES = re.compile(r"\s*\{[:#.][^{}]*\}\s*$")
_WIKI_LINK = re.compile(r"!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")


@cache
def _inline_parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("strikethrough")


@cache
def _block_parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.disable(["inline", "text_join"])
    return parser


def parse(data: bytes, said: Said = silent) -> Content:
    """Raises UndecodableText."""
    content = authored(data, _blocks)
    return replace(content, facts=(*content.facts, *markdown_links(content.text, content.blocks)))


def _blocks(text: str, start: int) -> tuple[list[Block], list[Warned]]:
    if text.count("\n", start) <= MOST_LINES and len(text) <= MOST_CHARACTERS:
        return markdown_blocks(text, start), []
    bound = f"more than {MOST_LINES:,} lines or {MOST_CHARACTERS:,} characters"
    return plain_blocks(text, start), [
        Warned("long Markdown", f"{bound}: read as paragraphs, without headings")
    ]


def markdown_blocks(text: str, start: int = 0) -> list[Block]:
    """
    The outermost blocks of `text` from `start` on, in order.

    Every character that is not white space lies in exactly one block: what the parser gives no token
    (reference definitions) becomes a paragraph.
    """
    lines = _line_starts(text, start)
    blocks: list[Block] = []
    covered = start
    for token in _block_parser().parse(text[start:]):
        if token.level or not token.map or token.nesting < 0:
            continue
        span = trimmed(text, lines[token.map[0]], lines[token.map[1]])
        blocks += _left_over(text, covered, span.start)
        blocks.append(_block(text, token, span))
        covered = span.end
    return blocks + _left_over(text, covered, len(text))


def _line_starts(text: str, start: int) -> list[int]:
    starts = [start, *(found.end() for found in re.compile("\n").finditer(text, start))]
    return [*starts, len(text)]


def _left_over(text: str, start: int, end: int) -> list[Block]:
    return plain_blocks(text, start, end) if text[start:end].strip() else []


def _block(text: str, token: Token, span: Span) -> Block:
    source = text[span.start : span.end]
    if token.type == "heading_open":
        return _heading(span, int(token.tag[1]), _heading_content(source, token.markup))
    if token.type == "html_block":
        tagged = _HTML_HEADING.fullmatch(source)
        if tagged:
            return _heading(span, int(tagged[1]), tagged[2])
        return Block("table" if source.startswith("<table") else "paragraph", span)
    return Block(_KINDS.get(token.type, "paragraph"), span)


def _heading(span: Span, level: int, content: str) -> Block:
    name = heading_name(content)
    return Block("heading", span, level=level, name=name, section=section_number(name))


def _heading_content(source: str, markup: str) -> str:
    if not markup.startswith("#"):
        return " ".join(source.splitlines()[:-1])
    content = source.strip().lstrip("#").strip()
    return re.sub(r"(?:^|[ \t])#+$", "", content).strip()


def heading_name(content: str) -> str:
    """A heading as a reader would say it: emphasis, links, code marks, tags and attributes taken out."""
    content = _WIKI_LINK.sub(r"\1", _ATTRIBUTES.sub("", content))
    if _MARKED.search(content) and len(content) <= _LONGEST_HEADING:
        content = "".join(_said(token) for token in _inline_parser().parseInline(content)[0].children or ())
    return " ".join(content.split())


def _said(token: Token) -> str:
    if token.type == "image":
        return "".join(_said(child) for child in token.children or ())
    if token.type in ("softbreak", "hardbreak"):
        return " "
    return token.content if token.type in ("text", "code_inline") else ""
