"""A draft and its checks: the program's first, then the judge's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from belegg.answering.checks import (
    NOT_JUDGED,
    Judging,
    Proof,
    SoFar,
    answered_by,
    concluded,
    conflicts_of,
    feedback,
    in_force,
    judged,
    prove,
    remarked,
)
from belegg.answering.checks.sources import Elsewhere
from belegg.answering.checks.validity import Validity
from belegg.answering.doing import Doing
from belegg.answering.draft import Draft
from belegg.answering.loading import loaded
from belegg.records import Answer, Conflict, DocumentHead, DocumentId, Ran
from belegg.records.answers import JUDGE_OFF
from belegg.records.runs import Checked, Drafted, Event, FellBack, Judged

MOST_ELSEWHERE = 8


@dataclass(slots=True)
class Attempt:
    """One draft of a run, from 1, with what its checks said."""

    number: int
    draft: Draft
    proofs: tuple[Proof, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    judging: Judging = NOT_JUDGED
    settled: tuple[str, ...] = ()
    """Conflicts of the draft that are none: what had ended, and what replaced it."""

    @property
    def holding(self) -> int:
        """How many sentences hold for the program, and are not doubted by the judge."""
        return sum(
            proof.holds and self.judging.of(number).supported is not False
            for number, proof in enumerate(self.proofs)
        )

    @property
    def is_without_ground(self) -> bool:
        """Whether it says that the question is settled, and no sentence holds."""
        return self.draft.settled != "no" and self.holding == 0

    @property
    def lacks(self) -> str:
        """Of one without ground why it did not hold, in a line that repeats none of the draft's words."""
        return "; ".join(dict.fromkeys(map(_lack, self.proofs))) or "it holds no sentence"

    @property
    def unmarred(self) -> int:
        """How many sentences hold and have nothing that the model was told to mend."""
        return sum(
            proof.holds and not proof.to_mend and self.judging.of(number).supported is not False
            for number, proof in enumerate(self.proofs)
        )

    def prove(self, doing: Doing, found: Iterable[DocumentHead] = ()) -> Iterator[Event]:
        """
        Check every sentence by program, against what the asker may read now. `found`: the documents that the
        run's searches found.
        """
        texts = tuple(sentence.text for sentence in self.draft.sentences)
        yield Drafted(self.number, texts, sum(len(one.claims) for one in self.draft.sentences))
        handles = doing.conversation.handles
        documents = handles.document
        with doing.desk.store.reading(doing.desk.scope) as reader:
            validity = Validity(reader, doing.question, doing.day, found, handles.of)
            settled = in_force(self.draft, documents, reader, validity)
            self.settled = tuple(one.told for one in settled)
            self.draft = answered_by(self.draft, settled)
            self.proofs = prove(
                self.draft,
                documents,
                reader,
                doing.desk.search.analyser,
                elsewhere=_elsewhere(doing),
                question=doing.question,
                validity=validity,
            )
            self.proofs = remarked(self.proofs, settled)
            self.conflicts = conflicts_of(self.draft, self.proofs, documents, reader, validity)
        for proof in self.proofs:
            yield Checked(self.number, proof.sentence.text, len(proof.quotes), proof.failures)

    async def judge(self, doing: Doing, round: int, timeout_s: float) -> list[Event]:
        """Have another model say whether the quotations mean what is said, where there is one for it."""
        judge = doing.chats.get("judge")
        if judge is None or not doing.settings.use_judge:
            if not doing.settings.use_judge:
                self.judging = Judging((), Ran("judge", "did not run", JUDGE_OFF))
            return []
        began = tuple(loaded("judge", doing.chats))
        with doing.desk.store.reading(doing.desk.scope) as reader:
            self.judging = await judged(
                self.proofs,
                judge,
                reader,
                doing.question,
                doing.marks,
                written_by=doing.chats["answer"].id,
                round=round,
                timeout_s=timeout_s,
            )
        events: list[Event] = [*began, *self.judging.sent]
        if self.judging.ran.state == "failed":
            events.append(
                FellBack("judge", self.judging.ran.detail, "what was not judged is not called passed")
            )
        for proof, said in zip(self.proofs, self.judging.judgements, strict=False):
            if said.supported is not None:
                events.append(Judged(self.number, proof.sentence.text, said.supported, said.doubt, judge.id))
        return events

    def failures(self) -> str:
        """The exact failures, for the one time that the draft is written anew; empty when there are none."""
        return feedback(self.proofs, self.judging.judgements, self.settled)

    def concluded(self, question: str, so_far: SoFar) -> Answer:
        """The answer that the draft comes to."""
        return concluded(question, self.draft, self.proofs, self.judging, so_far, self.conflicts)


def _lack(proof: Proof) -> str:
    """Why a sentence does not hold, as a kind: its own words may be what a document ordered."""
    if proof.passes_on:
        return "it passes on what the question does not ask for"
    if not proof.sentence.claims:
        return "it quotes nothing"
    if not proof.quotes:
        return "what it quotes does not stand in the documents"
    return "the judge doubts it" if proof.holds else "what it quotes does not carry what it says"


def _elsewhere(doing: Doing) -> Elsewhere:
    """Documents in the asker's scope that may hold some words, by a search for the words."""

    def documents(words: str) -> Iterable[DocumentId]:
        desk = doing.desk
        with desk.store.reading(desk.scope) as reader:
            walked = desk.search.walk(words, desk.scope, reader, MOST_ELSEWHERE, by_words=True)
            keys = [walked.ranked[place].key for place in walked.kept[:MOST_ELSEWHERE]]
            return tuple(dict.fromkeys(reader.documents_of(keys)))

    return documents
