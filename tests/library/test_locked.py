"""A locked PDF comes in with the passwords its owner gave in a file, and stays named until then."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from typer.testing import CliRunner

from belegg.errors import BadInput
from belegg.library.library import Library
from belegg.records import OWNER, Scope
from belegg.serving.cli.commands import app
from belegg.serving.cli.limits import passwords_in

pytestmark = pytest.mark.req("ING-5", "ING-13")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    from reportlab.lib.pdfencrypt import StandardEncryption
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, encrypt=StandardEncryption("open sesame", "the owner's"))
    canvas.drawString(72, 700, "The spare key hangs in the boat house at Strømvåg.")
    canvas.save()
    folder = tmp_path / "keys"
    folder.mkdir()
    (folder / "keys.pdf").write_bytes(out.getvalue())
    return folder


def test_it_is_named_with_what_to_do_and_read_when_the_password_comes(folder: Path) -> None:
    library = Library.open(folder.parent / "belegg.db", create=True)

    refused = library.ingest(folder, workers=1)
    read = library.ingest(folder, workers=1, passwords=["wrong", "open sesame"])

    assert [failure.error for failure in refused.failures] == ["PasswordNeeded"]
    assert "--passwords FILE" in (refused.failures[0].failed or "")
    assert (read.added, read.failures) == (1, ())
    assert "hangs in the boat house" in library.read("keys.pdf", Scope(OWNER)).text


def test_the_command_takes_a_file_of_passwords(folder: Path) -> None:
    (folder.parent / "passwords.txt").write_text("wrong\n\nopen sesame\n", encoding="utf-8")
    library = folder.parent / "belegg.db"
    options = ["--library", str(library), "--passwords", str(folder.parent / "passwords.txt")]

    done = CliRunner().invoke(app, ["ingest", str(folder), *options])

    assert done.exit_code == 0, done.output
    assert b"open sesame" not in library.read_bytes()


def test_a_file_of_passwords_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"missing\.txt"):
        passwords_in(tmp_path / "missing.txt")
