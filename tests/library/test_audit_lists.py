"""The audit tries how access lists come about: files that mean to be closed, where everybody reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from belegg.library.audit import audit
from belegg.library.audit_lists import ODD, WronglyListed, wrong_in, wrongly_listed
from belegg.library.library import Library
from belegg.library.progress import Progress
from belegg.reading.front_matter import front_matter
from library.ingesting import write

pytestmark = pytest.mark.req("FAC-6", "ING-3")


def test_nothing_that_means_to_be_closed_comes_in_open(tmp_path: Path) -> None:
    assert list(wrongly_listed(tmp_path)) == []


def test_a_closed_file_that_is_open_and_an_open_one_that_is_closed_are_found(tmp_path: Path) -> None:
    write(tmp_path / "notes" / "a.md", "---\naccess: everyone\n---\n# Note\n\nA lamp.\n")
    write(tmp_path / "notes" / "b.md", "# Note\n\nA lamp.\n")
    with Library.open(tmp_path / "belegg.db", create=True) as library:
        library.ingest(tmp_path / "notes")

        found = list(wrong_in("ingest", library, {"notes/a.md": "a slip"}, ["notes/b.md"]))

    assert found == [
        WronglyListed("ingest", "a slip", True),
        WronglyListed("ingest", "an open file", False),
    ]


@pytest.mark.parametrize("what", ODD)
def test_each_odd_list_is_nobodys_by_what_is_read_of_it(what: str) -> None:
    assert front_matter(ODD[what]).access == frozenset()


def test_the_audit_says_how_far_it_is_and_begins_with_the_lists(tmp_path: Path) -> None:
    write(tmp_path / "notes" / "open.md", "---\naccess: [hr]\n---\n# Note\n\nA lamp.\n")
    with Library.open(tmp_path / "belegg.db", create=True) as opened:
        opened.ingest(tmp_path / "notes")
    said: list[Progress] = []

    outcome = audit(tmp_path / "belegg.db", watch=said.append)

    assert outcome.faults == ()
    assert said[0].detail == "how access lists come about"
    assert [progress.done for progress in said] == sorted(progress.done for progress in said)
    assert (said[-1].done, said[-1].left_s) == (said[-1].total, 0.0)
