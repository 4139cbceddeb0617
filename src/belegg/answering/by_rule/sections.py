"""Documents and sections that a question names: which there are, and what is nearest to one that is not."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from belegg.answering.by_rule.verdict import Refusal
from belegg.records import DocumentId
from belegg.seams import Reader
from belegg.text.names import LookUp, find_look_up, normal_section
from belegg.text.words import word_texts

MOST_NAMED = 3
_NUMBERS = regex.compile(r"\d+|\p{L}")


def named_documents(question: str, reader: Reader) -> tuple[DocumentId, ...]:
    """The documents that a question names, at most three, longest name first."""
    asked, documents = _look_up(question, reader)
    return documents[:MOST_NAMED] if asked else ()


def missing_section(question: str, reader: Reader) -> Refusal | None:
    """
    A refusal when the question names a document and, with its §, a section that the document does not have.

    A bare number beside a name is not taken for a section here: it may be anything. Neither is a document
    without §-sections meant, whatever it is called.
    """
    if not any(word.startswith("§") for word in word_texts(question)):
        return None
    asked, documents = _look_up(question, reader)
    if asked is None or not asked.sections:
        return None
    if any(reader.keys_of(document, section) for document in documents for section in asked.every_section):
        return None
    section = min(asked.sections, key=len)  # the others read a word behind it as a letter
    said = [_has_not(document, section, reader) for document in documents[:MOST_NAMED]]
    lacking = " ".join(filter(None, said))
    return Refusal("not_covered", lacking) if lacking else None


def _look_up(question: str, reader: Reader) -> tuple[LookUp | None, tuple[DocumentId, ...]]:
    documents: dict[str, Sequence[DocumentId]] = {}

    def known(names: list[str]) -> set[str]:
        documents.update(reader.named(names))
        return set(documents)

    asked = find_look_up(question, known)
    if asked is None:
        return None, ()
    return asked, tuple(dict.fromkeys(i for name in asked.names for i in documents[name]))


def _has_not(document: DocumentId, section: str, reader: Reader) -> str:
    """What a document has nearest to a section that it does not have; empty when it has none at all."""
    head = reader.head(document)
    titles: dict[str, str] = {}
    for passage in reader.passages_of(document):
        if passage.section is not None and passage.section.startswith("§"):
            titles.setdefault(normal_section(passage.section), passage.path[-1] if passage.path else "")
    if head is None or not titles:
        return ""
    ordered = sorted(titles, key=_place)
    before = [own for own in ordered if _place(own) < _place(section)]
    after = [own for own in ordered if _place(own) > _place(section)]
    beside = " and ".join(f"`{titles[own] or own}`" for own in (*before[-1:], *after[:1]))
    return f"`{head.title}` has no {section}; nearest it has {beside}."


def _place(section: str) -> tuple[tuple[int, str], ...]:
    """A section's place among others: `§ 2-10` after `§ 2-9`, `§ 2a-1` after `§ 2-10`."""
    return tuple((int(p), "") if p.isdigit() else (-1, p) for p in _NUMBERS.findall(normal_section(section)))
