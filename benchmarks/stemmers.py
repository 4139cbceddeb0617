"""
What another stemmer of a small pack costs beside a large one, and what a stop costs.

    python benchmarks/stemmers.py [--shared FOLDER]

The demo company as a pack beside the 736 acts. CPU seconds of: another stemmer for the small pack, twice; a
whole new index; and one that is stopped when half of the documents are analysed, and then gone on with.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from belegg.library.library import Library
from belegg.library.progress import Progress

PROJECT = Path(__file__).resolve().parent.parent


class Stopped(Exception):
    """Half of the documents are analysed."""


def stop_halfway(progress: Progress) -> None:
    if progress.stage == "reanalyse" and progress.done * 2 > (progress.total or 0):
        raise Stopped


def timed(name: str, act: Callable[[], int]) -> None:
    """Print the CPU seconds of an act, and how many passages it analysed."""
    started = time.process_time()
    try:
        analysed = f"{act():>7,} passages analysed"
    except Stopped:
        analysed = "stopped"
    print(f"{name:34} {time.process_time() - started:6.2f} s  {analysed}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    shared = os.environ.get("BELEGG_SHARED", str(PROJECT.parent / "shared"))
    parser.add_argument("--shared", type=Path, default=Path(shared))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stemmers.db"
        with Library.open(path, create=True) as library:
            library.ingest(options.shared / "data/law/no/lover", originals=False)
            library.ingest(PROJECT / "examples/company", pack="company")
            timed("company: no stemmer", lambda: library.set_pack("company", "stemmer", "none").passages)
            timed("company: auto again", lambda: library.set_pack("company", "stemmer", "auto").passages)
            timed("everything", lambda: library.reanalyse().passages)
        with Library.open(path, watch=stop_halfway) as library:
            timed("everything, stopped halfway", lambda: library.reanalyse().passages)
        with Library.open(path) as library:
            timed("gone on with", lambda: library.reanalyse().passages)


if __name__ == "__main__":
    main()
