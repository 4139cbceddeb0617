"""Nothing stays of a reader's folder: not after it, and not after a parent that was killed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from belegg.reading.fenced.folder import OwnFolder, sweep

pytestmark = [
    pytest.mark.req("ING-13"),
    pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be locked there"),
]

HOLD = """
import os, signal
from belegg.reading.fenced.folder import OwnFolder
folder = OwnFolder()
(folder.path / "page.png").write_bytes(b"a page")
print(folder.path, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder for temporary files that nobody else uses."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


def test_a_folder_goes_with_all_that_is_in_it() -> None:
    folder = OwnFolder()
    (folder.path / "deep").mkdir()
    (folder.path / "deep" / "page.png").write_bytes(b"a page")

    folder.remove()

    assert not folder.path.exists()


def test_what_a_killed_parent_left_is_removed_by_the_next_one(tmp_path: Path) -> None:
    killed = subprocess.run(
        [sys.executable, "-c", HOLD],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    left = Path(killed.stdout.strip())
    assert (left / "page.png").exists()

    assert (sweep(older_than_s=0), left.exists()) == (1, False)


def test_a_folder_in_use_a_young_one_and_a_link_are_left_alone(tmp_path: Path) -> None:
    held = OwnFolder()
    target = tmp_path / "diary"
    target.mkdir()
    (tmp_path / "belegg-reading-link").symlink_to(target)
    assert sweep(older_than_s=0) == 0

    (tmp_path / "belegg-reading-young").mkdir()
    assert sweep() == 0

    assert held.path.exists()
    assert target.exists()
    held.remove()
