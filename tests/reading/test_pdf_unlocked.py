"""A locked PDF opens with the password that was given, and with no other."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pytest

from belegg.errors import Damaged, PasswordNeeded, TooLarge
from belegg.reading.pdf.unlocked import unlocked
from plain_pdf import build, line, one_page

pytestmark = pytest.mark.req("ING-5")


def locked(user: str, owner: str = "the owner's", strength: int = 128) -> bytes:
    from reportlab.lib.pdfencrypt import StandardEncryption
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    rights = {"canCopy": 0, "canPrint": 0}
    canvas = Canvas(out, encrypt=StandardEncryption(user, owner, strength=strength, **rights))
    canvas.drawString(72, 700, "Behind the lock")
    canvas.save()
    return out.getvalue()


def text(data: bytes, passwords: Sequence[str] = ()) -> str:
    return str(unlocked(data, passwords)[0].get_textpage().get_text_range())


@pytest.mark.parametrize("strength", [40, 128])
@pytest.mark.parametrize("password", ["open sesame", "blåbær"])
def test_one_of_the_given_passwords_opens(password: str, strength: int) -> None:
    assert text(locked(password, strength=strength), ["wrong", password]) == "Behind the lock"


def test_without_a_password_it_is_asked_for() -> None:
    with pytest.raises(PasswordNeeded, match="save a copy without one"):
        unlocked(locked("open sesame"))


@pytest.mark.parametrize(("given", "told"), [(["open"], "the password given"), (["a", ""], "the 2")])
def test_wrong_passwords_are_told_and_nothing_is_guessed(given: list[str], told: str) -> None:
    with pytest.raises(PasswordNeeded, match=told):
        unlocked(locked("password"), given)


def test_a_file_with_an_owners_password_only_is_read() -> None:
    assert text(locked("")) == "Behind the lock"
    assert text(locked(""), ["not needed"]) == "Behind the lock"


def test_an_unknown_lock_is_told() -> None:
    handler = b"/Encrypt << /Filter /Nobody.Knows /V 99 /R 99 >> /ID [<00> <00>]"
    data = one_page(line("x")).replace(b"/Root 1 0 R ", b"/Root 1 0 R " + handler)

    with pytest.raises(Damaged, match="encrypted in a way"):
        unlocked(data, ["any"])


def test_pages_without_end_are_refused_by_their_number() -> None:
    kids = b"3 0 R " * 5_001
    pages = b"<< /Type /Pages /Kids [%b] /Count 5001 >>" % kids
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>"

    with pytest.raises(TooLarge, match="5,001 pages"):
        unlocked(build([b"<< /Type /Catalog /Pages 2 0 R >>", pages, page]))


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("pdfplumber__password-example.pdf", "test"),
        ("pypdf__r3-user-password.pdf", "asdfzxcv"),
        ("pypdf__r6-user-password.pdf", "asdfzxcv"),
    ],
)
def test_real_locked_files_open_with_their_password(shared: Path, name: str, password: str) -> None:
    data = (shared / "data" / "pdf" / name).read_bytes()

    assert len(text(data, [password])) > 30
    with pytest.raises(PasswordNeeded):
        unlocked(data)
