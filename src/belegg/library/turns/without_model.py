"""An answer that no model wrote, told as a run."""

from __future__ import annotations

from collections.abc import Iterator

from belegg.library.turns.withheld import quotes_of
from belegg.records import Answer, DocumentHead, Hit, Mode, PassageId
from belegg.records.chat import Usage
from belegg.records.runs import Asked, Ended, Event, Searched, Seen, Stopped, Used


def events_of(question: str, answer: Answer, day: str, took_s: float) -> Iterator[Event]:
    """The events of an answer, made of its trace: what it was sent comes first."""
    yield Asked(question, day)
    yield Searched(0, "belegg", question, _mode(answer.nearest), tuple(_seen(answer)))
    for step in answer.trace:
        yield Used(0, step.action, step.detail, step.outcome)
    yield Stopped("answered")
    yield Ended(answer, Usage(), took_s)


def _mode(hits: tuple[Hit, ...]) -> Mode:
    return "hybrid" if any(hit.cosine is not None for hit in hits) else "keyword"


def _seen(answer: Answer) -> Iterator[Seen]:
    """The nearest passages, and one line for each other document that is quoted."""
    handles: dict[str, str] = {}

    def seen(head: DocumentHead, passage: str, page: int | None) -> Seen:
        handle = handles.setdefault(head.id, f"D{len(handles) + 1}")
        return Seen(handle, head.id, head.title, PassageId(passage), page, True, head.version)

    for hit in answer.nearest:
        pages = hit.passage.pages
        yield seen(hit.document, hit.passage.id, pages[0] if pages else None)
    for quote in quotes_of(answer):
        if quote.document.id not in handles:
            yield seen(quote.document, "", quote.page)
