"""
Which of a mail's bodies is its text, and that text's blocks: what is quoted from an earlier mail apart.

Plain text is preferred: it is what the sender wrote without a layout. Where it is a stub (`This message
needs an HTML viewer`) the HTML is read, and where both say different things the report says so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from belegg.reading.content import Content
from belegg.reading.decoding import Decoded
from belegg.reading.html import page_content
from belegg.reading.mail.charsets import characters
from belegg.reading.mail.message import Body, Written
from belegg.reading.stored import plain_blocks, stored_text
from belegg.records import Block, Warned
from belegg.text.counted import counted

_STUB_WORDS = 40
_MANY_TIMES = 5
_LEAST_SHARED = 0.5
_LEAST_COMPARED = 10
_WORD = re.compile(r"\w{3,}")
_FROM = r"(?:From|Fra|Från|Lähettäjä|Von|De|Van)"
_SENT = r"(?:Sent|Sendt|Skickat|Lähetetty|Gesendet|Date|Dato|Datum|Envoyé|Verzonden|Päiväys|Päivämäärä)"
_ORIGINAL = re.compile(
    r"^[ \t]*(?:-{3,}[ \t]*(?:Original Message|Forwarded message|Opprinnelig melding|Videresendt melding|"
    r"Ursprungligt meddelande|Vidarebefordrat meddelande|Alkuperäinen viesti|Ursprüngliche Nachricht)"
    r"[ \t]*-{3,}|"
    rf"(?:_{{10,}}[ \t]*\n+[ \t]*)?\*?{_FROM}:\*?[ \t][^\n]+\n[ \t]*\*?{_SENT}:\*?[ \t])",
    re.IGNORECASE | re.MULTILINE,
)
_QUOTED_LINE = re.compile(r"[ \t]*>")


def body_content(body: Body) -> Content:
    """The text of a body with its blocks, and warnings about how it was read. Raises TooLarge."""
    plain, plain_warnings = _plain(body.plain)
    if not body.html:
        return _plain_content(plain, plain_warnings)
    html = _html(body.html)
    few, many = _words(plain), _words(html.text)
    if not few:
        return html
    if len(few) < _STUB_WORDS and len(few) * _MANY_TIMES < len(many):
        said = f"the plain text of the body is a stub of {counted(len(few), 'word')}; the HTML was read"
        return _warned(html, Warned("stub", said))
    shared = len(set(few) & set(many)) / len(set(many)) if len(many) >= _LEAST_COMPARED else 1.0
    if shared < _LEAST_SHARED:
        said = "the body's plain text and its HTML say different things; the plain text was read"
        plain_warnings = [*plain_warnings, Warned("two bodies", said)]
    return _plain_content(plain, plain_warnings)


def _warned(content: Content, warning: Warned) -> Content:
    return replace(content, warnings=(*content.warnings, warning))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _html(pieces: Sequence[Written]) -> Content:
    decoded = [characters(piece.data, piece.charset) for piece in pieces]
    warnings = tuple(warned for one in decoded for warned in one.warnings)
    page = page_content(Decoded("\n".join(one.text for one in decoded), "utf-8", warnings))
    original = _ORIGINAL.search(page.text)
    if not original:
        return page
    blocks = (
        replace(block, kind="quote")
        if block.kind == "paragraph" and block.span.end > original.end()
        else block
        for block in page.blocks
    )
    return replace(page, blocks=tuple(blocks))


def _plain(pieces: Sequence[Written]) -> tuple[str, list[Warned]]:
    texts, warnings = [], []
    for piece in pieces:
        decoded = characters(piece.data, piece.charset)
        text, changes = stored_text(decoded.text)
        texts.append((_unflowed(text, piece.delete_space) if piece.flowed else text).strip("\n"))
        warnings += [*decoded.warnings, *changes]
    return "\n\n".join(text for text in texts if text.strip()), warnings


def _plain_content(text: str, warnings: Sequence[Warned]) -> Content:
    return Content(text, tuple(mail_blocks(text)), warnings=tuple(warnings))


def mail_blocks(text: str) -> list[Block]:
    """Paragraphs; lines that begin with `>`, and all below the head of an earlier mail, are quotes."""
    original = _ORIGINAL.search(text)
    end = original.start() if original else len(text)
    blocks: list[Block] = []
    for start, stop, quoted in _stretches(text, end):
        blocks += _of_kind(plain_blocks(text, start, stop), quoted)
    return blocks + _of_kind(plain_blocks(text, end, len(text)), True)


def _stretches(text: str, end: int) -> list[tuple[int, int, bool]]:
    """Runs of lines that are quoted, or not; an empty line goes with the run before it."""
    runs: list[tuple[int, int, bool]] = []
    start, quoted, place = 0, False, 0
    while place < end:
        after = text.find("\n", place, end) + 1 or end
        line = text[place:after]
        if line.strip() and bool(_QUOTED_LINE.match(line)) != quoted:
            runs.append((start, place, quoted))
            start, quoted = place, not quoted
        place = after
    return [*runs, (start, end, quoted)]


def _of_kind(blocks: Sequence[Block], quoted: bool) -> list[Block]:
    return [Block("quote", block.span) if quoted else block for block in blocks]


def _unflowed(text: str, delete_space: bool) -> str:
    """Lines that end in a space go on in the next (RFC 3676), unless it is quoted to another depth."""
    lines: list[str] = []
    open_depth: int | None = None
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        said = line[depth:].removeprefix(" ")
        soft = said.endswith(" ") and said != "-- "
        kept = said[:-1] if soft and delete_space else said
        if open_depth == depth and lines and said.strip():
            lines[-1] += kept
        else:
            lines.append(f"{'>' * depth} {kept}" if depth else kept)
        open_depth = depth if soft else None
    return "\n".join(line.rstrip(" ") if line != "-- " else line for line in lines)
