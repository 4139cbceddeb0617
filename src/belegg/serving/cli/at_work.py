"""What a model is at, in one line on standard error that is written over; the draft is never in it."""

from __future__ import annotations

import sys
import time

from belegg.records.runs import (
    Asked,
    Checked,
    Drafted,
    Ended,
    Event,
    FellBack,
    Judged,
    Loaded,
    Nudged,
    Opened,
    PutAside,
    Searched,
    Understood,
    Used,
    Writing,
)
from belegg.serving.cli.terminal import one_line, shortened, width
from belegg.text.counted import counted

WIPED = "\r\x1b[K"
EVERY_S = 0.1


class AtWork:
    """Draws what happens, while a model is there to be waited for. `wipe` before anything else is said."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._last = float("-inf")
        self._is_watched = False
        self._drawn = False

    def __call__(self, event: Event) -> None:
        """Tell of an event; the end of the run wipes the line."""
        if isinstance(event, Asked):
            self._is_watched = bool(event.models)
        if isinstance(event, Ended):
            self.wipe()
        elif self._is_watched and (line := doing(event)):
            self._draw(line, at_once=not isinstance(event, Writing))

    def wipe(self) -> None:
        """Take the line away."""
        if self._drawn:
            print(WIPED, end="", file=sys.stderr, flush=True)
            self._drawn = False

    def _draw(self, line: str, at_once: bool) -> None:
        now = time.monotonic()
        if not at_once and now - self._last < EVERY_S:
            return
        self._last, self._drawn = now, True
        text = shortened(f"{now - self._started:.0f} s · {one_line(line)}", width() - 1)
        print(f"{WIPED}{text}", end="", file=sys.stderr, flush=True)


def doing(event: Event) -> str:
    """What is going on after an event, in the user's words; empty for one that changes nothing."""
    match event:
        case Asked():
            return "searching …"
        case Understood(standalone=standalone):
            return f"searching: {standalone}"
        case Searched(query=query, found=found):
            return f"searched: {query} → {counted(len(found), 'passage')}; the model is at work"
        case Loaded(took_ms=took):
            return f"loaded the model's client, {took / 1000:.1f} s; the model is at work"
        case PutAside(passages=passages):
            return f"left out {counted(len(passages), 'passage')}, surely not on the question"
        case Opened(title=title, part=part):
            return f"read: {title}, {part}; the model is at work"
        case Used(tool=tool):
            return f"used: {tool}; the model is at work"
        case Writing():
            return "the model is writing; nothing is shown before it was checked"
    return _of_the_draft(event)


def _of_the_draft(event: Event) -> str:
    match event:
        case Drafted(sentences=sentences, quotations=quotations):
            said = f"{counted(len(sentences), 'sentence')}, {counted(quotations, 'quotation')}"
            return f"checking {said} …"
        case Checked(failures=failures):
            told = "checked: it stands" if not failures else "checked: something does not stand"
            return f"{told}; the rest, and the judge"
        case Judged(supported=supported):
            return "judged: carried" if supported else "judged: doubted"
        case Nudged(kind="checks failed"):
            return "the model is told what failed, and mends it"
        case FellBack(step=step):
            return f"{step} failed; going on without"
    return ""
