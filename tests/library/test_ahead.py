"""Looking ahead changes when a file is read, never what comes of it; and a run can be stopped whenever."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.library import ahead
from belegg.library.ahead import Ahead, default_workers
from belegg.library.ingest import Wanted, ingest
from belegg.library.progress import Pace, Progress, place_in
from belegg.records import OWNER, Scope
from belegg.testing import MemoryStore
from belegg.testing.mock_parser import MockParsing, mock_file
from belegg.text.analysis import Analyser

pytestmark = pytest.mark.req("ING-12")


@given(st.lists(st.none() | st.integers(0, 30_000_000), max_size=30), st.integers(1, 4))
def test_what_comes_out_is_in_the_order_of_what_went_in(sizes: list[int | None], workers: int) -> None:
    items = list(enumerate(sizes))
    with Ahead(workers) as looking:
        met = [each for each in looking.over(items, lambda item: item[0] * 2, lambda item: item[1]) if each]

    assert met == [(item, None if item[1] is None else item[0] * 2) for item in items]


def test_no_more_bytes_are_held_than_are_allowed() -> None:
    size = ahead.MOST_BYTES // 3
    held: list[int] = []
    asked: list[int] = []

    def items() -> Iterator[int]:
        for number in range(20):
            asked.append(number)
            yield number

    with Ahead(8) as looking:
        for each in looking.over(items(), lambda number: number, lambda number: size):
            if each is not None:
                held.append(len(asked) - len(held))

    assert max(held) <= 4  # the one at hand, and those that fit


def test_a_small_file_that_holds_much_counts_for_what_it_holds() -> None:
    done: list[int] = []
    most = 0

    def work(number: int) -> int:
        done.append(number)
        return number

    with Ahead(1) as looking:
        for each in looking.over(range(20), work, lambda _: 1, lambda _: 10**9):
            if each is not None:
                most = max(most, len(done) - each[0])

    assert most <= 4  # those that were begun before the first outcome was there


def test_two_items_are_worked_on_at_once_and_none_is_waited_for_in_silence() -> None:
    both = threading.Barrier(2)
    release = threading.Event()

    def work(number: int) -> int:
        both.wait(20)  # one alone would wait for ever
        release.wait(20)
        return number

    outcomes = []
    with Ahead(2) as looking:
        for each in looking.over([1, 2], work, lambda number: 1):
            outcomes.append(each)
            if each is None:
                release.set()

    assert outcomes[0] is None
    assert [each[1] for each in outcomes if each] == [1, 2]


def test_there_are_as_many_workers_as_cores_and_at_most_four() -> None:
    assert 1 <= default_workers() <= 4


# ---------------------------------------------------------------- the driver


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files that take longer the earlier they come, between others that take no time."""
    folder = tmp_path / "files"
    folder.mkdir()
    for n in range(6):
        pages = ["pages", 3, 0.02 * (6 - n)]
        (folder / f"{n}.pdf").write_bytes(mock_file(["text", f"Report {n}. The lamp is green."], pages))
        (folder / f"{n}.md").write_text(f"# Note {n}\n\nThe lamp number {n} stands in the hall.\n")
    (folder / "7.pdf").write_bytes(mock_file(["exit", 1]))
    return folder


def stored(store: MemoryStore) -> list[object]:
    """Every passage by key, and every report without its seconds: what a search and a reader see."""
    with store.reading(Scope(OWNER)) as reader:
        heads = list(reader.heads())
        keys = [key for head in heads for key in reader.keys_of(head.id)]
        passages = [(key, passage) for key, passage in zip(keys, reader.passages(keys), strict=True)]
        reports = [(i, r.source, r.reader, r.warnings, r.failed, r.languages) for i, r in reader.reports()]
    return [passages, reports]


@pytest.mark.req("ING-13")
def test_one_worker_and_three_store_the_same_in_the_same_order(folder: Path) -> None:
    stores = []
    for workers in (1, 3):
        store = MemoryStore()
        ingest(store, Analyser(), folder, Wanted(fence=MockParsing.behind, workers=workers))
        stores.append(stored(store))

    assert stores[0] == stores[1]


@pytest.mark.req("ING-13")
def test_a_file_that_crashes_its_reader_costs_itself_only(folder: Path) -> None:
    store = MemoryStore()

    first = ingest(store, Analyser(), folder, Wanted(fence=MockParsing.behind, workers=2))
    second = ingest(store, Analyser(), folder, Wanted(fence=MockParsing.behind, workers=2))

    assert (first.added, [r.error for r in first.failures]) == (12, ["ParserCrashed"])
    assert (second.unchanged, [r.source for r in second.failures]) == (12, ["files/7.pdf"])


def test_the_page_of_the_file_being_read_is_shown(tmp_path: Path) -> None:
    folder = tmp_path / "long"
    folder.mkdir()
    (folder / "long.pdf").write_bytes(mock_file(["text", "The lamp is green."], ["pages", 619, 0.002]))
    moments: list[Progress] = []

    ingest(MemoryStore(), Analyser(), folder, Wanted(fence=MockParsing.behind), moments.append)

    reading = [moment for moment in moments if "long.pdf: page " in moment.detail]
    assert reading
    assert all(moment.detail.endswith(" of 619") for moment in reading)
    assert all((moment.done, moment.total) == (0, 1) for moment in reading)
    assert (moments[-1].done, moments[-1].total, moments[-1].detail) == (1, 1, "1 added")


@pytest.mark.req("ING-8")
def test_what_comes_inside_files_is_counted_and_no_run_looks_finished_before_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "a.pdf").write_bytes(mock_file(["text", "A container."], ["more", 150, 40]))
    (folder / "b.pdf").write_bytes(mock_file(["text", "Long."], ["pages", 300, 0.002]))
    moments: list[Progress] = []

    ingest(MemoryStore(), Analyser(), folder, Wanted(fence=MockParsing.behind, workers=1), moments.append)

    assert (moments[-1].done, moments[-1].total) == (152, 152)
    assert [moment for moment in moments[:-1] if moment.done >= moment.total] == []


def test_a_file_that_is_half_read_counts_half_for_the_estimate() -> None:
    pace = Pace(100, iter((0.0, 10.0, 20.0)).__next__)

    assert [pace.left_s(), pace.left_s(10.0)] == [None, None]
    assert pace.left_s(30.0) == pytest.approx(35)
    assert pace.left_s(90.0) == pytest.approx(2.5)


def test_there_is_no_estimate_before_there_is_ground_for_one() -> None:
    """Two small files of a large folder, read while the processes still start, tell nothing of the rest."""
    pace = Pace(1_000_000, iter((30.0, 31.0, 90.0, 95.0)).__next__)

    pace.advance(900)
    assert pace.left_s() is None
    pace.advance(100_000)
    assert pace.left_s() is None  # for one second
    pace = Pace(1_000_000, iter((30.0, 90.0)).__next__)
    pace.advance(900)
    pace.left_s()
    pace.advance(40_000)
    assert pace.left_s() is None  # a twenty-fifth of the work


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("a/b.PDF", "page 1,200 of 2,400"),
        ("b.pptx", "slide 1,200 of 2,400"),
        ("x.csv", "50 %"),
        ("x", "50 %"),
    ],
)
def test_progress_counts_what_people_count(name: str, place: str) -> None:
    assert place_in(name, 1_200, 2_400) == place


RUN = """
import sys
from collections.abc import Iterator
from pathlib import Path
from belegg import Library
from belegg.library.ingest import Wanted, ingest
from belegg.testing.mock_parser import MockParsing

def watch(progress):
    print(progress.detail, flush=True)

with Library.open(sys.argv[1], create=True) as library:
    wanted = Wanted(fence=MockParsing.behind, workers=2)
    ingest(library.store, library.analyser, Path(sys.argv[2]), wanted, watch)
"""


@pytest.mark.req("ING-13")
@pytest.mark.skipif(sys.platform == "win32", reason="signals are another matter there")
def test_ctrl_c_in_the_middle_of_a_file_leaves_a_whole_library_and_no_process(tmp_path: Path) -> None:
    folder, library = tmp_path / "files", tmp_path / "library.db"
    folder.mkdir()
    (folder / "a.md").write_text("# A\n\nThe lamp in the hall is green.\n")
    for name in ("b.pdf", "c.pdf"):
        (folder / name).write_bytes(mock_file(["text", "Long."], ["pages", 100_000, 0.01]))
    command = [sys.executable, "-c", RUN, str(library), str(folder)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert running.stdout is not None
    while "page" not in running.stdout.readline():
        assert running.poll() is None
    children = processes_of(running.pid)

    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=20)

    assert "KeyboardInterrupt" in errors
    assert len(children) == 2
    assert not [child for child in children if Path(f"/proc/{child}").exists()]
    from belegg import Library

    with Library.open(library) as opened:
        assert not [finding for finding in opened.health() if finding.state == "wrong"]


def processes_of(parent: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.append(int(status.parent.name))
    return found
