"""Every way in which a Library gives something to somebody, asked for one planted document or for all."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from belegg.answering.settings import BY_RULE
from belegg.library.audit_plants import Garden, Kind, Plant
from belegg.library.audit_runs import (
    answered,
    begun,
    let_go,
    looked_at,
    question_of,
    quote_of,
    receipt_verified,
)
from belegg.library.library import Library
from belegg.records import Principal, Ranking, Scope, Span, passage_id
from belegg.records.runs import Event

DEEP = 50
DAY = "2026-06-01"


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a surface: what goes into it, as text, and what runs it."""

    surface: str
    given: str
    run: Callable[[Library, Principal], object]


BY_ALL_ONLY: frozenset[Kind] = frozenset(
    {"near-duplicate", "long document", "document of this library's words"}
)
"""Kinds that are planted to move what is counted over all documents."""


def calls_for(plant: Plant) -> list[Call]:
    """Everything that somebody could try who guesses the words, the name or the id of this document."""
    if plant.kind in BY_ALL_ONLY:
        return []
    if plant.kind == "twin":
        return [call for call in _questions(plant) if call.surface.startswith("check: ")]
    calls = [*_searches(plant), *_questions(plant), *_readings(plant), *_lists(plant)]
    return calls if plant.earlier else [*calls, _rewording(plant)]


def _searches(plant: Plant) -> list[Call]:
    queries = {
        "exact": plant.asked,
        "stem": f"{plant.asked}s",
        "prefix": plant.asked[:6],
        "phrase": f'"{plant.phrase}"',
        "typo": plant.nearby,
        "neighbour": plant.between,
        "synonym": plant.synonym,
        "left-out word": f"closing follows -{plant.asked}",
        "title": plant.title,
    }

    def search(query: str, ranking: Ranking = "default") -> Callable[[Library, Principal], object]:
        return lambda library, who: library.search(query, Scope(who), ranking=ranking)

    made = [Call(f"search: {name}", query, search(query)) for name, query in queries.items()]
    made += [Call(f"search: {name}", plant.asked, search(plant.asked, name)) for name in ("bm25", "cover")]
    return made


def _questions(plant: Plant) -> list[Call]:
    question = question_of(plant)
    draft = f'It says "{plant.sentence}" in the text.'
    named = f'It says "{plant.sentence}" ({plant.source}, page 1).'
    return [
        Call("explain", plant.asked, lambda library, who: library.explain(plant.asked, Scope(who))),
        Call(
            "explain: a document",
            f"{plant.asked} {plant.source}",
            lambda library, who: library.explain(plant.asked, Scope(who), plant.source),
        ),
        Call(
            "discover_terms",
            plant.asked,
            lambda library, who: library.discover_terms(plant.asked, Scope(who)),
        ),
        Call(
            "related_terms",
            plant.synonym,
            lambda library, who: library.related_terms(plant.synonym, Scope(who)),
        ),
        Call("ask", question, lambda library, who: library.ask(question, Scope(who), settings=BY_RULE)),
        Call("ask: its events", question, lambda library, who: _events(library, question, who)),
        Call("stored runs", question, lambda library, who: looked_at(library, who, plant)),
        Call("stored runs: answered", question, lambda library, who: answered(library, who, plant)),
        Call(
            "verify: a receipt",
            f"{plant.id} {plant.source} {plant.title} {plant.sentence} {question}",
            lambda library, who: receipt_verified(library, who, plant),
        ),
        Call("stored runs: begun", question, lambda library, who: begun(library, who, plant)),
        Call("stored runs: let go", plant.asked, lambda library, who: let_go(library, who, plant)),
        Call("desk: packs", plant.asked, lambda library, who: library.desk(Scope(who)).packs),
        Call("check", draft, lambda library, who: library.check(draft, Scope(who))),
        Call("check: the document named", named, lambda library, who: library.check(named, Scope(who))),
    ]


def _readings(plant: Plant) -> list[Call]:
    def read(
        name: str, section: str | None = None, pages: str | None = None, version: int | None = None
    ) -> Callable[[Library, Principal], object]:
        return lambda library, who: library.read(
            name, Scope(who), section=section, pages=pages, version=version
        )

    heading = plant.sections[0][0]
    passage = passage_id(plant.id, 0)
    return [
        Call("read: id", plant.id, read(plant.id)),
        Call("read: path", plant.source, read(plant.source)),
        Call("read: title", plant.title, read(plant.title)),
        Call("read: passage", passage, read(passage)),
        Call("read: section", f"{plant.id} {heading}", read(plant.id, section=heading)),
        Call("read: no such section", plant.id, read(plant.id, section="Nowhere")),
        Call("read: pages", plant.id, read(plant.id, pages="1-2")),
        Call("read: no such page", plant.id, read(plant.id, pages="0")),
        Call("read: version", plant.id, read(plant.id, version=1)),
        Call("read: no such version", plant.id, read(plant.id, version=99)),
        Call("similar", plant.id, lambda library, who: library.similar(plant.id, Scope(who))),
        Call("similar: passage", passage, lambda library, who: library.similar(passage, Scope(who))),
        Call("diff", plant.id, lambda library, who: library.diff(plant.id, Scope(who))),
        Call("versions", plant.id, lambda library, who: library.versions(plant.id, Scope(who))),
        Call("read: on a day", plant.id, lambda library, who: library.read(plant.id, Scope(who), as_of=DAY)),
        Call("document", plant.source, lambda library, who: library.document(plant.source, Scope(who))),
        Call(
            "written by a model",
            plant.id,
            lambda library, who: library.written_by_model(plant.id, Scope(who)),
        ),
        Call("report", plant.source, lambda library, who: library.reports(Scope(who), plant.source)),
        Call(
            "marked_pages",
            plant.id,
            lambda library, who: library.marked_pages(plant.id, Span(0, 20), Scope(who)),
        ),
        Call(
            "marked_pages: version",
            plant.id,
            lambda library, who: library.marked_pages(plant.id, Span(0, 20), Scope(who), version=1),
        ),
        Call(
            "mark",
            f"{plant.id} {plant.sentence}",
            lambda library, who: library.mark(plant.id, plant.sentence, Scope(who), page=1),
        ),
        Call(
            "beside",
            f"{plant.id} {plant.sentence}",
            lambda library, who: library.beside([quote_of(plant)], Scope(who)),
        ),
        Call("outline", plant.id, lambda library, who: library.outline(plant.id, Scope(who))),
        Call("figures verified", plant.id, lambda library, who: library.verify_figures(plant.id, Scope(who))),
        Call("figures pinned", plant.id, lambda library, who: library.pin_figures(plant.id, Scope(who))),
        Call("original", plant.id, lambda library, who: library.original(plant.id, Scope(who))),
        Call("pictures", f"{plant.id} {plant.sentence}", lambda library, who: _drawn(library, who, plant)),
    ]


def _drawn(library: Library, who: Principal, plant: Plant) -> object:
    marked = library.mark(plant.id, plant.sentence, Scope(who))
    return library.pictures(marked, Scope(who))


def _rewording(plant: Plant) -> Call:
    """Only of what the asker may not read, in no version: it would be written down."""
    return Call(
        "remember_rewording",
        f"{plant.id} {plant.asked}",
        lambda library, who: library.remember_rewording("wages", plant.asked, plant.id, Scope(who)),
    )


def _lists(plant: Plant) -> list[Call]:
    def within(library: Library, who: Principal) -> object:
        return library.search(plant.asked, library.scope(who, documents=[plant.source]))

    def in_pack(library: Library, who: Principal) -> object:
        return library.search(plant.asked, library.scope(who, packs=[plant.pack]))

    def of_publisher(library: Library, who: Principal) -> object:
        scope = library.scope(who, organisations=[plant.organisation])
        return library.search(plant.asked, scope), library.documents(scope)

    return [
        Call("filter: document", f"{plant.asked} {plant.source}", within),
        Call("filter: pack", f"{plant.asked} {plant.pack}", in_pack),
        Call("filter: organisation", f"{plant.asked} {plant.organisation}", of_publisher),
        Call("pack", plant.pack, lambda library, who: library.pack(plant.pack, Scope(who))),
        Call("suggestions", plant.pack, lambda library, who: library.suggestions(plant.pack, Scope(who))),
        Call(
            "has_dictionary",
            plant.pack,
            lambda library, who: library.has_dictionary(Scope(who, packs=(plant.pack,))),
        ),
    ]


def calls_for_all(planted: Garden, hidden: Sequence[Plant], folder: Path) -> list[Call]:
    """Lists, counts and searches that touch every document. `folder` takes a file of questions."""
    titles = " ".join(planted.titles[:3])
    draft = f'It says "{planted.shared}" in the handbook.'
    named = "".join(f' It says "{planted.shared}" ({p.source}).' for p in hidden if p.kind == "twin")
    questions = _questions_file(folder, hidden)
    asked = {
        "a crowded word": planted.crowded,
        "a shared paragraph": planted.shared_words,
        "the library's own words": titles,
        "small words": "and the of",
        "nothing": "",
    }
    made = []
    for name, query in asked.items():
        made += _of_query(name, query)
    return [
        *made,
        Call("documents", "", lambda library, who: library.documents(Scope(who))),
        Call("documents: removed", "", lambda library, who: library.removed(Scope(who))),
        Call("documents: English", "", lambda library, who: library.documents(_english(library, who))),
        Call("documents: dated", "", lambda library, who: library.documents(_dated(library, who))),
        Call("documents: on a day", "", _on_a_day),
        Call("packs", "", lambda library, who: library.packs(Scope(who))),
        Call("reports", "", lambda library, who: library.reports(Scope(who))),
        Call("check: a shared paragraph", draft, lambda library, who: library.check(draft, Scope(who))),
        Call("check: twins named", named, lambda library, who: library.check(named, Scope(who))),
        Call(
            "evaluate",
            questions.read_text(encoding="utf-8"),
            lambda library, who: library.evaluate(questions, Scope(who)),
        ),
    ]


def _english(library: Library, who: Principal) -> Scope:
    return library.scope(who, languages=["en"])


def _dated(library: Library, who: Principal) -> Scope:
    return library.scope(who, since="2025-12-31", until="2026-01-02")


def _on_a_day(library: Library, who: Principal) -> object:
    scope = library.scope(who, as_of=DAY)
    return library.documents(scope), library.notes_of_the_day(scope), library.search("the closing", scope)


def _events(library: Library, question: str, who: Principal) -> list[Event]:
    """Everything that whoever watches an answer come about is told."""

    async def told() -> list[Event]:
        return [event async for event in library.asking(question, Scope(who), settings=BY_RULE)]

    return asyncio.run(told())


def _of_query(name: str, query: str) -> list[Call]:
    return [
        Call(f"search: {name}", query, lambda library, who: library.search(query, Scope(who))),
        Call(f"search: {name}, many", query, lambda library, who: library.search(query, Scope(who), DEEP)),
        Call(f"explain: {name}", query, lambda library, who: library.explain(query, Scope(who))),
        Call(
            f"discover_terms: {name}", query, lambda library, who: library.discover_terms(query, Scope(who))
        ),
        Call(f"ask: {name}", query, lambda library, who: library.ask(query, Scope(who), settings=BY_RULE)),
    ]


def _questions_file(folder: Path, hidden: Sequence[Plant]) -> Path:
    """Questions whose answers stand in documents that the asker may not read."""
    rows: list[Mapping[str, object]] = [
        {
            "id": str(number),
            "kind": "audit",
            "question": f"Who keeps the {plant.asked}?",
            "answerable": True,
            "gold": [{"file": plant.source, "quote": plant.sentence}],
        }
        for number, plant in enumerate(hidden[:3])
    ]
    file = folder / "questions.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return file
