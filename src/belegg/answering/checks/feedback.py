"""What failed in a draft, for the one time that it is written anew."""

from __future__ import annotations

from collections.abc import Sequence

from belegg.answering.checks.proofs import Judgement, Proof
from belegg.answering.checks.quotations import short

OPENING = "The answer was checked against the documents and is not ready:"
CLOSING = (
    "Give the whole answer once more. Mend these sentences, or leave out what no document says and name it "
    "in `missing`. Keep the sentences that are not named here as they are."
)


def feedback(
    proofs: Sequence[Proof], judgements: Sequence[Judgement] = (), settled: Sequence[str] = ()
) -> str:
    """
    The failures of each sentence, its doubts that can be mended and the judge's, numbered as in the
    draft; empty when there are none. `settled`: conflicts of the draft that are none.

    It holds no text but the draft's own and that of documents which the checks could read for the asker.
    """
    told = [f"- {one}: no conflict with what is in force; answer from that." for one in settled]
    for number, proof in enumerate(proofs):
        judgement = judgements[number] if number < len(judgements) else Judgement(None)
        lines = [*proof.failures, *proof.to_mend]
        if judgement.supported is False:
            lines.append(f"its quotations do not carry it: {judgement.doubt or 'the judge gave no reason'}")
        if lines:
            told.append(f"Sentence {number + 1}, “{short(proof.sentence.text)}”:")
            told += [f"- {line}" for line in lines]
    return "\n".join([OPENING, *told, CLOSING]) if told else ""
