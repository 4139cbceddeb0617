"""What is known of a document without asking: its facts and lines as the model said them before."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from belegg.library.enriching.borrowed import history
from belegg.library.enriching.lines import About, Asked, about, asked_of, holds_its_figures
from belegg.library.enriching.plain import Plain, spoken
from belegg.library.enriching.values import Accepted, accepted, facts_hash, latest_hash, proposals
from belegg.library.enriching.voice import Voice
from belegg.library.versions import versions_of
from belegg.records import OWNER, Passage, Scope
from belegg.records.enriching import Enrichment
from belegg.records.packs import AUTO
from belegg.seams import Store
from belegg.text.analysis import Analyser
from belegg.text.names import document_names
from belegg.text.passage_terms import passage_terms


@dataclass(frozen=True, slots=True)
class Known:
    """
    A document with what is known of it: `lacks_facts` that a model is still to be asked about, `lines` by
    hash, and every passage as it would be `asked` about under the facts that are known.
    """

    document: Plain
    voice: Voice
    accepted: Accepted
    about: About
    asked: Sequence[Asked]
    lines: Mapping[bytes, str]
    lacks_facts: bool

    @property
    def unknown(self) -> list[Asked]:
        """The passages that a line is still to be asked for, each text once."""
        return list({one.hash: one for one in self.asked if one.hash not in self.lines}.values())

    @property
    def is_known(self) -> bool:
        """Whether anything was said of it."""
        return bool(self.lines) or bool(self.accepted.added)


@dataclass(frozen=True, slots=True)
class Used:
    """
    What of it is put to use: a line for each passage, empty for none. `dropped` held figures from nowhere,
    `borrowed` words of other passages or of earlier versions.
    """

    known: Known
    lines: tuple[str, ...]
    dropped: int
    borrowed: int


def known(store: Store, document: Plain, voice: Voice) -> Known:
    """What the store knows of a document."""
    id, content = document.head.id, document.content
    today, latest = facts_hash(document, voice), latest_hash(document, voice)
    said = store.said(id, content, [today, latest]) if document.lacking else {}
    # What was said of earlier first pages is held against today's, until today's were asked about.
    proposed = proposals(json.loads(said.get(today) or said.get(latest) or "{}"))
    taken = accepted(document, proposed or {}, voice)
    told = about(document, taken)
    asked = asked_of(document, told, voice)
    lines = store.said(id, content, [one.hash for one in asked])
    return Known(document, voice, taken, told, asked, lines, bool(document.lacking) and today not in said)


def used(store: Store, known: Known, analyser: Analyser, stemmer: str = AUTO) -> Used:
    """
    The lines that hold nothing from elsewhere, by the document as it is now: a line that was written for an
    earlier version is looked at anew.
    """
    lines = [known.lines.get(one.hash, "") for one in known.asked]
    held = [
        line if holds_its_figures(line, known.about, one.passage) else ""
        for line, one in zip(lines, known.asked, strict=True)
    ]
    kept = held
    if any(held):
        head = known.document.head
        with store.reading(Scope(OWNER)) as reader:
            earlier = [text for text in versions_of(reader, head) if text.version < head.version]
        written = history(known.document, known.accepted, earlier, analyser, stemmer)
        kept = [
            "" if line and written.lends(line, one.passage) else line
            for line, one in zip(held, known.asked, strict=True)
        ]
    counts = [sum(map(bool, each)) for each in (lines, held, kept)]
    return Used(known, tuple(kept), counts[0] - counts[1], counts[1] - counts[2])


def enrichment_of(used: Used, analyser: Analyser, stemmer: str = AUTO) -> Enrichment:
    """The document as it is to be described and found."""
    document, taken = used.known.document, used.known.accepted
    passages = document.passages
    if taken.language != document.language:
        passages = spoken(passages, taken.language)
    return _made(
        document,
        used.known.voice.model,
        Accepted(taken.title, taken.language, (*document.facts, *taken.added)),
        tuple(replace(p, enriched=line) for p, line in zip(passages, used.lines, strict=True)),
        analyser,
        stemmer,
    )


def by_rule(document: Plain, analyser: Analyser, stemmer: str = AUTO) -> Enrichment:
    """The document without what a model wrote."""
    described = Accepted(document.title, document.language, document.facts)
    return _made(document, "", described, document.passages, analyser, stemmer)


def _made(
    document: Plain,
    model: str,
    described: Accepted,
    passages: Sequence[Passage],
    analyser: Analyser,
    stemmer: str,
) -> Enrichment:
    title, language, facts = described.title, described.language, described.added
    return Enrichment(
        model,
        title,
        language,
        facts,
        passages,
        [passage_terms(analyser, title, passage, stemmer) for passage in passages],
        document_names(document.described(title, language, facts)),
        (document.title, document.language),
    )
