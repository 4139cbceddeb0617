"""A watch goes on whatever becomes of a run, and a run is made the way the folder was ingested."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from belegg.errors import BadInput
from belegg.library.address import address_of
from belegg.library.library import Library
from belegg.library.settings import Reading, RootSettings
from belegg.library.watching import INTERRUPTED, SETTLE_S, Watch, command, ingest_apart, watch, ways_of
from belegg.records import OWNER, Scope

pytestmark = pytest.mark.req("ING-15")


@dataclass
class Night:
    """A watch with a clock of its own: each wait does what is planned next, the last one ends it."""

    folder: Path
    plan: Sequence[Callable[[], object]]
    codes: list[int] = field(default_factory=list)
    now: float = 0.0
    waits: list[float] = field(default_factory=list)
    runs: list[float] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    again: list[bool] = field(default_factory=list)
    look_s: float = 0.0

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.waits.append(seconds)
        if len(self.waits) > len(self.plan):
            raise KeyboardInterrupt
        self.plan[len(self.waits) - 1]()

    def clock(self) -> float:
        self.now += self.look_s
        return self.now

    def run(self, folder: Path, again: bool) -> int:
        self.runs.append(self.now)
        self.again.append(again)
        return self.codes.pop(0) if self.codes else 0

    def passes(self, run: Callable[[Path, bool], int] | None = None) -> Night:
        library = self.folder / "belegg.db"
        with pytest.raises(KeyboardInterrupt):
            watch(
                Watch([self.folder], library, 10.0, run or self.run, self.wait, self.clock, self.said.append)
            )
        return self


def nothing() -> None:
    """Nobody touches the folder."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.md").write_text("# Ferie\n\nAnsatte har fem uker ferie.")
    return notes


def test_it_runs_once_and_again_only_after_a_change(folder: Path) -> None:
    night = Night(
        folder, [nothing] * 4 + [lambda: (folder / "b.md").write_text("B"), *[nothing] * 3]
    ).passes()

    assert night.again == [False, True]
    assert night.waits[0] == SETTLE_S
    assert night.waits[2] == 10.0


def test_the_library_in_the_folder_does_not_wake_it(folder: Path) -> None:
    def stored() -> None:
        (folder / "belegg.db").write_text("x")
        (folder / "belegg.db-wal").write_text("x")

    assert len(Night(folder, [nothing] * 3 + [stored, *[nothing] * 3]).passes().runs) == 1


@pytest.mark.parametrize("code", [2, 3, -9, -11])
def test_a_run_that_fails_or_crashes_does_not_end_the_watch_and_is_tried_again(
    folder: Path, code: int
) -> None:
    night = Night(folder, [nothing] * 8, codes=[code, 0]).passes()

    assert len(night.runs) == 2
    assert [line for line in night.said if f"ended with {code}" in line] == night.said


def test_files_that_could_not_be_read_are_no_reason_to_run_again(folder: Path) -> None:
    assert len(Night(folder, [nothing] * 12, codes=[1]).passes().runs) == 1


def test_a_run_that_was_interrupted_ends_the_watch(folder: Path) -> None:
    assert len(Night(folder, [nothing] * 12, codes=[INTERRUPTED]).passes().runs) == 1


def test_a_folder_that_vanishes_and_comes_back_is_told_once_each_and_never_run(folder: Path) -> None:
    away = folder.with_name("away")
    plan = [
        nothing,
        nothing,
        lambda: folder.rename(away),
        *[nothing] * 3,
        lambda: away.rename(folder),
        nothing,
    ]
    night = Night(folder, [*plan, nothing]).passes()

    assert len(night.runs) == 1
    gone, back = night.said
    assert "may not be mounted" in gone
    assert back == f"`{folder}` shows its files again (1)"


def test_looking_takes_a_tenth_of_the_time_at_most(folder: Path) -> None:
    night = Night(folder, [nothing] * 4, look_s=5.0).passes()

    assert night.waits[-1] >= 9 * 5.0


def test_a_run_asks_for_the_ways_that_the_root_remembers() -> None:
    plain = command(Path("notes"), address_of("l.db"), RootSettings("wiki", Reading()))
    special = command(
        Path("notes"), address_of("l.db"), RootSettings("wiki", Reading("reports", "nb", False))
    )

    assert plain[plain.index("ingest") :] == [
        "ingest", "--library", "l.db", "--pack", "wiki", "--hold-removals", "--", "notes",
    ]  # fmt: skip
    assert special[special.index("--hold-removals") + 1 : -2] == [
        "--profile",
        "reports",
        "--language",
        "nb",
        "--no-originals",
    ]


def test_a_folder_that_was_not_ingested_is_refused(folder: Path, tmp_path: Path) -> None:
    with Library.open(tmp_path / "l.db", create=True) as library:
        with pytest.raises(BadInput, match="belegg ingest"):
            ways_of(library.store, folder)
        with pytest.raises(BadInput, match="no folder"):
            ways_of(library.store, folder / "gone")
        library.ingest(folder, pack="wiki")

        assert ways_of(library.store, folder).pack == "wiki"


def test_a_change_comes_in_and_many_removals_are_held(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder, file = tmp_path / "notes", tmp_path / "l.db"
    folder.mkdir()
    for number in range(12):
        (folder / f"{number}.md").write_text(f"# Note {number}\n\nOrdinary words of note {number}.")
    with Library.open(file, create=True) as library:
        library.ingest(folder, pack="wiki")
        ways = ways_of(library.store, folder)

    for number in range(6):
        (folder / f"{number}.md").unlink()
    (folder / "new.md").write_text("# New\n\nA new note.")
    Night(folder, [nothing] * 2).passes(lambda place, again: ingest_apart(place, file, ways, again))

    with Library.open(file) as library:
        assert len(library.documents(Scope(OWNER))) == 13
    told = " ".join(capfd.readouterr().out.split())
    assert "1 added" in told
    assert "6 of 12 known documents are gone" in told
    assert "they stay" in told


def test_an_old_failure_is_told_by_the_first_run_and_not_at_every_change(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder, file = tmp_path / "notes", tmp_path / "l.db"
    folder.mkdir()
    (folder / "a.md").write_text("# Ferie\n\nAnsatte har fem uker ferie.")
    (folder / "torn.pdf").write_bytes(b"%PDF-1.7 torn")
    (folder / "image.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))
    with Library.open(file, create=True) as library:
        library.ingest(folder, pack="wiki")
        ways = ways_of(library.store, folder)

    def run(again: bool) -> str:
        ingest_apart(folder, file, ways, again)
        return " ".join(capfd.readouterr().out.split())

    first = run(again=False)
    (folder / "b.docx").write_bytes(b"PK torn")
    later = run(again=True)

    assert "1 could not be read as before" in first
    assert "notes/image.png: no text, or a kind that is not read" in first
    assert "notes/b.docx" in later
    assert not any(words in later for words in ("as before", "image.png", "torn.pdf"))
