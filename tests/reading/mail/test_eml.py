"""A mail as it was written: fields in plain letters, one body, quoted replies apart, attachments as parts."""

from __future__ import annotations

import base64
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import Damaged, PasswordNeeded, ReadingError, TooLarge
from belegg.reading.content import Content, Part
from belegg.reading.mail.eml import parse

pytestmark = pytest.mark.req("ING-11")

HEAD = "From: Kari <kari@x.no>\nTo: Ola <ola@x.no>\nDate: Tue, 05 Mar 2024 09:30:00 +0100\nSubject: Plan\n"


def mail(body: str, head: str = HEAD) -> Content:
    return parse(f"{head}{body}".encode())


def multipart(kind: str, *parts: str) -> str:
    inner = "".join(f"--b{kind}\n{part}\n" for part in parts)
    return f'Content-Type: multipart/{kind}; boundary="b{kind}"\n\n{inner}--b{kind}--\n'


def plain(text: str) -> str:
    return f"Content-Type: text/plain; charset=utf-8\n\n{text}"


def html(text: str) -> str:
    return f"Content-Type: text/html; charset=utf-8\n\n{text}"


def attached(name: str, data: bytes, kind: str = "application/pdf") -> str:
    packed = base64.encodebytes(data).decode()
    return (
        f'Content-Type: {kind}\nContent-Disposition: attachment; filename="{name}"\n'
        f"Content-Transfer-Encoding: base64\n\n{packed}"
    )


def kinds(content: Content) -> list[tuple[str, str]]:
    return [(b.kind, content.text[b.span.start : b.span.end]) for b in content.blocks]


def parts(content: Content) -> list[Part]:
    return list(content.parts)


def facts(content: Content) -> dict[str, str]:
    return {fact.name: fact.value for fact in content.facts}


def codes(content: Content) -> list[str]:
    return [warned.code for warned in content.warnings]


def test_head_and_body_are_the_text_and_the_fields_are_facts() -> None:
    found = mail("\nHei.\n\nVi møtes fredag.\n")

    assert found.text == (
        "From: Kari <kari@x.no>\nTo: Ola <ola@x.no>\nDate: Tue, 05 Mar 2024 09:30:00 +0100\nSubject: Plan\n\n"
        "Hei.\n\nVi møtes fredag."
    )
    assert found.title == "Plan"
    assert facts(found) == {
        "from": "Kari <kari@x.no>",
        "to": "Ola <ola@x.no>",
        "published": "2024-03-05",
        "sent": "2024-03-05T09:30:00+01:00",
    }


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("=?UTF-8?B?UMOlc2tl?= plan", "Påske plan"),
        ("=?iso-8859-1?Q?M=F8te_i?= =?iso-8859-1?Q?_dag?=", "Møte i dag"),
        ("=?utf-8?b?w6Y=?= =?utf-8?b?w7g=?=", "æø"),
        ("=?utf-8?q?=C3?= =?utf-8?q?=A5?=", "å"),
        ("=?iso-2022-jp?b?GyRCRnxLXDhsGyhC?=", "日本語"),
        ("=?unknown-charset?q?plain?=", "plain"),
        ("=?utf-8?b?!!!not base64!!!?= x", "=?utf-8?b?!!!not base64!!!?= x"),
        ("folded\n  over lines", "folded over lines"),
    ],
)
def test_a_field_is_shown_in_plain_letters(raw: str, shown: str) -> None:
    assert mail("\nBody text.", f"From: a@x.no\nSubject: {raw}\n").title == shown


def test_a_field_in_raw_bytes_is_decoded() -> None:
    found = parse("From: a@x.no\nSubject: Møte på Åsen\n\nHei".encode("latin-1"))

    assert found.title == "Møte på Åsen"


def test_plain_text_is_preferred_to_the_same_in_html() -> None:
    body = multipart("alternative", plain("The plain words."), html("<p>The plain <b>words</b>.</p>"))

    assert kinds(mail(body))[1:] == [("paragraph", "The plain words.")]


def test_html_is_read_where_there_is_no_plain_text_or_only_a_stub() -> None:
    page = (
        "<h1>News</h1><table><tr><th>A<th>B</tr><tr><td>1<td>2</tr></table>" + "<p>many words here</p>" * 60
    )
    only = mail(html("<p>One.</p><p>One.</p>"))
    stub = mail(multipart("alternative", plain("Your program cannot show HTML."), html(page)))

    assert kinds(only)[1:] == [("paragraph", "One."), ("paragraph", "One.")]
    assert kinds(stub)[1:3] == [("heading", "News"), ("table", "| A | B |\n| 1 | 2 |")]
    assert codes(stub) == ["stub"]


def test_two_bodies_that_say_different_things_are_reported() -> None:
    said = "We accept the offer of five million kroner and sign on Friday in Oslo."
    other = (
        "<p>Totally unrelated marketing content about holiday resorts, swimming pools and sunny beaches.</p>"
    )

    assert codes(mail(multipart("alternative", plain(said), html(other)))) == ["two bodies"]


def test_several_bodies_stand_one_below_the_other() -> None:
    body = multipart("mixed", plain("First."), attached("a.pdf", b"%PDF"), plain("-- list footer"))

    assert [text for _, text in kinds(mail(body))[1:]] == ["First.", "-- list footer"]


def test_quoted_replies_are_kept_as_quotes() -> None:
    body = "\nYes.\n\nOn Monday Ola wrote:\n> Can we meet?\n>\n> Ola\n\nBest,\nKari\n"

    assert kinds(mail(body))[1:] == [
        ("paragraph", "Yes."),
        ("paragraph", "On Monday Ola wrote:"),
        ("quote", "> Can we meet?\n>\n> Ola"),
        ("paragraph", "Best,\nKari"),
    ]


@pytest.mark.parametrize(
    "head",
    [
        "-----Original Message-----\nFrom: Ola",
        "-----Opprinnelig melding-----\nFra: Ola",
        "Från: Ola <o@x.no>\nSkickat: den 5 mars",
        "________________________________\nFrom: Ola\nSent: Monday",
    ],
)
def test_all_below_the_head_of_an_earlier_mail_is_a_quote(head: str) -> None:
    found = kinds(mail(f"\nAgreed.\n\n{head}\n\nCan we meet?\n\nOla\n"))[1:]

    assert found[0] == ("paragraph", "Agreed.")
    assert {kind for kind, _ in found[1:]} == {"quote"}


def test_an_earlier_mail_below_an_answer_in_html_is_a_quote() -> None:
    page = "<p>Agreed.</p><div><p><b>From:</b> Ola<br><b>Sent:</b> Monday<br>Subject: Meet</p></div>"
    page += "<p>Can we meet?</p><blockquote>Older.</blockquote><ul><li>One</li></ul>"

    assert kinds(mail(html(page)))[1:] == [
        ("paragraph", "Agreed."),
        ("quote", "From: Ola\nSent: Monday\nSubject: Meet"),
        ("quote", "Can we meet?"),
        ("quote", "Older."),
        ("list", "- One"),
    ]


def test_flowed_lines_are_joined_and_quotes_of_another_depth_are_not() -> None:
    body = "Content-Type: text/plain; format=flowed\n\n"
    body += "One long \nline.\n> quoted \n> too.\n>> deeper \nNot this.\n"

    assert "One long line.\n> quoted too.\n>> deeper\nNot this." in mail(body).text


def test_attachments_are_parts_and_links() -> None:
    found = mail(multipart("mixed", plain("See file."), attached("Report 1.pdf", b"%PDF-1")))

    assert [(part.name, part.data) for part in found.parts] == [("Report 1.pdf", b"%PDF-1")]
    assert ("link", "Report 1.pdf", "inside") in [(f.name, f.value, f.origin) for f in found.facts]


def test_names_of_attachments_lead_nowhere_and_are_distinct() -> None:
    names = ["../../etc/passwd", "C:\\x\\a.pdf", "a.pdf", "a.pdf", "=?utf-8?q?bl=C3=A5.pdf?="]
    found = mail(multipart("mixed", *(attached(name, b"x") for name in names)))

    assert [part.name for part in found.parts] == ["etc/passwd", "x/a.pdf", "a.pdf", "a (2).pdf", "blå.pdf"]


def test_pictures_of_the_layout_are_counted_and_attached_ones_are_parts() -> None:
    page = html('<p>Hi <img src="cid:logo"></p>')
    logo = attached("logo.png", b"png", "image/png").replace("\n\n", "\nContent-ID: <logo>\n\n", 1)
    scan = attached("scan.png", b"png", "image/png")
    found = mail(multipart("mixed", page, logo, scan))

    assert [part.name for part in found.parts] == ["scan.png"]
    assert codes(found) == ["pictures"]


def test_messages_inside_are_parts_also_in_a_digest() -> None:
    inner = "From: eve@x.no\nSubject: First\n\nHello."
    digest = mail(multipart("digest", f"\n{inner}", f"\n{inner}"))
    forwarded = mail(multipart("mixed", plain("See below."), f"Content-Type: message/rfc822\n\n{inner}"))

    assert [part.name for part in digest.parts] == ["First.eml", "First (2).eml"]
    assert parts(forwarded)[0].data.decode().strip() == inner


def test_a_text_whose_character_set_only_the_mail_states_is_put_in_utf_8() -> None:
    data = "Ærlig talt".encode("cp865")
    found = mail(multipart("mixed", attached("a.txt", data, "text/plain; charset=cp865")))

    assert parts(found)[0].data.decode() == "Ærlig talt"


def test_a_signature_is_told_and_is_no_part() -> None:
    signature = attached("smime.p7s", b"sig", "application/pkcs7-signature")
    found = mail(multipart("signed", plain("Signed words."), signature))

    assert found.text.endswith("Signed words.")
    assert found.parts == ()
    assert codes(found) == ["signed"]


def test_what_was_signed_in_one_piece_is_read() -> None:
    inner = b"Content-Type: text/plain\r\n\r\nOpaque words."
    found = mail(
        "Content-Type: application/pkcs7-mime; smime-type=signed-data\nContent-Transfer-Encoding: base64\n\n"
        + base64.encodebytes(signed_data(inner)).decode()
    )

    assert found.text.endswith("Opaque words.")
    assert codes(found) == ["signed"]


def signed_data(content: bytes, indefinite: bool = False) -> bytes:
    def item(tag: int, *inner: bytes) -> bytes:
        data = b"".join(inner)
        if indefinite and tag & 0x20:
            return bytes([tag, 0x80]) + data + b"\0\0"
        return bytes([tag, 0x83]) + len(data).to_bytes(3, "big") + data

    kind, data = bytes.fromhex("2a864886f70d010702"), bytes.fromhex("2a864886f70d010701")
    octets = (
        item(0x24, item(0x04, content[:5]), item(0x04, content[5:])) if indefinite else item(0x04, content)
    )
    held = item(0x30, item(0x06, data), item(0xA0, octets))
    return item(0x30, item(0x06, kind), item(0xA0, item(0x30, item(0x02, b"\1"), item(0x31), held)))


def test_signed_data_may_be_in_pieces_of_unknown_length() -> None:
    from belegg.reading.mail.signed import signed_content

    assert signed_content(signed_data(b"Hello, Kari.", indefinite=True)) == b"Hello, Kari."


@given(st.binary(max_size=200))
def test_any_bytes_are_signed_data_or_none(data: bytes) -> None:
    from belegg.reading.mail.signed import signed_content

    assert signed_content(b"\x30" + data) is None


def test_an_encrypted_mail_says_so() -> None:
    with pytest.raises(PasswordNeeded, match="encrypted"):
        mail(
            multipart(
                "encrypted", "Content-Type: application/pgp-encrypted\n\nVersion: 1", attached("x", b"?")
            )
        )


def test_a_mail_without_words_keeps_its_attachments() -> None:
    found = mail(multipart("mixed", attached("a.pdf", b"%PDF")), head="From: a@x.no\n")

    assert found.text == "From: a@x.no"
    assert len(parts(found)) == 1


def test_a_body_in_no_known_encoding_is_shown_as_damaged_and_loses_no_attachment() -> None:
    raw = multipart("mixed", "Content-Type: text/plain; charset=x\n\nABC?", attached("a.pdf", b"%PDF"))
    found = parse((HEAD + raw).encode().replace(b"ABC?", bytes(range(128, 256))))

    assert len(parts(found)) == 1
    assert "damaged text" in codes(found)


def test_torn_mail_is_read_as_far_as_it_goes_with_a_warning() -> None:
    whole = HEAD + multipart("mixed", plain("Words."), attached("a.pdf", b"x" * 500))
    found = parse(whole.encode()[:-300])

    assert "Words." in found.text
    assert "damaged" in codes(found)


@pytest.mark.parametrize(
    "data", [b"just some words\n", b"\n\n", b"<html><body>x</body></html>", b"\x89PNG\r\n\x1a\n"]
)
def test_what_has_no_mail_head_is_no_mail(data: bytes) -> None:
    with pytest.raises(Damaged, match="no mail"):
        parse(data)


def nested(depth: int) -> bytes:
    heads = (f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(depth))
    return (HEAD + "".join(heads) + "\nDeep.").encode()


@pytest.mark.parametrize("depth", [60, 3_000])
def test_parts_nested_too_deep_are_refused(depth: int) -> None:
    with pytest.raises(TooLarge, match="deep"):
        parse(nested(depth))


@pytest.mark.parametrize(
    "data",
    [
        b"From: " + b"(" * 100_000 + b"\nSubject: x\n\nHi",
        b"Subject: " + b"=?utf-8?q?" * 50_000 + b"\n\nHi",
        b"From: a@x.no\nSubject: x\n\n" + b"-----" * 100_000,
        b"From: a@x.no\n\n" + b"From: x\n" * 20_000,
        b"Subject: x\nContent-Type: text/plain; " + b"a*0=1; " * 20_000 + b"\n\nHi",
    ],
)
def test_hostile_mail_costs_no_more_than_its_length(data: bytes) -> None:
    started = time.process_time()

    parse(data)

    assert time.process_time() - started < 5


@given(st.binary(max_size=400))
def test_any_bytes_behind_a_head_give_a_mail_or_a_reading_error(body: bytes) -> None:
    try:
        found = parse(b"From: a@x.no\nContent-Type: multipart/mixed; boundary=b\n\n--b\n" + body)
    except ReadingError:
        return
    assert all(0 <= b.span.start < b.span.end <= len(found.text) for b in found.blocks)


@pytest.mark.parametrize(
    ("name", "title", "words", "parts"),
    [
        ("email-no-utf8-2014-03-17.111517", "Google Account password changed", "was recently changed.", []),
        (
            "fake-email-attachment",
            "Fake email with attachment",
            "Lots of whitespace",
            ["fake-attachment.txt"],
        ),
        ("fake-email-malformed-encoding", "Test Email", "Roses are red", []),
        ("fake-email-utf-16-le", "Test Email", "Violets are blue", []),
        ("mime-html-only", "Example HTML Only MIME Email", "The first emoticon, :) , was proposed", []),
        (
            "mime-multipart-digest",
            "Example Multipart Digest Email",
            "Cc: carol@example.com",
            ["First Message.eml", "Second Message.eml", "Third Message.eml"],
        ),
        ("mime-word-encoded-subject", "Simple email with ☸☿ Unicode subject", "in the subject.", []),
    ],
)
def test_real_mail(shared: Path, name: str, title: str, words: str, parts: list[str]) -> None:
    found = parse((shared / "data" / "office" / f"unstructured__{name}.eml").read_bytes())

    assert (found.title, [part.name for part in found.parts]) == (title, parts)
    assert words in found.text
