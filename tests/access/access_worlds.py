"""The fixture of the access matrix in its worlds: with what is hidden from somebody, and without."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from access.access_rows import Around
from belegg.library.library import Library
from belegg.records import OWNER, DocumentHead, Principal, Scope
from library.ingesting import write


@dataclass(frozen=True)
class Worlds:
    whole: Library
    heads: Sequence[DocumentHead]
    alone: Mapping[frozenset[str], Library]
    questions: Path

    def around(self, who: Principal) -> Around:
        hidden = [head for head in self.heads if not who.may_read(head.access)]
        return Around(hidden, self.heads, self.questions)


def library_of(desk: Path, fixture: Path, sources: Sequence[str]) -> Library:
    for source in sources:
        write(desk / "fixture" / source, (fixture / source).read_text(encoding="utf-8"))
    library = Library.open(desk / "library.db", create=True)
    if sources:
        library.ingest(desk / "fixture")
    return library


def questions_in(desk: Path) -> Path:
    gold = {"file": "compensation-2026.md", "quote": "The budgeted average raise for 2026 is 3.7 percent."}
    row = {"id": "1", "question": "How large is the raise?", "answerable": True, "gold": [gold]}
    return write(desk / "questions.jsonl", json.dumps(row))


def markers(worlds: Worlds, who: Principal) -> set[str]:
    """What stands in hidden documents only: canaries, ids, sources."""
    hidden = worlds.around(who).hidden
    texts = (worlds.whole.read(head.id, Scope(OWNER)).text for head in hidden)
    canaries = {canary for text in texts for canary in re.findall(r"KANARI-\d+", text)}
    return canaries | {head.id for head in hidden} | {head.source for head in hidden}
