"""Outlook's messages read like any other mail: fields, body, attachments, messages inside messages."""

from __future__ import annotations

import struct
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import Damaged, NotADocument, ReadingError
from belegg.reading.content import Content
from belegg.reading.mail.eml import parse as parse_eml
from belegg.reading.mail.msg import parse
from belegg.reading.mail.packed_rtf import unpacked
from compound_files import Storage, compound_file

pytestmark = pytest.mark.req("ING-11")

FIXED = "__properties_version1.0"


def wide(**texts: str) -> dict[str, bytes]:
    return {f"__substg1.0_{number[1:]}001F": text.encode("utf-16-le") for number, text in texts.items()}


def fixed(head: int = 32, **values: int) -> dict[str, bytes]:
    entries = (
        struct.pack("<HHIQ", 0x0040, int(number[1:], 16), 6, value) for number, value in values.items()
    )
    return {FIXED: bytes(head) + b"".join(entries)}


def attachment(name: str, held: bytes | Storage) -> Storage:
    kind = "37010102" if isinstance(held, bytes) else "3701000D"
    return {**fixed(8), **wide(_3707=name), f"__substg1.0_{kind}": held}


def ticks(moment: datetime) -> int:
    return int((moment - datetime(1601, 1, 1, tzinfo=UTC)).total_seconds()) * 10_000_000


SENT = ticks(datetime(2024, 3, 5, 9, 30, tzinfo=UTC))
PLAIN = {
    **fixed(_0039=SENT),
    **wide(_0037="Plan", _1000="Vi møtes fredag.", _0C1A="Kari", _5D01="kari@x.no", _0E04="Ola; Per"),
}


def message(**more: bytes | Storage) -> Content:
    return parse(compound_file({**PLAIN, **more}))


def test_properties_are_read_as_fields_and_body() -> None:
    found = message()

    assert found.text == (
        "From: Kari <kari@x.no>\nTo: Ola; Per\nDate: Tue, 05 Mar 2024 09:30:00 +0000\nSubject: Plan\n\n"
        "Vi møtes fredag."
    )
    assert {f.name: f.value for f in found.facts}["published"] == "2024-03-05"


def test_the_head_with_which_it_travelled_comes_first() -> None:
    head = "From: Kari Nordmann <kari@y.no>\r\nTo: ola@y.no\r\nDate: Wed, 06 Mar 2024 10:00:00 +0100\r\n\r\n"

    found = message(**wide(_007D=head))

    assert found.text.startswith("From: Kari Nordmann <kari@y.no>\nTo: ola@y.no\nDate: Wed, 06 Mar 2024")


def test_letters_of_an_old_message_are_read_by_its_code_page() -> None:
    old = {**fixed(_0039=SENT, _3FFD=1251), "__substg1.0_1000001E": "Привет, Ольга".encode("cp1251")}

    assert parse(compound_file({**old, **wide(_0037="x")})).text.endswith("Привет, Ольга")


def test_html_is_read_where_there_is_no_plain_text() -> None:
    body = {k: v for k, v in PLAIN.items() if "1000" not in k}
    body["__substg1.0_10130102"] = b"<p>One.</p><p>One.</p>"

    assert parse(compound_file(body)).text.endswith("One.\n\nOne.")


def test_attachments_are_parts_and_pictures_of_the_layout_are_counted() -> None:
    picture = {**attachment("logo.png", b"png"), **wide(_3712="logo@1")}
    linked = {**fixed(8), **wide(_3707="far.docx")}
    attachments: dict[str, bytes | Storage] = {
        "__substg1.0_10130102": b'<p>Vi m\xc3\xb8tes fredag. <img src="cid:logo@1"></p>',
        "__attach_version1.0_#00000000": attachment("Plan.pdf", b"%PDF"),
        "__attach_version1.0_#00000001": picture,
        "__attach_version1.0_#00000002": linked,
    }
    found = message(**attachments)

    assert [(p.name, p.data) for p in found.parts] == [("Plan.pdf", b"%PDF")]
    assert sorted(w.code for w in found.warnings) == ["attachment", "pictures"]


def test_a_message_inside_is_a_mail_of_its_own_with_its_attachments() -> None:
    inner: Storage = {
        **fixed(24, _0039=SENT),
        **wide(_0037="Indre/møte", _1000="Dype ord.", _0C1A="Per"),
        "__attach_version1.0_#00000000": attachment("blå.txt", b"file"),
    }
    outer = {"__attach_version1.0_#00000000": attachment("x", inner)}

    (part,) = message(**outer).parts
    found = parse_eml(part.data)

    assert part.name == "Indre-møte.eml"
    assert found.text.endswith("Subject: Indre/møte\n\nDype ord.")
    assert [(p.name, p.data) for p in found.parts] == [("blå.txt", b"file")]
    assert next(iter(message(**outer).parts)).data == part.data


def test_a_signed_message_is_read_through_its_signature() -> None:
    travelled = (
        b'Content-Type: multipart/signed; boundary="s"\r\n\r\n--s\r\nContent-Type: text/plain\r\n\r\n'
        b"Signed words.\r\n--s\r\nContent-Type: application/pkcs7-signature\r\n\r\nsig\r\n--s--\r\n"
    )
    held = {**attachment("smime.p7m", travelled), **wide(_370E="multipart/signed")}
    found = message(**wide(_001A="IPM.Note.SMIME.MultipartSigned"), **{"__attach_version1.0_#00000000": held})

    assert found.text.endswith("Signed words.")
    assert [w.code for w in found.warnings] == ["signed"]


def test_a_body_in_rich_text_alone_becomes_a_part() -> None:
    body = {k: v for k, v in PLAIN.items() if "1000" not in k}
    rich = b"{\\rtf1 Only rich.}"
    body["__substg1.0_10090102"] = struct.pack("<IIII", len(rich) + 12, len(rich), 0x414C454D, 0) + rich
    found = parse(compound_file(body))

    assert [(p.name, p.data) for p in found.parts] == [("body.rtf", rich)]
    assert [w.code for w in found.warnings] == ["rich text"]


def test_packed_rich_text_is_spread_out() -> None:
    """The example of MS-OXRTFCP 3.1.1."""
    packed = bytes.fromhex(
        "2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232 0af32068656c090020627705b06c647d0a800fa0"
    )

    assert unpacked(packed) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"


@given(st.binary(max_size=300))
def test_any_bytes_unpack_to_something_bounded_or_nothing(data: bytes) -> None:
    found = unpacked(struct.pack("<IIII", len(data) + 12, 1_000, 0x75465A4C, 0) + data)

    assert found is not None
    assert len(found) <= 1_000 + 17


def test_another_compound_file_is_no_message() -> None:
    with pytest.raises(NotADocument, match="no Outlook message"):
        parse(compound_file({"WordDocument": b"old Word"}))


@pytest.mark.parametrize("length", [8, 512, 1_500, 3_000])
def test_a_torn_message_is_damaged_or_read_in_part(length: int) -> None:
    data = compound_file({**PLAIN, "__attach_version1.0_#00000000": attachment("a.bin", b"x" * 5_000)})

    try:
        found = parse(data[:length])
    except Damaged:
        return
    assert found.text


@given(st.integers(0, 2_400), st.integers(0, 255))
def test_a_message_with_one_wrong_byte_is_read_or_refused(place: int, value: int) -> None:
    data = bytearray(compound_file(PLAIN))
    data[place % len(data)] = value

    try:
        parse(bytes(data))
    except ReadingError:
        return


def test_real_messages(shared: Path) -> None:
    folder = shared / "data" / "office"
    chinese = parse((folder / "tika__testMSG_chinese.msg").read_bytes())
    attached = parse((folder / "unstructured__fake-email-attachment.msg").read_bytes())

    assert chinese.title == "Alfresco MSG format testing ( MSG 格式測試 )"
    assert "恭喜 HQ 保全課 陳奎良 高票當選雲林縣總工會 100 年度模範勞工代表" in chinese.text
    assert [p.name for p in attached.parts] == ["fake-attachment.txt"]
    assert attached.text.endswith("Best,\n\nMallori")
