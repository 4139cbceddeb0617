"""
An answer as Markdown with footnotes (`[^1]`).

What stands in a document is a stranger's text: no mark of it becomes markup, no address a link or a picture.
"""

from __future__ import annotations

import re
from typing import Final

from belegg.library.turns.written import Paragraph, Written

_MARKS: Final = re.compile(r"([\\`*_{}\[\]<>|~$&@])")
_AT_THE_START: Final = re.compile(r"^(\d*)([-+=#.):])")
_ADDRESS: Final = re.compile(r"\b(https?|ftp|mailto|xmpp)(:)|\b(www)(\.)", re.IGNORECASE)


def as_markdown(text: Written) -> str:
    """The text of a Markdown file."""
    lines = [f"# {escaped(text.title)}", ""]
    for paragraph in text.paragraphs:
        lines += [_paragraph(paragraph), ""]
    lines += [f"[^{number}]: {escaped(note)}" for number, note in enumerate(text.footnotes, 1)]
    lines += ["", "---", ""] if text.footnotes else ["---", ""]
    lines += [f"- {escaped(each)}" for each in text.about]
    return "\n".join(lines) + "\n"


def _paragraph(paragraph: Paragraph) -> str:
    marks = "".join(f"[^{number}]" for number in paragraph.notes)
    text = (
        f"**{escaped(paragraph.lead)}** {escaped(paragraph.text)}"
        if paragraph.lead
        else escaped(paragraph.text)
    )
    return f"{'' if paragraph.kind == 'text' else '> '}{text}{marks}"


def escaped(text: str) -> str:
    """The text on one line, so that Markdown shows it letter by letter."""
    line = " ".join(text.split())
    line = _ADDRESS.sub(
        lambda found: f"{found[1] or found[3]}\\{found[2] or found[4]}", _MARKS.sub(r"\\\1", line)
    )
    return _AT_THE_START.sub(r"\1\\\2", line)
