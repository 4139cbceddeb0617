"""Which document replaced which, as far as they say so themselves and the other one can be read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

from belegg.records import DocumentHead, Note
from belegg.seams import Reader
from belegg.search.called import ends_in
from belegg.text.days import date_told
from belegg.text.names import normal_name, number_form

REPLACES, REPLACED_BY = "replaces", "replaced_by"
MOST_TOLD = 5


@dataclass(frozen=True, slots=True)
class Succession:
    """A document that another one replaced, or that replaced it (`after`)."""

    document: DocumentHead
    after: bool

    def __str__(self) -> str:
        said = "replaced by" if self.after else "replaces"
        return f"{said} {self.document.source} ({date_told(self.document)})"


def successions(reader: Reader, head: DocumentHead) -> tuple[Succession, ...]:
    """
    What a document says of the ones before and after it: by their path, the end of it, a name or a number.

    What fits no readable document, or several, is left out. Other documents are not searched for what they
    say of this one.
    """
    found: dict[str, Succession] = {}
    for fact in head.facts:
        if fact.name in (REPLACES, REPLACED_BY) and len(found) < MOST_TOLD:
            fitting = [one for one in _called(reader, fact.value) if one.id != head.id]
            if len(fitting) == 1:
                found.setdefault(fitting[0].id, Succession(fitting[0], fact.name == REPLACED_BY))
    return tuple(found.values())


def notes_of_succession(reader: Reader, heads: Iterable[DocumentHead]) -> list[Note]:
    """What was replaced by what, of documents that are shown for a day."""
    shown = list({head.id: head for head in heads}.values())
    told = ((head, one) for head in shown for one in successions(reader, head))
    return [Note("as of", f"`{head.source}`: {one}") for head, one in told][:MOST_TOLD]


def _called(reader: Reader, value: str) -> list[DocumentHead]:
    """The readable documents that a value may mean; a path must be the end of theirs."""
    path = PurePosixPath(value.strip())
    names = [normal_name(value), normal_name(path.name), normal_name(path.stem), number_form(value)]
    ids = [i for found in reader.named([name for name in names if name]).values() for i in found]
    heads = list(reader.heads_of(ids).values())
    end = "/".join(part for part in path.parts if part not in ("..", "."))
    return [head for head in heads if ends_in(head.source, end)] or ([] if path.suffix else heads)
