"""What Belegg says on its pages, in the reader's language: one catalogue file each, figures, dates."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

LANGUAGES: Final = ("en", "nb", "sv", "fi")
FIRST: Final = "en"
FOLDER: Final = Path(__file__).parent / "words"
NO_BREAK: Final = "\u00a0"


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The texts of one language by `section.name`. One that lacks raises KeyError; tests hold them all."""

    code: str
    texts: Mapping[str, str]

    def say(self, key: str, **values: object) -> str:
        """A text with its places filled; figures are grouped as the language does."""
        return self.texts[key].format(**{name: self._told(value) for name, value in values.items()})

    def count(self, key: str, n: int, **values: object) -> str:
        """The text for one or for several; `{n}` in it is the number."""
        return self.say(f"{key}.{'one' if n == 1 else 'other'}", n=n, **values)

    def has(self, key: str) -> bool:
        return key in self.texts

    def number(self, value: float, places: int = 0) -> str:
        """`12,345.6` in English, `12 345,6` in the others."""
        told = f"{value:,.{places}f}"
        if self.code == FIRST:
            return told
        return told.translate(str.maketrans(",.", f"{NO_BREAK},"))

    def share(self, value: float) -> str:
        """Of 0 to 1 a percentage."""
        return self.say("form.percent", n=self.number(value * 100))

    def date(self, iso: str | None) -> str:
        """`2026-11-30` as 30 November 2026, `2026-11` and `2026` as far as they go; others as they are."""
        if not iso:
            return ""
        parts = iso[:10].split("-")
        if not all(part.isdigit() for part in parts) or len(parts[0]) != 4:
            return iso
        if len(parts) == 1:
            return iso
        months = "months" if len(parts) == 3 else "months_alone"
        month = self.texts.get(f"{months}.{int(parts[1])}")
        if month is None:
            return iso
        if len(parts) == 2:
            return f"{month} {parts[0]}"
        return self.say("form.date", day=str(int(parts[2])), month=month, year=parts[0])

    def moment(self, iso: str | None) -> str:
        """A time in UTC, to the minute, as this machine's clock has it."""
        if not iso:
            return ""
        try:
            at = datetime.fromisoformat(iso.replace("Z", "+00:00"))
        except ValueError:
            return iso
        at = at.astimezone() if at.tzinfo else at
        return self.say("form.moment", date=self.date(at.date().isoformat()), time=f"{at:%H:%M}")

    def language(self, code: str | None) -> str:
        """What a language is called; its code where we have no name for it."""
        return self.texts.get(f"languages.{code}", code or self.texts["languages.none"])

    def listed(self, parts: Iterable[str]) -> str:
        """`a, b and c`."""
        told = list(parts)
        if len(told) < 2:
            return "".join(told)
        return self.say("form.and", first=", ".join(told[:-1]), last=told[-1])

    def _told(self, value: object) -> str:
        if isinstance(value, int) and not isinstance(value, bool):
            return self.number(value)
        return str(value)


@cache
def catalogue(code: str) -> Catalogue:
    """The catalogue of one of `LANGUAGES`."""
    read = tomllib.loads((FOLDER / f"{code}.toml").read_text(encoding="utf-8"))
    return Catalogue(code, dict(_flat(read, "")))


def _flat(table: Mapping[str, Any], before: str) -> Iterable[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", str(value)


def language_wanted(cookie: str | None, accepted: str) -> str:
    """What the reader chose, else the first of the browser's languages that we speak, else English."""
    if cookie in LANGUAGES:
        return cookie
    for part in accepted.split(","):
        code = part.split(";")[0].strip().lower().split("-")[0]
        code = "nb" if code in ("no", "nn") else code
        if code in LANGUAGES:
            return code
    return FIRST
