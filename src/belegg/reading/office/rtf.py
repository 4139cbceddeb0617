"""
RTF: text in its characters, headings by style, tables as rows, notes behind their section.

A small reader of our own: groups that hold no text are passed over, nothing is run or fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from belegg.errors import Damaged, TooLarge
from belegg.reading.authored import profile_of
from belegg.reading.content import Content, Said, silent
from belegg.reading.office.leavings import leavings, of
from belegg.reading.office.properties import CORE, property_facts, stated_language, stated_title
from belegg.reading.office.rtf_blocks import RtfBlocks
from belegg.reading.office.rtf_state import (
    CHARSETS,
    HEADERS,
    LANGUAGES,
    LETTERS,
    PAGES,
    SHOWN_IF_MARKED,
    SIGNS,
    SKIPPED,
    State,
)
from belegg.reading.office.rtf_tokens import Token, tokens
from belegg.reading.office.symbols import symbol
from belegg.reading.raised import raised
from belegg.reading.stored import Storing
from belegg.records import Fact, Warned

LARGEST_BYTES = 200_000_000
DEEPEST = 1_000
_SAID_EVERY = 20_000
_PROPERTIES = {"author": "author", "subject": "subject", "company": "organisation", "keywords": "keywords"}
_TABLES = frozenset({"fonttbl", "stylesheet", "info"})
_TIMES = {"creatim": "created", "revtim": "modified"}
_IN_INFO = frozenset({*_PROPERTIES, *_TIMES, "title"})
_HEADING = re.compile(r"heading (\d)", re.IGNORECASE)


def parse(data: bytes, said: Said = silent) -> Content:
    """Raises Damaged and TooLarge."""
    if len(data) > LARGEST_BYTES:
        raise TooLarge(f"the text is larger than {LARGEST_BYTES:,} bytes; divide it")
    if not data.lstrip().startswith(b"{\\rtf"):
        raise Damaged("named `.rtf` but no RTF: it does not begin with `{\\rtf`")
    reading = _Reading()
    done = 0
    for number, token in enumerate(tokens(data)):
        done += len(token.data) + 5
        if number % _SAID_EVERY == 0:
            said(min(done, len(data)), len(data))
        reading.take(token)
    return reading.content()


@dataclass(slots=True)
class _Font:
    page: str = ""
    name: str = ""


class _Reading:
    """One text while it is read, group by group."""

    def __init__(self) -> None:
        self._storing = Storing()
        self._blocks = RtfBlocks(self._storing)
        self._states = [State()]
        self._fonts: dict[int, _Font] = {}
        self._default_font = 0
        self._page = "cp1252"
        self._style_names: dict[int, str] = {}
        self._pending = bytearray()
        self._units: list[int] = []
        self._property: list[str] = []
        self._properties: dict[str, str] = {}
        self._time: dict[str, int] = {}
        self._language: str | None = None
        self._damaged = 0
        self._hidden: list[str] = []
        self._comments = self._changes = self._pictures = 0

    @property
    def _state(self) -> State:
        return self._states[-1]

    def take(self, token: Token) -> None:
        if token.kind == "bytes":
            self._units_done()
            self._pending += token.data
            self._state.first = False
            return
        self._bytes_done()
        if token.kind == "unicode":
            self._units.append(token.number or 0)
            self._state.first = False
            return
        self._units_done()
        if token.kind == "open":
            self._open()
        elif token.kind == "close":
            self._close()
        elif token.kind == "sign":
            self._sign(token.name)
        else:
            self._word(token.name, token.number)

    # ---------------------------------------------------------------- groups

    def _open(self) -> None:
        if len(self._states) >= DEEPEST:
            raise TooLarge(f"the text nests more than {DEEPEST:,} groups")
        into = "skip" if self._state.upr else self._state.into
        self._states.append(replace(self._state, into=into, first=True, marked=False, upr=False))

    def _close(self) -> None:
        closed = self._states.pop() if len(self._states) > 1 else State()
        into = self._state.into
        if closed.into == "note" and into != "note":
            self._blocks.end_note()
        elif closed.into == "header" and into != "header":
            self._blocks.end_header()
        elif closed.into in (*_PROPERTIES, "title") and into == "info":
            self._properties.setdefault(closed.into, "".join(self._property).strip())
            self._property = []
        elif closed.into in _TIMES and into == "info":
            stamp = "{yr:04d}-{mo:02d}-{dy:02d}"
            if {"yr", "mo", "dy"} <= self._time.keys() and self._time["yr"]:
                self._properties.setdefault(closed.into, stamp.format(**self._time))
            self._time = {}
        elif closed.into in ("fonttbl", "stylesheet"):
            self._named(closed)

    def _named(self, closed: State) -> None:
        """The name of a font or style that was gathered in its group."""
        name = "".join(self._property).strip().rstrip(";").strip()
        self._property = []
        if not name:
            return
        if closed.into == "fonttbl":
            self._fonts.setdefault(closed.font, _Font()).name = name
        else:
            self._style_names.setdefault(closed.style, name)

    def _begin(self, name: str) -> bool:
        """Whether a word that stands first in its group says what the group is."""
        state = self._state
        marked, state.marked = state.marked, False
        if state.into == "skip" and not (name == "ud" and marked):
            return False
        if name in SKIPPED:
            self._comments += name == "annotation"
            self._pictures += name == "pict"
            state.into = "skip"
        elif name in HEADERS:
            state.into = "header"
        elif name == "footnote":
            state.into = "note"
            self._blocks.begin_note()
        elif name in ("listtext", "pntext"):
            state.into = "marker"
        elif name in _TABLES or (state.into == "info" and name in _IN_INFO):
            state.into = name
        elif name == "shpinst":
            state.into = "shape"
        elif name in ("shptxt", "ud"):
            state.into = "text"
        elif name == "upr":
            state.upr = True
        elif marked and name not in SHOWN_IF_MARKED:
            state.into = "skip"
        else:
            return False
        return True

    # ---------------------------------------------------------------- words

    def _word(self, name: str, number: int | None) -> None:
        state = self._state
        if state.first or state.marked:
            state.first = False
            if self._begin(name):
                return
        if state.into in _TIMES:
            if number is not None:
                self._time[name] = number
            return
        if not (self._look(name, number) or self._document(name, number)):
            self._break(name)

    def _look(self, name: str, number: int | None) -> bool:
        """Words that change how text looks."""
        state = self._state
        on = number != 0
        if name == "f":
            state.font = number or 0
        elif name == "fcharset" and state.into == "fonttbl":
            self._fonts.setdefault(state.font, _Font()).page = CHARSETS.get(number or 0, "")
        elif name in ("v", "deleted"):
            state.hidden = on
            self._changes += name == "deleted" and on
        elif name in ("super", "nosupersub", "sub"):
            state.raised = name == "super" and on
        elif name == "plain":
            state.hidden = state.raised = False
            state.font = self._default_font
        elif name == "pard":
            state.style, state.level, state.in_table = -1, None, False
        elif name == "s":
            state.style = number or 0
        elif name == "outlinelevel":
            state.level = number
        elif name == "intbl":
            state.in_table = True
        elif name == "trowd":
            self._blocks.begin_shapes()
        elif name in ("clmgf", "clmrg", "clvmgf", "clvmrg", "cellx"):
            self._blocks.shape(name)
        else:
            return False
        return True

    def _document(self, name: str, number: int | None) -> bool:
        """Words that hold for the whole text."""
        if name in PAGES:
            self._page = PAGES[name]
        elif name == "ansicpg":
            self._page = f"cp{number}"
        elif name == "deff":
            self._default_font = number or 0
        elif name in ("deflang", "lang") and self._language is None:
            self._language = LANGUAGES.get(number or 0)
        elif name == "revised":
            self._changes += number != 0
        else:
            return False
        return True

    def _break(self, name: str) -> None:
        """Words that are letters or end something."""
        state = self._state
        if state.into not in ("text", "note", "header", "marker"):
            return
        if name in ("par", "sect", "nestcell"):
            self._blocks.end_paragraph(state.into, self._level(), state.in_table)
        elif name == "cell":
            self._blocks.end_cell()
        elif name in ("row", "nestrow"):
            self._blocks.end_row()
        elif name in LETTERS:
            self._add(LETTERS[name])

    def _level(self) -> int:
        """A heading's level, 0 for other paragraphs."""
        name = self._style_names.get(self._state.style, "")
        if found := _HEADING.fullmatch(name):
            return int(found[1])
        if name.lower() == "title":
            return 1
        level = self._state.level
        return level + 1 if level is not None and 0 <= level < 9 else 0

    def _sign(self, sign: str) -> None:
        if sign == "*":
            self._state.marked = True
            return
        self._state.first = False
        if sign in "\n\r":
            self._break("par")
        elif sign in SIGNS:
            self._add(SIGNS[sign])

    # ---------------------------------------------------------------- text

    def _bytes_done(self) -> None:
        if not self._pending:
            return
        data, self._pending = bytes(self._pending), bytearray()
        state = self._state
        if state.into in ("skip", "shape", "info"):
            return
        font = self._fonts.get(state.font if state.font >= 0 else self._default_font, _Font())
        if font.page == "symbol":
            self._add("".join(symbol(0xF000 + byte, font.name or "Symbol") for byte in data))
            return
        self._add(self._decoded(data, font.page or self._page))

    def _decoded(self, data: bytes, page: str) -> str:
        try:
            return data.decode(page)
        except LookupError:
            text = data.decode("cp1252", "replace")
        except UnicodeDecodeError:
            text = data.decode(page, "replace")
        self._damaged += text.count("\ufffd")
        return text

    def _units_done(self) -> None:
        if self._units:
            units, self._units = self._units, []
            raw = b"".join(unit.to_bytes(2, "little") for unit in units)
            text = raw.decode("utf-16-le", "replace")
            self._damaged += text.count("\ufffd")
            if self._state.into not in ("skip", "shape", "info"):
                self._add("".join(symbol(ord(c), "") if "\ue000" <= c <= "\uf8ff" else c for c in text))

    def _add(self, text: str) -> None:
        state = self._state
        if state.into in ("text", "note", "header", "marker"):
            if state.hidden:
                self._hidden.append(text)
            else:
                self._blocks.add(state.into, raised(text) if state.raised else text)
        elif state.into not in ("skip", "shape", "info", *_TIMES):
            self._property.append(text)

    # ---------------------------------------------------------------- the content

    def content(self) -> Content:
        self._bytes_done()
        self._units_done()
        blocks = self._blocks
        blocks.finish()
        text = blocks.builder.text()
        properties = self._properties
        title = self._storing.text(properties.get("title", ""))
        return Content(
            text,
            tuple(blocks.builder.blocks),
            title=stated_title(title) if title else None,
            language=stated_language(text, iter([self._language])),
            facts=tuple(self._facts()),
            furniture=tuple(dict.fromkeys(blocks.furniture)),
            warnings=(*self._storing.warnings(), *self._warnings()),
            profile=profile_of(text, blocks.builder.blocks),
        )

    def _facts(self) -> Iterator[Fact]:
        for name, value in self._properties.items():
            if name != "title" and value:
                stored = " ".join(self._storing.text(value).split())
                yield from property_facts(_TIMES.get(name) or _PROPERTIES[name], stored, CORE)

    def _warnings(self) -> Iterator[Warned]:
        if self._damaged:
            message = f"{of(self._damaged, 'character')} could not be read and show as `\ufffd`"
            yield Warned("damaged text", message)
        hidden = [text.strip() for text in "".join(self._hidden).split("\n") if text.strip()]
        yield from leavings(hidden, self._comments, self._changes, self._pictures)
