"""Dates and times of spreadsheets: days since 1900 (or 1904) under a format code."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache

from belegg.reading.tables.format_codes import Section, Token

_LATEST = 2_958_466
"""Days up to the end of the year 9999, the last that spreadsheets know."""

_MONTHS = {
    "en": "January February March April May June July August September October November December",
    "nb": "januar februar mars april mai juni juli august september oktober november desember",
    "sv": "januari februari mars april maj juni juli augusti september oktober november december",
    "da": "januar februar marts april maj juni juli august september oktober november december",
    "fi": "tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu "
    "joulukuu",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
}
_DAYS = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "nb": "mandag tirsdag onsdag torsdag fredag lørdag søndag",
    "sv": "måndag tisdag onsdag torsdag fredag lördag söndag",
    "da": "mandag tirsdag onsdag torsdag fredag lørdag søndag",
    "fi": "maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai",
    "de": "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
}
_LANGUAGES = {
    "0414": "nb",
    "0814": "nb",
    "041d": "sv",
    "081d": "sv",
    "0406": "da",
    "040b": "fi",
    "0407": "de",
}
"""Windows language ids as format codes write them; all others show English names."""


def moment(value: float, since_1904: bool = False) -> datetime | None:
    """The moment that a number of days stands for, None where spreadsheets know no date."""
    if not 0 <= value < _LATEST:
        return None
    if since_1904:
        return datetime(1904, 1, 1) + timedelta(days=value)
    # The first spreadsheets took 1900 for a leap year; 60 is its 29 February, which there was not.
    return datetime(1899, 12, 31 if value < 60 else 30) + timedelta(days=value)


@lru_cache(maxsize=50_000)
def date_shown(value: float, look: Section, since_1904: bool) -> str:
    """A number of days under the look of a date; the number itself where there is no such date."""
    if moment(value, since_1904) is None:
        return f"{value:.15g}"
    finest = max((_fraction_places(look.tokens, n) for n in range(len(look.tokens))), default=0)
    scale = 86_400 * 10**finest
    when = moment(round(value * scale) / scale, since_1904)
    if when is None:
        return f"{value:.15g}"
    when += timedelta(microseconds=1)  # a day in binary misses the full second by less
    if look.system:
        return when.strftime("%Y-%m-%d")
    half = any(token.kind == "half" for token in look.tokens)
    language = _LANGUAGES.get(look.language, "en")
    pieces: list[str] = []
    skipped = 0
    for place, token in enumerate(look.tokens):
        if skipped:
            skipped -= 1
        elif token.kind == "elapsed":
            pieces.append(_elapsed(token.text, value))
        elif token.kind == "date":
            minutes = token.text[0] in "mM" and _is_minutes(look.tokens, place)
            pieces.append(_part(token.text.lower(), when, half, minutes, language))
        elif token.kind == "half":
            pieces.append(when.strftime("%p")[: None if "/P" not in token.text or len(token.text) > 3 else 1])
        elif token.text == "." and (places := _fraction_places(look.tokens, place)):
            pieces.append("." + f"{when.microsecond:06d}"[:places])
            skipped = places
        elif token.text != "@":
            pieces.append(token.text)
    return "".join(pieces).strip()


def _part(letters: str, when: datetime, half: bool, minutes: bool, language: str) -> str:
    first, length = letters[0], len(letters)
    if first == "y":
        return f"{when.year % 100:02d}" if length <= 2 else f"{when.year:04d}"
    if minutes:
        return str(when.minute).zfill(length)
    if first == "m" and length >= 3:
        name = _MONTHS[language].split()[when.month - 1]
        short = name.removesuffix("kuu") if language == "fi" else name[:3]
        return short if length == 3 else name[0] if length == 5 else name
    if first == "d" and length >= 3:
        name = _DAYS[language].split()[when.weekday()]
        return name[: 2 if language == "fi" else 3] if length == 3 else name
    number = {"m": when.month, "d": when.day, "h": when.hour, "s": when.second}[first]
    if first == "h" and half:
        number = number % 12 or 12
    return str(number).zfill(min(length, 2))


def _is_minutes(tokens: Sequence[Token], place: int) -> bool:
    """`m` means minutes behind hours and before seconds."""
    if len(tokens[place].text) > 2:
        return False
    before = next((t for t in reversed(tokens[:place]) if t.kind in ("date", "elapsed")), None)
    after = next((t for t in tokens[place + 1 :] if t.kind in ("date", "elapsed")), None)
    return (before is not None and before.text[0] in "hH") or (after is not None and after.text[0] in "sS")


def _fraction_places(tokens: Sequence[Token], point: int) -> int:
    """Zeros behind the point of `ss.00`."""
    if tokens[point].text != ".":
        return 0
    count = 0
    for token in tokens[point + 1 :]:
        if token.kind != "digit" or token.text != "0":
            break
        count += 1
    return min(count, 3)


def _elapsed(letters: str, value: float) -> str:
    """`[h]`: whole hours, however many."""
    unit = {"h": 3_600, "m": 60, "s": 1}[letters[0]]
    return str(int(round(value * 86_400) // unit)).zfill(len(letters))
