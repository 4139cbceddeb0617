"""What `health` finds: a library is well when it is, and wrong where passages left their text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from belegg.library.health import health_at
from belegg.library.library import Library

TEXT = """# Accounts

The loss of the year before tax was larger than the board had expected it to be in spring, at 12
500 000 kroner in all.

(3,200)

See the notes for how it was found.
"""


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A closed library of one document whose passages would be no quotations at their borders."""
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "accounts.md").write_text(TEXT, encoding="utf-8")
    path = tmp_path / "library.db"
    with Library.open(path, create=True) as library:
        library.ingest(folder)
    return path


def states(path: Path) -> dict[str, str]:
    with Library.open(path) as library:
        return {finding.check: finding.state for finding in library.health()}


@pytest.mark.req("ING-13")
def test_a_library_whose_passages_stand_in_their_text_is_well(made: Path) -> None:
    assert set(states(made).values()) == {"well"}


def test_a_passage_that_is_not_what_its_text_has_there_is_wrong(made: Path) -> None:
    other = apsw.Connection(str(made))
    other.execute("UPDATE passages SET span_start = span_start + 1, span_end = span_end + 1")
    other.close()

    assert states(made)["quotations"] == "wrong"


def cut_short(data: bytes) -> bytes:
    return data[: len(data) // 2]


def without_a_page(data: bytes) -> bytes:
    at = 4_096 * (len(data) // 8_192)
    return data[:at] + b"\xaa" * 4_096 + data[at + 4_096 :]


@pytest.mark.parametrize(
    ("damaging", "said"), [(cut_short, "bytes too early"), (without_a_page, "the check of every page finds")]
)
def test_a_damaged_file_is_told_with_what_was_found_and_what_to_do(
    made: Path, damaging: Callable[[bytes], bytes], said: str
) -> None:
    made.write_bytes(damaging(made.read_bytes()))

    first = health_at(made)[0]

    assert (first.check, first.state) == ("file", "wrong")
    assert said in first.text
    assert "belegg health" not in first.text
    assert "restore a backup" in first.todo
