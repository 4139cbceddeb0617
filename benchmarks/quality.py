"""
Retrieval quality on the shared sets, beside FTS5 + Snowball in the same run, against the bars.

    python benchmarks/quality.py [--only SET …] [--parts] [--json FILE]      (= make quality)

Sets: nine of `data/retrieval`, queries and documents in one language; xquad-de thinned by a fixed seed. For
each: nDCG@10 and recall@100 in a library of its own; the gain over FTS5 with its p (paired sign-flip test);
what one typo in every query costs; what one library with all the other sets costs, their documents counted as
wrong (`together`) and not counted (`sharing`: what their presence does to the set's own order). Then 700
look-ups of sections, and the 20 answerable questions about the 736 acts. `--parts` also switches each part of
the search off in turn. A bar that is not reached is marked and makes the exit code 1.

CPU: about 4 minutes, 2 more with `--parts`.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import quality_lookups as lookups
from belegg.evaluation.golden import read_questions
from belegg.evaluation.measures import sign_flip_p
from belegg.evaluation.questions import first_answer
from belegg.library.library import Library
from belegg.records import OWNER, Scope
from belegg.search.settings import SearchSettings
from belegg.text.analysis import Analyser
from quality_fts5 import Fts5
from quality_sets import BARS, SHARED, Bar, Collection, Values, measure, prepared
from quality_tables import all_reached, rendered
from quality_typos import with_typos

MOST_LOST_TOGETHER = 0.01
LOOK_UPS_FIRST = 0.97
QUESTIONS_AMONG_TEN = 10  # of 20, without the packs' synonyms (12 with them)
PARTS: Mapping[str, SearchSettings] = {
    "compounds": SearchSettings(part_weight=0),
    "neighbours": SearchSettings(neighbour_weight=0),
    "order": SearchSettings(order_bonus=0),
    "all words": SearchSettings(all_words_bonus=0),
    "all first": SearchSettings(all_first=True),
}
DEFAULT = SearchSettings()


class KeepsSmallWords(Analyser):
    """An analyser that knows no small words."""

    def is_small(self, word: str) -> bool:
        return False


@dataclass(frozen=True)
class Outcome:
    """What was measured on one set: every query's values, by the run."""

    bar: Bar
    alone: Values
    fts5: Values
    typos: Values
    together: Values | None
    together_own: Values | None
    parts: Mapping[str, Values]

    @property
    def row(self) -> dict[str, Any]:
        """The figures of the table and of the JSON, each with whether it reaches its bar."""
        bar, mine, theirs = self.bar, fmean(self.alone.ndcg), fmean(self.fts5.ndcg)
        figures = {
            "ndcg@10": (mine, bar.ndcg, mine >= bar.ndcg),
            "recall@100": (fmean(self.alone.recall), bar.recall, fmean(self.alone.recall) >= bar.recall),
            "gain": (mine - theirs, bar.above_fts5, mine - theirs >= bar.above_fts5),
            "typo_loss": _loss(self.alone, self.typos, bar.typo_loss),
        }
        if self.together:
            figures["together_loss"] = _loss(self.alone, self.together, MOST_LOST_TOGETHER)
        if self.together_own:
            figures["sharing_loss"] = _loss(self.alone, self.together_own, MOST_LOST_TOGETHER)
        return {
            "set": bar.name,
            "queries": len(self.alone.ndcg),
            "fts5_ndcg@10": round(theirs, 4),
            "p": round(sign_flip_p(self.alone.ndcg, self.fts5.ndcg), 4),
            **{
                name: {"value": round(value, 4), "bar": limit, "reached": bool(reached)}
                for name, (value, limit, reached) in figures.items()
            },
        }


def _loss(before: Values, after: Values, most: float) -> tuple[float, float, bool]:
    lost = fmean(before.ndcg) - fmean(after.ndcg)
    return lost, most, lost <= most


def measure_set(bar: Bar, work: Path, together: Collection | None, parts: bool) -> Outcome:
    """Everything about one set. Ingests it into a library of its own."""
    queries = bar.read().queries
    collection = Collection(work / f"{bar.name}.db", [bar], work)
    space = collection.analyser.name_space(bar.language)
    typed = with_typos(queries, space, collection.analyser.is_small)
    switched = {name: measure(collection.ranking(s), queries) for name, s in PARTS.items()} if parts else {}
    if parts:
        keeps = collection.ranking(DEFAULT, KeepsSmallWords())
        switched["small words"] = measure(keeps, queries)
    return Outcome(
        bar,
        alone=measure(collection.ranking(DEFAULT), queries),
        fts5=measure(Fts5(prepared(bar, work), bar.language), queries),
        typos=measure(collection.ranking(DEFAULT), typed),
        together=measure(together.ranking(DEFAULT), queries) if together else None,
        together_own=measure(together.ranking(DEFAULT, only=bar), queries) if together else None,
        parts=switched,
    )


def law(work: Path) -> dict[str, Any]:
    """Look-ups and questions over the 736 acts, ingested as a folder of files."""
    folder = SHARED / "data/law/no"
    with Library.open(work / "law.db", create=True) as library:
        library.ingest(folder / "lover", originals=False)
        asked = list(lookups.generate(lookups.acts(folder / "lover")))
        forms = lookups.measure(library, asked)
        questions = [q for q in read_questions(folder / "questions.jsonl") if q.answerable]
        ranks = [first_answer(library.search(q.text, Scope(OWNER), 100).hits, q.gold) for q in questions]
    first = sum(form.first for form in forms) / len(asked)
    enough = first >= LOOK_UPS_FIRST
    among_ten = sum(rank is not None and rank <= 10 for rank in ranks)
    return {
        "look_ups": [
            {"form": f.form, "asked": f.asked, "first": f.first, "among_ten": f.among_ten} for f in forms
        ],
        "look_ups_first": {"value": round(first, 4), "bar": LOOK_UPS_FIRST, "reached": enough},
        "questions_ranks": ranks,
        "questions_among_ten": {
            "value": among_ten,
            "bar": QUESTIONS_AMONG_TEN,
            "reached": among_ten >= QUESTIONS_AMONG_TEN,
        },
    }


def ablation(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """What each part switched off changes, by set, with its p; a part may hurt at most one set for sure."""
    table: dict[str, Any] = {}
    for part in dict.fromkeys(name for outcome in outcomes for name in outcome.parts):
        changes = {
            o.bar.name: {
                "change": round(fmean(o.parts[part].ndcg) - fmean(o.alone.ndcg), 4),
                "p": round(sign_flip_p(o.parts[part].ndcg, o.alone.ndcg), 4),
            }
            for o in outcomes
        }
        worse_with = [name for name, c in changes.items() if c["change"] > 0 and c["p"] < 0.01]
        table[part] = {"sets": changes, "reached": part == "all first" or len(worse_with) < 2}
    return table


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=[*(b.name for b in BARS), "law"], metavar="SET")
    parser.add_argument("--parts", action="store_true", help="switch each part of the search off in turn")
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    if not (SHARED / "data").is_dir():
        print(f"no test data at {SHARED}; set BELEGG_SHARED", file=sys.stderr)
        return 2
    started = time.process_time()
    bars = [bar for bar in BARS if not options.only or bar.name in options.only]
    with tempfile.TemporaryDirectory(prefix="belegg-quality-") as folder:
        work = Path(folder)
        together = Collection(work / "together.db", BARS, work) if not options.only else None
        outcomes = [measure_set(bar, work, together, options.parts) for bar in bars]
        acts = law(work) if not options.only or "law" in options.only else None
    record = {
        "sets": [outcome.row for outcome in outcomes],
        "law": acts,
        "parts": ablation(outcomes),
        "cpu_s": round(time.process_time() - started, 1),
    }
    print(rendered(record))
    if options.json:
        options.json.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0 if all_reached(record) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
