"""
A statement in words and signs, as PostgreSQL reads it, and nothing that two readers could read differently.

What has a second reading (`E'…'`, `U&"…"`, `$$…$$`, a comment in a comment) is refused and not guessed at.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from belegg.errors import StatementRefused
from belegg.sources.tables.names import folded

LONGEST_NAME: Final = 63
"""Bytes; PostgreSQL cuts the rest of a name off, and means another one then."""

_BLANK = re.compile(r"[ \t\n\r\f\v]+")
_COMMENT = re.compile(r"--[^\n\r]*")
_NAME = re.compile(r"[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_$\x80-\U0010ffff]*")
_NUMBER = re.compile(r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_TEXT = re.compile(r"'(?:[^']|'')*'")
_QUOTED = re.compile(r'"((?:[^"]|"")+)"')
_SIGNS = frozenset("+-*/<>=~!@#%^&|?()[].,;:")

Kind = Literal["word", "quoted", "text", "number", "sign"]


@dataclass(frozen=True, slots=True)
class Token:
    """
    `text` of a word is in small letters, of a quoted name what stands between the marks. `place`: where it
    begins.
    """

    kind: Kind
    text: str
    place: int = 0

    @property
    def is_name(self) -> bool:
        return self.kind in ("word", "quoted")

    def is_sign(self, sign: str) -> bool:
        return self.kind == "sign" and self.text == sign


def tokens_of(statement: str) -> list[Token]:
    """Raises StatementRefused."""
    found: list[Token] = []
    place = 0
    while place < len(statement):
        if blank := _BLANK.match(statement, place) or _COMMENT.match(statement, place):
            place = blank.end()
        elif statement.startswith("/*", place):
            place = _after_comment(statement, place)
        else:
            token, end = _token(statement, place)
            _refuse_glued(token, statement[end : end + 2])
            found.append(token)
            place = end
    return found


def one_statement(statement: str) -> tuple[str, list[Token]]:
    """The statement without the `;` that may end it. Raises StatementRefused."""
    tokens = tokens_of(statement)
    while tokens and tokens[-1].is_sign(";"):
        statement = statement[: tokens.pop().place]
    return statement, tokens


def _token(statement: str, place: int) -> tuple[Token, int]:
    if match := _NAME.match(statement, place):
        return Token("word", _short(folded(match[0])), place), match.end()
    if match := _NUMBER.match(statement, place):
        return Token("number", match[0], place), match.end()
    if match := _TEXT.match(statement, place):
        return Token("text", match[0], place), match.end()
    if match := _QUOTED.match(statement, place):
        return Token("quoted", _short(match[1].replace('""', '"')), place), match.end()
    sign = statement[place]
    if sign in _SIGNS:
        return Token("sign", sign, place), place + 1
    if sign == "$":
        raise StatementRefused(
            "`$` stands for a value that nobody gives, or for a text between other marks; write the value, "
            "a text between 'single' marks"
        )
    if sign in "'\"":
        raise StatementRefused(f"a `{sign}` has no other one that ends it")
    shown = sign if sign.isprintable() else f"U+{ord(sign):04X}"
    raise StatementRefused(f"`{shown}` is no sign of SQL; write the statement without it")


def _after_comment(statement: str, place: int) -> int:
    end = statement.find("*/", place + 2)
    if end < 0 or "/*" in statement[place + 2 : end]:
        raise StatementRefused("a comment does not end, or has another one in it; leave comments out")
    return end + 2


def _refuse_glued(token: Token, following: str) -> None:
    """What PostgreSQL would read together with the sign right behind it."""
    if token.kind == "word" and (
        (token.text in ("e", "b", "x", "n") and following[:1] == "'")
        or (token.text == "u" and following in ("&'", '&"'))
    ):
        raise StatementRefused(
            f"`{token.text.upper()}{following}…` is not read here; write a plain text between 'single' marks"
        )
    if token.kind == "number" and (_NAME.match(following) or following[:1] == "."):
        raise StatementRefused(f"`{token.text}{following}` is no number; write a blank behind a number")


def _short(name: str) -> str:
    if len(name.encode("utf-8", "replace")) > LONGEST_NAME:
        raise StatementRefused(f"the name `{name[:40]}…` is longer than a name can be here")
    return name
