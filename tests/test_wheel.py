"""The built wheel answers on its own, outside the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from belegg.text.word_lists import cache_folder

PROJECT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=PROJECT,
        check=True,
        capture_output=True,
    )
    return next(folder.glob("belegg-*.whl"))


@pytest.mark.req("FAC-1")
def test_the_wheel_holds_the_demo_and_everything_that_is_read_at_run_time(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    package = PROJECT / "src" / "belegg"

    needed = {
        f"belegg/{path.relative_to(package).as_posix()}"
        for path in package.rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".pyo")
    }
    assert needed - held == set()
    assert {"belegg/demo/company.demo.json", "belegg/demo/company.access.tsv"} <= held
    assert any(name.startswith("belegg/demo/company/") for name in held)
    assert {"belegg/demo/company.belegg.toml", "belegg/demo/company.tables/deals/revenue.csv"} <= held
    assert {f"belegg/packs/lovdata/{name}.toml" for name in ("pack", "synonyms", "dictionary")} <= held
    assert not any(name.startswith(("tests/", "benchmarks/", "docs/")) for name in held)


@pytest.mark.req("FAC-1")
def test_the_installed_wheel_runs_the_demo_outside_the_checkout(wheel: Path, tmp_path: Path) -> None:
    target = tmp_path / "installed"
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "install",
            "-q",
            "--no-deps",
            "--no-index",
            "--target",
            str(target),
            str(wheel),
        ],
        check=True,
        capture_output=True,
    )
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "HOME": str(tmp_path),
        "PYTHONPATH": str(target),  # before the checkout's own install
        "BELEGG_CACHE": str(cache_folder()),
    }

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *words]
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    assert run("-c", "import belegg; print(belegg.__file__)").stdout.startswith(str(target))
    done = run("-m", "belegg", "demo", "shown")
    assert (done.returncode, done.stderr) == (0, "")
    assert "company/contracts/2026-041" in done.stdout
    assert "Quotations verified." in done.stdout
