"""
Where the sentence around a quotation begins and ends: over-long rather than too short. A line of a figure is
a sentence of its own.
"""

from __future__ import annotations

import regex

from belegg.text.figure_lines import figure_line_at

LONGEST = 1_500  # characters looked through on either side
_AHEAD = 40  # what must be seen of the next words to know a full stop from that of `12. mai`

_ABBREVIATED = regex.compile(
    r"(?:^|[^\p{L}])(?:\p{L}|jf|jfr|nr|kap|art|mr|mrs|ms|dr|st|hr|fr|prof|no|nos|vs|eks|dvs|ev|evt|pkt|ca|kl|tlf|"
    r"ex|fl|resp|abs|bzw|ggf|vgl|inc|ltd|co|vol|pp|sec|para|paras|esim|klo|mom|bokst|avsn|stk|cf|ff|dir|ing)\Z",
    regex.I,
)
# `1st`, `2e`, `1º`: of the endings of ordinal numbers, those that are abbreviations where no digit is before
_ORDINAL = regex.compile(r"\d(?:st|[eoaºª])\Z", regex.I)
_STOP = regex.compile(
    r"[.!?…]['\"”’»)\]*_]*(?:[⁰¹²³⁴-⁹]+|\[\^?\w{1,9}\])?"  # a footnote mark may follow
    r"(?=\s+['\"“„«»(\[*_]*[\p{Lu}§]|[ \t]*\r?\n\s*(?:\d{1,3}[.)]?|\(?\p{L}\))\s|\s*\Z)"
    # a number begins a sentence behind a word too long to be abbreviated: `… consumption. 37 invoices were`
    r"|(?<=\p{Ll}{5})[.](?=\s+\d[\d.,]*\s+\p{Ll}{3,}\s+\p{Ll})"
)
_BREAK = regex.compile(
    r"(?<![:,;])[ \t\r]*\n[ \t\r]*(?:\n\s*|(?=[#|>]|[-*+•▪–][ \t]|(?:\d{1,3}|\p{L})[.)][ \t]))"
)


_ITEM_MARK = r"[ \t]*(?:[-*•▪–][ \t]|(?:\d{1,3}|\p{L}|[ivx]{1,4})[.)][ \t]|\(\p{L}\)|\p{L}\))"
_ITEM = regex.compile(_ITEM_MARK)
_COLON = regex.compile(rf":[ \t\r]*\n\s*(?={_ITEM_MARK})")
_PARAGRAPH = regex.compile(rf"\n[ \t\r]*\n(?!\s*(?:{_ITEM_MARK}|\Z))")


def end_of(text: str, at: int) -> int:
    """Where the sentence ends that goes on at `at`, its stop included."""
    if (line := figure_line_at(text, at)) is not None:
        return line.end
    if at > 0 and _STOP.match(text, at - 1) and not _is_abbreviated(text, at - 1):
        return at
    limit = min(len(text), at + LONGEST)
    stops = (m.end() for m in _STOP.finditer(text, at, limit) if not _is_abbreviated(text, m.start()))
    breaks = (m.start() for m in _BREAK.finditer(text, at, limit))
    return int(min(next(stops, limit), next(breaks, limit)))


def beginning_of(text: str, at: int) -> int:
    """Where the sentence begins that has come as far as `at`."""
    if (line := figure_line_at(text, at)) is not None:
        return line.start
    limit = max(0, at - LONGEST)
    seen = at + _AHEAD
    ends = [m.end() for m in _STOP.finditer(text, limit, seen) if not _is_abbreviated(text, m.start())]
    breaks = [m.end() for m in _BREAK.finditer(text, limit, seen)]
    return max([limit, *(int(place) for place in (*ends, *breaks) if place <= at)])


def lead_in(text: str, at: int) -> tuple[int, int]:
    """The sentence that ends in a colon above the list whose item begins at `at`; else empty."""
    mark = _ITEM.match(text, at)
    if mark is None:
        return at, at
    start = max(0, at - LONGEST)
    above = text[start : mark.end()]  # the first item's own mark too: it may stand right under the colon
    colon = next((m for m in _COLON.finditer(above) if not _PARAGRAPH.search(above, m.end())), None)
    if colon is None:
        return at, at
    end = start + int(colon.start()) + 1
    return beginning_of(text, end - 1), end


def _is_abbreviated(text: str, stop: int) -> bool:
    before = text[max(0, stop - 12) : stop]
    return text[stop] == "." and bool(_ABBREVIATED.search(before)) and not _ORDINAL.search(before)
