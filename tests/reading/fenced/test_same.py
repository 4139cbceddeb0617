"""What another process runs is the Belegg that started it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import belegg
from belegg.reading.fenced.same import same_belegg

pytestmark = pytest.mark.req("ING-13")

SAYS = "import belegg, belegg.errors; print(belegg.__file__, belegg.errors.__file__, *sys.argv[1:])"


def said(command: list[str], **environment: str) -> list[str]:
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout.split()


def test_another_process_runs_our_package_and_has_its_arguments() -> None:
    here = Path(belegg.__file__).parent

    assert said([*same_belegg(SAYS, "-E"), "a", "b"]) == [
        str(here / "__init__.py"), str(here / "errors.py"), "a", "b",
    ]  # fmt: skip


def test_a_checkout_is_not_read_by_the_version_that_is_installed(tmp_path: Path) -> None:
    """As with `PYTHONPATH=checkout/src`, which a Python that ignores the environment does not look at."""
    checkout, installed = tmp_path / "checkout" / "belegg", tmp_path / "installed" / "belegg"
    for package in (checkout, installed):
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("")
        (package / "errors.py").write_text("")

    told = said(same_belegg(SAYS, folder=checkout), PYTHONPATH=str(installed.parent))

    assert told == [str(checkout / "__init__.py"), str(checkout / "errors.py")]
