"""The text of a draft whose quotations are to be checked: plain text, Markdown, or a DOCX file."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

from belegg.errors import BadInput, ReadingError
from belegg.reading.decoding import decode
from belegg.records import Note

LARGEST_DRAFT_BYTES = 20_000_000
LARGEST_PART_BYTES = 50_000_000  # of one unpacked part of a DOCX file
DEEPEST = 200  # elements inside one another; Word itself nests some 30

WORD = (
    "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}",
    "{http://purl.oclc.org/ooxml/wordprocessingml/main}",  # files saved as Strict Open XML
)
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"  # the same text once more
PARTS = ("word/document.xml", "word/footnotes.xml", "word/endnotes.xml")
BREAKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
OLD_OFFICE = b"\xd0\xcf\x11\xe0"
PDF = b"%PDF-"


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft's text, and what was odd about its bytes."""

    text: str
    notes: tuple[Note, ...] = ()


def read_draft(data: bytes, name: str) -> Draft:
    """The draft, decoded as documents are. Raises BadInput when it is neither text nor a DOCX file."""
    if len(data) > LARGEST_DRAFT_BYTES:
        raise BadInput(f"the draft `{name}` holds over {LARGEST_DRAFT_BYTES:,} bytes; divide it")
    if data.startswith(b"PK\x03\x04"):
        return Draft(docx_text(data, name))
    if data.startswith(OLD_OFFICE):
        raise BadInput(f"`{name}` is an old or encrypted Office file; save it as DOCX without a password")
    if data.startswith(PDF):  # most of one may well be text, but not the text that is read
        raise BadInput(f"`{name}` is a PDF file; give the draft as text, Markdown or DOCX")
    try:
        decoded = decode(data)
    except ReadingError as error:
        raise BadInput(f"the draft `{name}` cannot be read: {error}") from error
    if "\0" in decoded.text:
        raise BadInput(f"the draft `{name}` is no text; give text, Markdown or a DOCX file")
    return Draft(decoded.text, tuple(Note("draft", f"`{name}`: {w.text}") for w in decoded.warnings))


def docx_text(data: bytes, name: str) -> str:
    """The paragraphs of a DOCX file, an empty line between them, notes last; deleted text is left out."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            held = set(archive.namelist())
            if PARTS[0] not in held:
                raise BadInput(f"`{name}` is a ZIP file, but no DOCX file; save the draft as DOCX or text")
            parts = [part_bytes(archive, part, name) for part in PARTS if part in held]
            paragraphs = [text for part in parts for text in paragraphs_of(parsed(part, name))]
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError) as error:
        raise BadInput(f"the DOCX file `{name}` is damaged or encrypted ({error})") from error
    return "\n\n".join(paragraphs)


def part_bytes(archive: zipfile.ZipFile, part: str, name: str) -> bytes:
    with archive.open(part) as stream:
        data = stream.read(LARGEST_PART_BYTES + 1)
    if len(data) > LARGEST_PART_BYTES:
        raise BadInput(f"`{part}` in `{name}` unpacks to over {LARGEST_PART_BYTES:,} bytes")
    return data


class Shallow(ElementTree.TreeBuilder):
    """Builds a tree, and refuses one that would nest deeper than Python's calls."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.depth = 0

    def start(self, tag: str, attributes: dict[str, str], /) -> ElementTree.Element:
        self.depth += 1
        if self.depth > DEEPEST:
            raise BadInput(f"the DOCX file `{self.name}` nests over {DEEPEST} elements")
        return super().start(tag, attributes)

    def end(self, tag: str, /) -> ElementTree.Element:
        self.depth -= 1
        return super().end(tag)


def parsed(data: bytes, name: str) -> ElementTree.Element:
    """The part's tree. A document type is refused: Word writes none, and XML bombs are made of entities."""
    if (
        b"<!DOCTYPE" in data
        or "<!DOCTYPE".encode("utf-16-le") in data
        or "<!DOCTYPE".encode("utf-16-be") in data
    ):
        raise BadInput(f"the DOCX file `{name}` holds a document type, which Word never writes")
    parser = ElementTree.XMLParser(target=Shallow(name))
    try:
        parser.feed(data)
        root = parser.close()
    except ElementTree.ParseError as error:
        raise BadInput(f"the DOCX file `{name}` is damaged ({error})") from error
    if not isinstance(root, ElementTree.Element):
        raise BadInput(f"the DOCX file `{name}` is empty")
    return root


def paragraphs_of(root: ElementTree.Element) -> Iterator[str]:
    """The paragraphs that hold text, in order; one inside another (a text box) comes after it."""
    for paragraph in without_fallback(root):
        if word_name(paragraph) == "p":
            text = "".join(pieces_of(paragraph)).strip()
            if text:
                yield text


def word_name(element: ElementTree.Element) -> str:
    """`p`, `t` … of an element of Word's own; empty for others (formulas, drawings)."""
    space, _, name = element.tag.rpartition("}")
    return name if f"{space}}}" in WORD else ""


def without_fallback(element: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """The element and all below it, in order."""
    yield element
    for child in element:
        if child.tag != FALLBACK:
            yield from without_fallback(child)


def pieces_of(paragraph: ElementTree.Element) -> Iterator[str]:
    """The text of a paragraph, without that of paragraphs inside it."""
    for child in paragraph:
        name = word_name(child)
        if name == "p" or child.tag == FALLBACK:
            continue
        if name == "t":
            yield child.text or ""
        elif name in BREAKS:
            yield BREAKS[name]
        else:
            yield from pieces_of(child)
