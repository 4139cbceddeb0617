"""What a Library does with runs: keeps them, gives them back to who may look at them, lets them go."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from belegg import __version__
from belegg.errors import BadInput, BadSetting, StoreBusy, StoreError, StoreFull, StoreReadOnly, UnknownRun
from belegg.library.turns.fetching import KeepsFetched, fetched_among, kept_since
from belegg.records import Abstained, Answer, DocumentId, Forgotten, Note, Principal, Scope
from belegg.records.answers import ACCESS_WAITS, verdict_of
from belegg.records.runs import Asked, Ended, StoredRun, Touched, Understood, Writing
from belegg.records.turns import Turn, TurnHead, asker_of
from belegg.text.normalise import normalise
from belegg.text.words import word_texts

if TYPE_CHECKING:
    from belegg.records.runs import Event
    from belegg.seams import Reader

MOST_RUNS: Final = 1_000
"""Runs that are kept unless the library says otherwise; an older one goes when a new one comes."""

NEWEST: Final = "runs kept"
"""The setting that says how many."""

LAST: Final = "last"
"""Calls the newest run that one sees."""

ID_BYTES: Final = 4
LEFT_OPEN: Final = ("not_covered", "likely_outdated")


class KeepsRuns(KeepsFetched):
    """An open library that keeps runs."""

    def new_run(
        self, events: Iterable[Event], scope: Scope, *, started_at: str, conversation: str = ""
    ) -> StoredRun:
        """
        A run made of its events, `Asked` and `Ended` among them; not kept yet. `started_at` is ISO 8601 in
        UTC. `conversation` is that which it goes on with; without one it begins its own.

        Raises UnknownRun when the asker has no such conversation, BadInput for a run that did not end.
        """
        from belegg.library.corpus import corpus_version

        kept = tuple(event for event in events if not isinstance(event, Writing))
        asked = next((event for event in kept if isinstance(event, Asked)), None)
        ended = kept[-1] if kept and isinstance(kept[-1], Ended) else None
        if asked is None or ended is None:
            raise BadInput("a run is kept when it has its question and has come to its end")
        return StoredRun(
            id=secrets.token_hex(ID_BYTES),
            conversation=conversation or secrets.token_hex(ID_BYTES),
            number=0,
            question=asked.question,
            asker=asker_of(scope.principal),
            filters=filters_of(scope),
            models=dict(asked.models),
            started_at=started_at,
            belegg=__version__,
            corpus=corpus_version(self.store, scope),
            events=kept,
            answer=ended.answer,
            usage=ended.usage,
            took_s=ended.took_s,
            carried=self._carried(conversation, scope.principal),
        )

    def keep_run(self, run: StoredRun) -> tuple[StoredRun, tuple[Note, ...]]:
        """
        Keep a run as the next turn of its conversation; the run with its number, or as it was with a note
        when the file cannot be written to now. Of too many the oldest goes.

        Raises UnknownRun when the conversation is another asker's.
        """
        try:
            return replace(run, number=self._keep(run)), ()
        except (StoreBusy, StoreFull, StoreReadOnly) as error:
            return run, (Note("runs", f"this run was not kept: {error}"),)

    def keep_answer(
        self, answer: Answer, scope: Scope, *, question: str, started_at: str, took_s: float
    ) -> tuple[StoredRun, tuple[Note, ...]]:
        """Keep an answer that no model wrote, as `keep_run` does; its events are made of its trace."""
        from belegg.library.turns.without_model import events_of

        events = events_of(question, answer, started_at[:10], took_s)
        return self.keep_run(self.new_run(events, scope, started_at=started_at))

    def stored_runs(self, who: Principal, conversation: str | None = None) -> list[TurnHead]:
        """
        The runs that one may look at, the newest first: their own, the owner all. The verdict is that of
        today: `withheld` where a document is not here for them.
        """
        with self.store.reading(Scope(who)) as reader:
            return _of_today(reader, reader.turns(conversation))

    def stored_run(self, name: str, who: Principal) -> StoredRun:
        """
        A run by its id, the beginning of one, or `last`. What documents say that one may not read today, or
        that were forgotten, is withheld. Raises UnknownRun, BadInput when several fit.
        """
        with self.store.reading(Scope(who)) as reader:
            return as_readable(reader, called(reader, name))

    def conversation(self, id: str, who: Principal) -> list[StoredRun]:
        """The runs of a conversation, the first one first, each as `stored_run` gives it."""
        with self.store.reading(Scope(who)) as reader:
            return [as_readable(reader, called(reader, head.id)) for head in reversed(reader.turns(id))]

    def remove_runs(self, names: Sequence[str], who: Principal) -> int:
        """Let runs go that one may look at, by id, the beginning of one, or `last`. Raises UnknownRun."""
        with self.store.reading(Scope(who)) as reader:
            ids = [called(reader, name).head.id for name in names]
        with self.store.keeping("remove runs") as keeper:
            return keeper.remove(ids)

    def keep_newest_runs(self, most: int) -> int:
        """
        Keep this many runs at most from now on, those aside that show an open gap; how many went. Raises
        BadSetting.
        """
        if most < 0:
            raise BadSetting(f"`{most}` runs cannot be kept; say 0 or more")
        with self.store.narrowing("runs kept") as writer:
            writer.set_setting(NEWEST, str(most))
        with self.store.keeping("runs kept") as keeper:
            return keeper.keep_newest(most)

    def most_runs(self) -> int:
        """How many runs are kept."""
        return int(self.store.settings().get(NEWEST, MOST_RUNS))

    def forget(self, document: DocumentId) -> Forgotten:
        """
        Remove a document for good, its bytes overwritten, what stored runs quote of it or were sent of it,
        and its words in measured answers; says which golden sets still quote it. Raises UnknownDocument.
        """
        from belegg.library.turns.envelope import as_record, run_of
        from belegg.library.turns.withheld import without

        def taken_out(record: str) -> tuple[str, int] | None:
            try:
                run = run_of(record, 0)
            except StoreError:  # nobody can look at it either
                return None
            left = without(run, lambda each, _: each == document)
            return as_record(left.run), left.quotations

        quoting = self.sets_quoting(document)
        measured = self.take_out_of_runs(document)  # before the file is written anew without what is free
        forgotten = self.store.forget(document, taken_out)
        return replace(forgotten, golden_sets=quoting, measured_answers=measured)

    if TYPE_CHECKING:

        def sets_quoting(self, document: DocumentId) -> tuple[str, ...]: ...
        def take_out_of_runs(self, document: DocumentId) -> int: ...

    # ------------------------------------------------------------ keeping

    def _keep(self, run: StoredRun) -> int:
        from belegg.library.turns.envelope import as_record
        from belegg.library.turns.withheld import touched, without

        most = self.most_runs()
        versions = self._versions({each.document for each in touched(run)})
        with self.store.keeping("keep run") as keeper:
            gone = keeper.not_held({each.document for each in touched(run)})
            run = without(run, lambda document, _: document in gone).run
            told = {
                each if each.version else replace(each, version=versions.get(each.document, 1))
                for each in touched(run)
            }
            number = keeper.keep(Turn(head_of(run), as_record(run), tuple(sorted(told))))
            keeper.keep_newest(most)
            keeper.sweep_fetched(kept_since())
        return number

    def _versions(self, documents: Collection[DocumentId]) -> Mapping[DocumentId, int]:
        from belegg.records import OWNER

        with self.store.reading(Scope(OWNER)) as reader:
            return {id: head.version for id, head in reader.heads_of(documents).items()}

    def _carried(self, conversation: str, who: Principal) -> tuple[Touched, ...]:
        if not conversation:
            return ()
        with self.store.reading(Scope(who)) as reader:
            turns = [reader.turn(head.id) for head in reader.turns(conversation)]
        if not turns or any(turn is None or turn.head.asker != asker_of(who) for turn in turns):
            raise UnknownRun(conversation)
        found = {(each.document, each.version) for turn in turns if turn for each in turn.touched}
        fetched = fetched_among(self.store, {document for document, _ in found})  # no later question is told
        return tuple(Touched(*each) for each in sorted(found) if each[0] not in fetched)


def filters_of(scope: Scope) -> Mapping[str, tuple[str, ...]]:
    """The filters of a scope that filter, by name."""
    single = {"since": scope.since, "until": scope.until, "as_of": scope.as_of}
    several = {
        "packs": scope.packs,
        "documents": scope.documents,
        "languages": scope.languages,
        "organisations": scope.organisations,
    }
    every = {**several, **{name: (value,) if value else () for name, value in single.items()}}
    return {name: tuple(values) for name, values in every.items() if values}


def head_of(run: StoredRun) -> TurnHead:
    """A run as lists show it."""
    abstained = run.answer if isinstance(run.answer, Abstained) else None
    reason = abstained.reason if abstained else None
    waits = any(note.stage == ACCESS_WAITS for note in run.answer.notes)
    return TurnHead(
        id=run.id,
        conversation=run.conversation,
        number=run.number,
        asker=run.asker,
        at=run.started_at,
        question=storable(run.question),
        verdict=verdict_of(run.answer),
        reason=reason,
        model=run.answer.model or "",
        gap=gap_of(run) if reason in LEFT_OPEN and not waits else "",
    )


def storable(text: str) -> str:
    """The text without halves of surrogate pairs, which no file can hold as text."""
    return text.encode("utf-8", "replace").decode()


def gap_of(run: StoredRun) -> str:
    """The digest by which questions are the same: those of the same words, as they stand by themselves."""
    words = word_texts(normalise(standalone(run)))
    return sha256(" ".join(words).encode("utf-8", "replace")).hexdigest()[:16] if words else ""


def standalone(run: StoredRun) -> str:
    """The question as it stands without the turns before it."""
    understood = next((event for event in run.events if isinstance(event, Understood)), None)
    return (understood.standalone if understood else "") or run.question


def _of_today(reader: Reader, heads: Iterable[TurnHead]) -> list[TurnHead]:
    """The heads with the verdict of today; each version that a run was sent is looked for once."""
    is_here: dict[Touched, bool] = {}

    def here(each: Touched) -> bool:
        if each not in is_here:
            is_here[each] = reader.text(each.document, each.version or None) is not None
        return is_here[each]

    told = []
    for head in heads:
        turn = reader.turn(head.id)
        is_whole = turn is None or all(map(here, turn.touched))
        told.append(head if is_whole else replace(head, verdict="withheld"))
    return told


def called(reader: Reader, name: str) -> Turn:
    """The run of this id, of this beginning of one, or the newest. Raises UnknownRun, BadInput."""
    heads = reader.turns()
    found = [head.id for head in heads if head.id.startswith(name)] if name else []
    ids = [name] if name in found else found
    if name == LAST:
        ids = [head.id for head in heads[:1]]
    if len(ids) > 1:
        raise BadInput(f"{len(ids)} stored runs begin with `{name}`; write more of the id")
    turn = reader.turn(ids[0]) if ids else None
    if turn is None:
        raise UnknownRun(name)
    return turn


def as_readable(reader: Reader, turn: Turn) -> StoredRun:
    """A run as the reader's principal may see it today; every quotation stands in the version it quotes."""
    from belegg.library.turns.envelope import run_of
    from belegg.library.turns.withheld import quotes_of, touched, without

    run = run_of(turn.record, turn.head.number)
    known = {each.document: each.version for each in turn.touched}
    every = {(each.document, each.version or known.get(each.document, 0)) for each in touched(run)}
    every |= {(each.document, each.version) for each in turn.touched}
    hidden = {id for id, version in every if reader.text(id, version or None) is None}
    for quote in quotes_of(run.answer):
        text, span = reader.text(quote.document.id, quote.version), quote.check.span
        if text is None or span is None or text.text[span.start : span.end] != quote.check.text:
            hidden.add(quote.document.id)
    return without(run, lambda document, _: document in hidden).run
