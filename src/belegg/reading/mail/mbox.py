"""
A mailbox (`.mbox`): many mails in one file, each behind a line that begins with `From `.

The mailbox itself is a list; every mail in it is a part, and a document of its own. A mail keeps its name
when others are added or taken out: it is made of its date, its subject and its bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.parser import BytesHeaderParser
from hashlib import sha256

from belegg.errors import Damaged
from belegg.reading.content import Content, Part, Said, silent
from belegg.reading.mail.eml import AS_WRITTEN, fields_of
from belegg.reading.mail.headers import moment
from belegg.reading.parts import PartNames, listing

_BEGINS = re.compile(rb"(?:\A|(?<=\n\n)|(?<=\r\n\r\n))From [^\r\n]*\r?\n(?=[A-Za-z0-9-]+:|>From )")
_GUARDED = re.compile(rb"^>(>*From )", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Kept:
    name: str
    data: bytes


def parse(data: bytes, said: Said = silent) -> Content:
    """Raises Damaged when it is no mailbox, TooLarge."""
    kept = list(_mails(data))
    if not kept:
        raise Damaged("no mailbox: it holds no line that begins with `From ` before a mail's head")
    return listing([mail.name for mail in kept], "mails", [Part(mail.name, mail.data) for mail in kept])


def _mails(data: bytes) -> Iterator[_Kept]:
    names = PartNames()
    starts = list(_BEGINS.finditer(data))
    ends = [*(found.start() for found in starts[1:]), len(data)]
    for found, end in zip(starts, ends, strict=False):
        mail = data[found.end() : end]
        mail = _GUARDED.sub(rb"\1", mail)
        yield _Kept(names.take(_name(mail), len(mail)), mail)


def _name(mail: bytes) -> str:
    fields = fields_of(BytesHeaderParser(policy=AS_WRITTEN).parsebytes(mail[:200_000]))
    sent = moment(fields.get("Date", ""))
    date = f"{sent.date().isoformat()} " if sent else ""
    subject = fields.get("Subject", "no subject").replace("/", "-")[:80]
    return f"{date}{subject} {sha256(mail).hexdigest()[:8]}.eml"
