"""
What synonyms cost: the same questions with and without the groups that they set off, in one process.

    python benchmarks/synonyms.py
    python benchmarks/synonyms.py --library law.db    a library of the 736 acts that is there (it is copied)
    python benchmarks/synonyms.py --json FILE         the figures as JSON as well

The 736 acts of BELEGG_SHARED are ingested as a pack with the groups of `packs/lovdata`, and asked: the
questions of the law set, each group's longest word with a typical rest of a question, and a made-up group of
40 common words of the acts. Each question is asked in turn with `synonym_weight` 0, which leaves the groups
out, and as users ask it. Figures are CPU ms of each question's best round; the ratio is that of the sums and
of the 95th percentiles, over the questions that set off a group. Bar: 1.5. Exit code 1 when it is missed.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from belegg.evaluation.retrieval import percentile
from belegg.library.library import Library
from belegg.records import OWNER, Pack, Scope, SynonymGroup
from belegg.search.search import Search
from belegg.search.settings import SearchSettings
from belegg.sources.packs import read_pack
from quality_sets import SHARED

PACK = Path(__file__).resolve().parents[1] / "packs" / "lovdata"
EVERYTHING = Scope(OWNER)
ROUNDS = 5
LARGE = 40
BAR = 1.5
WORD = re.compile(r"[^\W\d_]{6,}")
REST = "hvor lang frist har jeg og hva gjelder for {} i loven"


def large_group(library: Library) -> SynonymGroup:
    """Forty words that stand in many acts: the worst that a group can ask for."""
    counts: Counter[str] = Counter()
    with library.store.reading(EVERYTHING) as reader:
        for head in list(reader.heads())[::4]:
            words = {w for p in reader.passages_of(head.id) for w in WORD.findall(p.text.lower())}
            counts.update(words)
    telling = [word for word, _ in counts.most_common(400) if not library.analyser.is_small(word)]
    return SynonymGroup(("storord", *telling[: LARGE - 1]))


def asked(pack: Pack, group: SynonymGroup) -> dict[str, list[str]]:
    lines = (SHARED / "data" / "law" / "no" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return {
        "questions of the law set": [json.loads(line)["question"] for line in lines],
        "one question for each group of packs/lovdata": [
            REST.format(max(each.words, key=len)) for each in pack.synonyms
        ],
        f"a group of {LARGE} common words": [REST.format(word) for word in ("storord", *group.words[1:20])],
    }


def measured(plain: Search, with_groups: Search, texts: Sequence[str]) -> dict[str, float]:
    """CPU ms of the questions that set off a group: p50 and p95 of the best rounds, and the ratios."""
    fired = [
        text
        for text in texts
        if any(note.stage == "synonyms" for note in with_groups(text, EVERYTHING).notes)
    ]
    times: dict[str, list[list[float]]] = {"without": [], "with": []}
    for _ in range(ROUNDS):
        for rounds in times.values():
            rounds.append([])
        for text in fired:
            for name, search in (("without", plain), ("with", with_groups)):
                started = time.process_time_ns()
                search(text, EVERYTHING)
                times[name][-1].append((time.process_time_ns() - started) / 1e6)
    best = {name: [min(of_one) for of_one in zip(*rounds, strict=True)] for name, rounds in times.items()}
    figures = {
        f"{name} p{share}": percentile(each, share) for name, each in best.items() for share in (50, 95)
    }
    return {
        "questions": len(texts),
        "set off a group": len(fired),
        **{name: round(ms, 2) for name, ms in figures.items()},
        "ratio": round(sum(best["with"]) / sum(best["without"]), 3),
        "ratio p95": round(figures["with p95"] / figures["without p95"], 3),
    }


def measure(library: Library) -> dict[str, dict[str, float]]:
    name = library.documents(EVERYTHING)[0].pack
    pack, group = replace(read_pack(PACK), name=name), large_group(library)
    plain, with_groups = (
        Search(library.store, library.analyser, settings)
        for settings in (SearchSettings(synonym_weight=0), SearchSettings())
    )
    found = {}
    for kind, texts in asked(pack, group).items():
        groups = (*pack.synonyms, group) if "common" in kind else pack.synonyms
        with library.store.writing("pack") as writer:
            writer.set_pack(replace(pack, synonyms=groups))
        found[kind] = measured(plain, with_groups, texts)
    return found


def table(found: dict[str, dict[str, float]]) -> Iterator[str]:
    yield (
        f"{'CPU ms':<46} {'fired':>6} {'without p50':>12} {'p95':>6} {'with p50':>9} {'p95':>6} {'ratio':>6} "
        f"{'of p95':>6}"
    )
    for name, each in found.items():
        without = f"{each['without p50']:>12.2f} {each['without p95']:>6.2f}"
        with_groups = f"{each['with p50']:>9.2f} {each['with p95']:>6.2f}"
        ratios = f"{each['ratio']:>6.2f} {each['ratio p95']:>6.2f}"
        yield f"{name:<46} {each['set off a group']:>6.0f} {without} {with_groups} {ratios}"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--library", type=Path, help="a library of the acts to copy, instead of ingesting them"
    )
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    if not (SHARED / "data").is_dir():
        print(f"no test data at {SHARED}; set BELEGG_SHARED", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="belegg-synonyms-") as work:
        file = Path(work) / "law.db"
        if options.library:
            shutil.copy(options.library, file)
        with Library.open(file, create=True) as library:
            if not options.library:
                library.ingest(SHARED / "data" / "law" / "no" / "lover", originals=False)
            found = measure(library)
    print("\n".join(table(found)))
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0 if all(max(each["ratio"], each["ratio p95"]) <= BAR for each in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
