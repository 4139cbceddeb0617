"""
An answer as a Word file (DOCX) with real footnotes: five parts of Office Open XML in a ZIP, written by hand.

Nothing in it leads anywhere: no link, no picture, no macro. The same answer gives the same bytes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from belegg.library.turns.written import Kind, Paragraph, Written

_W: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_RELATIONS: Final = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES: Final = "http://schemas.openxmlformats.org/package/2006/content-types"
_PART: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_XML: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_NOT_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MADE: Final = (1980, 1, 1, 0, 0, 0)
_NAME: Final = re.compile("`([^`]+)`")
NAMED: Final = '<w:rPr><w:rStyle w:val="Name"/></w:rPr>'
ABOUT_IT: Final = ("Verdict", "Warning", "Aside")
RESERVED: Final = 2  # ids of the two separators, before the first note

CONTENT_TYPES: Final = (
    f'{_XML}<Types xmlns="{_TYPES}">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{_PART}.document.main+xml"/>'
    f'<Override PartName="/word/styles.xml" ContentType="{_PART}.styles+xml"/>'
    f'<Override PartName="/word/footnotes.xml" ContentType="{_PART}.footnotes+xml"/>'
    "</Types>"
)
ROOT: Final = (
    f'{_XML}<Relationships xmlns="{_RELATIONS}">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="word/document.xml"/>'
    "</Relationships>"
)
DOCUMENT_RELATIONS: Final = (
    f'{_XML}<Relationships xmlns="{_RELATIONS}">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/styles" Target="styles.xml"/>'
    f'<Relationship Id="rId2" Type="{_OFFICE}/footnotes" Target="footnotes.xml"/>'
    "</Relationships>"
)


STYLE_OF: Final[Mapping[Kind, str]] = {
    "text": "",
    "verdict": "Verdict",
    "warning": "Warning",
    "aside": "Aside",
}


def _style(kind: str, name: str, shown: str, paragraph: str = "", run: str = "", default: str = "") -> str:
    based = '<w:basedOn w:val="Normal"/>' if kind == "paragraph" and not default else ""
    inside = f"<w:pPr>{paragraph}</w:pPr>" if paragraph else ""
    inside += f"<w:rPr>{run}</w:rPr>" if run else ""
    named = f'<w:style w:type="{kind}"{default} w:styleId="{name}"><w:name w:val="{shown}"/>'
    return f"{named}{based}{inside}</w:style>"


def _marked(bar: str, ground: str) -> str:
    """A bar at the left and a ground, by their colours: what must not be passed over."""
    border = f'<w:pBdr><w:left w:val="single" w:sz="24" w:space="8" w:color="{bar}"/></w:pBdr>'
    return f'{border}<w:shd w:val="clear" w:color="auto" w:fill="{ground}"/><w:ind w:left="200"/>'


STYLES: Final = (
    f'{_XML}<w:styles xmlns:w="{_W}"><w:docDefaults><w:rPrDefault><w:rPr>'
    '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="22"/>'
    "</w:rPr></w:rPrDefault><w:pPrDefault><w:pPr>"
    '<w:spacing w:after="160" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>'
    + _style("paragraph", "Normal", "Normal", default=' w:default="1"')
    + _style(
        "paragraph",
        "Heading1",
        "heading 1",
        '<w:keepNext/><w:spacing w:after="240"/><w:outlineLvl w:val="0"/>',
        '<w:b/><w:sz w:val="32"/>',
    )
    + _style(
        "paragraph",
        "Verdict",
        "Verdict",
        _marked("1F3864", "E8EDF5"),
        '<w:color w:val="1F3864"/><w:sz w:val="24"/>',
    )
    + _style("paragraph", "Warning", "Warning", _marked("B45309", "FFF4E0"), '<w:color w:val="7A3E00"/>')
    + _style(
        "paragraph",
        "Aside",
        "Aside",
        '<w:spacing w:after="80"/><w:ind w:left="360"/>',
        '<w:color w:val="595959"/><w:sz w:val="20"/>',
    )
    + _style(
        "paragraph",
        "About",
        "About",
        '<w:spacing w:after="0"/>',
        '<w:color w:val="595959"/><w:sz w:val="18"/>',
    )
    + _style("paragraph", "FootnoteText", "footnote text", '<w:spacing w:after="40"/>', '<w:sz w:val="18"/>')
    + _style(
        "character", "Name", "Name", run='<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/>'
    )
    + _style("character", "FootnoteReference", "footnote reference", run='<w:vertAlign w:val="superscript"/>')
    + "</w:styles>"
)


def as_docx(text: Written) -> bytes:
    """The bytes of a DOCX file. A footnote that is referred to again is one that names the first."""
    notes: list[str] = []
    body = [_paragraph("Heading1", text.title)]
    body += [_with_notes(paragraph, text.footnotes, notes) for paragraph in text.paragraphs]
    body += [_paragraph("About", each) for each in text.about]
    page = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1418" w:right="1418" w:bottom="1418" '
    page += 'w:left="1418" w:header="709" w:footer="709" w:gutter="0"/></w:sectPr>'
    document = f'{_XML}<w:document xmlns:w="{_W}"><w:body>{"".join(body)}{page}</w:body></w:document>'
    return _zipped(
        {
            "[Content_Types].xml": CONTENT_TYPES,
            "_rels/.rels": ROOT,
            "word/document.xml": document,
            "word/_rels/document.xml.rels": DOCUMENT_RELATIONS,
            "word/styles.xml": STYLES,
            "word/footnotes.xml": _footnotes(notes),
        }
    )


def _with_notes(paragraph: Paragraph, footnotes: tuple[str, ...], notes: list[str]) -> str:
    marks = ""
    for number in paragraph.notes:
        told = footnotes[number - 1]
        notes.append(f"As in note {notes.index(told) + 1}." if told in notes else told)
        if marks:  # two numbers side by side would be one
            marks += '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>,</w:t></w:r>'
        mark = f'<w:footnoteReference w:id="{len(notes) - 1 + RESERVED}"/>'
        marks += f'<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr>{mark}</w:r>'
    return _paragraph(STYLE_OF[paragraph.kind], paragraph.text, marks, paragraph.lead)


def _paragraph(style: str, text: str, more: str = "", lead: str = "") -> str:
    told = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    bold = _run(f"{lead} ", "<w:rPr><w:b/></w:rPr>") if lead else ""
    runs = _with_names(text) if style in ABOUT_IT else _run(text)
    return f"<w:p>{told}{bold}{runs}{more}</w:p>"


def _with_names(text: str) -> str:
    """What Belegg says: what stands between backticks is set as code, without them."""
    pieces = _NAME.split(text)  # every second one stood between backticks
    return "".join(_run(piece, NAMED if n % 2 else "") for n, piece in enumerate(pieces) if piece)


def _run(text: str, shown: str = "") -> str:
    return f'<w:r>{shown}<w:t xml:space="preserve">{escaped(text)}</w:t></w:r>'


def _footnotes(notes: list[str]) -> str:
    parts = [
        f'<w:footnote w:type="{kind}" w:id="{number}"><w:p><w:r><w:{element}/></w:r></w:p></w:footnote>'
        for number, (kind, element) in enumerate(
            (("separator", "separator"), ("continuationSeparator", "continuationSeparator"))
        )
    ]
    mark = '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r>'
    parts += [
        f'<w:footnote w:id="{number}">{_footnote_paragraph(mark, note)}</w:footnote>'
        for number, note in enumerate(notes, RESERVED)
    ]
    return f'{_XML}<w:footnotes xmlns:w="{_W}">{"".join(parts)}</w:footnotes>'


def _footnote_paragraph(mark: str, note: str) -> str:
    return f'<w:p><w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr>{mark}{_run(" " + note)}</w:p>'


def escaped(text: str) -> str:
    """The text as XML holds it; letters that XML cannot hold go."""
    plain = _NOT_XML.sub("", text)
    return plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\n", " ")


def _zipped(parts: dict[str, str]) -> bytes:
    held = io.BytesIO()
    with ZipFile(held, "w", ZIP_DEFLATED) as file:
        for name, part in parts.items():
            entry = ZipInfo(name, _MADE)
            entry.compress_type = ZIP_DEFLATED
            file.writestr(entry, part)
    return held.getvalue()
