"""Documents ready for a store, from a few words, without an analyser."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import zip_longest

from belegg.records import (
    EVERYONE,
    Block,
    Document,
    DocumentId,
    Fact,
    Page,
    Passage,
    Report,
    Span,
    Terms,
    document_id,
    passage_id,
)
from belegg.records.fetched import Fetched, FetchedKind
from belegg.seams import Incoming

SPACES = {"nb": "no", "nn": "no"}


def term(word: str, language: str | None) -> str:
    """`frist` → `no:frist`; as written for words with a digit and where no language is given."""
    if language is None or any(letter.isdigit() for letter in word):
        return f"={word}"
    return f"{SPACES.get(language, language)}:{word}"


def terms_of(title: str, heading: str, body: str, language: str | None) -> Terms:
    """The words between spaces as terms; `oppsigelses|frist` is a compound of two parts."""
    parts = (part for word in body.split() if "|" in word for part in word.split("|"))
    space = SPACES.get(language or "", language)
    return Terms(
        title=tuple(term(word, language) for word in title.split()),
        heading=tuple(term(word, language) for word in heading.split()),
        body=tuple(term(word.replace("|", ""), language) for word in body.split()),
        body_parts=tuple(f"{space}~{part}" for part in parts),
    )


def passages_of(
    document: DocumentId, texts: Sequence[str], of_text: Sequence[tuple[str | None, str | None, str | None]]
) -> list[Passage]:
    """Texts as passages, one a page, with two characters between; `of_text`: heading, section, language."""
    passages, start = [], 0
    for ordinal, (text, (heading, section, spoken)) in enumerate(zip(texts, of_text, strict=True)):
        passages.append(
            Passage(
                id=passage_id(document, ordinal),
                document=document,
                ordinal=ordinal,
                span=Span(start, start + len(text)),
                text=text,
                path=(heading,) if heading else (),
                section=section,
                pages=(ordinal + 1, ordinal + 1),
                language=spoken,
            )
        )
        start += len(text) + 2
    return passages


def layout_of(passage: Passage) -> bytes:
    """What stands for the layout of a passage's page."""
    return b"" if passage.text.startswith("unplaced") else f"layout of {passage.text}".encode()


def incoming(
    source: str,
    *texts: str,
    title: str = "",
    headings: Sequence[str] = (),
    sections: Sequence[str | None] = (),
    language: str | None = "en",
    languages: Sequence[str | None] = (),
    access: Iterable[str] = ("all",),
    facts: Iterable[tuple[str, str]] = (),
    names: Sequence[str] = (),
    pack: str = "documents",
    original: bool = True,
) -> Incoming:
    """
    A document with a passage for each text, on a page of its own.

    `headings`, `sections` and `languages` go with the texts in order and may be fewer. A page has a layout
    unless its text begins with `unplaced`.
    """
    plain = [text.replace("|", "") for text in texts]
    of_text = list(zip_longest(headings, sections, languages))[: len(texts)]
    of_text += [(None, None, None)] * (len(texts) - len(of_text))
    number = document_id(pack, source)
    passages = passages_of(number, plain, of_text)
    terms = [
        terms_of(title, heading or "", text, spoken or language)
        for text, (heading, _, spoken) in zip(texts, of_text, strict=True)
    ]
    document = Document(
        id=number,
        source=source,
        pack=pack,
        title=title,
        text="\n\n".join(plain),
        language=language,
        access=frozenset(access),
        pages=tuple(Page(p.ordinal + 1, None, p.span, 595.0, 842.0, layout_of(p)) for p in passages),
        facts=tuple(Fact(name, value, "test") for name, value in facts),
        furniture=("A running header",),
    )
    data = document.text.encode()
    report = Report(source, "test", pages=len(passages), passages=len(passages))
    return Incoming(
        document=document,
        passages=passages,
        terms=terms,
        names=names,
        report=report,
        sha256=sha256(data).hexdigest(),
        original=data if original else None,
        size_bytes=len(data),
        modified_ns=1,
    )


def fetched(
    source: str,
    *lines: str,
    question: str = "question",
    asker: str = "",
    title: str = "",
    access: Iterable[str] = (EVERYONE,),
    kind: FetchedKind = "statistics",
    at: str = "2026-01-01T00:00:00Z",
    record: str = "{}",
    bodies: Sequence[bytes] = (),
) -> Fetched:
    """What a question fetched: a document with a passage for each line, whose id is that of its question."""
    pack = "tables" if kind == "table" else "statistics"
    id = document_id(pack, f"{source} {question}")
    of_text = [(title or None, None, None)] * len(lines)
    passages = tuple(replace(each, pages=None) for each in passages_of(id, lines, of_text))
    document = Document(
        id=id,
        source=source,
        pack=pack,
        title=title,
        text="\n\n".join(lines),
        language="en",
        access=frozenset(access),
        blocks=tuple(Block("paragraph", passage.span) for passage in passages),
        facts=(Fact("organisation", "Statistics", "statistics"),),
    )
    return Fetched(kind, question, asker, at, document, passages, record, tuple(bodies))
