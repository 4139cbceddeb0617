"""
What the model is told before its first turn: who it is, the question, and what a search for it found.

The findings are a note in the user's message. They are no tool calls: a call that the model did not make
lacks what its maker puts beside calls, and some servers refuse the whole conversation for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from belegg.answering.desk import Desk
from belegg.answering.marks import Marks
from belegg.answering.memory import Memory
from belegg.answering.prompts import filled, prompt
from belegg.answering.question.parts import says_enough
from belegg.records import Found, Pack
from belegg.records.chat import Message
from belegg.records.runs import Event, FellBack, Searched, Understood
from belegg.text.counted import counted

HITS_INSIDE = 4
"""Passages sent for each question inside the question, and for its translations; `hits` for the whole."""
BEFORE = 0
LONGEST_DESCRIPTION = 300
NOTHING_WITHIN = "nothing was found within what the question names"
FILTERS = "filters"
"""The stage whose notes say that nothing passes the filters: of those that nobody set it is not said."""
LACKING = "vocabulary"
"""The stage whose notes say which words no passage has: with them the model chooses other ones."""


def queries_of(understood: Understood) -> tuple[str, ...]:
    """
    What is searched before the model: the whole question, those inside it, the question in translation, the
    terms of the field. Of those inside only what says something by itself: "and who leads them?" finds
    anybody who leads.
    """
    inside = [question for question in understood.questions[:3] if says_enough(question)]
    terms = [" ".join(understood.terms)] if understood.terms else []
    return tuple(dict.fromkeys([understood.standalone, *inside, *understood.translations.values(), *terms]))


def system_message(desk: Desk, marks: Marks, day: str) -> Message:
    """Who the model is, how it searches and answers, which day it is, which packs there are."""
    packs = [_pack(pack) for pack in desk.packs]
    listed = "\n\nThe documents are in these packs:\n" + "\n".join(packs) if packs else ""
    figures = f"{prompt('figures').strip()}\n\n" if desk.gives_figures else ""
    values = {"mark": marks.word, "day": day, "packs": listed, "figures": figures}
    return Message("system", filled("system", values))


def question_message(
    question: str, understood: Understood, searched: str, history: str, hint: str
) -> Message:
    """The question with the note of what was found for it, after what was said before."""
    values = {
        "history": f"Earlier in this conversation:\n{history}\n\n" if history else "",
        "question": question,
        "understood": _understood(question, understood, hint),
        "searched": searched,
    }
    return Message("user", filled("question", values))


def search_first(
    queries: Sequence[str], desk: Desk, memory: Memory, hits: int, within: Desk | None = None
) -> tuple[str, list[Event]]:
    """
    Search each query, and tell what was found, each passage once. `within`: the desk inside what the question
    states (dates, a document …); the whole question is searched there first, and then in everything.
    """
    told: list[str] = []
    events: list[Event] = []
    asked = [(query, desk, hits if number == 0 else HITS_INSIDE) for number, query in enumerate(queries)]
    if within is not None and asked:
        asked = [(queries[0], within, hits), *asked]
    for query, place, limit in asked:
        started = perf_counter()
        found = place.search(query, place.scope, limit)
        sent = memory.passages(found.hits, BEFORE)
        took_ms = (perf_counter() - started) * 1000
        notes = tuple(note for note in found.notes if place is desk or note.stage != FILTERS)
        events.append(Searched(BEFORE, "belegg", query, found.mode, sent.seen, notes, took_ms))
        events.extend(sent.events)
        lacking = [f"Note: {note.text}" for note in found.notes if note.stage == LACKING]
        if place is within and not found.hits:
            events.append(FellBack("filters", NOTHING_WITHIN, "searched in everything"))
        lead = _found(found, within=place is within, whole=query == queries[0])
        told.append("\n".join(filter(None, (lead, sent.text, *lacking))))
    if not told:
        return "", events
    return "Note: this was searched before you saw the question.\n\n" + "\n\n".join(told), events


def _pack(pack: Pack) -> str:
    """`- law (law): Norwegian acts and regulations`"""
    said = f": {' '.join(pack.description.split())[:LONGEST_DESCRIPTION]}" if pack.description else ""
    return f"- {pack.name} ({pack.kind}){said}"


def _found(found: Found, *, within: bool, whole: bool) -> str:
    """`Found for «…»: 3 passages.`; the whole question, which stands above, is not said again."""
    query = " ".join(found.query.split()).replace("«", '"').replace("»", '"')
    count = counted(len(found.hits), "passage")
    inside = " within what it names" if within else ""
    asked = "the whole question" if whole else f"«{query}»"
    return f"Found for {asked}{inside}: {count if found.hits else 'nothing'}."


def _understood(question: str, understood: Understood, hint: str) -> str:
    """What was made of the question, where that says more than the question itself."""
    lines = []
    if understood.standalone != question:
        lines.append(f"It is taken to mean: {understood.standalone}")
    if understood.terms:
        lines.append(f"Terms of the field: {', '.join(understood.terms)}")
    if understood.filters:
        lines.append(f"It names: {', '.join(f'{k} {v}' for k, v in understood.filters.items())}")
    if hint:
        lines.append(hint)
    return "".join(f"\n{line}" for line in lines)
