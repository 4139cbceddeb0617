"""A mailbox is a list; every mail in it is a part under a name that stays when others come and go."""

from __future__ import annotations

import pytest

from belegg.errors import Damaged
from belegg.reading.kinds import kind_of
from belegg.reading.mail.mbox import parse

pytestmark = pytest.mark.req("ING-11")

FIRST = (
    "From: a@x.no\nDate: Tue, 05 Mar 2024 09:30:00 +0100\nSubject: One/two\n\nHello.\n\n>From the start.\n"
)
SECOND = "From: b@x.no\nSubject: =?utf-8?q?P=C3=A5ske?=\n\nFrom here on it is text.\n\nFrom: no head\n"


def box(*mails: str) -> bytes:
    return "\n".join(f"From someone Mon Mar 17 11:15:17 2014\n{mail}" for mail in mails).encode()


def test_every_mail_is_a_part_and_the_text_lists_them() -> None:
    found = parse(box(FIRST, SECOND))

    names = [part.name for part in found.parts]
    assert [name[:-13] for name in names] == ["2024-03-05 One-two", "Påske"]
    assert found.text == "2 mails:\n\n" + "\n".join(names)


def test_a_line_that_was_guarded_is_given_back_and_text_is_not_taken_for_a_mail() -> None:
    first, second = parse(box(FIRST, SECOND)).parts

    assert first.data.decode().rstrip().endswith("\n\nFrom the start.")
    assert second.data.decode().rstrip().endswith("From: no head")


def test_names_stay_when_a_mail_is_taken_out() -> None:
    both = [part.name for part in parse(box(FIRST, SECOND)).parts]

    assert [part.name for part in parse(box(SECOND)).parts] == both[1:]


def test_a_mailbox_without_an_ending_is_known_by_how_it_begins() -> None:
    assert kind_of(box(FIRST, SECOND), "mail/Inbox") == "mbox"
    assert kind_of(b"From here on\nit is text.\n", "notes/Inbox") == "text"


def test_what_holds_no_mail_is_no_mailbox() -> None:
    with pytest.raises(Damaged, match="no mailbox"):
        parse(b"From here on nothing follows.\n")
