"""The one door of reading: bytes in, a Document with warnings out, or a ReadingError that says why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePosixPath

from belegg.errors import NotADocument
from belegg.reading.content import Content, Profile
from belegg.reading.exports.notion import page_name
from belegg.reading.exports.placed import placed
from belegg.reading.kinds import Kind, kind_of
from belegg.records import Document, Warned, document_id
from belegg.text.language import language_of

_READERS: dict[Kind, tuple[str, str]] = {
    "markdown": ("markdown 2", "belegg.reading.markdown"),
    "text": ("text 1", "belegg.reading.plain"),
    "html": ("html 2", "belegg.reading.html"),
    "lovdata": ("lovdata 1", "belegg.reading.lovdata"),
    "pdf": ("pdf 1", "belegg.reading.pdf"),
    "record": ("beir record 1", "belegg.reading.record"),
}
"""
Each kind's reader: its name with its version, and its module, loaded when first met.

The version goes up whenever the same bytes would give another document: libraries then read again.
"""

READERS = frozenset(name for name, _ in _READERS.values())
"""The readers of this version of Belegg, as `Read.reader` names them."""


@dataclass(frozen=True, slots=True)
class Read:
    """
    A document as read. `reader` names the reader and its version.

    `access` is the list that the document itself states, None when it states none; `document.access` is
    the same with None as nobody. `profile` is how a document of this kind is best cut.
    """

    document: Document
    reader: str
    warnings: tuple[Warned, ...]
    access: frozenset[str] | None
    profile: Profile


def read(data: bytes, source: str, pack: str) -> Read:
    """Read one source; the same bytes and names give the same outcome. Raises ReadingError, nothing else."""
    reader, module = _READERS[kind_of(data, source)]
    parse: Callable[[bytes], Content] = import_module(module).parse
    content = placed(parse(data), source)
    if not content.text.strip():
        raise NotADocument("the file holds no text")
    language, undecided = _language(content)
    document = Document(
        id=document_id(pack, source),
        source=source,
        pack=pack,
        title=content.title or _first_heading(content) or _file_name(source),
        text=content.text,
        language=language,
        access=content.access or frozenset(),
        blocks=content.blocks,
        pages=content.pages,
        facts=content.facts,
        furniture=content.furniture,
    )
    return Read(document, reader, (*content.warnings, *undecided), content.access, content.profile)


def _first_heading(content: Content) -> str | None:
    return next((block.name for block in content.blocks if block.kind == "heading" and block.name), None)


def _file_name(source: str) -> str:
    """The file's name without its ending, nor the id that an export put into it."""
    name = PurePosixPath(source)
    return page_name(source) or name.stem or name.name


def _language(content: Content) -> tuple[str | None, tuple[Warned, ...]]:
    """The language stated, else the one told from the text, else None and a warning."""
    if content.language:
        return content.language, ()
    told = language_of(content.text)
    if told.code:
        return told.code, ()
    message = f"{told.why}; passages whose language cannot be told either are indexed as written"
    return None, (Warned("language undecided", message),)
