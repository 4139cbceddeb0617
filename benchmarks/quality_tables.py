"""The record of `make quality` as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

COLUMNS = (
    ("ndcg@10", "nDCG@10"),
    ("recall@100", "R@100"),
    ("gain", "over FTS5"),
    ("typo_loss", "typo loss"),
    ("together_loss", "together"),
    ("sharing_loss", "sharing"),
)


def rendered(record: Mapping[str, Any]) -> str:
    """Every figure with its bar in brackets; `!` where it is not reached."""
    lines = [*_sets(record), *_law(record["law"] or {}), *_parts(record["parts"])]
    lines += [
        "",
        f"CPU {record['cpu_s']:.0f} s; " + ("every bar reached" if all_reached(record) else "bars missed: !"),
    ]
    return "\n".join(lines)


def all_reached(record: Any) -> bool:
    """Whether no `reached` anywhere in the record is false."""
    if isinstance(record, Mapping):
        return record.get("reached") is not False and all(map(all_reached, record.values()))
    return all(map(all_reached, record)) if isinstance(record, list) else True


def _sets(record: Mapping[str, Any]) -> Iterator[str]:
    heads = "".join(f"{head:>18}" for _, head in COLUMNS)
    yield f"{'set':<10}{'queries':>8}{heads}{'FTS5':>8}{'p':>8}"
    for row in record["sets"]:
        cells = "".join(f"{_cell(row.get(name)):>18}" for name, _ in COLUMNS)
        yield f"{row['set']:<10}{row['queries']:>8}{cells}{row['fts5_ndcg@10']:>8.3f}{row['p']:>8.4f}"


def _cell(figure: Mapping[str, Any] | None) -> str:
    if figure is None:
        return "–"
    return f"{'' if figure['reached'] else '! '}{figure['value']:.3f} ({figure['bar']:.3f})"


def _law(law: Mapping[str, Any]) -> Iterator[str]:
    if not law:
        return
    yield ""
    yield f"{'look-up of a section':<36}{'asked':>6}{'first':>7}{'in ten':>8}"
    for form in law["look_ups"]:
        yield (
            f"{form['form']:<36}{form['asked']:>6}{form['first'] / form['asked']:>7.1%}"
            f"{form['among_ten'] / form['asked']:>8.1%}"
        )
    yield f"all: right section first {_cell(law['look_ups_first'])}"
    figure = law["questions_among_ten"]
    mark = "" if figure["reached"] else "! "
    yield f"questions about the acts: {mark}{figure['value']} of 20 among the first ten ({figure['bar']})"
    yield "  ranks: " + " ".join("–" if rank is None else str(rank) for rank in law["questions_ranks"])


def _parts(parts: Mapping[str, Any]) -> Iterator[str]:
    for number, (part, found) in enumerate(parts.items()):
        if number == 0:
            yield ""
            yield "nDCG@10 with a part off" + "".join(f"{name:>12}" for name in found["sets"])
        cells = "".join(f"{_change(change):>12}" for change in found["sets"].values())
        yield f"{'' if found['reached'] else '! '}{part:<23}{cells}"


def _change(change: Mapping[str, float]) -> str:
    stars = "**" if change["p"] < 0.01 else "*" if change["p"] < 0.05 else ""
    return f"{change['change']:+.3f}{stars}"
