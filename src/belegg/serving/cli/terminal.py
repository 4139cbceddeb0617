"""
Putting text on a terminal: width, colour, and nothing that the terminal would obey.

Documents are strangers' text: an escape sequence in one must not move the cursor, set the window's title or
hide a line. Every string that comes from outside the program goes through `visible`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, TextIO

WIDEST = 100  # longer lines are hard to read, however wide the window

# C0 but tab and line feed, DEL and C1; bidirectional controls; line and paragraph separators; lone surrogates
# (bytes of file names that are no text).
UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ud800-\udfff]"
)
STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def visible(text: str) -> str:
    """The text with every character that a terminal would obey shown as `<U+001B>`."""
    return UNPRINTABLE.sub(lambda found: f"<U+{ord(found[0]):04X}>", text)


def one_line(text: str) -> str:
    """The text on one line, visible."""
    return visible(" ".join(text.split()))


def width() -> int:
    """Columns to write into: the terminal's, at most `WIDEST`; 80 when there is none."""
    return min(shutil.get_terminal_size((80, 24)).columns, WIDEST)


def coloured(stream: TextIO) -> bool:
    """Colour only on a terminal, and never when NO_COLOR is set (no-color.org) or the terminal is `dumb`."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def styled(text: str, *names: str) -> str:
    """The text in the named styles, when standard output shows colour."""
    if not names or not coloured(sys.stdout):
        return text
    return f"\x1b[{';'.join(STYLES[name] for name in names)}m{text}\x1b[0m"


def wrapped(text: str, indent: int = 0, hanging: int | None = None) -> str:
    """The text, one paragraph, broken at words to the width; `hanging` indents the lines after the first."""
    return textwrap.fill(
        text,
        width(),
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent if hanging is None else hanging),
        break_long_words=False,
        break_on_hyphens=False,
    )


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows as aligned columns, two blanks between; the last one is as long as it is."""
    widths = [max(map(len, column)) for column in list(zip(*rows, strict=True))[:-1]]
    lines = [
        "  ".join([*(cell.ljust(size) for cell, size in zip(row, widths, strict=False)), row[-1]])
        for row in rows
    ]
    return "\n".join(line.rstrip() for line in lines)


def shortened(text: str, room: int) -> str:
    """The text, or as much of it as fits with an ellipsis at its end."""
    return text if len(text) <= room else text[: room - 1] + "…"


def with_article(noun: str) -> str:
    """`a negation`, `an exception`."""
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def say(text: str = "") -> None:
    """Print to standard output."""
    print(text)


def say_aside(text: str) -> None:
    """Print to standard error: what a person should know and a program should not have to parse."""
    print(text, file=sys.stderr)


def say_at_once(text: str) -> None:
    """Print what is said while a command waits or works, whoever wrote parts of it, to standard error."""
    print(one_line(text), file=sys.stderr, flush=True)


def say_json(value: Mapping[str, Any]) -> None:
    """Print as JSON that a terminal does not obey: what `visible` would show stands as `\\uXXXX`."""
    text = json.dumps(value, ensure_ascii=False, indent=1)
    print(UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def say_json_line(value: Mapping[str, Any]) -> None:
    """The same on one line, at once: one of several objects."""
    text = json.dumps(value, ensure_ascii=False)
    print(UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text), flush=True)


def spoken_size(size_bytes: int) -> str:
    """A size as people say it: `12 kB`, `3.4 MB` (powers of 1,000)."""
    if size_bytes < 1_000_000:
        return f"{size_bytes / 1000:.0f} kB"
    return f"{size_bytes / 1_000_000:.1f} MB" if size_bytes < 1_000_000_000 else f"{size_bytes / 1e9:.2f} GB"


def amount(number: float, *, signed: bool = False) -> str:
    """`12,400`, `3.25`, `0.0031`."""
    places = 0 if abs(number) >= 100 else 2 if abs(number) >= 0.1 or number == 0 else 4
    return f"{number:{'+' if signed else ''},.{places}f}"
