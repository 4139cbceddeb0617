"""
A quotation as a reader would see its page: without the marks of Markdown.

Only what is printed on a terminal. The words are the source's; `--json` and the check keep the source's text
with every mark.
"""

from __future__ import annotations

from pathlib import PurePosixPath

import regex

MARKDOWN = frozenset((".md", ".markdown", ".mdown", ".mkd", ".mdx"))

_KEPT = regex.compile(
    r"(?P<ticks>`+)(?P<code>(?:(?!(?P=ticks)).)+)(?P=ticks)(?!`)|\\(?P<escaped>[!-/:-@\[-`{-~])"
)
_IMAGE_OR_LINK = regex.compile(
    r"!?\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\]"
    r"(?:\((?:[^()\s]|\([^()\s]*\))*(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)|\[[^\[\]]*\])"
)
_ADDRESS = regex.compile(r"<((?:https?://|mailto:)[^<>\s]+)>")
_BREAK = regex.compile(r"\s*<br\s*/?>\s*", regex.I)
_EMPHASIS = tuple(
    regex.compile(
        rf"(?<![\w{mark[-1]}]){mark}(?=[^\s{mark[-1]}])"
        rf"(?P<text>(?:(?!{mark}).)*?\S){mark}(?![\w{mark[-1]}])"
    )
    for mark in (r"\*\*\*", r"\*\*", "__", r"\*", "_", "~~")
)
_QUOTED_BLOCK = regex.compile(r"^(?:>\s*)+|(?<=\s)>(?:\s*>)+\s+")
_BULLET = regex.compile(r"^[-*+]\s+(?=\S)")
_LEFT_OPEN = regex.compile(r"(?<!\S)\*\*(?=[^\s*])|(?<=[^\s*])\*\*(?!\S)")
"""Half of a pair: the sentence quoted ends inside what is bold."""
_ROWS = regex.compile(r"\|.*\|", regex.S)
_END_OF_ROW = regex.compile(r"\s*\|(\s*\[…\])?\s*\|\s*")
_FIRST_KEPT = 0xE000
"""Of the private characters that stand for code and escaped signs while the marks are taken off."""
_MOST_KEPT = 0xF8FF - _FIRST_KEPT


def as_printed(text: str, source: str) -> str:
    """
    The text of a quotation, on one line, as a reader of its source sees it.

    Links and images keep their text, code and escaped signs stand as they are, emphasis loses its marks (in
    pairs, or bold that its sentence leaves open), an item its bullet, the rows of a table are divided by
    ` / `. A source that is no Markdown is given back as it is.
    """
    if PurePosixPath(source).suffix.lower() not in MARKDOWN or regex.search(r"\p{Co}", text):
        return text
    kept: list[str] = []

    def keep(match: regex.Match[str]) -> str:
        if len(kept) == _MOST_KEPT:
            return str(match[0])
        kept.append(str(match["escaped"] or match["code"].strip()))
        return chr(_FIRST_KEPT + len(kept) - 1)

    plain = _QUOTED_BLOCK.sub("", _KEPT.sub(keep, text.strip()))
    plain = _BREAK.sub(" ", _ADDRESS.sub(r"\1", _without_links(plain)))
    for mark in _EMPHASIS:
        plain = mark.sub(lambda match: match["text"], plain)
    plain = _LEFT_OPEN.sub("", _BULLET.sub("", plain))
    if _ROWS.fullmatch(plain):
        plain = _END_OF_ROW.sub(lambda end: f"{end[1] or ''} / ", plain[1:-1].strip())
    return "".join(_original(character, kept) for character in plain)


def _without_links(text: str) -> str:
    """Every link and image as its text, from the inside out: an image may be the text of a link."""
    while (plain := _IMAGE_OR_LINK.sub(lambda match: match["text"], text)) != text:
        text = plain
    return text


def _original(character: str, kept: list[str]) -> str:
    number = ord(character) - _FIRST_KEPT
    return kept[number] if 0 <= number < len(kept) else character
