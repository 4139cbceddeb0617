"""What is put on a terminal: hostile text is shown, never obeyed; widths and words for people."""

from __future__ import annotations

import contextlib
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import BeleggError, ModelTimeout, StoreBusy, TooLarge, UnknownDocument
from belegg.library.progress import Pace, Progress
from belegg.serving.cli.progress import Line, Remembering, sentence, spoken
from belegg.serving.cli.terminal import (
    UNPRINTABLE,
    columns,
    one_line,
    say_json,
    spoken_size,
    styled,
    visible,
    with_article,
    wrapped,
)
from belegg.serving.faults import EXIT_CODES, EXIT_MEANINGS, fault_of
from belegg.text.counted import counted


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("\x1b[2Jgone", "<U+001B>[2Jgone"),
        ("\x9b31mred", "<U+009B>31mred"),
        ("name\u202egpj.exe", "name<U+202E>gpj.exe"),
        ("bytes \udce5", "bytes <U+DCE5>"),
        ("tab\tand\nline stay", "tab\tand\nline stay"),
        ("blåbærsyltetøy – «sitat»", "blåbærsyltetøy – «sitat»"),
    ],
)
def test_what_a_terminal_would_obey_is_shown_instead(hostile: str, shown: str) -> None:
    assert visible(hostile) == shown


@given(st.text(alphabet=st.characters()))
def test_nothing_that_a_terminal_obeys_gets_through(text: str) -> None:
    assert not UNPRINTABLE.search(visible(text))
    assert "\n" not in one_line(text)


@given(st.dictionaries(st.text(), st.text(alphabet=st.characters())))
def test_json_that_a_terminal_does_not_obey_is_still_the_same_json(value: dict[str, str]) -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        say_json(value)

    assert json.loads(printed.getvalue()) == value
    assert not UNPRINTABLE.search(printed.getvalue().replace("\n", ""))


def test_colour_is_only_for_terminals(capsys: pytest.CaptureFixture[str]) -> None:
    assert styled("bold", "bold") == "bold"


def test_lines_stay_within_the_width_and_rows_align(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")

    assert wrapped("four words of some length", 4, 6).splitlines() == ["    four words of some length"]
    assert max(len(line) for line in wrapped("a word and another one " * 9, 4).splitlines()) <= 30
    assert columns([("a", "bb"), ("ccc", "d")]) == "a    bb\nccc  d"


def test_sizes_times_and_numbers_read_as_people_say_them() -> None:
    assert [spoken_size(n) for n in (900, 12_345, 3_400_000, 2_500_000_000)] == [
        "1 kB",
        "12 kB",
        "3.4 MB",
        "2.50 GB",
    ]
    assert [spoken(s) for s in (0.01, 0.2, 0.97, 12.4, 200, 7_800)] == [
        "0.1 s",
        "0.2 s",
        "1 s",
        "12 s",
        "3 min",
        "2 h 10 min",
    ]
    assert [counted(n, "passage") for n in (0, 1, 2)] == ["0 passages", "1 passage", "2 passages"]
    assert counted(1_200, "line of it") == "1,200 lines of it"
    assert [with_article(noun) for noun in ("negation", "exception")] == ["a negation", "an exception"]


def test_progress_says_where_it_stands_and_how_long_it_takes() -> None:
    assert (
        sentence(Progress("ingest", 120, 736, 40.2, "3 failed"))
        == "ingest  120 of 736 · 3 failed · about 40 s left"
    )
    assert sentence(Progress("ingest", 736, 736, 0.0)) == "ingest  736 of 736"


def test_a_pace_without_work_gives_no_estimate_and_one_that_is_done_none_left() -> None:
    pace = Pace(10)
    assert pace.left_s() is None
    pace.advance(10)
    assert pace.left_s() == 0


def test_without_a_terminal_progress_is_a_line_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    line = Line(3600, "", "\n")
    for done in (1, 2, 3):
        line(Progress("ingest", done, 3))

    assert capsys.readouterr().err == "ingest  1 of 3\ningest  3 of 3\n"


def test_a_stopped_run_says_what_stays() -> None:
    watch = Remembering(lambda progress: None)
    assert "nothing was stored yet" in watch.farewell()
    watch(Progress("ingest", 0, 736))
    assert "nothing was stored yet" in watch.farewell()
    watch(Progress("ingest", 200, 736))
    assert (
        watch.farewell() == "stopped; 200 of 736 files done, and kept. Run the same command again to go on."
    )


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UnknownDocument("a"), 2),
        (TooLarge("b"), 1),
        (StoreBusy("c"), 3),
        (ModelTimeout("e"), 4),
        (BeleggError("d"), 2),
    ],
)
def test_an_error_says_whose_it_is_by_its_exit_code(error: BeleggError, code: int) -> None:
    assert (fault_of(error).exit_code, fault_of(error).kind) == (code, type(error).__name__)


def test_every_exit_code_of_an_error_is_in_the_list_for_scripts() -> None:
    assert {code for _, code in EXIT_CODES} <= EXIT_MEANINGS.keys()
