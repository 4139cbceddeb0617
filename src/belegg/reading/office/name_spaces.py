"""The name spaces of office files by a short prefix; Strict Open XML has spellings of its own."""

from __future__ import annotations

_OPEN_XML = "http://schemas.openxmlformats.org/"
_STRICT = "http://purl.oclc.org/ooxml/"
_ODF = "urn:oasis:names:tc:opendocument:xmlns:"

_MICROSOFT = {
    "w": "wordprocessingml/2006/main wordprocessingml/main",
    "a": "drawingml/2006/main drawingml/main",
    "p": "presentationml/2006/main presentationml/main",
    "x": "spreadsheetml/2006/main spreadsheetml/main",
    "c": "drawingml/2006/chart drawingml/chart",
    "dgm": "drawingml/2006/diagram drawingml/diagram",
    "wp": "drawingml/2006/wordprocessingDrawing drawingml/wordprocessingDrawing",
    "xdr": "drawingml/2006/spreadsheetDrawing drawingml/spreadsheetDrawing",
    "r": "officeDocument/2006/relationships officeDocument/relationships",
    "m": "officeDocument/2006/math officeDocument/math",
    "rel": "package/2006/relationships",
    "ct": "package/2006/content-types",
    "cp": "package/2006/metadata/core-properties",
    "mc": "markup-compatibility/2006",
}
_OTHERS = {
    "http://schemas.microsoft.com/office/word/2010/wordml": "w14",
    "http://schemas.microsoft.com/office/word/2010/wordprocessingShape": "wps",
    "urn:schemas-microsoft-com:vml": "v",
    "urn:schemas-microsoft-com:office:office": "o",
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://purl.org/dc/terms/": "dcterms",
    "http://www.idpf.org/2007/opf": "opf",
    "urn:oasis:names:tc:opendocument:xmlns:container": "ocf",
    "http://www.w3.org/2001/04/xmlenc#": "enc",
    "http://www.w3.org/1999/xlink": "xlink",
    "http://www.w3.org/XML/1998/namespace": "xml",
}
_OPEN_DOCUMENT = (
    ("office", "office:1.0"),
    ("text", "text:1.0"),
    ("table", "table:1.0"),
    ("style", "style:1.0"),
    ("meta", "meta:1.0"),
    ("draw", "drawing:1.0"),
    ("presentation", "presentation:1.0"),
    ("svg", "svg-compatible:1.0"),
    ("fo", "xsl-fo-compatible:1.0"),
    ("manifest", "manifest:1.0"),
)

PREFIXES: dict[str, str] = {
    **{
        base + path: prefix
        for prefix, paths in _MICROSOFT.items()
        for path in paths.split()
        for base in (_OPEN_XML, _STRICT)
    },
    **{_ODF + path: prefix for prefix, path in _OPEN_DOCUMENT},
    **_OTHERS,
}
"""Name space → prefix. Names of other spaces get the prefix `?`."""
