"""
What strangers' files can do to an ingest, and what the fence costs.

    python benchmarks/isolation.py bombs [--scale full] [--group NAME …]
    python benchmarks/isolation.py mock [--times 100]
    python benchmarks/isolation.py pages [--workers 1 2]

`bombs` builds every group of `data/security/gen` of BELEGG_SHARED into a temporary folder and brings each
file into a library: what became of it, seconds, the most memory that a reading process held, and how long an
ordinary PDF after it took beside what it takes a moment later. It listens at 127.0.0.1:9, where files would
connect to, and looks for the files that they would leave behind. `mock` does the same for a reader that
hangs, crashes, eats memory … on purpose. `pages` reads the UN reports and prints pages per second.
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Event, Thread

from belegg.errors import NoTextLayer, ReadingError
from belegg.library.ahead import Ahead
from belegg.library.ingest import Wanted, ingest
from belegg.reading.fenced import Fence, Limits
from belegg.reading.fenced.limits import MIB
from belegg.reading.read import document_of, parsed
from belegg.stores.sqlite import SqliteStore
from belegg.testing.mock_parser import MockParsing, mock_file
from belegg.text.analysis import Analyser

ORDINARY = "un-reports/S_2025_72.en.pdf"
TRAPS = (
    *("/var/tmp/belegg-slip*", "/var/tmp/belegg-yaml", "/var/tmp/belegg-trigger", "/var/tmp/belegg-launch*"),
    *("/var/tmp/belegg-w", "/tmp/belegg-slip*", "/etc/belegg-slip*"),
)
WATCHED = ("/tmp/*belegg*", "/var/tmp/*", "/dev/shm/*", f"{Path.home()}/*")
WORST: dict[str, list[object]] = {
    "hang": ["hang"],
    "sleep": ["sleep", 60],
    "oom": ["oom"],
    "segv": ["segv"],
    "exit": ["exit", 1],
    "flood": ["flood"],
    "garbage": ["garbage"],
}


def shared() -> Path:
    default = Path(__file__).resolve().parent.parent.parent / "shared"
    return Path(os.environ.get("BELEGG_SHARED", default)) / "data"


# ---------------------------------------------------------------- what is watched


class Memory:
    """The most that any process of a fence held, sampled 50 times a second."""

    def __init__(self, fence: Fence) -> None:
        self.fence = fence
        self.most_bytes = 0
        self._over = Event()
        self._thread = Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._over.wait(0.02):
            for number in self.fence.numbers():
                try:
                    pages = int(Path(f"/proc/{number}/statm").read_text().split()[1])
                except (OSError, IndexError):
                    continue
                self.most_bytes = max(self.most_bytes, pages * 4096)

    def stop(self) -> None:
        self._over.set()
        self._thread.join()

    def taken(self) -> int:
        most, self.most_bytes = self.most_bytes, 0
        return most // MIB


@contextmanager
def listening() -> Iterator[list[str]]:
    """Whoever connects to 127.0.0.1:9 meanwhile; a note when nobody may listen there."""
    met: list[str] = []
    try:
        server = socket.create_server(("127.0.0.1", 9))
    except OSError as error:
        met.append(f"nobody listens at 127.0.0.1:9 here: {error}")
        yield met
        return
    server.settimeout(0.2)
    over = Event()

    def accept() -> None:
        while not over.is_set():
            try:
                met.append(str(server.accept()[1]))
            except TimeoutError:
                continue

    thread = Thread(target=accept)
    thread.start()
    try:
        yield met
    finally:
        over.set()
        thread.join()
        server.close()


def outside(own: Path) -> set[str]:
    """What lies where nothing should come, the folder that we stand in among it."""
    seen = {
        str(path) for place in (*WATCHED, f"{Path.cwd()}/*") for path in Path("/").glob(place.lstrip("/"))
    }
    ours = (str(own), "/tmp/belegg-reading-")
    return {path for path in seen if not path.startswith(ours) or "/empty/" in path}


def trapped() -> list[str]:
    return [str(path) for trap in TRAPS for path in Path("/").glob(trap.lstrip("/"))]


# ---------------------------------------------------------------- bombs


def built(python: str, name: str, scale: str, folder: Path) -> Path:
    """The files of one generator. One of them needs pikepdf, which Belegg does not."""
    here = shared() / "security" / "gen"
    target = folder / name
    command = [python, f"gen_{name}.py", str(target), "--scale", scale]
    subprocess.run(command, cwd=here, check=True, capture_output=True, timeout=600)
    return target


def seconds_for(fence: Fence, data: bytes) -> float:
    started = time.perf_counter()
    document_of(parsed(data, "x/ordinary.pdf", fence), "x/ordinary.pdf", "p")
    return time.perf_counter() - started


def bombs(python: str, scale: str, groups: list[str]) -> None:
    generators = sorted(
        path.stem.removeprefix("gen_") for path in (shared() / "security" / "gen").glob("gen_*")
    )
    ordinary = (shared() / ORDINARY).read_bytes()
    analyser = Analyser()
    with tempfile.TemporaryDirectory(prefix="belegg-bombs-") as name, listening() as connections:
        own = Path(name)
        ready = {group: built(python, group, scale, own) for group in groups or generators}
        fence = Fence(Limits(), 1)
        memory = Memory(fence)
        usual = statistics.median(seconds_for(fence, ordinary) for _ in range(5))
        (own / "empty").mkdir()
        os.chdir(own / "empty")
        before = outside(own)
        print(f"scale {scale}; an ordinary PDF usually takes {usual:.2f} s")
        print("| group | files | read | with a note | not read | slowest | memory of a reader | next file |")
        print("|---|---|---|---|---|---|---|---|")
        ratios = []
        for group, folder in ready.items():
            memory.taken()
            line, ratio = one_group(group, folder, own, analyser, fence, ordinary, memory)
            ratios.append(ratio)
            print(line, flush=True)
        fence.close()
        memory.stop()
        left = sorted(outside(own) - before)
        print(f"\nparent alive; next file at most {max(ratios):.2f} x; connections: {connections or 'none'}")
        print(f"left behind: {trapped() or 'none'}; other new files outside: {left or 'none'}")


def one_group(
    group: str,
    folder: Path,
    own: Path,
    analyser: Analyser,
    fence: Fence,
    ordinary: bytes,
    memory: Memory,
) -> tuple[str, float]:
    """A line of the table, and the worst ratio of the ordinary file."""
    found: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    slowest, ratio = ("", 0.0), 0.0
    store = SqliteStore(own / f"{group}.db")
    wanted = Wanted(fence=lambda limits, workers: Kept(fence), workers=1)
    for path in sorted(folder.iterdir()):
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            continue
        started = time.perf_counter()
        outcome = ingest(store, analyser, path, wanted)
        seconds = time.perf_counter() - started
        slowest = max(slowest, (path.name, seconds), key=lambda each: each[1])
        found["files"] += outcome.added + len(outcome.failures)
        found["read"] += outcome.added
        found["noted"] += sum(outcome.warnings.values()) > 0
        reasons.update(report.error or "" for report in outcome.failures)
        ratio = max(ratio, seconds_for(fence, ordinary) / seconds_for(fence, ordinary))
    store.close()
    refused = ", ".join(f"{kind} {count}" for kind, count in reasons.most_common()) or "–"
    line = (
        f"| {group} | {found['files']} | {found['read']} | {found['noted']} | {refused} | "
        f"{slowest[1]:.1f} s (`{slowest[0]}`) | {memory.taken()} MiB | {ratio:.2f} x |"
    )
    return line, ratio


class Kept:
    """A fence that outlives the run that it is lent to."""

    def __init__(self, fence: Fence) -> None:
        self.parse = fence.parse

    def close(self) -> None:
        """It is needed for the next file."""


# ---------------------------------------------------------------- the mock parser, and pages


def mock(times: int) -> None:
    patient = MockParsing.fenced(memory_bytes=600 * MIB)
    impatient = MockParsing.fenced(stall_s=0.3)
    good = mock_file(["text", "An ordinary file."])
    print("| a reader that … | times | told as | next file read |")
    print("|---|---|---|---|")
    for name, action in WORST.items():
        told: Counter[str] = Counter()
        read = 0
        parsing = impatient if name in ("hang", "sleep") else patient
        for _ in range(times):
            try:
                parsing.parse("", mock_file(list(action)))
            except ReadingError as error:
                told[type(error).__name__] += 1
            read += parsing.parse("", good).content.text == "An ordinary file."
        kinds = ", ".join(f"{kind} {count}" for kind, count in told.items())
        print(f"| {name} | {times} | {kinds} | {read} of {times} |", flush=True)
    patient.close()
    impatient.close()


def pages(numbers: list[int]) -> None:
    files = sorted((shared() / "un-reports").glob("*.pdf"))
    read = [(path.name, path.read_bytes()) for path in files]
    print("| workers | pages | seconds | pages per second | CPU seconds of the readers | largest reader |")
    print("|---|---|---|---|---|---|")
    for workers in numbers:
        with Fence(Limits(), workers) as fence, Ahead(workers) as ahead:
            for _ in ahead.over(
                range(2 * workers), partial(warm, fence, (shared() / ORDINARY).read_bytes()), lambda _: 1
            ):
                pass
            memory = Memory(fence)
            cpu, started = children_s(fence), time.perf_counter()
            count = 0
            work = partial(counted, fence)
            for met in ahead.over(read, work, lambda file: len(file[1])):
                count += met[1] or 0 if met else 0
            seconds = time.perf_counter() - started
            used = children_s(fence) - cpu
            print(
                f"| {workers} | {count:,} | {seconds:.1f} | {count / seconds:.0f} | {used:.1f} | "
                f"{memory.taken()} MiB |",
                flush=True,
            )


def warm(fence: Fence, data: bytes, number: int) -> int:
    return counted(fence, (f"{number}.pdf", data))


def counted(fence: Fence, file: tuple[str, bytes]) -> int:
    try:
        content = parsed(file[1], f"un-reports/{file[0]}", fence).content
    except NoTextLayer:  # a scan
        return 0
    return len({page.number for page in content.pages})


def children_s(fence: Fence) -> float:
    """CPU seconds of a fence's processes so far."""
    used = 0.0
    for number in fence.numbers():
        fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        used += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return used


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("what", choices=("bombs", "mock", "pages"))
    options.add_argument("--scale", choices=("small", "full"), default="small")
    options.add_argument("--group", nargs="*", default=[], help="only these generators")
    options.add_argument("--python", default=sys.executable, help="runs the generators (one needs pikepdf)")
    options.add_argument("--times", type=int, default=100)
    options.add_argument("--workers", type=int, nargs="*", default=[1, 2])
    given = options.parse_args()
    if given.what == "bombs":
        bombs(given.python, given.scale, given.group)
    elif given.what == "mock":
        mock(given.times)
    else:
        pages(given.workers)


if __name__ == "__main__":
    main()
