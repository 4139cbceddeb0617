"""
A text as its reader sees it: without the marks of Markdown and of the HTML in it, for showing only.
Quotations are checked against the text as it stands, and may leave out the same marks (`text.quotes.markup`).

Of a link its text stays, of a list its bullets, of a table's bars a point between the cells; headings lose
their `#`. Cost: 20 µs for 1,200 characters without marks, some 80 µs with the usual ones.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape

_ADDRESS = r"\((?:[^()\s]|\([^()\s]*\))*(?:\s+\"[^\"\n]*\")?\)"
_IMAGE = re.compile(rf"!\[[^\[\]\n]*\]{_ADDRESS}")
_LINK = re.compile(rf"\[([^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*)\](?:{_ADDRESS}|\[[^\]\n]*\])")
_WIKI_LINK = re.compile(r"\[\[(?:[^\[\]|\n]*\|)?([^\[\]|\n]*)\]\]")
_PLAIN_LINK = re.compile(r"<((?:https?|ftp)://[^\s<>]+|mailto:[^\s<>]+|[^\s<>@]+@[^\s<>@]+)>")
_COMMENT = re.compile(r"<!--.{0,600}?-->", re.S)
_INLINE = "abbr|a|b|cite|code|dfn|em|font|ins|i|kbd|mark|samp|small|span|strong|sub|sup|time|u|var|wbr"
_BLOCK = "br|p|div|li|ul|ol|dl|dt|dd|h[1-6]|blockquote|section|table|thead|tbody|tr|td|th|img"
_ATTRIBUTES = r"(?:\s+[\w:-]+(?:=(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s\"'<>]+))?)*\s*/?>"
_INLINE_TAG = re.compile(rf"</?(?:{_INLINE}){_ATTRIBUTES}", re.I)
_BLOCK_TAG = re.compile(rf"</?(?:{_BLOCK}){_ATTRIBUTES}", re.I)
_ENTITY = re.compile(r"&(?:amp|lt|gt|quot|nbsp|#39|#160);")
_EMPHASIS = re.compile(r"[*_]{1,3}|`+")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_RULE = re.compile(r"^[ \t]*(?:([-*_=])(?:[ \t]*\1){2,}|```.*|~~~.*)[ \t]*$", re.M)
_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+", re.M)
_BLOCK_QUOTE = re.compile(r"^[ \t]*(?:>[ \t]?)++(?!\d)", re.M)  # before a number it compares
_BULLET = re.compile(r"^[ \t]*(?:[-*+–—][ \t]++(?!\d)|[•▪◦●○■‣][ \t]*)", re.M)  # before a number a minus
_TABLE_LINE = re.compile(r"^[ \t]*\|.*$", re.M)
_BARS = re.compile(r"[ \t]*\|[ \t]*")


def as_read(text: str) -> str:
    """The text without marks. A text that is no Markdown loses at most what would be a mark in one."""
    text = _without_line_marks(text)
    if "[" in text:
        text = _WIKI_LINK.sub(r"\1", _LINK.sub(r"\1", _IMAGE.sub("", text)))
    if "<" in text:
        text = _INLINE_TAG.sub("", _PLAIN_LINK.sub(r"\1", _COMMENT.sub("", text)))
        text = _BLOCK_TAG.sub(" ", text)
    if "*" in text or "_" in text or "`" in text:
        text = _EMPHASIS.sub(_kept, text)
    if "\\" in text:
        text = _ESCAPE.sub(r"\1", text)
    if "&" in text:
        text = _ENTITY.sub(lambda found: unescape(found[0]).replace("\xa0", " "), text)
    return text


def body_as_read(text: str, path: Sequence[str]) -> str:
    """The same without the headings of `path` that a passage begins with, unless it holds nothing else."""
    shown = as_read(text)
    above = {_plain(heading) for heading in path}
    at = 0
    while at < len(shown):
        end = shown.find("\n", at)
        end = len(shown) if end < 0 else end + 1
        line = _plain(shown[at:end])
        if line and line not in above:
            return shown[at:]
        at = end
    return shown


def _plain(line: str) -> str:
    return " ".join(line.split()).casefold()


def _without_line_marks(text: str) -> str:
    if "---" in text or "```" in text or "===" in text or "***" in text or "~~~" in text or "___" in text:
        text = _RULE.sub("", text)
    if "|" in text:
        text = _TABLE_LINE.sub(_cells, text)
    if "#" in text:
        text = _HEADING.sub("", text)
    if ">" in text:
        text = _BLOCK_QUOTE.sub("", text)
    return _BULLET.sub("• ", text)


def _cells(line: re.Match[str]) -> str:
    if not line[0].strip("|:- \t"):
        return ""
    return _BARS.sub(" · ", line[0].strip().strip("|").strip())


def _kept(mark: re.Match[str]) -> str:
    """Empty for emphasis and code: a mark at the edge of a word. `snake_case`, `2 * 3` and `\\*` stay."""
    before = mark.string[max(0, mark.start() - 1) : mark.start()]
    after = mark.string[mark.end() : mark.end() + 1]
    if mark[0][0] == "`":
        return ""
    opens = not (before.isalnum() or before == "\\") and bool(after.strip())
    closes = bool(before.strip()) and before != "\\" and not after.isalnum()
    return "" if opens or closes else mark[0]
