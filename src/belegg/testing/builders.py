"""Documents ready for a store, from a few words, without an analyser."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from belegg.records import Document, Fact, Page, Passage, Report, Span, Terms, document_id, passage_id
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

    `headings`, `sections` and `languages` go with the texts in order and may be fewer.
    """
    number = document_id(pack, source)
    shown = [text.replace("|", "") for text in texts]
    passages, terms, pages, start = [], [], [], 0
    for ordinal, text in enumerate(shown):
        span = Span(start, start + len(text))
        heading = headings[ordinal] if ordinal < len(headings) else ""
        spoken = languages[ordinal] if ordinal < len(languages) else None
        pages.append(Page(ordinal + 1, None, span))
        passages.append(
            Passage(
                id=passage_id(number, ordinal),
                document=number,
                ordinal=ordinal,
                span=span,
                text=text,
                path=(heading,) if heading else (),
                section=sections[ordinal] if ordinal < len(sections) else None,
                pages=(ordinal + 1, ordinal + 1),
                language=spoken,
            )
        )
        terms.append(terms_of(title, heading, texts[ordinal], spoken or language))
        start = span.end + 2
    document = Document(
        id=number,
        source=source,
        pack=pack,
        title=title,
        text="\n\n".join(shown),
        language=language,
        access=frozenset(access),
        pages=tuple(pages),
        facts=tuple(Fact(name, value, "test") for name, value in facts),
        furniture=("A running header",),
    )
    data = document.text.encode()
    report = Report(source, "test", pages=len(pages), passages=len(passages))
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
