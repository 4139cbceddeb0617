"""What happens on the way to an answer, as a reader is told it: one step for what they would call one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from belegg.records.runs import (
    Asked,
    Checked,
    Drafted,
    Ended,
    Event,
    FellBack,
    Judged,
    Opened,
    PutAside,
    Searched,
    Seen,
    Understood,
    Used,
    Writing,
)
from belegg.serving.web.catalogue import Catalogue
from belegg.serving.web.evidence import language_guessed

MOST_OF_A_TEXT: Final = 240


@dataclass(frozen=True, slots=True)
class More:
    """A line below a step. `language` None: the page's own."""

    text: str
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What was done, to what (`query` as it was typed, or `detail`), what came of it, and lines below."""

    action: str
    query: str = ""
    detail: str = ""
    figure: str = ""
    language: str | None = None
    detail_language: str | None = None
    more: tuple[More, ...] = ()

    def as_json(self) -> Mapping[str, Any]:
        """For the script, which sets each as text."""
        return {
            "action": self.action,
            "query": self.query,
            "detail": self.detail,
            "figure": self.figure,
            "language": self.language,
            "detail_language": self.detail_language,
            "more": [{"text": each.text, "language": each.language} for each in self.more],
        }


def step_of(event: Event, words: Catalogue) -> Step | None:
    """The step of one event; None for what a reader would not call one."""
    match event:
        case Understood():
            return _understood(event, words)
        case Searched():
            figure = words.count("steps.passages", len(event.found))
            notes = tuple(More(_short(note.text), "en") for note in event.notes)
            return Step(
                words.say("steps.searched"),
                query=_short(event.query),
                figure=f"{figure} · {seconds(words, event.took_ms / 1000)}" if event.took_ms else figure,
                language=language_guessed(event.query),
                more=notes,
            )
        case PutAside():
            return Step(
                words.say("steps.put_aside"), detail=words.count("steps.passages", len(event.passages))
            )
        case Opened():
            return Step(words.say("steps.read"), detail=_short(event.title), more=(More(event.part),))
        case Used(tool="searched"):
            return None  # without a model its search tells itself
        case Used(tool="read"):
            return Step(words.say("steps.weighed"), detail=_short(event.outcome), detail_language="en")
        case Used():
            return Step(
                words.say("steps.used", tool=event.tool), detail=_short(event.outcome), detail_language="en"
            )
        case Drafted():
            detail = words.count("steps.sentences", len(event.sentences))
            return Step(words.say("steps.drafted"), detail=detail)
        case FellBack():
            return Step(
                words.say("steps.fell_back"),
                detail=_short(f"{event.step}: {event.why}; {event.instead}"),
                detail_language="en",
            )
    return None


def steps_of(events: Iterable[Event], words: Catalogue) -> list[Step]:
    """The steps of a run so far, with one line for all the checks of a draft."""
    found: list[Step] = []
    checked: list[Checked | Judged] = []
    for event in events:
        if isinstance(event, Checked | Judged):
            checked.append(event)
            continue
        if checked and isinstance(event, Drafted | Ended):
            found.append(_checks(checked, words))
            checked = []
        step = step_of(event, words)
        if step is not None:
            found.append(step)
    return [*found, _checks(checked, words)] if checked else found


def now_of(events: Iterable[Event], words: Catalogue) -> str:
    """What is being done after the events so far."""
    last: Event | None = None
    for event in events:
        if not isinstance(event, Writing) or last is None:
            last = event
    match last:
        case None | Asked():
            return words.say("run.beginning")
        case Searched() | PutAside():
            return words.say("run.reading_hits")
        case Opened():
            return words.say("run.reading", title=_short(last.title))
        case Drafted() | Checked():
            return words.say("run.checking")
        case Judged():
            return words.say("run.judging")
    return words.say("run.thinking")


def tally_of(events: Iterable[Event], words: Catalogue) -> str:
    """How far a run has come: `3 searches, 2 read`."""
    told = list(events)
    searches = sum(isinstance(event, Searched) for event in told)
    opened = sum(isinstance(event, Opened) for event in told)
    return ", ".join((words.count("run.searches", searches), words.count("run.opened", opened)))


def seconds(words: Catalogue, took_s: float) -> str:
    return words.say("form.seconds", n=words.number(took_s, 1 if took_s < 100 else 0))


def seen_titles(events: Iterable[Event]) -> dict[str, Seen]:
    """The documents that searches found, each once, by id."""
    found: dict[str, Seen] = {}
    for event in events:
        if isinstance(event, Searched):
            for seen in event.found:
                found.setdefault(seen.document, seen)
    return found


def _understood(event: Understood, words: Catalogue) -> Step:
    more = [More(_short(question), language_guessed(question)) for question in event.questions]
    more += [More(_short(text), code) for code, text in event.translations.items()]
    if event.terms:
        more.append(More(_short(", ".join(event.terms))))
    return Step(
        words.say("steps.understood"),
        detail=_short(event.standalone),
        detail_language=language_guessed(event.standalone),
        more=tuple(more),
    )


def _checks(checks: Iterable[Checked | Judged], words: Catalogue) -> Step:
    told = list(checks)
    sentences = {each.sentence for each in told}
    doubted = {
        each.sentence
        for each in told
        if (isinstance(each, Checked) and each.failures) or (isinstance(each, Judged) and not each.supported)
    }
    detail = words.say("steps.checked_told", held=len(sentences) - len(doubted), of=len(sentences))
    return Step(words.say("steps.checked"), detail=detail)


def _short(text: str) -> str:
    told = " ".join(text.split())
    return told if len(told) <= MOST_OF_A_TEXT else told[: MOST_OF_A_TEXT - 1] + "…"
