"""
Ten conversations with a searching model, recorded as what it searches and reads: `conversations.jsonl`.

A line is a conversation: its corpus (`company`, `un`, `law`) and its turns. A turn has a question, the calls
of each round, and `gold`: quotations that answer it, the id of a question of the corpus' own set that has
them, or null where the documents do not answer. Nothing in it depends on what the agent sends: documents are
named by their file, since handles follow what was shown.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from belegg.library.demo import company_folder
from belegg.records.chat import Reply
from belegg.testing.chat import calls

FILE = Path(__file__).with_name("conversations.jsonl")
Call = tuple[str, Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Gold:
    """A quotation that answers, and the end of its document's source."""

    document: str
    quote: str


@dataclass(frozen=True, slots=True)
class Turn:
    """A question, what the model calls round by round, and what it answers with; empty: it says no."""

    question: str
    rounds: tuple[tuple[Call, ...], ...]
    gold: tuple[Gold, ...]

    def script(self) -> list[Reply]:
        """The model's replies; what it says last, it says again when it is asked once more."""
        return [*(calls(*round) for round in self.rounds), calls(self._answer())]

    def _answer(self) -> Call:
        if not self.gold:
            return "answer", {"settled": "no", "sentences": [], "missing": "It is in none of them."}
        sentences = [
            {"text": one.quote, "quotes": [{"document": one.document, "quote": one.quote}]}
            for one in self.gold
        ]
        return "answer", {"settled": "yes", "sentences": sentences}


@dataclass(frozen=True, slots=True)
class Recorded:
    """A conversation."""

    name: str
    corpus: str
    turns: tuple[Turn, ...]


def recorded(shared: Path | None) -> list[Recorded]:
    """The conversations of the demo company, and with the folder of shared data the others too."""
    told = map(json.loads, FILE.read_text(encoding="utf-8").splitlines())
    here = [one for one in told if one["corpus"] == "company" or shared is not None]
    sets = {corpus: golden(corpus, shared) for corpus in {one["corpus"] for one in here}}
    return [
        Recorded(one["name"], one["corpus"], tuple(_turn(turn, sets[one["corpus"]]) for turn in one["turns"]))
        for one in here
    ]


def golden(corpus: str, shared: Path | None) -> dict[str, tuple[Gold, ...]]:
    """The quotations of a corpus' question set, by the question's id."""
    if corpus == "company" or shared is None:
        file = company_folder().with_name("company.golden.jsonl")
    else:
        folder = {"un": "un-reports", "law": "law/no"}[corpus]
        file = shared / "data" / folder / "questions.jsonl"
    rows = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return {
        row["id"]: tuple(
            Gold(one.get("document") or one["file"], one["quote"]) for one in row.get("gold", ())
        )
        for row in rows
    }


def _turn(row: Mapping[str, object], golden: Mapping[str, tuple[Gold, ...]]) -> Turn:
    rounds, gold, question = row["rounds"], row["gold"], row["question"]
    assert isinstance(rounds, Sequence), row
    assert isinstance(question, str), row
    if isinstance(gold, str):
        found = golden[gold]
    else:
        found = tuple(Gold(one["document"], one["quote"]) for one in gold or ())  # type: ignore[attr-defined]
    return Turn(question, tuple(tuple(_calls(round)) for round in rounds), found)


def _calls(round: Sequence[Mapping[str, Mapping[str, object]]]) -> Iterator[Call]:
    for call in round:
        yield from call.items()
