"""The one door of reading: bytes in, a Document with warnings out, or a ReadingError that says why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import PurePosixPath

from belegg.errors import NotADocument
from belegg.reading.content import Content, Kept, Part, Profile, Said, silent
from belegg.reading.exports.page_ids import notion_name
from belegg.reading.exports.placed import placed
from belegg.reading.fenced import Parsing, the_fence
from belegg.reading.kinds import Kind, kind_of
from belegg.reading.owed import is_due, named, parted
from belegg.records import Document, PageReport, Warned, document_id
from belegg.text.language import language_of

_READERS: dict[Kind, tuple[str, str, bool]] = {
    "archive": ("archive 1", "belegg.reading.archive", True),
    "tar": ("tar 1", "belegg.reading.tarred", True),
    "eml": ("eml 2", "belegg.reading.mail.eml", True),
    "mbox": ("mbox 1", "belegg.reading.mail.mbox", True),
    "msg": ("msg 2", "belegg.reading.mail.msg", True),
    "docx": ("docx 2", "belegg.reading.office.docx", True),
    "pptx": ("pptx 2", "belegg.reading.office.pptx", True),
    "xlsx": ("xlsx 3", "belegg.reading.office.xlsx", True),
    "odf": ("odf 2", "belegg.reading.office.odf", True),
    "ods": ("ods 3", "belegg.reading.office.odf", True),
    "epub": ("epub 2", "belegg.reading.office.epub", True),
    "rtf": ("rtf 2", "belegg.reading.office.rtf", True),
    "delimited": ("delimited 2", "belegg.reading.tables.delimited", True),
    "markdown": ("markdown 4", "belegg.reading.markdown", True),
    "text": ("text 3", "belegg.reading.plain", True),
    "html": ("html 4", "belegg.reading.html", True),
    "lovdata": ("lovdata 4", "belegg.reading.lovdata", True),
    "pdf": ("pdf 3", "belegg.reading.pdf", True),
    "record": ("beir record 1", "belegg.reading.record", False),
}
"""
Each kind's reader: its name with its version, its module, loaded when first met, and whether it runs behind
the fence: a process of its own. Only records of a corpus, one line of JSON each, are read without.

A module has `parse(data)`, behind the fence `parse(data, said)`. The version goes up whenever the same bytes
would give another document: libraries then read again.
"""

_HEADED_BY_SHEETS = frozenset(_READERS[kind][0] for kind in ("xlsx", "ods"))
"""Readers whose headings name parts (`Sheet1`): the first of them is no title of the whole."""

FEW_WORDS = 30
"""Shorter texts hold too few marker words in any language: of two wikis' 65 undecided pages 58 are."""

READERS = frozenset(name for name, _, _ in _READERS.values())
"""The readers of this version of Belegg, as `Read.reader` names them when nothing is owed."""


@dataclass(frozen=True, slots=True)
class Raw:
    """What a reader gave, before it is a document. `more`: its parts are a first lot, others follow."""

    reader: str
    content: Content
    more: bool = False


@dataclass(frozen=True, slots=True)
class Read:
    """
    A document as read. `reader` names the reader and its version, and what is owed (`reading.owed`).

    `access` is the list that the document itself states, None when it states none; `document.access` is
    the same with None as nobody. `profile` is how a document of this kind is best cut. `parts` are files that
    came inside it, all or, when `more`, a first lot.
    """

    document: Document
    reader: str
    warnings: tuple[Warned, ...]
    access: frozenset[str] | None
    profile: Profile
    page_reports: tuple[PageReport, ...] = ()
    parts: tuple[Part, ...] = ()
    more: bool = False


def read(data: bytes, source: str, pack: str, fence: Parsing | None = None) -> Read:
    """
    Read one source; the same bytes and names give the same outcome. Raises ReadingError, nothing else.

    `fence` runs the readers; without one, Belegg keeps a process for them.
    """
    return document_of(parsed(data, source, fence), source, pack)


def is_fenced(data: bytes, source: str) -> bool:
    """Whether a file of this kind is read behind the fence. Raises NotADocument."""
    return _READERS[kind_of(data, source)][2]


def is_of_today(reader: str) -> bool:
    """Whether a reader of that name would give the same document today. Asks what is installed for OCR."""
    name, owed = parted(reader)
    return name in READERS and not is_due(owed)


def parsed(
    data: bytes,
    source: str,
    fence: Parsing | None = None,
    said: Said = silent,
    skip: int = 0,
    kept: Kept | None = None,
) -> Raw:
    """What the file's reader gives, its parts from the one numbered `skip` on. Raises ReadingError."""
    name, module, fenced = _READERS[kind_of(data, source)]
    if fenced:
        outcome = (fence or the_fence()).parse(module, data, said, skip, kept or {})
        return Raw(named(name, outcome.content.owed), outcome.content, outcome.more)
    parse: Callable[[bytes], Content] = import_module(module).parse
    content = parse(data)
    return Raw(name, replace(content, parts=tuple(content.parts)[skip:]))


def document_of(raw: Raw, source: str, pack: str) -> Read:
    """The document that a reader's content makes. Raises NotADocument when there is nothing in it."""
    content = placed(raw.content, source)
    parts = tuple(content.parts)
    if not content.text.strip() and not parts:
        raise NotADocument("the file holds no text")
    language, undecided = _language(content)
    document = Document(
        id=document_id(pack, source),
        source=source,
        pack=pack,
        title=content.title or _first_heading(raw, content) or file_name(source),
        text=content.text,
        language=language,
        access=content.access or frozenset(),
        blocks=content.blocks,
        pages=content.pages,
        facts=content.facts,
        furniture=content.furniture,
    )
    return Read(
        document=document,
        reader=raw.reader,
        warnings=(*content.warnings, *undecided),
        access=content.access,
        profile=content.profile,
        page_reports=content.page_reports,
        parts=parts,
        more=raw.more,
    )


def _first_heading(raw: Raw, content: Content) -> str | None:
    if raw.reader in _HEADED_BY_SHEETS:
        return None
    return next((block.name for block in content.blocks if block.kind == "heading" and block.name), None)


def file_name(source: str) -> str:
    """The file's name without its ending, nor the id that an export put into it."""
    name = PurePosixPath(source)
    return notion_name(source) or name.stem or name.name


def _language(content: Content) -> tuple[str | None, tuple[Warned, ...]]:
    """The language stated (empty: none at all), else the one told from the text, else None and a warning."""
    if content.language is not None or not content.text.strip():
        return content.language or None, ()
    told = language_of(content.text)
    if told.code:
        return told.code, ()
    message = f"{told.why}; passages whose language cannot be told either are indexed as written"
    few = len(content.text.split()) < FEW_WORDS
    return None, (Warned("few words" if few else "language undecided", message),)
