"""
Internet mail (`.eml`): the tree of a message's parts, walked with bounds.

`email` takes the bytes apart; its header parser is left aside (see `headers`). A message inside this one
becomes a part, a mail of its own.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from dataclasses import dataclass, field
from email.message import Message
from email.parser import BytesParser
from email.policy import Compat32

from belegg.errors import Damaged, TooLarge
from belegg.reading.content import Content, Part, Said, silent
from belegg.reading.decoding import decode
from belegg.reading.mail.charsets import characters
from belegg.reading.mail.content import mail_content
from belegg.reading.mail.headers import plain_field
from belegg.reading.mail.message import Body, Mail, Written
from belegg.reading.mail.signed import signed_content
from belegg.reading.parts import PartNames
from belegg.records import Warned

DEEPEST = 40
"""Multiparts inside multiparts; real mail has under ten."""

_MOST_LEAVES = 10_000
_SEAL_LEVELS = 10
_READ = (
    "From",
    "To",
    "Cc",
    "Bcc",
    "Reply-To",
    "Date",
    "Subject",
    "Message-ID",
    "In-Reply-To",
    "List-Id",
    "Received",
)
_ENDINGS = {
    "application/pdf": ".pdf",
    "application/msword": ".doc",
    "application/rtf": ".rtf",
    "application/zip": ".zip",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
    "image/jpeg": ".jpg",
    "image/png": ".png",
    "text/calendar": ".ics",
    "text/csv": ".csv",
    "text/html": ".html",
    "text/plain": ".txt",
}
_SIGNATURES = frozenset(
    {"application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature"}
)
_SEALED = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})
_BROKEN = re.compile(r"Base64|Boundary", re.IGNORECASE)


class _AsWritten(Compat32):
    """Fields as they stand in the file; bytes above ASCII stay surrogates."""

    def header_fetch_parse(self, name: str, value: str) -> str:
        return value


AS_WRITTEN = _AsWritten(max_line_length=0)
"""How mail is taken apart and put together here."""


def parse(data: bytes, said: Said = silent) -> Content:
    """Raises Damaged, TooLarge and PasswordNeeded."""
    return mail_content(read_mail(data))


def read_mail(data: bytes) -> Mail:
    """Raises Damaged when no field of a mail's head is there, TooLarge when parts nest too deep."""
    raw = _one_byte_letters(data).lstrip(b"\r\n\t ")
    try:
        message = BytesParser(policy=AS_WRITTEN).parsebytes(raw)
    except RecursionError as error:
        raise TooLarge("the mail's parts are nested too deep") from error
    fields = fields_of(message)
    if not fields and message.get("MIME-Version") is None and message.get("Content-Type") is None:
        raise Damaged("no mail: it does not begin with `From:`, `Subject:` or another field of a mail's head")
    gathered = _Gathered()
    _take(message, 0, None, gathered)
    _sort_pictures(gathered)
    return Mail(
        {name: value for name, value in fields.items() if name != "Received"},
        tuple(gathered.bodies),
        tuple(gathered.parts),
        gathered.pictures,
        gathered.signed,
        gathered.encrypted,
        tuple(gathered.warnings),
    )


def fields_of(message: Message) -> dict[str, str]:
    """The fields that are read, decoded; of one that stands twice the first."""
    stated = ((name, message.get(name)) for name in _READ)
    fields = {name: plain_field(str(value)) for name, value in stated if value is not None}
    return {name: value for name, value in fields.items() if value}


def _one_byte_letters(data: bytes) -> bytes:
    """A file that was saved in UTF-16 or UTF-32, as UTF-8; a mail's head has no zero bytes otherwise."""
    if data.startswith(codecs.BOM_UTF8):
        return data[len(codecs.BOM_UTF8) :]
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in data[:64]:
        return decode(data).text.encode("utf-8")
    return data


@dataclass(slots=True)
class _Gathered:
    """What a walk over the parts has met."""

    bodies: list[Body] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    names: PartNames = field(default_factory=PartNames)
    warnings: list[Warned] = field(default_factory=list)
    pictures: int = 0
    pictured: list[tuple[str, str, Message]] = field(default_factory=list)
    leaves: int = 0
    signed: bool = False
    encrypted: bool = False
    seals: int = 0

    def met_damage(self, part: Message) -> None:
        """Remember what `email` found wrong with a part, where text may be missing for it."""
        for defect in part.defects:
            if _BROKEN.search(type(defect).__name__):
                said = f"a part of the mail is torn or written wrongly ({type(defect).__name__})"
                self.warnings.append(Warned("damaged", said))

    def sealed_depth(self) -> int:
        """Every sealed part counts as many levels: seals inside seals end soon."""
        self.seals += 1
        return self.seals * _SEAL_LEVELS

    def keep(self, name: str, data: bytes) -> None:
        self.parts.append(Part(self.names.take(name, len(data)), data))


Forms = list[tuple[str, Written]]
"""The forms of one body, each with its content type."""


def _take(part: Message, depth: int, forms: Forms | None, gathered: _Gathered) -> None:
    """One part and those below it, in order; `forms` gathers inside of `multipart/alternative`."""
    gathered.leaves += 1
    if depth > DEEPEST or gathered.leaves > _MOST_LEAVES:
        raise TooLarge(f"the mail has more than {_MOST_LEAVES:,} parts, or they nest deeper than {DEEPEST}")
    kind = part.get_content_type()
    gathered.met_damage(part)
    if not (part.is_multipart() and kind.startswith("multipart/")):
        _leaf(part, kind, forms, gathered)
        return
    inner: Forms | None = [] if forms is None and kind == "multipart/alternative" else None
    for child in _children(part, kind, gathered):
        _take(child, depth + 1, forms if inner is None else inner, gathered)
    if inner:
        gathered.bodies.append(_body(inner))


def _children(part: Message, kind: str, gathered: _Gathered) -> list[Message]:
    payload = part.get_payload()
    children = [child for child in payload if isinstance(child, Message)] if isinstance(payload, list) else []
    if kind == "multipart/encrypted":
        gathered.encrypted = True
        return []
    if kind == "multipart/signed":
        gathered.signed = True
        return children[:1]
    return children


def _body(forms: Forms) -> Body:
    return Body(
        tuple(written for kind, written in forms if kind == "text/plain"),
        tuple(written for kind, written in forms if kind == "text/html"),
    )


def _leaf(part: Message, kind: str, forms: Forms | None, gathered: _Gathered) -> None:
    name = _name(part)
    if kind in _SIGNATURES:
        gathered.signed = True
    elif kind == "message/rfc822" or kind == "message/global":
        _message_inside(part, name, gathered)
    elif kind in _SEALED:
        _sealed(part, gathered)
    elif kind in ("text/plain", "text/html") and not name and not _is_attached(part):
        _written(part, kind, forms, gathered)
    elif kind.startswith(("multipart/", "message/")):
        _written(part, "text/plain", None, gathered)
    elif kind.startswith("image/") and part.get("Content-ID"):
        gathered.pictured.append((str(part["Content-ID"]).strip().strip("<>"), name, part))
    elif kind.startswith("image/") and not _is_attached(part):
        gathered.pictures += 1
    elif name or forms is None or kind == "text/calendar":
        number = len(gathered.parts) + 1
        gathered.keep(name or f"part {number}{_ENDINGS.get(kind, '')}", _attached_bytes(part, kind))


def _sort_pictures(gathered: _Gathered) -> None:
    """A picture that a body shows by its id belongs to the layout; others that are attached are parts."""
    shown = b"".join(written.data for body in gathered.bodies for written in body.html)
    for identifier, name, part in gathered.pictured:
        if not _is_attached(part) or f"cid:{identifier}".encode("utf-8", "surrogateescape") in shown:
            gathered.pictures += 1
        else:
            gathered.keep(name or "picture", _bytes(part))


def _written(part: Message, kind: str, forms: Forms | None, gathered: _Gathered) -> None:
    flowed = str(_parameter(part, "format") or "").lower() == "flowed"
    delete_space = str(_parameter(part, "delsp") or "").lower() == "yes"
    written = Written(_bytes(part), _charset(part), flowed, delete_space)
    gathered.met_damage(part)
    if forms is None:
        gathered.bodies.append(_body([(kind, written)]))
    else:
        forms.append((kind, written))


def _message_inside(part: Message, name: str, gathered: _Gathered) -> None:
    """A message inside this one, also where it was wrongly put in base64."""
    payload = part.get_payload()
    inner = payload[0] if isinstance(payload, list) and payload else None
    if not isinstance(inner, Message):
        return
    data = inner.as_bytes(policy=AS_WRITTEN)
    if str(part.get("Content-Transfer-Encoding", "")).strip().lower() == "base64":
        try:
            data = base64.b64decode(data, validate=False)
            inner = BytesParser(policy=AS_WRITTEN).parsebytes(data, headersonly=True)
        except (binascii.Error, RecursionError):
            gathered.warnings.append(Warned("damaged", "a message inside the mail could not be decoded"))
    subject = plain_field(str(inner.get("Subject") or "")).replace("/", "-")[:80]
    stated = name or subject or "message"
    gathered.keep(stated if stated.lower().endswith(".eml") else f"{stated}.eml", data)


def _sealed(part: Message, gathered: _Gathered) -> None:
    """S/MIME in one piece: what was signed is inside and is read; what was encrypted cannot be."""
    inner = signed_content(_bytes(part))
    if inner is None:
        gathered.encrypted = True
        return
    gathered.signed = True
    _take(BytesParser(policy=AS_WRITTEN).parsebytes(inner), gathered.sealed_depth(), None, gathered)


def _name(part: Message) -> str:
    try:
        return plain_field(part.get_filename() or "")
    except (ValueError, TypeError, IndexError, LookupError):
        return ""


def _parameter(part: Message, name: str) -> str | None:
    try:
        value = part.get_param(name)
    except (ValueError, TypeError, IndexError):
        return None
    return value if isinstance(value, str) else value[2] if value else None


def _charset(part: Message) -> str | None:
    return _parameter(part, "charset")


def _is_attached(part: Message) -> bool:
    return str(part.get("Content-Disposition") or "").strip().lower().startswith("attachment")


def _bytes(part: Message) -> bytes:
    payload = part.get_payload(decode=True)
    if isinstance(payload, bytes):
        return payload
    inner = part.get_payload()
    blocks = [block for block in inner if isinstance(block, Message)] if isinstance(inner, list) else []
    return b"\n".join(block.as_bytes(policy=AS_WRITTEN).strip() for block in blocks)


def _attached_bytes(part: Message, kind: str) -> bytes:
    """An attachment's bytes; a text whose character set only this mail states is put in UTF-8."""
    data = _bytes(part)
    charset = _charset(part)
    if not kind.startswith("text/") or not charset or data.isascii():
        return data
    decoded = characters(data, charset)
    return (
        data if any(warned.code == "damaged text" for warned in decoded.warnings) else decoded.text.encode()
    )
