"""What the agent says to a model, and makes of it, is kept word for word where a person can read it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from answering.agent import Told
from answering.transcribing import FOLDER, RUNS, transcript


@pytest.mark.req("AGE-3", "AGE-5", "AGE-6", "AGE-7", "AGE-9")
@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.__name__)
def test_a_run_is_as_its_transcript_says(run: Callable[[], Told]) -> None:
    kept = (FOLDER / f"{run.__name__}.md").read_text(encoding="utf-8")

    assert transcript(run.__name__, run()) == kept, "python tests/answering/transcribing.py writes it anew"


def test_there_is_no_transcript_of_a_run_that_is_gone() -> None:
    assert {path.stem for path in FOLDER.glob("*.md")} == {run.__name__ for run in RUNS}
