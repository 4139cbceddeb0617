"""The curator's and the administrator's pages: packs, gaps, evaluation, health."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from starlette.responses import Response

from belegg.errors import BadInput
from belegg.evaluation.comparing import Comparison, compare
from belegg.evaluation.runs import Run, abstention, means, parts
from belegg.library.kept_health import WORST_FIRST, KeptHealth, history, keep
from belegg.library.turns.gaps import Gap
from belegg.records import SynonymGroup
from belegg.serving.looked_after import finding_for, gap_for, is_owner
from belegg.serving.web.places import hit_shown
from belegg.serving.web.visit import Visit
from belegg.text.languages import CODES

STATES = {"well": "verified", "look": "partly", "wrong": "fault"}
BAR = 200  # units of a bar's width
NOW_S = 60.0
"""A check is told as made now for so long."""


def packs_page(visit: Visit) -> Response:
    """`/packs` and `/packs/NAME`: the packs in which the visitor may read something."""
    packs = visit.library.packs(visit.scope)
    name = visit.request.path_params.get("name") or (packs[0].pack.name if packs else "")
    chosen = visit.library.pack(name, visit.scope) if name else None
    return visit.page(
        "packs.html",
        here="packs",
        packs=packs,
        chosen=chosen,
        may_curate=visit.visitor.may("curate"),
        pages=100,
    )


def turn_pack(visit: Visit) -> Response:
    """Switch a pack on or off."""
    name = visit.request.path_params["name"]
    visit.library.pack(name, visit.scope)
    visit.library.turn(name, visit.one("on") == "yes")
    visit.note("pack changed")
    return visit.go(f"/packs/{name}")


def add_synonyms(visit: Visit) -> Response:
    """Add a group of synonyms to a pack, or take one out, called by its words and its language."""
    name = visit.request.path_params["name"]
    pack = visit.library.pack(name, visit.scope).pack
    gone, language = visit.one("remove"), visit.one("language") or None
    if gone:
        called = (gone, language)
        groups = tuple(each for each in pack.synonyms if (", ".join(each.words), each.language) != called)
    else:
        words = tuple(dict.fromkeys(filter(None, (part.strip() for part in visit.one("words").split(",")))))
        if len(words) < 2:
            raise BadInput("a group has two words or more, with a comma between them")
        if language is not None and language not in CODES:
            raise BadInput(f"`{language[:40]}` is no language's two letters (ISO 639-1), as `nb`, `en`")
        groups = (*pack.synonyms, SynonymGroup(words, language))
    visit.library.set_synonyms(name, groups)
    visit.note("pack changed")
    return visit.go(f"/packs/{name}")


# ---------------------------------------------------------------- gaps


@dataclass(frozen=True, slots=True)
class GapShown:
    """A gap as the visitor may see it: of what lies nearest only what they may read."""

    gap: Gap
    nearest: Sequence[object]


def gaps_page(visit: Visit) -> Response:
    """`/gaps`: questions that the documents left open."""
    closed = visit.one("closed") == "yes"
    told = [gap_for(visit.visitor, gap, visit.library) for gap in visit.library.gaps(closed=closed)]
    found = [GapShown(gap, [hit_shown(visit, hit) for hit in gap.nearest]) for gap in told]
    return visit.page("gaps.html", here="gaps", gaps=found, closed=closed)


def close_gap(visit: Visit) -> Response:
    number = int(visit.request.path_params["number"])
    visit.library.close_gap(number)
    visit.note("gap changed", str(number))
    return visit.go("/gaps")


# ---------------------------------------------------------------- health


def health_page(visit: Visit) -> Response:
    """`/health`: what the last check found, the worst first. Ids and counts, no titles."""
    kept = history(visit.library)
    last = kept[0] if kept else None
    told = [finding_for(visit.visitor, each) for each in last.findings] if last else []
    findings = sorted(told, key=lambda each: WORST_FIRST.index(each.state))
    return visit.page(
        "health.html",
        here="health",
        last=last,
        is_now=last is not None and _age_s(last.at) < NOW_S,
        tally={state: sum(each.state == state for each in findings) for state in WORST_FIRST},
        findings=[(STATES[each.state], each) for each in findings],
        wrong=[each for each in findings if each.state == "wrong"],
        earlier=[(STATES[each.state], each) for each in kept[1:9]],
    )


def _age_s(at: str) -> float:
    return (datetime.now(UTC) - datetime.fromisoformat(at)).total_seconds()


def check_health(visit: Visit) -> Response:
    """Check everything now, and keep what was found."""
    keep(visit.library, visit.library.health())
    return visit.go("/health")


def faults(visit: Visit) -> int:
    """How many checks found something wrong when they were last made."""
    kept: Sequence[KeptHealth] = history(visit.library)[:1]
    return sum(each.state == "wrong" for each in kept[0].findings) if kept else 0


# ---------------------------------------------------------------- evaluation


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """A measure of a run: over how many questions, with its interval, and what it was in the run before."""

    name: str
    value: float
    low: float
    high: float
    count: int
    was: float | None

    @property
    def at(self) -> float:
        return round(self.value * BAR, 1)

    @property
    def was_at(self) -> float:
        return round((self.was or 0.0) * BAR, 1)


def evaluation_page(visit: Visit) -> Response:
    """
    `/evaluation`, `/evaluation/N`: a run over a golden set beside the one before it. The questions are shown
    to the owner alone.
    """
    runs = visit.library.runs()
    number = int(visit.request.path_params.get("number", 0)) or max(runs, default=0)
    if number and number not in runs:
        raise BadInput(f"there is no run {number}")
    run = runs.get(number)
    before = _before(runs, number) if run else None
    return visit.page(
        "evaluation.html",
        here="evaluation",
        runs=sorted(runs.items(), reverse=True),
        number=number,
        run=run,
        warnings=run.warnings if run and is_owner(visit.visitor) else (),
        before=before,
        measures=_measures(run, before[1] if before else None) if run else [],
        refusing=abstention(run.outcomes) if run else None,
        classes=_classes(run) if run else [],
        changed=_changed(run, before[1]) if run and before and is_owner(visit.visitor) else None,
        bar=BAR,
    )


def _before(runs: dict[int, Run], number: int) -> tuple[int, Run] | None:
    earlier = [
        each for each in sorted(runs) if each < number and runs[each].golden_set == runs[number].golden_set
    ]
    return (earlier[-1], runs[earlier[-1]]) if earlier else None


def _measures(run: Run, before: Run | None) -> list[MeasureRow]:
    was = means(before.outcomes) if before else {}
    return [
        MeasureRow(
            name, mean.value, mean.low, mean.high, mean.count, was[name].value if name in was else None
        )
        for name, mean in means(run.outcomes).items()
    ]


def _classes(run: Run) -> list[tuple[str, int, int, int, int]]:
    """Each class of question: how many, with gold, with gold found among the hits, refused."""
    return [
        (
            name,
            len(outcomes),
            sum(each.is_found_measured for each in outcomes),
            sum(any(rank is not None and rank <= 12 for rank in each.ranks) for each in outcomes),
            sum(each.verdict == "abstained" for each in outcomes),
        )
        for name, outcomes in parts(run.outcomes)["class"].items()
    ]


def _changed(run: Run, before: Run) -> Comparison:
    return compare(before, run)
