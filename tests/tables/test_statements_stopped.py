"""Whatever a statement costs, its process ends, and nothing of it is left."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from threading import Thread

import pytest

from belegg.errors import StatementStopped
from belegg.sources.tables.process import MOST_S, Silent, answered
from extras import needs
from tables.company_database import FIGURES, database, engine, processes_that_ask

needs("tables")
pytestmark = pytest.mark.req("AGE-10")

JOIN = "SELECT count(*) FROM {} WHERE a.v > 1e9"
HUGE = JOIN.format(", ".join(f"figures {letter}" for letter in "abcdefghijklmnopqrstuvwxyz"))


def test_a_join_of_everything_with_everything_is_stopped(tmp_path: Path) -> None:
    asked = engine(database(tmp_path / "company.db"))

    with pytest.raises(StatementStopped, match="`deals` took too long; ask for less"):
        asked.select(HUGE.replace("a.v > 1e9", "a.v + b.v + z.v < 0"), FIGURES)

    assert processes_that_ask() == []
    assert os.listdir(tmp_path) == ["company.db"]


def test_a_process_that_hears_nothing_is_killed_when_its_time_is_over() -> None:
    deaf = "import sys, signal; sys.stdin.read(); print('+', end='', flush=True); signal.pause()"

    with pytest.raises(Silent) as silent:
        answered([sys.executable, "-c", deaf], {}, most_s=0.2)

    assert silent.value.killed


@pytest.mark.parametrize(
    "code", ["raise SystemExit(3)", "print('+no answer')", "print('+[1]')", "print('x')"]
)
def test_a_process_that_gives_no_answer_is_an_error_and_no_answer(code: str) -> None:
    with pytest.raises(Silent) as silent:
        answered([sys.executable, "-c", f"import sys; sys.stdin.read(); {code}"], {})

    assert not silent.value.killed


def test_a_process_killed_in_the_middle_leaves_nothing_and_the_next_one_answers(tmp_path: Path) -> None:
    asked = engine(database(tmp_path / "company.db"))
    before = (tmp_path / "company.db").read_bytes()
    met: list[BaseException] = []

    def ask() -> None:
        try:
            asked.select(HUGE, FIGURES)
        except StatementStopped as error:
            met.append(error)

    thread = Thread(target=ask)
    thread.start()
    while thread.is_alive() and not (running := processes_that_ask()):
        time.sleep(0)  # it is about to be started
    for number in running:
        os.kill(number, signal.SIGKILL)
    thread.join()

    assert len(met) == 1
    assert (tmp_path / "company.db").read_bytes() == before
    assert os.listdir(tmp_path) == ["company.db"]
    assert asked.select("SELECT count(*) FROM figures", FIGURES).rows == (("4",),)


def test_the_kill_comes_after_the_time_in_which_sqlite_stops_by_itself() -> None:
    from belegg.sources.tables.sqlite.running import COUNTING_S, WITHIN_S

    assert COUNTING_S < WITHIN_S < MOST_S == 2.0


def test_nothing_of_ours_goes_along_into_the_process() -> None:
    told = "import os, sys, json; sys.stdin.read(); print('+' + json.dumps(dict(os.environ)))"
    os.environ["BELEGG_ANSWER_KEY"] = "a key"
    try:
        found = answered([sys.executable, "-c", told], {})
    finally:
        del os.environ["BELEGG_ANSWER_KEY"]

    assert not [name for name in found if name.startswith("BELEGG")]
