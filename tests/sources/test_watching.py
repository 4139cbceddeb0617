"""A watched folder is ingested when it changed and came to rest, and never because it is not there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.sources.watching import FIRST_RETRY_S, LAST_RETRY_S, LONGEST_UNSETTLED_S, Seen, Watched, look

pytestmark = pytest.mark.req("ING-15")

A, B, EMPTY = Seen("a", 3), Seen("b", 4), Seen("", 0)


def at_rest(state: Watched, seen: Seen, now_s: float) -> str:
    """The step of two looks that agree."""
    state.meets(seen, now_s)
    return state.meets(seen, now_s + 2)


def test_a_look_tells_new_changed_and_removed_files(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.md").write_text("A")
    first = look(tmp_path)
    (tmp_path / "b.md").write_text("B")
    second = look(tmp_path)
    os.utime(tmp_path / "b.md", ns=(1, 1))
    third = look(tmp_path)
    (tmp_path / "b.md").unlink()

    assert len({first, second, third}) == 3
    assert look(tmp_path) == first
    assert (first.files, second.files) == (1, 2)


def test_hidden_files_links_and_what_is_ignored_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("A")
    first = look(tmp_path)
    (tmp_path / ".hidden").write_text("x")
    (tmp_path / "~$a.docx").write_text("x")
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "x.md").write_text("x")
    (tmp_path / "link.md").symlink_to(tmp_path / "a.md")
    (tmp_path / "belegg.db").write_text("x")

    assert look(tmp_path, lambda path: path.name == "belegg.db") == first


def test_a_folder_that_is_not_there_shows_no_file(tmp_path: Path) -> None:
    assert look(tmp_path / "gone").files == 0


def test_the_first_look_brings_the_folder_up_to_date() -> None:
    state = Watched()

    assert [state.meets(A, 0), state.meets(A, 2)] == ["settle", "run"]


def test_what_was_ingested_well_is_left_alone_until_it_changes() -> None:
    state = Watched()
    state.ran(A, True, 0)

    assert [state.meets(A, 10), state.meets(B, 20), state.meets(B, 22)] == ["nothing", "settle", "run"]


def test_a_folder_that_is_written_to_settles_first_but_not_for_ever() -> None:
    state = Watched()
    steps = [state.meets(Seen(str(now), 1), now) for now in range(0, int(LONGEST_UNSETTLED_S) + 10, 10)]

    assert set(steps[:-1]) == {"settle"}
    assert steps[-1] == "run"


def test_an_empty_folder_is_never_run() -> None:
    state = Watched()
    state.ran(A, True, 0)

    assert [state.meets(EMPTY, now) for now in (1, 2, 1_000)] == ["empty"] * 3
    assert state.meets(A, 2_000) == "nothing"


def test_a_run_that_failed_is_tried_again_later_and_later() -> None:
    state = Watched()
    assert at_rest(state, A, 0) == "run"
    state.ran(A, False, 10)
    assert state.meets(A, 10 + FIRST_RETRY_S - 1) == "nothing"
    assert state.meets(A, 10 + FIRST_RETRY_S) == "run"
    state.ran(A, False, 100)

    assert state.meets(A, 100 + FIRST_RETRY_S) == "nothing"
    assert state.meets(A, 100 + 2 * FIRST_RETRY_S) == "run"


def test_a_run_that_failed_is_tried_again_at_once_when_the_folder_changes() -> None:
    state = Watched()
    state.ran(A, False, 0)

    assert at_rest(state, B, 1) == "run"


@given(st.integers(1, 60))
def test_a_retry_never_waits_longer_than_half_an_hour(failures: int) -> None:
    state = Watched()
    state.meets(A, 0)
    for _ in range(failures):
        state.ran(A, False, 0)

    assert state.meets(A, LAST_RETRY_S) == "run"
