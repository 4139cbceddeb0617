"""Print a line per requirement id from the last test run: `SEA-4 7 passed`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

RECORD = Path(__file__).resolve().parent.parent / ".requirements-run.json"


def main() -> int:
    if not RECORD.exists():
        print("no test run recorded yet; run `make test` first", file=sys.stderr)
        return 2
    outcomes: dict[str, dict[str, int]] = json.loads(RECORD.read_text(encoding="utf-8"))
    for name in sorted(outcomes, key=lambda n: (n.split("-")[0], int(n.split("-")[1]))):
        counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes[name].items()))
        print(f"{name} {counts}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
