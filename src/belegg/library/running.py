"""One run over a golden set of an open library: under which conditions, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from time import perf_counter
from typing import TYPE_CHECKING

from belegg import __version__
from belegg.answering.without_model import answer
from belegg.errors import BadSetting, MissingExtra, ModelError
from belegg.evaluation.answer_scoring import Given
from belegg.evaluation.answer_sums import sums_of, warnings_of
from belegg.evaluation.golden import GoldenQuestion
from belegg.evaluation.outcomes import Outcome
from belegg.evaluation.running import Doors, asked, scope_for
from belegg.evaluation.runs import Conditions, Run, digest_of, suspicions
from belegg.evaluation.sets import thinned
from belegg.evaluation.standing import Standing, Standings
from belegg.library.corpus import corpus_version, packs_version
from belegg.library.day_asked import day_asked
from belegg.library.measured_answers import MeasuredAnswers
from belegg.library.progress import Pace, Progress
from belegg.records import OWNER, DocumentId, DocumentText, Mode, Principal, Scope
from belegg.search.settings import SearchSettings

if TYPE_CHECKING:
    from belegg.answering.settings import AskSettings
    from belegg.library.evaluating import MeasuresItself
    from belegg.records.chat import ChatRole

MOST_FAILED = 5
"""Questions in a row that a model may fail before a run stops: its server is down, or the key is wrong."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """
    Who asks (None: each question's own asker, else the owner), within which packs, in which mode (None: as
    people search), and how many questions. `answers` None: answered by the documents' own sentences, and
    little is kept of them; else asked as people ask, with these settings, and the answers are measured.
    """

    asker: Principal | None = None
    packs: tuple[str, ...] = ()
    mode: Mode | None = None
    limit: int | None = None
    answers: AskSettings | None = None


def run_over(library: MeasuresItself, name: str, wanted: Wanted) -> Run:
    """Ask the questions of a kept set. Raises BadInput, UnknownPack, AnalyserDiffers."""
    asking = asking_of(library, name, wanted)
    return run_with(library, name, asking.questions, asking.standings, wanted, asking.settings)


@dataclass(frozen=True, slots=True)
class Asking:
    """What a run asks: the questions, where the gold of each stands, the settings of the search."""

    questions: Sequence[GoldenQuestion]
    standings: Sequence[Sequence[Standing]]
    settings: SearchSettings


def asking_of(library: MeasuresItself, name: str, wanted: Wanted) -> Asking:
    """What is asked of a kept set. Raises BadInput, UnknownPack, BadSetting."""
    questions = thinned(library.golden_set(name), wanted.limit)
    for pack in wanted.packs:
        library.pack(pack, Scope(OWNER))
    scope = Scope(wanted.asker or OWNER, packs=wanted.packs)
    settings = library._settings(wanted.mode, None, library._ranking_in(scope))
    return Asking(questions, standings_of(library, questions, wanted.packs), settings)


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
    *,
    earlier: Run | None = None,
    keep: Callable[[Run], None] | None = None,
) -> Run:
    """
    Ask questions whose gold is placed already, with these settings. What an `earlier` run over the same has
    is not asked again, unless the model failed there. `keep` is given the run as it stands after each
    question. Raises ModelError when a model failed several in a row.
    """
    started, before = perf_counter(), earlier.seconds if earlier else 0.0
    doors = _doors(library, wanted, settings)
    scope = Scope(wanted.asker or OWNER, packs=wanted.packs)
    kept = {each.id: each for each in earlier.outcomes if not each.failed} if earlier else {}
    reranker, not_reranked = reranker_of(library, settings)
    conditions = conditions_of(library, wanted, settings, reranker)
    when = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    outcomes: list[Outcome] = []

    def stands() -> Run:
        left = len(questions) - len(outcomes)
        return Run(
            golden_set=name,
            when=when,
            questions=digest_of(questions),
            conditions=_as_searched(conditions, outcomes),
            seconds=round(before + perf_counter() - started, 3),
            cost=_cost(outcomes),
            outcomes=tuple(outcomes),
            warnings=(
                *warnings_of(outcomes),
                *not_reranked,
                *suspicions(outcomes),
                *_unplaced(questions, standings),
            ),
            unasked=left,
        )

    pace, failed = Pace(sum(question.id not in kept for question in questions)), 0
    for question, placed in zip(questions, standings, strict=True):
        if question.id in kept:
            outcomes.append(kept[question.id])
            continue
        asks = scope_for(question, scope, wanted.asker is not None)
        outcomes.append(asked(question, asks, placed, doors))
        pace.advance(1)
        if keep is not None:
            keep(stands())
        told = _told(outcomes)
        library._watch(Progress(f"asking `{name}`", len(outcomes), len(questions), pace.left_s(), told))
        failed = failed + 1 if outcomes[-1].failed else 0
        if failed == MOST_FAILED and len(outcomes) < len(questions):
            raise _gave_up(outcomes[-1], len(outcomes), len(questions), keep is not None)
    return stands()


def _doors(library: MeasuresItself, wanted: Wanted, settings: SearchSettings) -> Doors:
    search = library._search(settings)

    def text(document: DocumentId, scope: Scope) -> DocumentText | None:
        with library.store.reading(scope) as reader:
            return reader.text(document)

    if wanted.answers is not None:
        return Doors(search, MeasuredAnswers(library, wanted.answers), text)

    def by_rule(question: str, scope: Scope) -> Given:
        return Given(answer(question, scope, search, library.store, day_asked(scope)))

    return Doors(search, by_rule, text)


def _gave_up(last: Outcome, done: int, total: int, kept: bool) -> ModelError:
    why = last.answer.failed if last.answer else ""
    then = "; what was answered is kept, and the same command goes on from there" if kept else ""
    return ModelError(
        f"the model gave no answer to {MOST_FAILED} questions one after the other ({why}); stopped after "
        f"{done} of {total}{then}"
    )


def _told(outcomes: Sequence[Outcome]) -> str:
    """What answers took so far: `48,200 tokens, 0.12 USD, 1 failed`; empty where they are not measured."""
    sums = sums_of(outcomes)
    if sums is None:
        return ""
    tokens, cost = sums.took.tokens + sums.judging.tokens, _cost(outcomes)
    parts = [
        f"{tokens:,} tokens",
        f"{cost:.2f} USD" if cost else "",
        f"{sums.failed} failed" * (sums.failed > 0),
    ]
    return ", ".join(part for part in parts if part)


def _cost(outcomes: Sequence[Outcome]) -> float:
    """What models charged, in US dollars, as far as prices are known."""
    took = [each for o in outcomes if o.answer is not None for each in (o.answer.took, o.answer.judging)]
    return sum(each.cost_usd or 0.0 for each in took)


def reranker_of(library: MeasuresItself, settings: SearchSettings) -> tuple[str | None, list[str]]:
    """The id of the reranker that searches ask, None for none; and why it could not be opened."""
    opened = library._models().reranker
    if opened is None or settings.mode == "keyword":
        return None, []
    try:
        return opened().id, []
    except (BadSetting, MissingExtra, ModelError) as error:
        return None, [f"measured without the reranker: {error}"]


def conditions_of(
    library: MeasuresItself, wanted: Wanted, settings: SearchSettings, reranker: str | None
) -> Conditions:
    """All that is known before the first question: not how is searched in the end."""
    with library.store.reading(Scope(OWNER, packs=wanted.packs)) as reader:
        documents, passages = sum(1 for _ in reader.heads()), reader.collection().passages
        embedder = reader.embedded().model
    models = {"embedder": embedder, "reranker": reranker, **_chats(library, wanted)}
    return Conditions(
        belegg=__version__,
        corpus=corpus_version(library.store, Scope(OWNER, packs=wanted.packs)),
        documents=documents,
        passages=passages,
        packs=packs_version(library.store),
        analyser=library.analyser.identity,
        mode="",
        settings=json.loads(json.dumps(asdict(settings), default=str)),
        models={what: id for what, id in models.items() if id},
        asker=wanted.asker.id if wanted.asker else "",
        scope=", ".join(wanted.packs),
        answers=json.loads(json.dumps(asdict(wanted.answers))) if wanted.answers else {},
    )


def _chats(library: MeasuresItself, wanted: Wanted) -> dict[str, str]:
    """The chat models that take part, and the judge that measures."""
    if wanted.answers is None:
        return {}
    roles: tuple[ChatRole, ...] = (
        ("answer", "understand", "judge") if wanted.answers.use_model else ("judge",)
    )
    return {role: chat.id for role in roles if (chat := library.chat(role)) is not None}


def _as_searched(conditions: Conditions, outcomes: Sequence[Outcome]) -> Conditions:
    """With the modes that were used; without them no embedder took part."""
    modes = sorted({outcome.mode for outcome in outcomes})
    models = {
        what: id for what, id in conditions.models.items() if what != "embedder" or modes != ["keyword"]
    }
    return replace(conditions, mode=", ".join(modes), models=models)


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
