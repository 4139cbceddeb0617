"""An answer as its page shows it: verdict, sentences with their markers, sources, what was not done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from belegg.library.beside import Beside
from belegg.library.turns.said import beside as remarks_beside
from belegg.library.turns.said import by_rule_told
from belegg.library.turns.verifying import Verified
from belegg.records import Abstained, Answer, Answered, Conflict, Hit, Quote, Scope, Sentence
from belegg.records.answers import verdict_of
from belegg.records.runs import Event, Opened, Searched, Seen, StoredRun
from belegg.serving.web.evidence import Said, Words, language_guessed, of_beside, of_quote, parts_of
from belegg.serving.web.places import (
    HitShown,
    SheetShown,
    address_of,
    address_of_quote,
    facts_of_head,
    facts_of_quote,
    hit_shown,
    place_long,
    place_short,
    sheets,
)
from belegg.serving.web.since import SinceShown, since_shown
from belegg.serving.web.steps import Step, events_of, seconds, steps_of
from belegg.serving.web.told import (
    KINDS,
    as_told,
    copied,
    cost,
    counted,
    explained,
    headline,
    judged,
    notes_of,
    numbers_of,
    scope_told,
    trace_title,
    understood,
)
from belegg.serving.web.visit import Visit

DOUBTING = ("unsupported", "doubt", "left out")
FIELDS = {"packs": "pack", "documents": "document", "languages": "language", "organisations": "organisation"}


@dataclass(frozen=True, slots=True)
class Cite:
    """One quotation of one sentence: its marker and what opens beside the answer."""

    number: int
    document: int
    place: str
    has_cut: bool
    sentence: int
    supported: bool
    title: str
    place_long: str
    path: tuple[str, ...]
    facts: tuple[str, ...]
    language: str | None
    words: Words | None
    found: str
    cuts: str
    address: str
    pages: tuple[SheetShown, ...]
    pages_of: int


@dataclass(frozen=True, slots=True)
class SentenceShown:
    number: int
    parts: tuple[Said, ...]
    supported: bool
    cites: tuple[Cite, ...]
    remarks: tuple[str, ...]
    computed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cited:
    """A document that is quoted: it keeps one number in the whole answer."""

    number: int
    title: str
    language: str | None
    facts: tuple[str, ...]
    address: str
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Other:
    """A document that was read or found and is not quoted."""

    title: str
    part: str
    address: str


@dataclass(frozen=True, slots=True)
class SideShown:
    date: str
    words: Words
    name: str
    place: str
    address: str


@dataclass(frozen=True, slots=True)
class ConflictShown:
    about: str
    sides: tuple[SideShown, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """All that `answer.html` says of a run. `run` is empty for one that is not kept."""

    question: str
    language: str | None
    answer_language: str | None
    scope: Sequence[str]
    scope_fields: Sequence[tuple[str, str]]
    change: str
    again: str
    understood: str
    edit_understood: str
    verdict: str
    headline: str
    counted: str
    judged: str
    explained: Sequence[str]
    steps: Sequence[Step]
    trace_title: str
    took: str
    cost: str
    sentences: Sequence[SentenceShown]
    citations: Sequence[Cite]
    open: int
    open_sentence: int
    documents: Sequence[Cited]
    also_read: Sequence[Other]
    not_opened: Sequence[Other]
    conflict_rows: Sequence[ConflictShown]
    missing: Sequence[str]
    stopped: str
    dropped: Sequence[str]
    would_settle: str
    nearest: Sequence[HitShown]
    notes: Sequence[str]
    copy: str
    run: str = ""
    conversation: str = ""
    thanked: str = ""
    since: SinceShown | None = None


def shown(visit: Visit, run: StoredRun, checked: Verified, *, thanked: str = "") -> Shown:
    """A stored run, as who looks may see it today; `checked`: the same verified."""
    words, answer = visit.words, run.answer
    since = since_shown(visit, checked)
    sentences = _sentences(visit, answer)
    cites = [cite for sentence in sentences for cite in sentence.cites]
    opened = _opened_first(visit, cites)
    fields = scope_fields(run.filters)
    restated = understood(run)
    kept = {name: [value for given, value in fields if given == name] for name, _ in fields}
    return Shown(
        question=run.question,
        language=language_guessed(run.question),
        answer_language=language_guessed(" ".join(s.text for s in _answered(answer)))
        if _answered(answer)
        else None,
        scope=scope_told(visit, run),
        scope_fields=fields,
        change=visit.address("/", q=run.question, **kept),
        again=visit.address("/", q=run.question, **kept),
        understood=restated,
        edit_understood=visit.address("/", q=restated, **kept),
        verdict=KINDS[verdict_of(answer)],
        headline=headline(words, answer),
        counted=counted(words, answer),
        judged=judged(words, answer),
        explained=explained(answer),
        steps=steps_of(events_of(run), words),
        trace_title=trace_title(words, run.events),
        took=seconds(words, run.took_s),
        cost=cost(words, run),
        sentences=sentences,
        citations=cites,
        open=opened,
        open_sentence=next((cite.sentence for cite in cites if cite.number == opened), 0),
        documents=_documents(visit, answer, cites),
        also_read=_also_read(visit, run, answer),
        not_opened=_not_opened(visit, run, answer),
        conflict_rows=[_conflict(visit, conflict) for conflict in answer.conflicts],
        missing=[answer.missing] if isinstance(answer, Answered) and answer.missing else [],
        stopped=as_told(answer.stopped) if not by_rule_told(answer) else "",
        dropped=answer.dropped,
        would_settle=answer.would_settle if isinstance(answer, Abstained) else "",
        nearest=[hit_shown(visit, hit) for hit in _nearest(answer)],
        notes=notes_of(answer),
        copy=copied(visit, run, since),
        run=run.id if run.number else "",
        conversation=run.conversation,
        thanked=thanked,
        since=since,
    )


def scope_fields(filters: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """Filters as the form's fields have them, to ask again within the same."""
    return [(FIELDS.get(name, name), value) for name, values in filters.items() for value in values]


def fields_of(scope: Scope) -> list[tuple[str, str]]:
    from belegg.library.turns.keeping import filters_of

    return scope_fields(filters_of(scope))


# ---------------------------------------------------------------- sentences and their sources


def _answered(answer: Answer) -> tuple[Sentence, ...]:
    return answer.sentences if isinstance(answer, Answered) else ()


def _sentences(visit: Visit, answer: Answer) -> list[SentenceShown]:
    if not isinstance(answer, Answered):
        return []
    quotes = [quote for sentence in answer.sentences for quote in sentence.quotes]
    places = iter(visit.library.beside(quotes, visit.scope))
    numbers = numbers_of(answer)
    found: list[SentenceShown] = []
    at = 0
    for number, sentence in enumerate(answer.sentences, 1):
        cites = []
        for quote in sentence.quotes:
            at += 1
            cites.append(
                _cite(visit, quote, next(places), at, numbers[quote.document.id], number, sentence.supported)
            )
        remarks = remarks_beside(sentence)
        found.append(
            SentenceShown(
                number,
                parts_of(sentence),
                sentence.supported,
                tuple(cites),
                tuple(
                    as_told(each.text)
                    for each in remarks
                    if each.kind in ("unsupported", "doubt", "left out")
                ),
                sentence.arithmetic,
            )
        )
    return found


def _cite(
    visit: Visit,
    quote: Quote,
    place: Beside | None,
    number: int,
    document: int,
    sentence: int,
    supported: bool,
) -> Cite:
    words, span = visit.words, quote.check.span
    cuts = [cut for cut in quote.check.cut if cut.holds != "none"]
    told = words.listed(dict.fromkeys(words.say(f"cut.{cut.holds}") for cut in cuts))
    found = ""
    if span is not None:
        found = words.say("answer.found", start=span.start, end=span.end)
        if place is not None and not place.newest:
            found += " " + words.say("answer.found_in_version", n=quote.version)
        if place is not None and place.gone:
            found += " " + words.say("answer.found_in_gone")
    return Cite(
        number,
        document,
        place_short(words, quote),
        bool(cuts),
        sentence,
        supported,
        quote.document.title,
        place_long(words, quote),
        tuple(step for step in quote.path if step != quote.document.title)[-2:],
        tuple(facts_of_quote(words, quote)),
        quote.document.language,
        of_beside(place) if place else None,
        found,
        told,
        address_of_quote(visit, quote),
        tuple(sheets(visit, quote.document, place.pages, place.cut_pages)) if place and place.newest else (),
        quote.document.pages,
    )


def _opened_first(visit: Visit, cites: Sequence[Cite]) -> int:
    """The citation that is open: the one that the address names, else the first."""
    asked = visit.number("c") or 0
    return asked if 1 <= asked <= len(cites) else min(1, len(cites))


def _documents(visit: Visit, answer: Answer, cites: Sequence[Cite]) -> list[Cited]:
    if not isinstance(answer, Answered):
        return []
    heads = {quote.document.id: quote.document for s in answer.sentences for quote in s.quotes}
    return [
        Cited(
            number,
            head.title,
            head.language,
            tuple(facts_of_head(visit.words, head)),
            address_of(visit, head.id, page=None, span=None),
            tuple(cite for cite in cites if cite.document == number),
        )
        for number, head in enumerate(heads.values(), 1)
    ]


def _quoted(answer: Answer) -> set[str]:
    if not isinstance(answer, Answered):
        return set()
    return {quote.document.id for sentence in answer.sentences for quote in sentence.quotes}


def _also_read(visit: Visit, run: StoredRun, answer: Answer) -> list[Other]:
    found = {
        (event.document, event.part): Other(
            event.title, event.part, address_of(visit, event.document, page=None, span=None)
        )
        for event in run.events
        if isinstance(event, Opened) and event.document not in _quoted(answer)
    }
    return list(found.values())


def _not_opened(visit: Visit, run: StoredRun, answer: Answer) -> list[Other]:
    opened = {event.document for event in run.events if isinstance(event, Opened)}
    return [
        Other(
            seen.title,
            visit.words.say("place.page", n=seen.page) if seen.page else "",
            address_of(visit, document, page=seen.page, span=None),
        )
        for document, seen in _seen(run.events).items()
        if document not in opened and document not in _quoted(answer)
    ]


def _seen(events: Iterable[Event]) -> dict[str, Seen]:
    """The documents that searches found, each once, by id."""
    found: dict[str, Seen] = {}
    for event in events:
        for seen in event.found if isinstance(event, Searched) else ():
            found.setdefault(seen.document, seen)
    return found


def _conflict(visit: Visit, conflict: Conflict) -> ConflictShown:
    quotes = [side.quote for side in conflict.sides]
    places = visit.library.beside(quotes, visit.scope)
    return ConflictShown(
        conflict.about,
        tuple(
            SideShown(
                visit.words.date(side.date) or visit.words.say("answer.undated"),
                of_beside(place) if place else of_quote(side.quote),
                "-".join(side.quote.document.report_numbers) or side.quote.document.title,
                _place(visit, side.quote),
                address_of_quote(visit, side.quote),
            )
            for side, place in zip(conflict.sides, places, strict=True)
        ),
    )


def _place(visit: Visit, quote: Quote) -> str:
    """Where it stands in its source; its date stands in a column of its own."""
    date = visit.words.date(quote.document.date)
    facts = [fact for fact in facts_of_quote(visit.words, quote) if fact != date]
    return facts[0] if facts else place_short(visit.words, quote)


def _nearest(answer: Answer) -> list[Hit]:
    """What came closest; sources that disagree stand above, in their own words."""
    if not isinstance(answer, Abstained):
        return []
    told = {side.quote.document.id for conflict in answer.conflicts for side in conflict.sides}
    return [hit for hit in answer.nearest if hit.document.id not in told][:5]
