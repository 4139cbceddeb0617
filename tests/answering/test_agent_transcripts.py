"""What the agent says to a model, and makes of it, is kept word for word where a person can read it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
import regex

from answering.agent import Told
from answering.transcribing import FOLDER, RUNS, transcript


@pytest.mark.req("AGE-3", "AGE-5", "AGE-6", "AGE-7", "AGE-9")
@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.__name__)
def test_a_run_is_as_its_transcript_says(run: Callable[[], Told]) -> None:
    kept = (FOLDER / f"{run.__name__}.md").read_text(encoding="utf-8")

    assert transcript(run.__name__, run()) == kept, "tests/answering/transcribing.py writes it anew"


def test_there_is_no_transcript_of_a_run_that_is_gone() -> None:
    assert {path.stem for path in FOLDER.glob("*.md")} == {run.__name__ for run in RUNS}


@pytest.mark.req("AGE-5")
@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.__name__)
def test_each_request_begins_with_the_whole_of_the_one_before(run: Callable[[], Told]) -> None:
    """Providers keep what they read of a prefix: what was sent is added to, and never written anew."""
    requests = [request.messages for request in run().chat.asked]

    assert requests
    for before, after in pairwise(requests):
        assert after[: len(before)] == before
        assert len(after) > len(before)


@pytest.mark.req("AGE-5", "AGE-9")
@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.__name__)
def test_every_handle_of_a_request_is_introduced_in_it_once(run: Callable[[], Told]) -> None:
    last = run().chat.asked[-1].messages
    told = "\n".join(message.text for message in last if message.by in ("user", "tool"))

    introduced = regex.findall(r"^(D\d+) = «", told, regex.M)
    assert sorted(set(introduced)) == sorted(introduced)
    assert set(regex.findall(r"\bD\d+\b", told)) <= set(introduced)
