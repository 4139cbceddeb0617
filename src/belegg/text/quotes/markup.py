"""
Marks of Markdown and of the HTML that Markdown may hold, in a source that stands as its author wrote it.

What is struck through (`~~…~~`, `<del>`, `<s>`) is not on the list: struck text is not what the source says.
"""

from __future__ import annotations

from collections.abc import Iterator

import regex

Span = tuple[int, int]

LONGEST_LINK_TEXT = 300

_EMPHASIS = regex.compile(
    r"(?<![\p{L}\p{N}*_\\])[*_]{1,3}(?=[^\s*_])|(?<=[^\s*_\\])[*_]{1,3}(?![\p{L}\p{N}*_])|`+"
)
# Emphasis of a part of a word (`**30 dag**er`), and what is marked (`==30 days==`): in pairs, on one line.
_INSIDE = regex.compile(
    r"(\*{2,3})(?=[^\s*])[^*\n]{1,200}+(?<=\p{L})\1(?=\p{L})|(?<=\p{L})(\*{2,3})(?=\p{L})[^*\n]{1,200}+\2"
    r"|(?<![\p{L}\p{N}*])(\*)(?=\p{L})[^*\n]{2,200}+(?<=\p{L})\3(?=\p{L})"
)
_HIGHLIGHT = regex.compile(r"(?<![^\s(\[\"'“„«*_])==(?=[^\s=])[^=\n]{1,300}+(?<=[^\s=])==(?![=\p{L}\p{N}])")
_ESCAPE = regex.compile(r"\\(?=[!-/:-@\[-`{-~]|\r?\n)")
_ADDRESS = r"\((?:[^()\s]|\([^()\s]*\))*+(?:\s+\"[^\"\n]*\")?\)"
_LINK_END = regex.compile(rf"\]{_ADDRESS}|\]\[[^\]\n]{{0,80}}\]")
_PLAIN_LINK = regex.compile(
    r"<(?:(?:https?|ftp)://|mailto:)[^\s<>]{1,500}+>|<[^\s<>@]{1,100}+@[^\s<>@]{1,100}+>"
)
_SHORT_LINK = regex.compile(r"\[([^\[\]\n]*\p{L}[^\[\]\n]*)\](?![\[(:])")
_IMAGE = regex.compile(rf"!\[[^\[\]\n]{{0,200}}\]{_ADDRESS}")
_WIKI_LINK = regex.compile(r"\[\[(?:[^\[\]|\n]{1,200}\|)?(?=[^\[\]|\n]{1,200}\]\])|(?<=[^\[\]\n])\]\]")
_COMMENT = regex.compile(r"<!--(?s:.){0,600}?-->")
_ATTRIBUTES = r"(?:\s+[\w:-]{1,40}=(?:\"[^\"<>]{0,600}\"|'[^'<>]{0,600}'|[^\s\"'<>]{1,300}))*+\s*/?>"
_INLINE_TAG = regex.compile(
    rf"</?(?:a|abbr|b|cite|code|dfn|em|font|i|ins|kbd|mark|samp|small|span|strong|sub|sup|time|u|var|wbr){_ATTRIBUTES}",
    regex.I,
)
_CELL_TAG = regex.compile(rf"</?(?:table|thead|tbody|tr|td|th){_ATTRIBUTES}", regex.I)
_BLOCK_TAG = regex.compile(
    rf"</?(?:br|p|div|li|ul|ol|dl|dt|dd|h[1-6]|blockquote|section){_ATTRIBUTES}", regex.I
)
# A dash before a number may be a minus, and `>` a comparison.
_LINE_START = regex.compile(
    r"^[ \t]*(?:(?:>[ \t]?)+(?!\d))?[ \t]*(?:#{1,6}[ \t]+|(?:[-*–—][ \t]+(?!\d)|[•▪◦●○■‣][ \t]*))?", regex.M
)
_TABLE_RULE = regex.compile(
    r"^[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|)+(?:[ \t]*:?-{2,}:?[ \t]*)?\|?[ \t]*$", regex.M
)
_BAR = regex.compile(r"\|")
_SPACE_ENTITY = regex.compile(r"&(?:nbsp|ensp|emsp|thinsp|#160|#xa0);", regex.I)


def emphasis(text: str, start: int, end: int) -> Iterator[Span]:
    """`*`, `_` and backticks at the edge of a word."""
    yield from _all(_EMPHASIS, text, start, end)


def inline_marks(text: str, start: int, end: int) -> Iterator[Span]:
    """Escapes, links, images, comments, highlights and tags inside a line, emphasis inside a word."""
    for pattern in (_ESCAPE, _IMAGE, _WIKI_LINK, _COMMENT, _INLINE_TAG):
        yield from _all(pattern, text, start, end)
    for pattern in (_INSIDE, _HIGHLIGHT):
        for match in pattern.finditer(text, start, end):
            length = 2 if pattern is _HIGHLIGHT else len(match[1] or match[2] or match[3])
            yield match.start(), match.start() + length
            yield match.end() - length, match.end()
    for match in _PLAIN_LINK.finditer(text, start, end):
        yield match.start(), match.start() + 1
        yield match.end() - 1, match.end()
    for match in _SHORT_LINK.finditer(text, start, end):
        if f"\n[{match[1]}]:" in text or f"\n[{match[1].lower()}]:" in text:
            yield match.start(), match.start() + 1
            yield match.end() - 1, match.end()
    for match in _LINK_END.finditer(text, start, end):
        opening = text.rfind("[", max(start, match.start() - LONGEST_LINK_TEXT), match.start())
        if opening >= 0:
            yield match.span()
            yield opening, opening + 1


def line_marks(text: str, start: int, end: int) -> Iterator[Span]:
    """Marks of headings, lists and block quotes; tags that begin a line or paragraph; entities of spaces."""
    yield from (span for span in _all(_LINE_START, text, start, end) if text[span[0] : span[1]].strip())
    for pattern in (_BLOCK_TAG, _SPACE_ENTITY):
        yield from _all(pattern, text, start, end)


def cell_marks(text: str, start: int, end: int) -> Iterator[Span]:
    """What stands between the cells of a table."""
    for pattern in (_TABLE_RULE, _BAR, _CELL_TAG):
        yield from _all(pattern, text, start, end)


def _all(pattern: regex.Pattern[str], text: str, start: int, end: int) -> Iterator[Span]:
    return (match.span() for match in pattern.finditer(text, start, end))
