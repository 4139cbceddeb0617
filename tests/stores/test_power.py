"""A power cut at any moment: what was acknowledged is on the disk, in whatever order the rest arrived."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).resolve().parent.parent


def cut(folder: Path, *options: str) -> dict[str, Any]:
    command = [
        sys.executable,
        "-m",
        "stores.power_harness",
        str(folder),
        "--changes",
        "20",
        "--cuts",
        "25",
        *options,
    ]
    done = subprocess.run(command, cwd=TESTS, capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    outcome: dict[str, Any] = json.loads(done.stdout)
    return outcome


@pytest.mark.req("FAC-5", "ING-12")
def test_25_power_cuts_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    outcome = cut(tmp_path)

    assert outcome["wrong"] == []
    assert (outcome["cuts"], outcome["syncs"] > 20) == (25, True)


def test_a_disk_that_does_not_flush_its_log_is_found_out(tmp_path: Path) -> None:
    assert cut(tmp_path, "--deaf")["wrong"] != []
