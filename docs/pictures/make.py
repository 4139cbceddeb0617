"""
Makes the picture of the README: the demo company is read and served, a question asked, a citation opened.

`make picture`; needs Chromium (`apt-get install chromium`, or BELEGG_CHROMIUM).
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "tests"))
QUESTION = "How long do batteries last in the district heating chambers of Koskiranta?"
SIZE = {"width": 1280, "height": 1060}


def make(target: Path) -> None:
    """Write the picture. Raises FileNotFoundError without Chromium."""
    from belegg.library.library import Library
    from belegg.serving.entrance.visitor import LocalEntrance
    from belegg.serving.http.app import create_app
    from doors import running

    chromium = os.environ.get("BELEGG_CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        raise FileNotFoundError("no Chromium here; `apt-get install chromium`, or name it in BELEGG_CHROMIUM")
    with (
        tempfile.TemporaryDirectory() as folder,
        Library.open(Path(folder) / "company.db", create=True) as library,
        running(create_app(library, LocalEntrance())) as server,
        sync_playwright() as playwright,
    ):
        library.ingest(PROJECT / "examples" / "company")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE, locale="en-GB", base_url=server.url)
        page.goto("/")
        page.locator("textarea").first.fill(QUESTION)
        page.get_by_role("button", name="Ask").first.click()
        page.locator("a.cite").first.click(timeout=30_000)
        page.locator("svg.sheet image, img").first.wait_for(timeout=30_000)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=target)
        browser.close()


if __name__ == "__main__":
    make(Path(__file__).with_name("answer.png"))
