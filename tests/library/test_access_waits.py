"""What somebody is to read and may not yet: they are told, nobody else, and it is no gap."""

from __future__ import annotations

from pathlib import Path

import pytest

from belegg import Library
from belegg.records import OWNER, Principal, Scope
from belegg.records.answers import ACCESS_WAITS
from library.ingesting import write

QUESTION = "How many weeks of parental leave may each parent take?"
ANNA = Principal.signed_in("anna", ["hr"])


@pytest.fixture
def handbook(library: Library, tmp_path: Path) -> Library:
    text = "Each parent may take sixteen weeks of parental leave."
    write(tmp_path / "wiki" / "leave.md", f"---\naccess: [hr]\n---\n# Leave\n\n{text}\n")
    write(
        tmp_path / "wiki" / "dogs.md",
        "---\naccess: [everyone]\n---\n# Dogs\n\nDogs may sleep in the red office.\n",
    )
    library.ingest(tmp_path / "wiki")
    return library


@pytest.mark.req("ANS-5", "FAC-6")
def test_a_question_in_vain_while_access_waits_for_an_ingest_says_so_and_is_no_gap(
    handbook: Library, tmp_path: Path
) -> None:
    handbook.limit_access("wiki/leave.md", ["board"])
    handbook.limit_access("wiki/leave.md", None)
    berit = Principal.signed_in("berit", ["sales"])

    def told(who: Principal) -> list[str]:
        answer = handbook.ask(QUESTION, Scope(who))
        handbook.keep_answer(
            answer, Scope(who), question=QUESTION, started_at="2026-03-01T10:00:00Z", took_s=0.1
        )
        return [note.text for note in answer.notes if note.stage == ACCESS_WAITS]

    assert told(ANNA) == [
        "1 document that you are to read is not open to you yet and could not be searched: the change of "
        "access waits for the next `belegg ingest`"
    ]
    assert handbook.gaps() == []
    assert told(berit) == told(OWNER) == []
    assert [gap.question for gap in handbook.gaps()] == [QUESTION]
    handbook.ingest(tmp_path / "wiki")
    assert told(ANNA) == []
