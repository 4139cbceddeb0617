"""Office files built by hand: the parts that a test names, in a ZIP file."""

from __future__ import annotations

import io
import zipfile

WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
RELATED = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
DRAWING = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
SLIDE = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
COMPATIBLE = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
_KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"


def zipped(parts: dict[str, str | bytes]) -> bytes:
    """A ZIP file of these members, in order."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return packed.getvalue()


def relations(*targets: tuple[str, str, str]) -> str:
    """A part's relations: (id, kind, target); a target with `://` is outside the file."""
    listed = "".join(
        f'<Relationship Id="{name}" Type="{_KIND}{kind}" Target="{target}"'
        + (' TargetMode="External"/>' if "://" in target else "/>")
        for name, kind, target in targets
    )
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'<Relationships xmlns="{space}">{listed}</Relationships>'


# ---------------------------------------------------------------- Word


def docx(body: str, parts: dict[str, str | bytes] | None = None, **word_parts: str) -> bytes:
    """A Word document: its body, parts by full name, and others by name (`styles="<w:style>…"`)."""
    members: dict[str, str | bytes] = {
        "word/document.xml": f"<w:document {WORD} {RELATED} {MATH} {COMPATIBLE} {DRAWING}>"
        f"<w:body>{body}</w:body></w:document>"
    }
    for name, inner in word_parts.items():
        members[f"word/{name}.xml"] = f"<w:{name} {WORD} {RELATED}>{inner}</w:{name}>"
    return zipped({**members, **(parts or {})})


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(*pieces: str, style: str = "", properties: str = "") -> str:
    """Pieces without a tag are runs of text."""
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    inner = "".join(piece if piece.startswith("<") else run(piece) for piece in pieces)
    return f"<w:p><w:pPr>{named}{properties}</w:pPr>{inner}</w:p>"


def numbered(number: int, level: int = 0) -> str:
    return f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>'


def style(name: str, inner: str = "", title: str = "") -> str:
    return (
        f'<w:style w:type="paragraph" w:styleId="{name}"><w:name w:val="{title or name}"/>{inner}</w:style>'
    )


def levels(*looks: tuple[str, str], extra: str = "") -> str:
    """An abstract numbering 1 and a numbering 1 of it; looks are (format, text) level by level."""
    inner = "".join(
        f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
        for level, (form, text) in enumerate(looks)
    )
    return (
        f'<w:abstractNum w:abstractNumId="1">{inner}</w:abstractNum>'
        f'<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>{extra}'
    )


def table(*rows: str) -> str:
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>"


def cell(text: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(text)}</w:tc>"


# ---------------------------------------------------------------- Excel


def xlsx(
    *sheets: str,
    strings: str = "",
    formats: tuple[str, ...] = (),
    names: tuple[str, ...] = (),
    states: tuple[str, ...] = (),
    workbook: str = "",
    parts: dict[str, str | bytes] | None = None,
) -> bytes:
    """
    A workbook. A sheet is what stands in its `worksheet` element, or rows alone (`<row …>`).

    Style 0 is General, style n the n-th of `formats`.
    """
    listed = "".join(
        f'<sheet name="{names[n] if n < len(names) else f"Sheet{n + 1}"}" sheetId="{n + 1}" r:id="s{n}"'
        + (f' state="{states[n]}"/>' if n < len(states) and states[n] else "/>")
        for n in range(len(sheets))
    )
    codes = "".join(f'<numFmt numFmtId="{164 + n}" formatCode="{code}"/>' for n, code in enumerate(formats))
    styles = '<xf numFmtId="0"/>' + "".join(f'<xf numFmtId="{164 + n}"/>' for n in range(len(formats)))
    links = [(f"s{n}", "worksheet", f"worksheets/sheet{n + 1}.xml") for n in range(len(sheets))]
    members: dict[str, str | bytes] = {
        "xl/workbook.xml": f"<workbook {SHEET} {RELATED}>{workbook}<sheets>{listed}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": relations(
            *links, ("t", "sharedStrings", "sharedStrings.xml"), ("y", "styles", "styles.xml")
        ),
        "xl/sharedStrings.xml": f"<sst {SHEET}>{strings}</sst>",
        "xl/styles.xml": f"<styleSheet {SHEET}><numFmts>{codes}</numFmts>"
        f"<cellXfs>{styles}</cellXfs></styleSheet>",
    }
    for n, sheet in enumerate(sheets):
        inner = f"<sheetData>{sheet}</sheetData>" if sheet.startswith("<row") or not sheet else sheet
        members[f"xl/worksheets/sheet{n + 1}.xml"] = f"<worksheet {SHEET} {RELATED}>{inner}</worksheet>"
    return zipped({**members, **(parts or {})})


def rows(*lines: str, start: int = 1) -> str:
    """Rows of texts and numbers, cells parted by `|`; a cell that is empty is not there."""
    found = []
    for number, text in enumerate(lines, start):
        cells = "".join(
            _cell(f"{chr(65 + place)}{number}", value.strip())
            for place, value in enumerate(text.split("|"))
            if value.strip()
        )
        if cells:
            found.append(f'<row r="{number}">{cells}</row>')
    return "".join(found)


def _cell(place: str, value: str) -> str:
    try:
        float(value)
    except ValueError:
        return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'
    return f'<c r="{place}"><v>{value}</v></c>'


# ---------------------------------------------------------------- PowerPoint


def pptx(*slides: str, parts: dict[str, str | bytes] | None = None) -> bytes:
    """A presentation of 100 by 100 points; a slide is what stands in its `spTree`."""
    listed = "".join(f'<p:sldId id="{256 + n}" r:id="s{n}"/>' for n in range(len(slides)))
    members: dict[str, str | bytes] = {
        "ppt/presentation.xml": f"<p:presentation {SLIDE} {RELATED}><p:sldIdLst>{listed}</p:sldIdLst>"
        '<p:sldSz cx="1270000" cy="1270000"/></p:presentation>',
        "ppt/_rels/presentation.xml.rels": relations(
            *((f"s{n}", "slide", f"slides/slide{n + 1}.xml") for n in range(len(slides)))
        ),
    }
    for n, slide in enumerate(slides):
        show = ' show="0"' if slide.startswith("<!--hidden-->") else ""
        members[f"ppt/slides/slide{n + 1}.xml"] = (
            f"<p:sld {SLIDE} {DRAWING} {RELATED}{show}><p:cSld><p:spTree>{slide}</p:spTree></p:cSld></p:sld>"
        )
    return zipped({**members, **(parts or {})})


def shape(
    *lines: str,
    place: tuple[int, int, int, int] | None = None,
    holds: str | None = None,
    hidden: bool = False,
) -> str:
    """A shape with paragraphs (text, or a whole `<a:p>`) at (left, top, width, height) in points."""
    placeholder = f'<p:ph type="{holds}"/>' if holds is not None else ""
    about = '<p:cNvPr id="1" name="s" hidden="1"/>' if hidden else '<p:cNvPr id="1" name="s"/>'
    inner = "".join(
        line if line.startswith("<") else f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" for line in lines
    )
    return (
        f"<p:sp><p:nvSpPr>{about}<p:cNvSpPr/><p:nvPr>{placeholder}</p:nvPr></p:nvSpPr>"
        f"<p:spPr>{transform('a:xfrm', place)}</p:spPr><p:txBody>{inner}</p:txBody></p:sp>"
    )


def transform(name: str, place: tuple[int, int, int, int] | None) -> str:
    if place is None:
        return ""
    left, top, width, height = (side * 12_700 for side in place)
    return f'<{name}><a:off x="{left}" y="{top}"/><a:ext cx="{width}" cy="{height}"/></{name}>'


# ---------------------------------------------------------------- OpenDocument

_OPEN = "".join(
    f' xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in (
        ("office", "office"),
        ("text", "text"),
        ("table", "table"),
        ("style", "style"),
        ("draw", "drawing"),
        ("presentation", "presentation"),
        ("fo", "xsl-fo-compatible"),
        ("meta", "meta"),
        ("manifest", "manifest"),
    )
)


def open_document(
    kind: str, body: str, styles: str = "", parts: dict[str, str | bytes] | None = None
) -> bytes:
    """An OpenDocument file; `kind` is `text`, `spreadsheet` or `presentation`."""
    content = (
        f"<office:document-content{_OPEN}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )
    stated = f"application/vnd.oasis.opendocument.{kind}"
    return zipped({"mimetype": stated, "content.xml": content, **(parts or {})})
