"""
`belegg calibrate`: where the relevance gate's floor is set, or that answerable and unanswerable overlap.

The floor is read from the answerable questions alone, so that the unanswerable ones can judge it. It is set
only when it separates: the 95 % interval of the share of unanswerable questions that it stops lies wholly
above that of the answerable ones it loses, and the area under the curve is above one half. Numbers behind
the rule: docs/decisions/0119-how-the-gate-is-calibrated.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import inf, isfinite
from typing import Final

import numpy as np

from belegg.evaluation.curves import Area, Asked, Point, Share, area, curve, share, stopped
from belegg.evaluation.fitted import LOST_PERCENT, Fit, better_fit
from belegg.records.gate import EVERY, Floor, Measure

ENOUGH_ANSWERABLE: Final = 50
"""From so many answerable questions a floor is read; the lowest of fewer say too little."""

MARGIN: Final = 0.005
"""The floor stands so much below the second percentile of the answerable questions' best scores."""

DEFAULTS: Final[Mapping[str, float]] = {"e5/": 0.82}
"""The floor for fewer questions, by the beginning of the embedder's id: cosines of others lie elsewhere."""

FEW_UNANSWERABLE: Final = 20


@dataclass(frozen=True, slots=True)
class Judge:
    """Whose scores were read: the model's id, the measure, and the state of what was searched."""

    model: str
    corpus_version: str
    measure: Measure = "cosine"


@dataclass(frozen=True, slots=True)
class Calibrated:
    """
    What was found for one pack and one language of questions.

    `value` is the floor that was looked at, None when there was none. `floor` is what is to be kept: with
    that value (or a fitted model's), without one where it does not separate, None where a wider floor counts
    or there can be none; `why` says which in words. `rejected` are the unanswerable questions stopped by the
    value or the fitted model, `lost` the answerable ones, `by_kind` those stopped of each class of questions.
    """

    pack: str
    language: str
    answerable: int
    unanswerable: int
    value: float | None
    floor: Floor | None
    why: str
    area: Area
    rejected: Share
    lost: Share
    by_kind: Mapping[str, Share]
    curve: tuple[Point, ...]
    fit: Fit | None = None


@dataclass(frozen=True, slots=True)
class Calibration:
    """All rows of one run, the widest first, what makes them doubtful, and the questions of each pack."""

    judge: Judge
    rows: tuple[Calibrated, ...]
    warnings: tuple[str, ...]
    asked: Mapping[str, Sequence[Asked]]

    def floors(self) -> list[Floor]:
        """What is to be kept."""
        return [row.floor for row in self.rows if row.floor is not None]

    def as_json(self) -> dict[str, object]:
        """The record of `belegg calibrate --json`."""
        return {
            **asdict(self.judge),
            "rows": [asdict(row) for row in self.rows],
            "questions": [_told(pack, each) for pack, of_pack in self.asked.items() for each in of_pack],
            "warnings": [*self.warnings],
        }

    def refused(self, row: Calibrated) -> list[str]:
        """The answerable questions that a row's floor stops."""
        if row.floor is None or row.floor.value is None:
            return []
        floor, fitted = row.floor.value, row.floor.fitted
        of_row = [e for e in self.asked[row.pack] if e.spoken and row.language in (EVERY, e.language)]
        return [e.question for e in of_row if e.answerable and e.reach(fitted) < floor]


def calibrate(asked: Mapping[str, Sequence[Asked]], judge: Judge) -> Calibration:
    """
    By pack: its questions in all languages together, then those of each language where there are several;
    those in a language that no document in scope is in come last, together, and get no floor.
    """
    rows = [row for pack, of_pack in asked.items() for row in _of_pack(of_pack, pack, judge)]
    return Calibration(judge, tuple(rows), tuple(_warnings(next(iter(asked.values()), ()))), asked)


def floor_of(best: Sequence[float]) -> float:
    """The second percentile of the best scores of answerable questions, less the margin; rounded to 0.001."""
    lowest = min((score for score in best if isfinite(score)), default=0.0)
    scores = [score if isfinite(score) else lowest for score in best]
    return round(float(np.percentile(scores, LOST_PERCENT)) - MARGIN, 3) if scores else 0.0


def _of_pack(asked: Sequence[Asked], pack: str, judge: Judge) -> list[Calibrated]:
    spoken, foreign = [e for e in asked if e.spoken], [e for e in asked if not e.spoken]
    whole = _whole(spoken, pack, judge)
    languages = sorted({each.language for each in spoken} - {EVERY})
    parts = [([e for e in spoken if e.language == name], name) for name in languages]
    rows = [whole, *(_of_language(part, pack, name, judge, whole) for part, name in parts if len(parts) > 1)]
    if foreign:
        why = "no floor: no document in scope is in the language of these questions"
        rows.append(_row(foreign, pack, "other", whole.value, None, why))
    return rows


def _whole(asked: Sequence[Asked], pack: str, judge: Judge) -> Calibrated:
    answerable, _ = _parted(asked)
    if len(answerable) >= ENOUGH_ANSWERABLE:
        value = floor_of([each.best() for each in answerable])
        why = f"second percentile of {len(answerable)} answerable questions, less {MARGIN}"
        return _judged(asked, pack, EVERY, value, why, judge)
    default = next((v for name, v in DEFAULTS.items() if judge.model.startswith(name)), None)
    few = f"fewer than {ENOUGH_ANSWERABLE} answerable questions"
    if default is None or judge.measure != "cosine":
        return _row(asked, pack, EVERY, None, None, f"no floor: {few}, and no default for this model")
    return _judged(asked, pack, EVERY, default, f"the model's default, for {few}", judge)


def _of_language(
    asked: Sequence[Asked], pack: str, language: str, judge: Judge, whole: Calibrated
) -> Calibrated:
    """A language has a floor of its own from enough questions on; before that the pack's counts for it."""
    answerable, _ = _parted(asked)
    if len(answerable) < ENOUGH_ANSWERABLE:
        return _row(
            asked, pack, language, whole.value, None, "the floor of all languages, for so few questions"
        )
    why = f"second percentile of {len(answerable)} answerable questions, less {MARGIN}"
    return _judged(asked, pack, language, floor_of([e.best() for e in answerable]), why, judge)


def _judged(
    asked: Sequence[Asked], pack: str, language: str, value: float, why: str, judge: Judge
) -> Calibrated:
    """The row with its floor, which has a value only when it separates."""
    answerable, unanswerable = _parted(asked)
    counts = (len(answerable), len(unanswerable), judge.model, judge.corpus_version, judge.measure)
    fit = better_fit(answerable, unanswerable, floor_of)
    if fit is not None:
        floor = Floor(pack, language, fit.value, True, *counts, fit.fitted)
        row = _row(
            asked, pack, language, value, floor, "a fitted model beat the floor in cross-validation", fit
        )
        if separates(row):
            return row
    row = _row(asked, pack, language, value, Floor(pack, language, value, True, *counts), why)
    if separates(row):
        return row
    off = Floor(pack, language, None, False, *counts)
    return _row(asked, pack, language, value, off, "not separable: the gate stays off")


def separates(row: Calibrated) -> bool:
    """Whether what is stopped is clearly more of the unanswerable than of the answerable questions."""
    return row.rejected.low > row.lost.high and row.area.low > 0.5


def _row(
    asked: Sequence[Asked],
    pack: str,
    language: str,
    value: float | None,
    floor: Floor | None,
    why: str,
    fit: Fit | None = None,
) -> Calibrated:
    answerable, unanswerable = _parted(asked)
    fitted, least = (fit.fitted, fit.value) if fit else (None, value)

    def stopped_of(part: Sequence[Asked]) -> Share:
        return share(0 if least is None else stopped(part, least, fitted), len(part))

    kinds = dict.fromkeys((each.kind for each in asked if each.kind), 0)
    return Calibrated(
        pack=pack,
        language=language,
        answerable=len(answerable),
        unanswerable=len(unanswerable),
        value=value,
        floor=floor,
        why=why,
        area=area(answerable, unanswerable, fitted),
        rejected=stopped_of(unanswerable),
        lost=stopped_of(answerable),
        by_kind={kind: stopped_of([e for e in asked if e.kind == kind]) for kind in kinds},
        curve=curve(answerable, unanswerable),
        fit=fit,
    )


def _told(pack: str, asked: Asked) -> dict[str, object]:
    """A question in the JSON; `best` is null when no hit has a score."""
    best = asked.best()
    return {
        "pack": pack,
        "question": asked.question,
        "answerable": asked.answerable,
        "kind": asked.kind,
        "language": asked.language,
        "spoken": asked.spoken,
        "best": best if isfinite(best) else None,
        "passes_by_words": asked.reach() == inf,
    }


def _parted(asked: Sequence[Asked]) -> tuple[list[Asked], list[Asked]]:
    return [e for e in asked if e.answerable], [e for e in asked if not e.answerable]


def _warnings(asked: Sequence[Asked]) -> list[str]:
    answerable, unanswerable = _parted(asked)
    told = []
    if unanswerable and all(each.gibberish for each in unanswerable):
        told.append(
            "the unanswerable questions are only gibberish; real questions off the subject pass far more "
            "often: take some that people would ask elsewhere, and some near the subject"
        )
    elif any(each.gibberish for each in unanswerable):
        count = sum(each.gibberish for each in unanswerable)
        told.append(
            f"{count} of {len(unanswerable)} unanswerable questions are gibberish and flatter the curve"
        )
    if len(unanswerable) < FEW_UNANSWERABLE:
        told.append(f"only {len(unanswerable)} unanswerable questions: the share stopped is a rough guess")
    if answerable and all(each.reach() == -inf for each in answerable):
        told.append("no answerable question found anything: suspect a bug (wrong library, pack or filter)")
    return told
