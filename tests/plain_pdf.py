"""A minimal PDF writer for tests: a page from its content stream, to try what no ordinary program writes."""

from __future__ import annotations

_FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"


def build(objects: list[bytes], trailer: bytes = b"") -> bytes:
    """A file of these objects; the first is the catalog."""
    out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R %b >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        trailer,
        start,
    )
    return bytes(out)


def stream(content: bytes, entries: bytes = b"") -> bytes:
    return b"<< /Length %d %b >>\nstream\n%b\nendstream" % (len(content), entries, content)


def one_page(
    content: bytes,
    page: bytes = b"",
    catalog: bytes = b"",
    resources: bytes = b"",
    more: tuple[bytes, ...] = (),
) -> bytes:
    """One page of 595 by 842 points with Helvetica as /F1; objects of `more` have the numbers from 6 on."""
    return build(
        [
            b"<< /Type /Catalog /Pages 2 0 R %b >>" % catalog,
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R %b "
            b"/Resources << /Font << /F1 4 0 R >> %b >> >>" % (page, resources),
            _FONT,
            stream(content),
            *more,
        ]
    )


def line(
    text: str, x: float = 72, y: float = 700, size: float = 12, before: str = "", after: str = ""
) -> bytes:
    """A line of text with operators before and after it, all in a state of its own."""
    return f"q {before} BT /F1 {size} Tf {x} {y} Td ({text}) Tj ET {after} Q\n".encode("cp1252")
