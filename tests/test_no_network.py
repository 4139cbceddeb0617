"""From files to a checked quotation without one connection: no model, no key, no network."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ALONE = """
import sys

def refuse(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto"):
        raise SystemExit(f"the network was used: {event} {arguments}")

sys.addaudithook(refuse)

from belegg import OWNER, Answered, Library, Scope

with Library.open(sys.argv[1], create=True) as library:
    library.ingest(sys.argv[2])
    scope = Scope(OWNER)
    assert library.search("parental leave", scope).hits
    assert isinstance(library.ask("How many weeks of parental leave may a parent take?", scope), Answered)
    assert library.health()
"""


@pytest.mark.req("ING-1", "AGE-8")
def test_ingest_search_and_ask_connect_to_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    text = "# Parental leave\n\nEach parent may take sixteen weeks of parental leave in the first year.\n"
    (folder / "leave.md").write_text(text, encoding="utf-8")

    run = subprocess.run(
        [sys.executable, "-c", ALONE, str(tmp_path / "library.db"), str(folder)],
        capture_output=True,
        text=True,
        timeout=120,
    )

    assert run.returncode == 0, run.stderr
