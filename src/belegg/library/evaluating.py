"""What a Library does to measure itself: golden sets and runs, kept in its file. The owner's to call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from belegg.errors import BadInput
from belegg.library.asking import Answers
from belegg.library.given import given_path
from belegg.library.keeping_packs import KeepsPacks
from belegg.records import OWNER, Scope

if TYPE_CHECKING:
    from belegg.answering.settings import AskSettings
    from belegg.evaluation.checking import Finding
    from belegg.evaluation.golden import GoldenQuestion
    from belegg.evaluation.runs import Run
    from belegg.evaluation.steps import Bought
    from belegg.library.library import Library
    from belegg.library.resuming import Ahead
    from belegg.records import DocumentId, Mode, Principal

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class ChangedSet:
    """A golden set after questions were added: how many are new, were there as they are, were replaced."""

    name: str
    questions: int
    added: int
    same: int
    replaced: int


class MeasuresItself(KeepsPacks, Answers):
    """An open library that keeps golden sets and runs over them."""

    def golden_set(self, name: str) -> list[GoldenQuestion]:
        """The questions of a set. Raises BadInput when there is none of this name."""
        from belegg.evaluation.golden import questions_in

        sets = self.store.golden_sets()
        if name not in sets:
            held = ", ".join(f"`{each}`" for each in sets) or "none"
            raise BadInput(f"the library keeps no golden set `{name}` (it has {held}); give one or a file")
        return questions_in(name, sets[name])

    def golden_sets(self) -> dict[str, list[GoldenQuestion]]:
        """Every set that is kept, by name."""
        return {name: self.golden_set(name) for name in self.store.golden_sets()}

    def add_questions(
        self, name: str, questions: Sequence[GoldenQuestion], *, replace: bool = False
    ) -> ChangedSet:
        """
        Add questions to a set, which is made when it is not there. One whose id is there with other words is
        refused, unless it is to `replace` that. Raises BadInput.
        """
        from belegg.evaluation.golden import as_lines

        checked_name(name)
        kept = {q.id: q for q in self.golden_set(name)} if name in self.store.golden_sets() else {}
        same = sum(kept.get(question.id) == question for question in questions)
        others = [q.id for q in questions if q.id in kept and kept[q.id] != q]
        if others and not replace:
            more = f" and {len(others) - 1} more" if len(others) > 1 else ""
            raise BadInput(
                f"set `{name}` has a question `{others[0]}`{more} that says something else; say `--replace`, "
                "or give the questions ids of their own"
            )
        now = kept | {question.id: question for question in questions}
        with self.store.writing(f"golden set {name}") as writer:
            writer.set_golden_set(name, as_lines(now.values()))
        return ChangedSet(name, len(now), len(questions) - same - len(others), same, len(others))

    def taken_set(self, given: Path | str) -> str:
        """
        The name of a set from its name or a file of questions, which is kept under the file's name without
        its ending. Raises BadInput, also when a set of that name says something else.
        """
        from belegg.evaluation.golden import read_questions

        named = str(given)
        if named in self.store.golden_sets():
            return named
        file = given_path(given)
        if not file.exists():
            self.golden_set(named)
        questions, name = read_questions(file), file.name.removesuffix(".jsonl")
        if name in self.store.golden_sets() and self.golden_set(name) != questions:
            raise BadInput(
                f"the library keeps a set `{name}` that says something else than `{file}`; ask that by its "
                f"name, or bring it up to date with `belegg eval add {name} --from {file} --replace`"
            )
        self.add_questions(name, questions)
        return name

    def check_set(self, name: str) -> list[Finding]:
        """
        Whether a set says what stands in the library: every quotation, its page, section and readers. Raises
        BadInput.
        """
        from belegg.evaluation.checking import findings
        from belegg.library.running import standings_of

        questions = self.golden_set(name)
        return findings(questions, standings_of(self, questions))

    def sets_quoting(self, document: DocumentId) -> tuple[str, ...]:
        """The sets with gold in this document. Raises StoreUnhealthy."""
        sets = self.golden_sets()
        with self.store.reading(Scope(OWNER)) as reader:
            head = reader.head(document)
        if head is None:
            return ()
        return tuple(
            name
            for name, questions in sets.items()
            if any(g.document == head.id or g.is_source(head.source) for q in questions for g in q.gold)
        )

    def take_out_of_runs(self, document: DocumentId) -> int:
        """
        Take a document's words, in every version, out of the answers that runs over sets kept; how many
        answers had some. Their figures stay. Raises StoreUnhealthy.
        """
        from belegg.evaluation.forgetting import Traces, without

        runs = {n: run for n, run in self.runs().items() if any(o.answer for o in run.outcomes)}
        if not runs:
            return 0
        with self.store.reading(Scope(OWNER)) as reader:
            newest = reader.text(document)
            numbers = range(1, newest.version + 1) if newest else ()
            texts = [text for n in numbers if (text := reader.text(document, n)) is not None]
        names = {name for text in texts for name in (text.head.title, text.head.source)}
        traces = Traces.of(document, names, (text.text for text in texts))
        changed = {number: without(run, traces) for number, run in runs.items()}
        with self.store.writing(f"forget {document} in runs") as writer:
            for number, (run, answers) in changed.items():
                if answers:
                    writer.set_run(number, run.as_record())
        return sum(answers for _, answers in changed.values())

    def remove_set(self, name: str) -> int:
        """Let a set go, and its runs; how many those were. Raises BadInput when there is none."""
        self.golden_set(name)
        runs = sum(run.golden_set == name for run in self.store.runs())
        with self.store.writing(f"golden set {name}") as writer:
            writer.remove_golden_set(name)
        return runs

    def remove_run(self, number: int) -> None:
        """Let a run go. Raises BadInput when there is none."""
        self.run(number)
        with self.store.writing(f"run {number}") as writer:
            writer.remove_run(number)

    def runs(self, name: str | None = None) -> dict[int, Run]:
        """The runs over a set, or over all, by number. Raises StoreUnhealthy."""
        from belegg.evaluation.runs import run_of

        kept = self.store.runs()
        return {each.number: run_of(each.record) for each in kept if name in (None, each.golden_set)}

    def run(self, number: int) -> Run:
        """A run by its number. Raises BadInput, StoreUnhealthy."""
        from belegg.evaluation.runs import run_of

        for each in self.store.runs():
            if each.number == number:
                return run_of(each.record)
        raise BadInput(f"there is no run {number}; `belegg eval runs` lists those that are kept")

    def measure(
        self,
        name: str,
        *,
        asker: Principal | None = None,
        packs: Sequence[str] = (),
        mode: Mode | None = None,
        limit: int | None = None,
        answers: AskSettings | None = None,
        anew: bool = False,
    ) -> tuple[int, Run]:
        """
        Ask the questions of a set (a sample of `limit`, the same every time) and keep the run; its number.
        `asker` asks them all; None: each question's own, else the owner. `mode` None is as people search.

        `answers` asks as people ask, with these settings, and measures the answers: through the answer model,
        or without one by `use_model=False`; the model of the role `judge` measures faithfulness. Such a run
        is kept after each question, and one that was interrupted is gone on with, unless it is to begin
        `anew`.

        Raises BadInput, UnknownPack, BadSetting, and ModelError when the model fails one question after the
        other; what was answered stays.
        """
        from belegg.library.resuming import kept_run
        from belegg.library.running import Wanted, run_over

        wanted = Wanted(asker, tuple(packs), mode, limit, answers)
        if answers is not None:
            return kept_run(self, name, wanted, anew=anew)
        run = run_over(self, name, wanted)
        with self.store.writing(f"run over {name}") as writer:
            number = writer.add_run(name, run.as_record())
        return number, run

    def answers_ahead(
        self,
        name: str,
        answers: AskSettings,
        *,
        asker: Principal | None = None,
        packs: Sequence[str] = (),
        limit: int | None = None,
        anew: bool = False,
    ) -> Ahead:
        """What `measure` with answers will ask, and about what it will take. Raises as `measure`."""
        from belegg.library.resuming import ahead
        from belegg.library.running import Wanted

        return ahead(self, name, Wanted(asker, tuple(packs), None, limit, answers), anew=anew)

    def ablate_answers(
        self,
        name: str,
        answers: AskSettings,
        *,
        asker: Principal | None = None,
        packs: Sequence[str] = (),
        limit: int | None = None,
    ) -> tuple[Run, Iterator[Bought]]:
        """
        What each step of the agent buys on a set: the run with all, and, one after the other, each step's
        comparison with the run that lacks it, in tokens and seconds too. Each run asks the whole set, nothing
        is kept. Raises as `measure`.
        """
        from belegg.library.ablating_answers import ablated_answers
        from belegg.library.running import Wanted

        wanted = Wanted(asker, tuple(packs), None, limit, answers)
        return ablated_answers(cast("Library", self), name, wanted)

    def ablate(
        self,
        name: str,
        *,
        asker: Principal | None = None,
        packs: Sequence[str] = (),
        mode: Mode | None = None,
        limit: int | None = None,
        index: bool = False,
    ) -> tuple[Run, Iterator[Bought]]:
        """
        What each step of the search buys on a set: the run as it is, and, one after the other, each step's
        comparison with the run that lacks it. Nothing is kept. `index`: titles and headings too, on a copy of
        the library that is made and indexed anew. Raises BadInput, UnknownPack, BadSetting.
        """
        from belegg.library.ablating import ablated
        from belegg.library.running import Wanted

        return ablated(cast("Library", self), name, Wanted(asker, tuple(packs), mode, limit), index)

    def make_sets(
        self, name: str, *, packs: Sequence[str] = (), each: int = 50, seed: int = 1
    ) -> dict[str, list[GoldenQuestion]]:
        """
        Three sets made by rule from passages of the library: short terms, full questions, exact tokens; kept
        as `NAME-terms`, `NAME-questions`, `NAME-tokens`, in place of earlier ones. The same library and seed
        give the same sets. Raises BadInput.
        """
        from belegg.evaluation.golden import as_lines
        from belegg.evaluation.making import made

        checked_name(f"{name}-questions")
        with self.store.reading(Scope(OWNER, packs=tuple(packs))) as reader:
            kinds = made(reader, self.analyser, each, seed)
        sets = {f"{name}-{kind}": questions for kind, questions in kinds.items() if questions}
        with self.store.writing(f"golden sets {name}") as writer:
            for each_name, questions in sets.items():
                writer.set_golden_set(each_name, as_lines(questions))
        return sets


def checked_name(name: str) -> str:
    """A set's name: one word of letters, digits and `._-`. Raises BadInput."""
    if not name or len(name) > LONGEST_NAME or not all(c.isalnum() or c in "._-" for c in name):
        raise BadInput(f"`{name[:LONGEST_NAME]}` is no name of a set; use letters, digits and `._-`")
    return name
