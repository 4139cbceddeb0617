"""
How fast PDFs are read, and how much memory that takes, beside PDFium's bare text of the same pages.

    python benchmarks/pdf.py                    the UN reports of BELEGG_SHARED, then its 619-page file
    python benchmarks/pdf.py FILE [FILE …]      these files

CPU seconds of one process; memory is the most that a process of its own held while it read the largest file.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pypdfium2

from belegg.errors import ReadingError
from belegg.reading.pdf import parse
from belegg.reading.pdf.ocr import PageReader

SHARED = Path(os.environ.get("BELEGG_SHARED", Path(__file__).resolve().parents[2] / "shared"))
_MEMORY = (
    "import resource, sys; from belegg.reading.pdf import parse; "
    "from belegg.reading.pdf.ocr import PageReader; "
    "parse(open(sys.argv[1], 'rb').read(), reader=PageReader(choose=lambda _: None)); "
    "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
)


def bare(data: bytes) -> int:
    """Takes PDFium's text of every page; returns how many pages."""
    document = pypdfium2.PdfDocument(data)
    for index in range(len(document)):
        page = document[index]
        text_page = page.get_textpage()
        text_page.get_text_range()
        text_page.close()
        page.close()
    count = len(document)
    document.close()
    return count


def structure(data: bytes) -> None:
    """Reads a PDF as Belegg does, without recognition (OCR); a file that cannot be read costs its time."""
    try:
        parse(data, reader=PageReader(choose=lambda _: None))
    except ReadingError as error:
        print(f"  not read: {error}")


def memory_mib(path: Path) -> float:
    """The most memory of a process that reads one file, in MiB (Linux counts in KiB)."""
    done = subprocess.run(
        [sys.executable, "-c", _MEMORY, str(path)], capture_output=True, text=True, check=True
    )
    return int(done.stdout) / 1024


def main(paths: list[Path], largest: Path) -> None:
    files = [path.read_bytes() for path in paths]
    started = time.process_time()
    pages = sum(bare(data) for data in files)
    bare_s = time.process_time() - started
    started = time.process_time()
    for data in files:
        structure(data)
    read_s = time.process_time() - started
    print(f"{len(files)} files, {pages} pages")
    print(f"bare text of PDFium: {pages / bare_s:.0f} pages per CPU second")
    print(f"text and structure:  {pages / read_s:.1f} pages per CPU second")
    print(f"ratio:               {read_s / bare_s:.1f} times the time of bare text")
    print(f"memory on {largest.name}: {memory_mib(largest):.0f} MiB")


if __name__ == "__main__":
    named = [Path(name) for name in sys.argv[1:]]
    if named:
        main(named, max(named, key=lambda path: path.stat().st_size))
    else:
        main(
            sorted((SHARED / "data" / "un-reports").glob("*.pdf")),
            SHARED / "data" / "pdf" / "unstructured__DA-619p.pdf",
        )
