"""Malformed calls and odd answers are what their names say."""

from __future__ import annotations

import json

from belegg.testing.chat import Request, calls
from belegg.testing.odd_replies import (
    HUGE,
    MANY,
    ODD_ANSWERS,
    again_and_again,
    malformed_calls,
    never_satisfied,
)

RIGHT = {"queries": ["notice period", "Alder contract"], "limit": 8}


def is_right(arguments: str) -> bool:
    try:
        return bool(json.loads(arguments) == RIGHT)
    except (ValueError, RecursionError):
        return False


def test_more_than_twenty_calls_are_malformed_each_in_its_way() -> None:
    made = malformed_calls("search", RIGHT, "queries")
    named = {"a tool that is not", "no tool's name", "a tool's name in full", "a tool's name in capitals"}
    counted = {"many at once", "one id for two", "no id"}

    assert len(made) >= 30
    for name, reply in made.items():
        (first, *others) = reply.message.calls
        wrong = first.name != "search" or not is_right(first.arguments) or others or not first.id
        assert wrong, name
        assert (first.name != "search") == (name in named)
        assert is_right(first.arguments) == (name in named | counted), name


def test_the_huge_argument_is_ten_megabytes_and_the_many_calls_are_fifty() -> None:
    made = malformed_calls("search", RIGHT, "queries")

    assert len(made["huge"].message.calls[0].arguments) > HUGE
    assert len(made["many at once"].message.calls) == MANY


def test_a_model_that_searches_again_and_again_never_answers() -> None:
    asked = Request((), ("answer",), True, None)
    before = calls(("search", {"query": "x"})).message

    same, other = again_and_again("ferie"), never_satisfied("ferie")
    later = Request((before, before), ("answer",), True, None)
    assert same(asked).message.calls[0].arguments == same(later).message.calls[0].arguments
    assert other(asked).message.calls[0].arguments != other(later).message.calls[0].arguments


def test_odd_answers_hold_no_answer_that_can_be_shown() -> None:
    assert len(ODD_ANSWERS) >= 10
    for reply in ODD_ANSWERS.values():
        assert [call.name for call in reply.message.calls] in ([], ["answer"])
