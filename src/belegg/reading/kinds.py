"""What kind of file lies before us: by its first bytes where they tell, else by its name."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Literal

from belegg.errors import Damaged, NotADocument
from belegg.reading import office_kinds
from belegg.reading.office_kinds import OfficeKind

Kind = (
    OfficeKind
    | Literal["archive", "eml", "mbox", "msg", "markdown", "text", "html", "lovdata", "pdf", "record", "tar"]
)

_BY_NAME: dict[str, Kind] = {
    **dict.fromkeys((".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd"), "markdown"),
    **dict.fromkeys((".txt", ".text", ".rst", ".adoc", ".asciidoc", ".org", ".log", ""), "text"),
    **dict.fromkeys((".html", ".htm", ".xhtml"), "html"),
    ".pdf": "pdf",
    ".eml": "eml",
    ".mbox": "mbox",
    ".msg": "msg",
    ".zip": "archive",
    **dict.fromkeys((".tar", ".tgz", ".tbz2", ".txz"), "tar"),
    **office_kinds.BY_NAME,
}
_NOT_YET = {
    ".doc": "old Word documents",
    ".ppt": "old PowerPoint presentations",
    ".xls": "old Excel workbooks",
    ".pages": "Pages documents; export them as Word",
    ".numbers": "Numbers sheets; export them as Excel",
    ".key": "Keynote presentations; export them as PowerPoint",
    ".enex": "Evernote exports; export the notes as HTML",
    ".json": "JSON; export what it holds as Markdown, HTML or CSV",
    ".jsonl": "JSON lines; export what they hold as Markdown, HTML or CSV",
    ".svg": "drawings (SVG)",
    ".xml": "XML",
    ".yaml": "YAML",
    ".yml": "YAML",
    ".ipynb": "notebooks",
    ".tex": "LaTeX",
}
_BINARY = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"MZ\x90", "a program"),
    (b"\x7fELF", "a program"),
    (b"\x1f\x8b", "a compressed file (gzip)"),
    (b"7z\xbc\xaf", "an archive (7z)"),
    (b"Rar!", "an archive (RAR)"),
    (b"OggS", "sound"),
    (b"ID3", "sound"),
)
_ZIP = b"PK\x03\x04"
_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_KINDS_OF_NAME: dict[bytes, tuple[Kind, ...]] = {_ZIP: ("archive",), _COMPOUND[:4]: ("msg",)}
"""By how a file begins: the kinds among which its name decides."""

_MAILBOX = re.compile(rb"From [^\r\n]+\r?\n[A-Za-z-]+:")
_TAR = re.compile(r"\.tar\.(?:gz|bz2|xz)$|\.(?:tar|tgz|tbz2|txz)$", re.IGNORECASE)
_RECORD = re.compile(r"/corpus\.jsonl(?:\.gz)?#")
_HTML = re.compile(
    rb"\s*+(?:<\?xml[^>]*+>\s*+)?+(?:(?><!--.*?-->)\s*+)*+<(?:!doctype\s+html|html)\b",
    re.IGNORECASE | re.DOTALL,
)
_LOVDATA = re.compile(rb"<dl[^<>]*class=\"data-document-key-info\"|<main[^<>]*data-lovdata-URL=")
"""Both look at each byte a few times at most, whatever the file holds: no process of its own ends them."""

_HEAD = 4_096


def kind_of(data: bytes, source: str) -> Kind:
    """
    Raises NotADocument with what it is, and for kinds that are not read yet says so; PasswordNeeded and
    TooLarge for office files that show it at once.
    """
    if _RECORD.search(source):
        return "record"
    if not data:
        raise NotADocument("the file is empty")
    if _TAR.search(source):
        return "tar"
    suffix = PurePosixPath(source).suffix.lower()
    if _BY_NAME.get(suffix) in _KINDS_OF_NAME.get(data[:4], ()):
        return _BY_NAME[suffix]
    if data.startswith(_ZIP) and (kind := office_kinds.kind_of_zip(data, suffix)):
        return kind
    if data.startswith(b"{\\rtf"):
        return "rtf"
    if b"%PDF-" in data[:1024]:
        return "pdf"
    if suffix == "" and _MAILBOX.match(data[:_HEAD]):
        return "mbox"
    for start, name in _BINARY:
        if data.startswith(start):
            raise NotADocument(f"not a document: {name}")
    if data.startswith(_COMPOUND):
        office_kinds.refuse_old(data)
    if data.startswith((_ZIP, _COMPOUND)):
        raise NotADocument(f"not read yet: {_NOT_YET.get(suffix, 'archives and office files')}")
    if suffix in (".html", ".htm", ".xhtml", ".xml", ".doc", ".xls") and _HTML.match(data[:_HEAD]):
        return "lovdata" if _LOVDATA.search(data) else "html"
    if suffix in _NOT_YET:
        raise NotADocument(f"not read yet: {_NOT_YET[suffix]}")
    office_kinds.refuse_misnamed(suffix)
    if suffix == ".pdf":
        raise Damaged("named `.pdf` but no PDF: it does not begin with `%PDF-`")
    if suffix not in _BY_NAME:
        known = ", ".join(sorted(name for name in _BY_NAME if name))
        raise NotADocument(f"`{suffix}` files are not read; read are {known}")
    return _BY_NAME[suffix]
