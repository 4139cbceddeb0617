"""A mail as a document: its head and body as text, its fields as facts, its attachments as parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC

from belegg.errors import PasswordNeeded
from belegg.reading.content import Content
from belegg.reading.exports.links import INSIDE, LINK
from belegg.reading.mail.body import body_content
from belegg.reading.mail.headers import SHOWN, moment
from belegg.reading.mail.message import Mail
from belegg.records import Block, Fact, Span, Warned
from belegg.text.language import language_of
from belegg.text.normalise import normalise_document

ORIGIN = "mail header"
_FACTS = {
    "From": "from",
    "To": "to",
    "Cc": "cc",
    "Bcc": "bcc",
    "Reply-To": "reply_to",
    "Message-ID": "message_id",
    "In-Reply-To": "in_reply_to",
    "List-Id": "list",
}
_LONGEST_FACT = 2_000


def mail_content(mail: Mail) -> Content:
    """
    The text is the head as a reader sees it (`From: …`), then the body; the language is the body's.

    Raises PasswordNeeded for an encrypted body without attachments, TooLarge.
    """
    if mail.encrypted and not mail.bodies and not mail.parts:
        raise PasswordNeeded("the mail is encrypted; save a copy that is not")
    text, blocks = _head(mail)
    furniture: list[str] = []
    warnings = list(mail.warnings)
    said: list[str] = []
    for body in mail.bodies:
        found = body_content(body)
        warnings += found.warnings
        furniture += found.furniture
        if found.text.strip():
            start = len(text) + 2 if text else 0
            text = f"{text}\n\n{found.text}" if text else found.text
            blocks += [_moved(block, start) for block in found.blocks]
            said.append(found.text)
    return Content(
        text,
        tuple(blocks),
        title=mail.fields.get("Subject") or None,
        language=language_of("\n\n".join(said)).code,
        facts=tuple(_facts(mail)),
        furniture=tuple(furniture),
        warnings=(*_merged(warnings), *_said(mail)),
        parts=mail.parts,
    )


def _head(mail: Mail) -> tuple[str, list[Block]]:
    lines = [f"{name}: {mail.fields[name]}" for name in SHOWN if mail.fields.get(name)]
    text = normalise_document("\n".join(lines))[0]
    return text, [Block("paragraph", Span(0, len(text)))] if text else []


def _moved(block: Block, by: int) -> Block:
    return replace(block, span=Span(block.span.start + by, block.span.end + by))


def _facts(mail: Mail) -> Iterator[Fact]:
    for name, fact in _FACTS.items():
        value = mail.fields.get(name)
        if value:
            yield Fact(fact, value[:_LONGEST_FACT], ORIGIN)
    date = mail.fields.get("Date")
    if date:
        sent = moment(date)
        yield (
            Fact("published", sent.date().isoformat(), ORIGIN)
            if sent
            else Fact("published_as_written", date[:_LONGEST_FACT], ORIGIN)
        )
        if sent:
            yield Fact("sent", (sent if sent.tzinfo else sent.replace(tzinfo=UTC)).isoformat(), ORIGIN)
    for part in mail.parts:
        yield Fact(LINK, part.name, INSIDE)


def _said(mail: Mail) -> Iterator[Warned]:
    if mail.encrypted:
        yield Warned("encrypted", "the body is encrypted and was not read")
    if mail.signed:
        yield Warned("signed", "the mail carries a signature; it was not verified")
    if mail.pictures:
        yield Warned("pictures", f"{mail.pictures} pictures of the layout were not read")


def _merged(warnings: list[Warned]) -> list[Warned]:
    return list(dict.fromkeys(warnings))
