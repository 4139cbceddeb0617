"""
What happens on the way to an answer, as a reader is told it: one step for what they would call one.

Events are taken as they are told to whoever watches a run (`serving.shapes.events`), so that a run that goes
on in another process, one that has just ended and one that was kept last year are told by the same code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from belegg.answering.figures_told import DOINGS
from belegg.records.runs import Ended, StoredRun
from belegg.serving.http.live_files import LiveEvent
from belegg.serving.shapes.events import event_json, event_named
from belegg.serving.web.catalogue import Catalogue
from belegg.serving.web.evidence import language_guessed
from belegg.serving.web.unaddressed import unaddressed

MOST_OF_A_TEXT: Final = 240
Data = Mapping[str, Any]
SAID_OF: Final[Mapping[str, str]] = {
    "search": "searched",
    "read": "weighed",
    "find_documents": "looked_for",
    "list_documents": "listed",
    "related_terms": "looked_up",
    "discover_terms": "better_words",
    "answer": "answered",
    "checked": "checked",
    "left out": "left_out",
}
"""What a reader calls the use of a tool, or a step that goes by rule."""
ASKED_FOR: Final = ("search", "find_documents", "list_documents", "related_terms", "discover_terms")
"""Those that are given words to look for."""


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


def events_of(run: StoredRun) -> list[LiveEvent]:
    """A kept run's events, as they were told while it went on; how it ended aside."""
    return [
        LiveEvent(number, event_named(event), event_json(event))
        for number, event in enumerate(run.events, 1)
        if not isinstance(event, Ended)
    ]


def steps_of(events: Iterable[LiveEvent], words: Catalogue) -> list[Step]:
    """The steps of a run so far, with one line for all the checks of a draft."""
    found: list[Step] = []
    checks: list[LiveEvent] = []
    question = ""
    for event in events:
        question = event.data.get("question", "") if event.name == "asked" else question
        if event.name in ("checked", "judged"):
            checks.append(event)
            continue
        if checks and event.name in ("drafted", "stopped", "ended"):
            found.append(_checked(checks, words))
            checks = []
        tell = TOLD.get(event.name)
        step = tell(event.data, words) if tell else None
        if step is not None and not _says_nothing(event, step, question):
            found.append(step)
    return [*found, _checked(checks, words)] if checks else found


def _says_nothing(event: LiveEvent, step: Step, question: str) -> bool:
    """A draft without a sentence, and a question that was understood as it stands."""
    if event.name == "drafted":
        return not event.data["sentences"]
    return event.name == "understood" and event.data["standalone"] == question and not step.more


def now_of(events: Sequence[LiveEvent], words: Catalogue) -> str:
    """What is being done after the events so far."""
    last = events[-1] if events else None
    if last is None or last.name == "asked":
        return words.say("run.beginning")
    if last.name in ("searched", "put_aside"):
        return words.say("run.reading_hits")
    if last.name == "opened":
        return words.say("run.reading", title=_short(last.data["title"]))
    if last.name in ("drafted", "checked"):
        return words.say("run.checking")
    if last.name == "judged":
        return words.say("run.judging")
    return words.say("run.writing" if last.name == "writing" else "run.thinking")


def tally_of(events: Iterable[LiveEvent], words: Catalogue) -> str:
    """How far a run has come: `3 searches, 2 parts read`."""
    names = [event.name for event in events]
    searches = words.count("run.searches", names.count("searched"))
    return ", ".join((searches, words.count("run.opened", names.count("opened"))))


def seconds(words: Catalogue, took_s: float) -> str:
    return words.say("form.seconds", n=words.number(took_s, 1 if took_s < 100 else 0))


# ---------------------------------------------------------------- one event each


def _understood(data: Data, words: Catalogue) -> Step:
    more = [More(_short(question), language_guessed(question)) for question in data["questions"]]
    more += [More(_short(text), code) for code, text in data["translations"].items()]
    if data["terms"]:
        more.append(More(_short(", ".join(data["terms"]))))
    standalone = data["standalone"]
    return Step(
        words.say("steps.understood"),
        detail=_short(standalone),
        detail_language=language_guessed(standalone),
        more=tuple(more),
    )


def _searched(data: Data, words: Catalogue) -> Step:
    figure, took_ms = words.count("steps.passages", len(data["found"])), data["took_ms"]
    return Step(
        words.say("steps.searched"),
        query=_short(data["query"]),
        figure=f"{figure} · {seconds(words, took_ms / 1000)}" if took_ms else figure,
        language=language_guessed(data["query"]),
        more=tuple(More(_own(note["text"]), "en") for note in data["notes"]),
    )


def _put_aside(data: Data, words: Catalogue) -> Step:
    return Step(words.say("steps.put_aside"), detail=words.count("steps.passages", len(data["passages"])))


def _opened(data: Data, words: Catalogue) -> Step:
    return Step(words.say("steps.read"), detail=_short(data["title"]), more=(More(data["part"]),))


def _used(data: Data, words: Catalogue) -> Step | None:
    if data["tool"] == "searched":
        return None  # without a model its search tells itself
    if (doing := DOINGS.get(data["tool"])) is not None:
        return Step(
            words.say(f"steps.{doing}"),
            query=_short(data["arguments"]),
            detail=_short(data["outcome"]),
            detail_language="en",
        )
    outcome = data["outcome"]
    if data["tool"] == "read":  # `55 pieces weighed: …`, and the step is called so already
        outcome = outcome.replace(" weighed", "", 1)
    known = f"steps.{SAID_OF.get(data['tool'], '')}"
    action = words.say(known) if words.has(known) else words.say("steps.used", tool=data["tool"])
    asked = data["arguments"] if data["tool"] in ASKED_FOR else ""
    query = "" if asked.startswith("{") else _short(asked)  # as it was written, not as it was called
    return Step(
        action,
        query=query,
        language=language_guessed(query),
        detail=_own(f"{data['arguments']}: {outcome}" if data["tool"] == "left out" else outcome),
        detail_language="en",
    )


def _loaded(data: Data, words: Catalogue) -> Step:
    return Step(words.say("steps.loaded"), figure=seconds(words, data["took_ms"] / 1000))


def _drafted(data: Data, words: Catalogue) -> Step:
    return Step(words.say("steps.drafted"), detail=words.count("steps.sentences", len(data["sentences"])))


def _fell_back(data: Data, words: Catalogue) -> Step:
    told = f"{data['step']}: {data['why']}; {data['instead']}"
    return Step(words.say("steps.fell_back"), detail=_own(told), detail_language="en")


TOLD: Final[Mapping[str, Callable[[Data, Catalogue], Step | None]]] = {
    "understood": _understood,
    "searched": _searched,
    "put_aside": _put_aside,
    "opened": _opened,
    "used": _used,
    "loaded": _loaded,
    "drafted": _drafted,
    "fell_back": _fell_back,
}


def _checked(checks: Iterable[LiveEvent], words: Catalogue) -> Step:
    told = list(checks)
    sentences = {each.data["sentence"] for each in told}
    doubted = {
        each.data["sentence"]
        for each in told
        if (each.data["failures"] if each.name == "checked" else not each.data["supported"])
    }
    detail = words.say("steps.checked_told", held=len(sentences) - len(doubted), of=len(sentences))
    return Step(words.say("steps.checked"), detail=detail)


def _own(text: str) -> str:
    """A sentence of Belegg's own."""
    return _short(unaddressed(text))


def _short(text: str) -> str:
    told = " ".join(text.split())
    return told if len(told) <= MOST_OF_A_TEXT else told[: MOST_OF_A_TEXT - 1] + "…"
