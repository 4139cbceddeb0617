"""What a model's client takes to load is told by itself, and is no time of the run."""

from __future__ import annotations

import pytest

from answering.agent import answer, asked
from belegg.answering.brake import Brake
from belegg.answering.limits import Meter
from belegg.answering.settings import Limits
from belegg.errors import BadSetting
from belegg.library.chats import LateChat
from belegg.records.runs import Asked, Judged, Loaded, Searched, Sent
from belegg.seams import Chat
from belegg.testing import ScriptedChat
from belegg.testing.chat import Line, calls, says
from belegg.testing.desk import Desk

NOTICE = answer(
    ("The lease ends with three months' notice.", {"D1": "end the lease with three months' written notice"})
)
HOLDS = says('{"judgements": [{"sentence": 1, "supported": true, "doubt": ""}]}')


class Heavy(ScriptedChat):
    """A chat that has something to load, once."""

    def __init__(self, script: list[Line]) -> None:
        super().__init__(script)
        self.loads = 0

    def load(self) -> bool:
        self.loads += 1
        return self.loads == 1


@pytest.mark.req("AGE-7")
def test_a_client_is_loaded_after_the_first_search_and_told_before_the_first_request(desk: Desk) -> None:
    writer, judge = Heavy([calls(NOTICE)]), Heavy([HOLDS])

    told = asked(desk, "How is the lease ended?", [], chats={"answer": writer, "judge": judge})

    kinds = [
        type(event) for event in told.events if isinstance(event, Asked | Searched | Loaded | Sent | Judged)
    ]
    assert kinds == [Asked, Searched, Loaded, Sent, Loaded, Sent, Judged]
    assert [event.role for event in told.of(Loaded)] == ["answer", "judge"]


@pytest.mark.req("AGE-7")
def test_no_limit_counts_what_loading_took() -> None:
    now = iter([0.0, 100.0, 100.0])
    meter = Meter(Limits(seconds=100), lambda: next(now))

    meter.leave_out(97.0)

    assert (meter.seconds, meter.seconds_left) == (3.0, 97.0)


def opens(at: list[str], fails: bool = False) -> Chat:
    at.append("opened")
    if fails:
        raise BadSetting("no key")
    return ScriptedChat([])


def test_a_late_chat_is_opened_by_loading_unless_its_client_is_there() -> None:
    opened: list[str] = []

    assert LateChat("x", lambda: opens(opened), is_loaded=lambda: True).load() is False
    assert opened == []
    assert LateChat("x", lambda: opens(opened), is_loaded=lambda: False).load() is True
    assert opened == ["opened"]


def test_what_cannot_be_opened_fails_when_it_is_asked_and_not_when_it_is_loaded() -> None:
    late = LateChat("x", lambda: opens([], fails=True), is_loaded=lambda: False)

    assert Brake().on({"answer": late})["answer"].load() is True  # type: ignore[attr-defined]
