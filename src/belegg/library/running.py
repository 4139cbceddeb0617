"""One run over a golden set of an open library: under which conditions, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from time import perf_counter
from typing import TYPE_CHECKING

from belegg import __version__
from belegg.answering.extract import answer
from belegg.errors import BadSetting, MissingExtra, ModelError
from belegg.evaluation.golden import GoldenQuestion
from belegg.evaluation.outcomes import Outcome
from belegg.evaluation.running import Doors, asked, scope_for
from belegg.evaluation.runs import Conditions, Run, digest_of, suspicions
from belegg.evaluation.sets import thinned
from belegg.evaluation.standing import Standing, Standings
from belegg.library.corpus import corpus_version, packs_version
from belegg.library.progress import Pace, Progress
from belegg.records import OWNER, Mode, Principal, Scope
from belegg.search.settings import SearchSettings

if TYPE_CHECKING:
    from belegg.library.evaluating import MeasuresItself


@dataclass(frozen=True, slots=True)
class Wanted:
    """
    Who asks (None: each question's own asker, else the owner), within which packs, in which mode (None: as
    people search), and how many questions.
    """

    asker: Principal | None = None
    packs: tuple[str, ...] = ()
    mode: Mode | None = None
    limit: int | None = None


def run_over(library: MeasuresItself, name: str, wanted: Wanted) -> Run:
    """Ask the questions of a kept set. Raises BadInput, UnknownPack, AnalyserDiffers."""
    questions = thinned(library.golden_set(name), wanted.limit)
    scope = Scope(wanted.asker or OWNER, packs=wanted.packs)
    for pack in wanted.packs:
        library.pack(pack, Scope(OWNER))
    settings = library._settings(wanted.mode, None, library._ranking_in(scope))
    standings = standings_of(library, questions, wanted.packs)
    return run_with(library, name, questions, standings, wanted, settings)


def standings_of(
    library: MeasuresItself, questions: Sequence[GoldenQuestion], packs: tuple[str, ...] = ()
) -> list[list[Standing]]:
    """Where the gold of each question stands, as the owner sees it."""
    with library.store.reading(Scope(OWNER, packs=packs)) as reader:
        standings = Standings(reader)
        return [[standings.of(gold) for gold in question.gold] for question in questions]


def run_with(
    library: MeasuresItself,
    name: str,
    questions: Sequence[GoldenQuestion],
    standings: Sequence[Sequence[Standing]],
    wanted: Wanted,
    settings: SearchSettings,
) -> Run:
    """Ask questions whose gold is placed already, with these settings."""
    started = perf_counter()
    search = library._search(settings)
    doors = Doors(search, lambda text, scope: answer(text, scope, search, library.store))
    scope = Scope(wanted.asker or OWNER, packs=wanted.packs)
    pace, outcomes = Pace(len(questions)), []
    for number, (question, placed) in enumerate(zip(questions, standings, strict=True), start=1):
        outcomes.append(asked(question, scope_for(question, scope, wanted.asker is not None), placed, doors))
        pace.advance(1)
        library._watch(Progress(f"asking `{name}`", number, len(questions), pace.left_s()))
    reranker, not_reranked = _reranker_of(library, settings)
    return Run(
        golden_set=name,
        when=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        questions=digest_of(questions),
        conditions=_conditions(library, outcomes, wanted, settings, reranker),
        seconds=round(perf_counter() - started, 3),
        cost=0.0,
        outcomes=tuple(outcomes),
        warnings=(*not_reranked, *suspicions(outcomes), *_unplaced(questions, standings)),
    )


def _reranker_of(library: MeasuresItself, settings: SearchSettings) -> tuple[str | None, list[str]]:
    """The id of the reranker that searches ask, None for none; and why it could not be opened."""
    opened = library._models().reranker
    if opened is None or settings.mode == "keyword":
        return None, []
    try:
        return opened().id, []
    except (BadSetting, MissingExtra, ModelError) as error:
        return None, [f"measured without the reranker: {error}"]


def _conditions(
    library: MeasuresItself,
    outcomes: Sequence[Outcome],
    wanted: Wanted,
    settings: SearchSettings,
    reranker: str | None,
) -> Conditions:
    modes = sorted({outcome.mode for outcome in outcomes})
    with library.store.reading(Scope(OWNER, packs=wanted.packs)) as reader:
        documents, passages = sum(1 for _ in reader.heads()), reader.collection().passages
        embedder = reader.embedded().model if modes != ["keyword"] else None
    models = {"embedder": embedder, "reranker": reranker}
    return Conditions(
        belegg=__version__,
        corpus=corpus_version(library.store, Scope(OWNER, packs=wanted.packs)),
        documents=documents,
        passages=passages,
        packs=packs_version(library.store),
        analyser=library.analyser.identity,
        mode=", ".join(modes),
        settings=json.loads(json.dumps(asdict(settings), default=str)),
        models={what: id for what, id in models.items() if id},
        asker=wanted.asker.id if wanted.asker else "",
        scope=", ".join(wanted.packs),
    )


def _unplaced(questions: Sequence[GoldenQuestion], standings: Sequence[Sequence[Standing]]) -> list[str]:
    """Gold that no document holds counts as not found: a search cannot find it, and the set may be wrong."""
    lost = [q.id for q, placed in zip(questions, standings, strict=True) if any(not s.places for s in placed)]
    if not lost:
        return []
    more = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
    return [
        f"the library does not hold all gold of question `{lost[0]}`{more}, which counts as not found; "
        "`belegg eval check` says what is missing"
    ]
