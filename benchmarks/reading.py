"""
What reading costs, and whether every section comes out.

    python benchmarks/reading.py [--json FILE]

Reads folders of BELEGG_SHARED as `ingest` does (walk, read, cut; nothing stored), each in a fresh process:
MB and documents per CPU second, peak memory, passages, failures, warnings by code; for the acts in force the
sections of `retrieval/lovdata-sections-nb` that no passage carries.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from belegg.errors import ReadingError
from belegg.reading import read
from belegg.reading.passages import cut
from belegg.sources.folder import SourceFile, walk
from belegg.text.names import normal_section

FOLDERS = (
    "law/no/lover",
    "law/no/lovtidend-2025-html",
    "wiki/sourcegraph-handbook",
    "wiki/digdir-docs-nb",
    "html",
    "un-reports",
    "financebench",
)
ACTS = "law/no/lover"


def shared() -> Path:
    default = Path(__file__).resolve().parent.parent.parent / "shared"
    return Path(os.environ.get("BELEGG_SHARED", default)) / "data"


def measured(folder: str) -> dict[str, Any]:
    """One folder, in this process."""
    counts: Counter[str] = Counter()
    warned: Counter[str] = Counter()
    sections: Counter[tuple[str, str]] = Counter()
    started = time.process_time()
    for file in walk(shared() / folder, "folder"):
        if not isinstance(file, SourceFile):
            continue
        counts["bytes"] += file.size_bytes
        counts["documents"] += 1
        try:
            outcome = read(file.read(), file.source, "p")
        except ReadingError:
            counts["failed"] += 1
            continue
        passages = cut(outcome.document, outcome.profile)
        counts["passages"] += len(passages)
        warned.update({warning.code for warning in outcome.warnings})
        if folder == ACTS:
            act = outcome.document.fact("identifier") or ""
            sections.update((act, normal_section(p.section)) for p in passages if p.section)
    cpu_s = time.process_time() - started
    return {
        "folder": folder,
        "documents": counts["documents"],
        "failed": counts["failed"],
        "passages": counts["passages"],
        "megabytes": round(counts["bytes"] / 1e6, 2),
        "cpu_s": round(cpu_s, 2),
        "megabytes_per_cpu_s": round(counts["bytes"] / 1e6 / cpu_s, 2),
        "documents_per_cpu_s": round(counts["documents"] / cpu_s, 1),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "warnings": dict(warned.most_common()),
        **({"sections_absent": absent_sections(sections)} if folder == ACTS else {}),
    }


def absent_sections(found: Counter[tuple[str, str]]) -> int:
    """Numbered sections (`§`) of the reference that no passage carries."""
    wanted: Counter[tuple[str, str]] = Counter()
    corpus = shared() / "retrieval" / "lovdata-sections-nb" / "corpus.jsonl"
    for line in corpus.read_text(encoding="utf-8").splitlines():
        metadata = json.loads(line)["metadata"]
        number = normal_section(metadata["ref"].partition("#")[0])
        if number.startswith("§"):
            wanted[metadata["act"], number] += 1
    return (wanted - found).total()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--folder", help="measure one folder in this process")
    options.add_argument("--json", type=Path, help="write the results here")
    given = options.parse_args()
    if given.folder:
        print(json.dumps(measured(given.folder)))
        return
    results = []
    for folder in FOLDERS:
        command = [sys.executable, __file__, "--folder", folder]
        results.append(json.loads(subprocess.run(command, check=True, capture_output=True).stdout))
        print(results[-1])
    if given.json:
        given.json.write_text(json.dumps(results, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
