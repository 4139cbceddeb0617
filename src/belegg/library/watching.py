"""
Folders that are kept up to date: looked at, and ingested when they changed.

A run is a process of its own, `belegg ingest` with the ways that the root remembers: whatever ends it, the
watch goes on. It never takes out many documents at once (`--hold-removals`): nobody is there to ask.
"""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from belegg.errors import BadInput
from belegg.library.address import Address, address_of
from belegg.library.looked import belongs_to
from belegg.library.roots import holding_root
from belegg.library.settings import RootSettings, settings_of_root
from belegg.reading.fenced.same import same_belegg
from belegg.seams import Store
from belegg.sources.watching import Watched, look

SETTLE_S = 2.0
"""Between two looks at a folder that is being written to; two that agree call it settled."""

LOOKING_SHARE = 10
"""Looking takes at most one part in so many of the time, however slow the drive."""

LAST_WORDS_S = 3.0
_MAIN = "sys.argv[0] = 'belegg'; from belegg.serving.cli.main import main; main()"
INTERRUPTED = 130
_WELL = (
    0,
    1,
)  # 1: a file could not be read, newly; that was said, and it is tried again with the next change


@dataclass(frozen=True, slots=True)
class Watch:
    """
    What is watched, and how. `run` ingests a folder and gives an exit code; it is told whether this watch did
    so before. `wait` waits for seconds, `clock` gives seconds that only grow, `say` tells a person.
    """

    folders: Sequence[Path]
    library: Path
    every_s: float
    run: Callable[[Path, bool], int]
    wait: Callable[[float], None]
    clock: Callable[[], float]
    say: Callable[[str], None]


def watch(wanted: Watch) -> None:
    """Until it is interrupted (KeyboardInterrupt, also that of a run)."""
    watched = {folder: Watched() for folder in wanted.folders}
    empty: set[Path] = set()
    told: set[Path] = set()
    while True:
        began = wanted.clock()
        steps = [_step(folder, state, empty, told, wanted) for folder, state in watched.items()]
        took = wanted.clock() - began
        pause = SETTLE_S if "settle" in steps else wanted.every_s
        wanted.wait(pause if "run" in steps else max(pause, (LOOKING_SHARE - 1) * took))


def _step(folder: Path, state: Watched, empty: set[Path], told: set[Path], wanted: Watch) -> str:
    seen = look(folder, lambda path: belongs_to(wanted.library, path))
    step = state.meets(seen, wanted.clock())
    if step != "empty":
        if folder in empty and seen.files:
            wanted.say(f"`{folder}` shows its files again ({seen.files:,})")
            empty.discard(folder)
    elif folder not in empty:
        empty.add(folder)
        wanted.say(f"`{folder}` shows no file; if it is a drive, it may not be mounted. Nothing is removed")
    if step == "run":
        code = wanted.run(folder, folder in told)
        told.add(folder)
        if code == INTERRUPTED:
            raise KeyboardInterrupt
        state.ran(seen, code in _WELL, wanted.clock())
        if code not in _WELL:
            wanted.say(f"the run over `{folder}` ended with {code}; it is tried again, watching goes on")
    return step


def ways_of(store: Store, folder: Path) -> RootSettings:
    """How a folder was ingested. Raises BadInput for one that was not: who may read it must be said once."""
    if not folder.is_dir():
        raise BadInput(f"there is no folder `{folder}`; name a folder that was ingested")
    settings = store.settings()
    name = holding_root(folder.resolve(), None, store.roots(), settings)
    ways = settings_of_root(settings, name) if name is not None else None
    if ways is None:
        raise BadInput(f"`{folder}` was not ingested yet; run `belegg ingest {folder}` once, then watch it")
    return ways


def ingest_apart(folder: Path, library: Address | Path, ways: RootSettings, again: bool = False) -> int:
    """
    Ingest a folder in a process of its own, its words on our streams; gives its exit code. `again` leaves out
    what the run before it has said.

    Interrupted, it lets the run end by itself (a terminal interrupts both); one that goes on is told to stop.
    """
    where = address_of(library)
    process = subprocess.Popen(command(folder, where, ways, again), env=where.environment)
    try:
        return process.wait()
    except KeyboardInterrupt:
        try:
            process.wait(LAST_WORDS_S)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
            process.wait()
        raise


def command(folder: Path, library: Address, ways: RootSettings, again: bool = False) -> list[str]:
    """The ingest of a folder, the way it was ingested before, in the library's environment."""
    reading = ways.reading
    options = [*library.options, "--pack", ways.pack, "--hold-removals"]
    if reading.profile is not None:
        options += ["--profile", reading.profile]
    if reading.language is not None:
        options += ["--language", reading.language]
    if not reading.originals:
        options.append("--no-originals")
    if again:
        options.append("--news")
    return [*same_belegg(_MAIN), "ingest", *options, "--", str(folder)]
