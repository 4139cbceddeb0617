"""
The full run of the crash harness: what 200 kills of a writing process leave behind.

    python benchmarks/crash.py [--kills 200] [--seed N] [--postgres [--server]]

With `--postgres` the library is in a PostgreSQL that forces to disk what it acknowledges; with `--server` it
is that server, or the way to it, that dies.

The harness and what it examines: tests/stores/crash_harness.py, whose short run is a test.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

HARNESS = Path(__file__).resolve().parent.parent / "tests" / "stores" / "crash_harness.py"


def main() -> None:
    given = sys.argv[1:] or ["--kills", "200"]
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(subprocess.run([sys.executable, str(HARNESS), folder, *given], check=False).returncode)


if __name__ == "__main__":
    main()
