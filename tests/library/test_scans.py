"""Scans on their way in: stored in lots, taken up again, read again when a program for them is there."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from belegg.library.ingest import Ingested, Wanted, ingest
from belegg.reading.content import Given, Kept, Said, silent
from belegg.reading.fenced import NOTHING, Fence, Here, Limits, Parsed
from belegg.reading.ocr import tesseract
from belegg.reading.pdf.pages import parse
from belegg.records import OWNER, Report, Scope
from belegg.testing import MemoryStore
from belegg.text.analysis import Analyser
from plain_pdf import line, one_page
from scanned import ByShade, reader, scan

pytestmark = [pytest.mark.req("ING-11"), pytest.mark.req("ING-12"), pytest.mark.req("ING-13")]

ANYONE = Scope(OWNER)
SAYS = [f"Page number {n} tells of the lamps in hall {n}." for n in range(9)]


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "scans"
    folder.mkdir()
    (folder / "old.pdf").write_bytes(scan(3))
    return folder


class Scanner:
    """Runs the PDF reader here, a page a lot, with a recogniser that knows the pages by their shade."""

    def __init__(self, says: list[str]) -> None:
        self.by = ByShade(says)

    def parse(
        self, module: str, data: bytes, said: Said = silent, skip: int = 0, kept: Kept = NOTHING
    ) -> Parsed:
        return Parsed(parse(data, said, Given(seconds=0.0, kept=kept), reader(self.by)))

    def close(self) -> None:
        """Nothing is left behind."""


def run(store: MemoryStore, folder: Path, fence: Any, recognition_s: float = 60.0) -> Ingested:
    wanted = Wanted(fence=lambda limits, workers: fence, limits=Limits(recognition_s=recognition_s))
    return ingest(store, Analyser(), folder, wanted)


def report(store: MemoryStore) -> Report:
    with store.reading(ANYONE) as reader:
        return next(report for _, report in reader.reports())


def text(store: MemoryStore, version: int | None = None) -> str:
    with store.reading(ANYONE) as reader:
        found = reader.text(next(head.id for head in reader.heads()), version)
        return found.text if found else ""


def test_a_long_scan_comes_in_lots_and_counts_once(store: MemoryStore, folder: Path) -> None:
    scanner = Scanner(SAYS)
    outcome = run(store, folder, scanner)

    assert (outcome.added, outcome.changed) == (1, 0)
    assert all(words in text(store) for words in SAYS[:3])
    assert text(store, version=1) == SAYS[0]
    assert scanner.by.asked == [0, 1, 2]
    assert "partly read" not in outcome.warnings


def test_what_one_run_left_the_next_one_reads(store: MemoryStore, folder: Path) -> None:
    scanner = Scanner(SAYS)
    first = run(store, folder, scanner, recognition_s=0.0)
    reader_of_first, text_of_first = report(store).reader, text(store)
    second = run(store, folder, scanner)
    third = run(store, folder, scanner)

    assert (reader_of_first, text_of_first) == ("pdf 3, OCR unfinished", SAYS[0])
    assert first.warnings["partly read"] == 1
    assert (second.added, second.changed, second.unchanged) == (0, 1, 0)
    assert scanner.by.asked == [0, 1, 2]
    assert (third.changed, third.unchanged) == (0, 1)
    assert report(store).reader == "pdf 3"


def test_another_file_under_the_same_name_is_read_from_its_beginning(
    store: MemoryStore, folder: Path
) -> None:
    run(store, folder, Scanner(SAYS))
    (folder / "old.pdf").write_bytes(scan(3) + b"\n% another")
    scanner = Scanner(["New words."] * 3)
    run(store, folder, scanner)

    assert scanner.by.asked == [0, 1, 2]
    assert text(store).startswith("New words.")


def test_a_scan_that_gives_no_text_ends(store: MemoryStore, folder: Path) -> None:
    scanner = Scanner(["…", "…", "…"])
    outcome = run(store, folder, scanner)

    assert scanner.by.asked == [0, 1, 2]
    assert len(outcome.failures) + outcome.added == 1


def test_without_a_program_it_is_left_and_with_one_it_is_read(
    store: MemoryStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "old.pdf").write_bytes(half_a_scan())
    path = os.environ["PATH"]
    monkeypatch.setenv("PATH", str(tmp_path))
    if run(store, folder, Here()).warnings["no text layer"] == 0:
        pytest.skip("`belegg[ocr]` is installed: there is always a program")
    without = report(store).reader
    again = run(store, folder, Here())
    monkeypatch.setenv("PATH", path)

    assert without == "pdf 3, without OCR"
    assert again.unchanged == 1
    if not tesseract.installed():
        pytest.skip("the program tesseract is not here")
    assert run(store, folder, Here()).changed == 1
    assert "The notice period is thirty days." in text(store)
    assert run(store, folder, Here()).unchanged == 1


@pytest.mark.skipif("nor" not in tesseract.installed(), reason="tesseract's Norwegian data is not here")
def test_the_language_that_is_stated_reads_the_letters(store: MemoryStore, tmp_path: Path) -> None:
    words = "Oppsigelsestiden på Tromsø er én måned, så lenge øvrige vilkår gjelder."
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "old.pdf").write_bytes(scan_of(words))
    run(store, folder, Fence(languages=("nb",)))

    assert text(store) == words
    assert "(nor+eng)" in report(store).warnings[0].text


def scan_of(*words: str) -> bytes:
    """A PDF whose one page is a picture of a line."""
    return _drawn(words, ())


def half_a_scan() -> bytes:
    """A page of text, then a page that is a picture of a line."""
    return _drawn(("The notice period is thirty days.",), ("Enough words to be a page of text.",))


def _drawn(pictures: tuple[str, ...], texts: tuple[str, ...]) -> bytes:
    out = BytesIO()
    canvas = Canvas(out, pageSize=(595, 842))
    for words in texts:
        for n in range(9):
            canvas.drawString(72, 700 - 20 * n, words)
        canvas.showPage()
    for words in pictures:
        page = pdfium.PdfDocument(one_page(line(words)))[0]
        canvas.drawImage(ImageReader(page.render(scale=3).to_pil()), 0, 0, 595, 842)
        canvas.showPage()
    canvas.save()
    return out.getvalue()
