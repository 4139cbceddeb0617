"""A mail that came inside another, written out as `.eml`, so that it is read like any other file."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from hashlib import sha256

from belegg.reading.mail.message import Mail, Written


def as_eml(mail: Mail) -> bytes:
    """The same mail gives the same bytes: the boundary is made of the content."""
    pieces = list(_pieces(mail))
    boundary = b"=_" + sha256(b"\0".join(pieces)).hexdigest()[:32].encode()
    head = [f"{name}: {value}".encode("utf-8", "replace") for name, value in mail.fields.items()]
    head += [b"MIME-Version: 1.0", b'Content-Type: multipart/mixed; boundary="' + boundary + b'"']
    opening = b"\r\n--" + boundary + b"\r\n"
    return (
        b"\r\n".join(head)
        + b"\r\n"
        + b"".join(opening + piece for piece in pieces)
        + b"\r\n--"
        + boundary
        + b"--\r\n"
    )


def _pieces(mail: Mail) -> Iterator[bytes]:
    for body in mail.bodies:
        forms = [("text/plain", written) for written in body.plain] or [("text/html", w) for w in body.html]
        for kind, written in forms:
            yield _piece(kind, written)
    for part in mail.parts:
        name = part.name.replace('"', "'").replace("\r", " ").replace("\n", " ")
        kind = "message/rfc822" if name.endswith(".eml") else "application/octet-stream"
        head = f'Content-Type: {kind}\r\nContent-Disposition: attachment; filename="{name}"\r\n'
        yield (
            head.encode("utf-8", "replace")
            + b"Content-Transfer-Encoding: base64\r\n\r\n"
            + base64.encodebytes(part.data)
        )


def _piece(kind: str, written: Written) -> bytes:
    charset = f"; charset={written.charset}" if written.charset else ""
    head = f"Content-Type: {kind}{charset}\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    return head.encode() + base64.encodebytes(written.data)
