"""
What reading office files costs: seconds of CPU and memory of each, in a fresh process.

    python benchmarks/office.py [--json FILE]

The handbook and the book are those of BELEGG_SHARED; the workbook (5,000 rows of 12 columns: texts, dates,
prices, shares) is made here, the same each time.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import resource
import subprocess
import sys
import time
import zipfile
from importlib import import_module
from pathlib import Path
from typing import Any

FILES = {
    "872-page handbook (Word)": ("docx", "unstructured__handbook-872p.docx"),
    "5,000 rows of 12 columns (Excel)": ("xlsx", ""),
    "paper with tables (PowerPoint)": ("pptx", "markitdown__test.pptx"),
    "book of 340,000 characters (EPUB)": ("epub", "unstructured__winter-sports.epub"),
    "two languages (RTF)": ("rtf", "unstructured__eng_spa_mult.rtf"),
}
ROWS = 5_000
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
SENTENCE = "delivered after agreement with the customer and paid within the period that was set"


def shared() -> Path:
    default = Path(__file__).resolve().parent.parent.parent / "shared"
    return Path(os.environ.get("BELEGG_SHARED", default)) / "data" / "office"


def row(number: int, draw: random.Random) -> str:
    amount, price = draw.randint(1, 90), draw.randint(10, 9_000) / 10
    texts = (
        f"Customer {draw.randint(1, 400)}",
        draw.choice(["North", "South"]),
        " ".join(draw.sample(SENTENCE.split(), 5)),
    )
    figures = ((number, 0), (45_292 + number % 366, 1), (amount, 0), (price, 2), (amount * price, 2))
    more = ((draw.random(), 3), (draw.randint(1, 20), 0), (price * 2, 2), (amount * 3, 0))
    cells = [f'<c t="inlineStr"><is><t>{text}</t></is></c>' for text in texts]
    cells += [f'<c s="{style}"><v>{value}</v></c>' for value, style in (*figures, *more)]
    return f"<row>{''.join(cells)}</row>"


def workbook() -> bytes:
    draw = random.Random(1)
    rows = "".join(row(number, draw) for number in range(ROWS))
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    links = "".join(
        f'<Relationship Id="{name}" Type="{RELATED}/{kind}" Target="{target}"/>'
        for name, kind, target in (("s", "worksheet", "sheet.xml"), ("y", "styles", "styles.xml"))
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in (
            (
                "xl/workbook.xml",
                f'<workbook xmlns="{MAIN}" xmlns:r="{RELATED}">'
                '<sheets><sheet name="Sales" r:id="s"/></sheets></workbook>',
            ),
            ("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{package}">{links}</Relationships>'),
            (
                "xl/styles.xml",
                f'<styleSheet xmlns="{MAIN}"><cellXfs><xf/><xf numFmtId="14"/>'
                '<xf numFmtId="4"/><xf numFmtId="10"/></cellXfs></styleSheet>',
            ),
            ("xl/sheet.xml", f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'),
        ):
            archive.writestr(name, part)
    return packed.getvalue()


def peak_mb() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def measured(name: str) -> dict[str, Any]:
    """One file, in this process."""
    kind, file = FILES[name]
    parse = import_module(f"belegg.reading.office.{kind}").parse
    data = (shared() / file).read_bytes() if file else workbook()
    before = peak_mb()
    started = time.process_time()
    content = parse(data)
    cpu_s = time.process_time() - started
    return {
        "file": name,
        "cpu_s": round(cpu_s, 2),
        "added_mb": peak_mb() - before,
        "characters": len(content.text),
        "blocks": len(content.blocks),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(measured(given.one)))
        return
    found = []
    for name in FILES:
        command = [sys.executable, __file__, "--one", name]
        found.append(json.loads(subprocess.run(command, check=True, capture_output=True).stdout))
        print("{file:36} {cpu_s:6.2f} s {added_mb:5} MB {characters:10,} characters".format(**found[-1]))
    if given.json:
        given.json.write_text(json.dumps(found, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
