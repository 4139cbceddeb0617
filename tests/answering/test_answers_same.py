"""An answer depends on the question and on what its asker may read, and on nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from answering.harbour import LEASE, RULES
from belegg.testing.desk import Desk
from belegg.testing.shelf import reader_of

TESTS = Path(__file__).resolve().parent.parent


def timeless(printed: str) -> str:
    """A printed answer without the second in which its documents were put in."""
    return re.sub(r"ingested_at='[^']*'", "", printed)


def test_the_same_question_over_the_same_documents_gives_the_same_answer(desk: Desk) -> None:
    questions = ["How much is the rent?", "Hva sier rules § 5?", "Who repaired the carburettor?", "boat key"]
    # A process that hashes strings in another way walks its sets in another order.
    script = (
        f"import sys; sys.path.insert(0, {str(TESTS)!r})\n"
        "from answering.harbour import harbour_desk\n"
        "for question in sys.argv[1:]: print(ascii(harbour_desk().ask(question)))"
    )
    elsewhere = subprocess.run(
        [sys.executable, "-c", script, *questions],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )

    answers = [desk.ask(question) for question in questions]
    assert answers == [desk.ask(question) for question in questions]
    assert timeless(elsewhere.stdout).splitlines() == [timeless(ascii(answer)) for answer in answers]


def test_what_may_not_be_read_changes_nothing() -> None:
    """Two worlds, with and without the hidden documents, in the order that puts them between the others."""
    hidden = [
        ("secret/a.md", "# Secret rent\n\nThe secret rent of the boathouse is 9,999 kroner for Bergen."),
        ("secret/b.md", "# Carburettor\n\nThe carburettor was repaired by Nora. The rent stays."),
        ("secret/lease.md", LEASE.replace("4,200", "1,111")),
    ]
    open_to_all = [("one.md", LEASE), ("two.md", RULES), ("three.md", "# Boats\n\nThe red boat seats six.")]
    whole, readable = Desk(), Desk()
    for (secret, text), (name, shown) in zip(hidden, open_to_all, strict=True):
        whole.put(secret, text, access=["board"])
        whole.put(name, shown)
        readable.put(name, shown)

    def asked(desk: Desk, question: str, group: str) -> str:
        return timeless(ascii(desk.ask(question, reader_of(group))))

    for question in (
        "How much is the rent of the boathouse?",
        "What is the rent in Bergen?",
        "Who repaired the carburettor?",
        "secret rent",
        "lease § 2",
        "Hva sier two § 5?",
        "How many seats has the red boat? Who is Nora?",
    ):
        assert asked(whole, question, "all") == asked(readable, question, "all"), question
    assert asked(whole, "secret rent", "board") != asked(readable, "secret rent", "board")


def test_filters_hold_for_answers_too(desk: Desk) -> None:
    inside = desk.shelf.inside("harbour/boats.md")

    outcome = desk.answered("How many people does the red boat seat?", inside)

    assert {quote.document.source for s in outcome.sentences for quote in s.quotes} == {"harbour/boats.md"}
    assert {hit.document.source for hit in outcome.nearest} == {"harbour/boats.md"}
    desk.refused("How much is the rent?", inside)
