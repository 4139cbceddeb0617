"""Plants made into documents of a store, through its own writer, and analysed as an ingest would."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256

import numpy as np

from belegg.library.audit_plants import FETCHER, NOBODYS, Plant
from belegg.reading.pdf.layout import packed
from belegg.records import (
    EVERYONE,
    Block,
    Document,
    Fact,
    Pack,
    Page,
    Passage,
    Report,
    Span,
    SynonymGroup,
    document_id,
    passage_id,
)
from belegg.records.fetched import Fetched
from belegg.records.packs import AUTO, Entry
from belegg.records.runs import Touched
from belegg.records.turns import Turn, TurnHead
from belegg.seams import Incoming, Store
from belegg.text.analysis import Analyser
from belegg.text.names import document_names
from belegg.text.passage_terms import passage_terms
from belegg.text.words import words

READER = "audit"
LANGUAGE = "en"
WIDE, HIGH = 595.0, 842.0  # of a page, points
LINE = 14.0
FETCHED_AT = "2026-01-01T00:00:00Z"


def sow(store: Store, analyser: Analyser, plants: Iterable[Plant]) -> None:
    """Store the plants in their order; then what happened to some of them afterwards."""
    every = list(plants)
    fetched = [plant for plant in every if plant.state == "fetched"]
    plants = [plant for plant in every if plant.state != "fetched"]
    with store.keeping("audit") as keeper:
        for plant in fetched:
            keeper.keep_fetched(fetched_of(analyser, plant))
            keeper.keep(turn_of(plant))  # a run that others keep and let go does not take it along
    with store.writing("audit") as writer:
        for plant in plants:
            writer.set_pack(pack_of(plant))
            if plant.state == "failed":
                failed = Report(plant.source, READER, failed=f"it holds {' and '.join(plant.secrets)}")
                writer.failed(replace(document_of(plant), text=""), failed, plant.id, 1, 1)
            else:
                writer.add(incoming(analyser, earlier_of(plant)))
    with store.writing("audit") as writer:
        for plant in plants:
            if plant.earlier:
                writer.add(incoming(analyser, plant))
            if plant.state != "failed":
                writer.remember_rewording(plant.id, plant.secrets[-1], plant.asked)
            if plant.state in ("current", "withdrawn"):
                writer.remember_rewording(plant.id, plant.secrets[-2], plant.asked)
            if plant.state == "withdrawn":
                writer.set_access(plant.id, NOBODYS)
            if plant.state == "retired":
                writer.retire(plant.id)


def fetched_of(analyser: Analyser, plant: Plant) -> Fetched:
    made = incoming(analyser, plant)
    asked = (plant.asked, FETCHER, FETCHED_AT)
    return Fetched(
        "statistics", *asked, made.document, tuple(made.passages), "{}", (plant.sentence.encode(),)
    )


def turn_of(plant: Plant) -> Turn:
    """The stored run of its question; nobody looks into its record."""
    head = TurnHead(plant.id, plant.id, 0, FETCHER, FETCHED_AT, plant.asked, "quotations verified", None, "")
    return Turn(head, "{}", (Touched(plant.id, 1, quoted=True),))


def earlier_of(plant: Plant) -> Plant:
    """What is stored first: an earlier version, or the document while it was still open to everyone."""
    if plant.earlier:
        return replace(plant, access=NOBODYS, sections=(("Earlier", f"It said {plant.earlier}."),))
    if plant.state == "withdrawn":
        return replace(plant, access=frozenset({EVERYONE}))
    return plant


def pack_of(plant: Plant) -> Pack:
    """A pack of its own, whose synonyms and dictionary lead to it."""
    group = SynonymGroup((plant.synonym, plant.asked))
    entry = Entry(plant.synonym, (plant.asked, plant.secrets[-1]))
    return Pack(
        plant.pack,
        description=f"About {plant.secrets[-1]}",
        synonyms=(group,),
        dictionary=(entry,),
        on=plant.pack_is_on,
    )


def incoming(analyser: Analyser, plant: Plant) -> Incoming:
    document = document_of(plant)
    passages = [
        Passage(
            id=passage_id(document.id, ordinal),
            document=document.id,
            ordinal=ordinal,
            span=page.span,
            text=document.text[page.span.start : page.span.end],
            path=(plant.title, heading),
            pages=(page.number, page.number),
            language=LANGUAGE,
        )
        for ordinal, (page, (heading, _)) in enumerate(zip(document.pages, plant.sections, strict=True))
    ]
    terms = [passage_terms(analyser, document.title, passage, AUTO) for passage in passages]
    data = document.text.encode()
    return Incoming(
        document=document,
        passages=passages,
        terms=terms,
        names=document_names(document),
        report=Report(plant.source, READER, pages=len(passages), passages=len(passages)),
        sha256=sha256(data).hexdigest(),
        original=data,
        size_bytes=len(data),
        modified_ns=1,
    )


def document_of(plant: Plant) -> Document:
    """One page a section, each word of it in a place of its own."""
    text, pages, blocks = "", [], []
    for number, (heading, body) in enumerate(plant.sections, start=1):
        told = f"{heading}\n\n{body}"
        span = Span(len(text), len(text) + len(told))
        blocks += [
            Block("heading", Span(span.start, span.start + len(heading)), 1, heading),
            Block("paragraph", Span(span.end - len(body), span.end)),
        ]
        text += told + "\n\n"
        pages.append(Page(number, None, span, WIDE, HIGH, layout_of(text, span)))
    return Document(
        id=document_id(plant.pack, plant.source),
        source=plant.source,
        pack=plant.pack,
        title=plant.title,
        text=text.removesuffix("\n\n"),
        language=LANGUAGE,
        access=plant.access,
        blocks=tuple(blocks),
        pages=tuple(pages),
        facts=(Fact("organisation", plant.organisation, READER), Fact("published", "2026-01-01", READER)),
    )


def layout_of(text: str, span: Span) -> bytes:
    found = words(text[span.start : span.end])
    spans = [(span.start + word.start, span.start + word.end) for word in found]
    lines = np.arange(len(found), dtype=np.float32) % (HIGH / LINE) * LINE
    left = np.full(len(found), LINE, np.float32)
    boxes = np.stack((left, lines, left * 2, lines + LINE), axis=1)
    return packed(np.array(spans, np.int64).reshape(-1, 2), boxes, HIGH)
