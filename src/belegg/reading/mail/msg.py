"""
Outlook's `.msg` (MS-OXMSG): a compound file whose streams are properties of the message.

    __substg1.0_0037001F              property 0037 (subject) as UTF-16
    __properties_version1.0           the fixed ones: times, code pages
    __attach_version1.0_#00000000/    an attachment, with streams of its own
"""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.parser import HeaderParser
from email.utils import format_datetime

import olefile

from belegg.errors import Damaged, NotADocument, TooLarge
from belegg.reading.content import Content, Part, Said, silent
from belegg.reading.mail.charsets import characters
from belegg.reading.mail.composing import as_eml
from belegg.reading.mail.content import mail_content
from belegg.reading.mail.eml import AS_WRITTEN, fields_of, read_mail
from belegg.reading.mail.headers import plain_field
from belegg.reading.mail.message import Body, Mail, Written
from belegg.reading.mail.packed_rtf import unpacked
from belegg.reading.parts import PartNames
from belegg.records import Warned

_MESSAGE_CLASS, _SUBJECT, _HEADERS, _BODY, _HTML, _RTF = 0x001A, 0x0037, 0x007D, 0x1000, 0x1013, 0x1009
_SENDER_NAME, _SENDER_SMTP, _SENDER_ADDRESS = 0x0C1A, 0x5D01, 0x0C1F
_SENT_TIME, _ARRIVAL_TIME = 0x0039, 0x0E06
_ATTACHED_DATA, _LONG_NAME, _SHORT_NAME, _SHOWN_NAME, _CONTENT_ID = 0x3701, 0x3707, 0x3704, 0x3001, 0x3712
_MIME_TYPE, _HIDDEN_ATTACHMENT = 0x370E, 0x7FFE
_BY_NAME = {
    "Subject": _SUBJECT,
    "To": 0x0E04,
    "Cc": 0x0E03,
    "Bcc": 0x0E02,
    "Message-ID": 0x1035,
    "In-Reply-To": 0x1042,
}
_CODE_PAGES = (0x3FDE, 0x3FFD)
_UTF_16, _BYTES, _LETTERS = 0x001F, 0x0102, 0x001E
_FIXED = "__properties_version1.0"
_DEEPEST = 3
_SINCE = datetime(1601, 1, 1, tzinfo=UTC)


def parse(data: bytes, said: Said = silent) -> Content:
    """Raises Damaged, NotADocument for a compound file that is no message, PasswordNeeded and TooLarge."""
    try:
        with olefile.OleFileIO(io.BytesIO(data)) as file:
            if not file.exists(_FIXED):
                raise NotADocument("not read: a file of an old Office program, and no Outlook message")
            return mail_content(_mail(_Streams.of(file), 0))
    except (OSError, struct.error, ArithmeticError, LookupError, ValueError, RecursionError) as error:
        raise Damaged(f"the message is damaged: {error}") from error


@dataclass(frozen=True, slots=True)
class _Streams:
    """The streams of one message or attachment, below a path; names are found without regard to case."""

    file: olefile.OleFileIO
    names: dict[str, list[str]]
    below: str = ""

    @classmethod
    def of(cls, file: olefile.OleFileIO) -> _Streams:
        return cls(
            file, {"/".join(path).lower(): path for path in file.listdir(streams=True, storages=False)}
        )

    def inside(self, name: str) -> _Streams:
        return _Streams(self.file, self.names, f"{self.below}{name}/")

    def folders(self, beginning: str) -> list[str]:
        """The storages right below this one whose names begin so, in order."""
        start = f"{self.below}{beginning}".lower()
        found = (name[len(self.below) :].partition("/") for name in self.names if name.startswith(start))
        return sorted({first for first, slash, _ in found if slash})

    def raw(self, name: str) -> bytes | None:
        path = self.names.get(f"{self.below}{name}".lower())
        return self.file.openstream(path).read() if path else None

    def has(self, name: str) -> bool:
        start = f"{self.below}{name}/".lower()
        return any(path.startswith(start) for path in self.names)

    def data(self, number: int) -> bytes | None:
        """A property of bytes."""
        return self.raw(f"__substg1.0_{number:04X}{_BYTES:04X}")

    def text(self, number: int, code_page: str | None) -> str:
        """A property of letters, in UTF-16 or in the message's code page; empty when it is not there."""
        wide = self.raw(f"__substg1.0_{number:04X}{_UTF_16:04X}")
        if wide is not None:
            return wide.decode("utf-16-le", "replace").rstrip("\0")
        narrow = self.raw(f"__substg1.0_{number:04X}{_LETTERS:04X}")
        return characters(narrow.rstrip(b"\0"), code_page).text if narrow else ""

    def fixed(self) -> dict[int, bytes]:
        """The eight bytes of every property of fixed size, by its number."""
        data = self.raw(_FIXED) or b""
        head = 32 if not self.below else 8 if "__attach" in self.below.rstrip("/").rpartition("/")[2] else 24
        entries = (data[place : place + 16] for place in range(head, len(data) - 15, 16))
        return {int.from_bytes(entry[2:4], "little"): entry[8:16] for entry in entries}


def _mail(streams: _Streams, depth: int) -> Mail:
    fixed = streams.fixed()
    code_page = _code_page(fixed)
    signed = _signed_inside(streams, code_page)
    if signed is not None:
        return signed
    names, pictures = PartNames(), 0
    parts: list[Part] = []
    warnings: list[Warned] = []
    bodies = _bodies(streams, code_page)
    rich = unpacked(streams.data(_RTF) or b"") if not bodies else None
    if rich:
        parts.append(Part(names.take("body.rtf", len(rich)), rich))
        warnings.append(
            Warned("rich text", "the body is in rich text alone; it is a document of its own, `body.rtf`")
        )
    shown = b"".join(written.data for body in bodies for written in body.html)
    for folder in streams.folders("__attach_version1.0_"):
        attached = streams.inside(folder)
        if _is_picture(attached, code_page, shown):
            pictures += 1
            continue
        found = _attachment(attached, code_page, depth)
        if found is None:
            warnings.append(
                Warned("attachment", f"`{_name(attached, code_page)}` is only linked to, not attached")
            )
        else:
            parts.append(Part(names.take(found.name, len(found.data)), found.data))
    return Mail(_fields(streams, code_page, fixed), bodies, tuple(parts), pictures, warnings=tuple(warnings))


def _code_page(fixed: dict[int, bytes]) -> str | None:
    for number in _CODE_PAGES:
        value = int.from_bytes(fixed.get(number, b"")[:4], "little")
        if value:
            return {65001: "utf-8", 20127: "ascii", 50220: "iso-2022-jp", 28591: "iso-8859-1"}.get(
                value, f"cp{value}"
            )
    return None


def _fields(streams: _Streams, code_page: str | None, fixed: dict[int, bytes]) -> dict[str, str]:
    """The fields of the mail's own head where it travelled, else Outlook's properties."""
    head = streams.text(_HEADERS, code_page)
    travelled = fields_of(HeaderParser(policy=AS_WRITTEN).parsestr(head)) if head else {}
    fields = {name: plain_field(streams.text(number, code_page)) for name, number in _BY_NAME.items()}
    name = streams.text(_SENDER_NAME, code_page)
    address = streams.text(_SENDER_SMTP, code_page) or streams.text(_SENDER_ADDRESS, code_page)
    fields["From"] = plain_field(
        f"{name} <{address}>" if "@" in address and address != name else name or address
    )
    fields["Date"] = _time(fixed.get(_SENT_TIME)) or _time(fixed.get(_ARRIVAL_TIME))
    kept = {**fields, **{name: value for name, value in travelled.items() if name != "Received"}}
    if fields["Subject"]:
        kept["Subject"] = fields["Subject"]
    return {name: value for name, value in kept.items() if value}


def _time(value: bytes | None) -> str:
    """A FILETIME (tenths of microseconds since 1601) as a mail's date."""
    ticks = int.from_bytes(value or b"", "little")
    if not 0 < ticks < 2_600_000_000_000_000_000:
        return ""
    return format_datetime(_SINCE + timedelta(microseconds=ticks // 10))


def _bodies(streams: _Streams, code_page: str | None) -> tuple[Body, ...]:
    plain = streams.text(_BODY, code_page)
    html = streams.data(_HTML)
    if html is None:
        wide = streams.text(_HTML, code_page)
        html = wide.encode() if wide else None
    body = Body(
        (Written(plain.encode("utf-8", "replace"), "utf-8"),) if plain.strip() else (),
        (Written(html, code_page),) if html else (),
    )
    if body.plain or body.html:
        return (body,)
    return ()


def _signed_inside(streams: _Streams, code_page: str | None) -> Mail | None:
    """A signed message keeps the mail as it travelled in its one attachment (`smime.p7m`)."""
    if "smime" not in streams.text(_MESSAGE_CLASS, code_page).lower():
        return None
    folders = streams.folders("__attach_version1.0_")
    data = streams.inside(folders[0]).data(_ATTACHED_DATA) if folders else None
    if not data:
        return None
    kind = streams.inside(folders[0]).text(_MIME_TYPE, code_page) or "application/pkcs7-mime"
    if kind != "multipart/signed":
        data = b"Content-Type: application/pkcs7-mime\r\nContent-Transfer-Encoding: binary\r\n\r\n" + data
    inner = read_mail(data)
    outer = _fields(streams, code_page, streams.fixed())
    return Mail(
        {**inner.fields, **outer}, inner.bodies, inner.parts, inner.pictures, inner.signed, inner.encrypted
    )


def _name(attached: _Streams, code_page: str | None) -> str:
    names = (attached.text(number, code_page) for number in (_LONG_NAME, _SHORT_NAME, _SHOWN_NAME))
    return next((name.strip() for name in names if name.strip()), "attachment")


def _attachment(attached: _Streams, code_page: str | None, depth: int) -> Part | None:
    data = attached.data(_ATTACHED_DATA)
    if data is not None:
        return Part(_name(attached, code_page), data)
    embedded = f"__substg1.0_{_ATTACHED_DATA:04X}000D"
    if not attached.has(embedded):
        return None
    if depth >= _DEEPEST:
        raise TooLarge(f"messages inside messages nest deeper than {_DEEPEST}")
    inner = _mail(attached.inside(embedded), depth + 1)
    name = inner.fields.get("Subject") or _name(attached, code_page)
    return Part(f"{name.replace('/', '-')[:80]}.eml", as_eml(inner))


def _is_picture(attached: _Streams, code_page: str | None, shown: bytes) -> bool:
    """Whether the body shows an attachment by its id, or Outlook hides it."""
    identifier = attached.text(_CONTENT_ID, code_page).strip("<>")
    hidden = attached.fixed().get(_HIDDEN_ATTACHMENT, b"\0")[0] == 1
    return hidden or (bool(identifier) and f"cid:{identifier}".encode() in shown)
