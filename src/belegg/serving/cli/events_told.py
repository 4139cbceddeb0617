"""One event of a run in words: a line, and lines of detail below it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from belegg.library.turns.withheld import WITHHELD
from belegg.records.chat import Message
from belegg.records.runs import (
    Asked,
    Checked,
    Decided,
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
    Seen,
    Sent,
    Stopped,
    Understood,
    Used,
    Writing,
)
from belegg.serving.cli.terminal import one_line, shortened
from belegg.text.counted import counted

MOST_OF_A_MESSAGE: Final = 160
MOST_OF_A_TITLE: Final = 80
Lines = list[str]


def told(event: Event) -> Lines:
    """The event's line and those below it, safe for a terminal."""
    return _TOLD[type(event)](event)


def _asked(event: Asked) -> Lines:
    return [f"Asked: {one_line(event.question)}"]


def _decided(event: Decided) -> Lines:
    acted = "" if event.acted_on else ", not sure enough to act on"
    value, by = one_line(event.value), one_line(event.source)
    return [f"Decided: {one_line(event.decision)} = {value} ({event.confidence:.0%} by {by}{acted})"]


def _understood(event: Understood) -> Lines:
    more = [f"inside it: {one_line(each)}" for each in event.questions]
    more += [f"{one_line(code)}: {one_line(text)}" for code, text in event.translations.items()]
    more += [f"terms: {one_line(', '.join(event.terms))}"] if event.terms else []
    more += [f"states {one_line(name)}: {one_line(value)}" for name, value in event.filters.items()]
    return [f"Understood (by {event.by}): {one_line(event.standalone)}", *more]


def _seen(each: Seen) -> str:
    page = f", page {each.page}" if each.page is not None else ""
    known = "" if each.new else " (shown before)"
    title = shortened(one_line(each.title), MOST_OF_A_TITLE)
    return f"{one_line(each.handle) or '–'} {title}{page}{known}"


def _searched(event: Searched) -> Lines:
    who = "Belegg" if event.by == "belegg" else "The model"
    first = f"{who} searched ({event.mode}): {one_line(event.query)} → {counted(len(event.found), 'passage')}"
    return [first, *map(_seen, event.found), *(f"note: {one_line(note.text)}" for note in event.notes)]


def _put_aside(event: PutAside) -> Lines:
    count = counted(len(event.passages), "passage")
    return [f"Put aside as irrelevant: {count} (at least {event.least_confidence:.0%} sure)",
            *map(_seen, event.passages)]  # fmt: skip


def _opened(event: Opened) -> Lines:
    return [f"Opened: {one_line(event.handle)} {one_line(event.title)}, {one_line(event.part)}"]


def _used(event: Used) -> Lines:
    from belegg.answering.figures_told import figure_step, used_told

    if figure_step(event) is not None:
        told = shortened(one_line(used_told(event)), MOST_OF_A_MESSAGE)
        return [told[:1].upper() + told[1:]]
    given = shortened(one_line(event.arguments), MOST_OF_A_MESSAGE)
    return [f"Used {one_line(event.tool)}: {given} → {one_line(event.outcome)}"]


def _nudged(event: Nudged) -> Lines:
    return [f"Told the model ({event.kind}): {one_line(event.text)}"]


def _message(message: Message) -> str:
    called = ", ".join(f"{one_line(call.name)}({one_line(call.arguments)})" for call in message.calls)
    text = " ".join(part for part in (one_line(message.text), called) if part)
    return f"{message.by}: {shortened(text, MOST_OF_A_MESSAGE)}"


def _sent(event: Sent) -> Lines:
    tokens = f"{event.usage.input_tokens:,} tokens in, {event.usage.output_tokens:,} out"
    first = f"Sent to the {event.role} model: {counted(len(event.messages), 'message')} ({tokens})"
    return [first, *map(_message, event.messages)]


def _loaded(event: Loaded) -> Lines:
    return [f"Loading the model's client, {event.took_ms / 1000:.1f} s ({event.role})"]


def _writing(event: Writing) -> Lines:
    return [one_line(event.text)]


def _drafted(event: Drafted) -> Lines:
    first = f"Drafted ({event.attempt}.): {counted(len(event.sentences), 'sentence')}"
    return [f"{first}, {counted(event.quotations, 'quotation')}", *map(one_line, event.sentences)]


def _checked(event: Checked) -> Lines:
    if event.sentence == WITHHELD:
        return [f"Checked ({event.attempt}.): {WITHHELD}"]
    held = "all well" if not event.failures else "; ".join(map(one_line, event.failures))
    return [f"Checked ({event.attempt}.): {one_line(event.sentence)} → {held}"]


def _judged(event: Judged) -> Lines:
    if event.sentence == WITHHELD:
        return [f"Judged ({event.attempt}.) by {one_line(event.judge)}: {WITHHELD}"]
    said = "carried by its quotations" if event.supported else f"doubted: {one_line(event.doubt)}"
    return [f"Judged ({event.attempt}.) by {one_line(event.judge)}: {one_line(event.sentence)} → {said}"]


def _fell_back(event: FellBack) -> Lines:
    return [f"Fell back: {one_line(event.step)}: {one_line(event.why)}; {one_line(event.instead)}"]


def _stopped(event: Stopped) -> Lines:
    return [f"Stopped: {event.reason}{f', {one_line(event.detail)}' if event.detail else ''}"]


def _ended(event: Ended) -> Lines:
    return [f"Ended after {event.took_s:.1f} s"]


_TOLD: Final[Mapping[type, Callable[[Any], Lines]]] = {
    Asked: _asked,
    Decided: _decided,
    Understood: _understood,
    Searched: _searched,
    PutAside: _put_aside,
    Opened: _opened,
    Used: _used,
    Nudged: _nudged,
    Sent: _sent,
    Loaded: _loaded,
    Writing: _writing,
    Drafted: _drafted,
    Checked: _checked,
    Judged: _judged,
    FellBack: _fell_back,
    Stopped: _stopped,
    Ended: _ended,
}
