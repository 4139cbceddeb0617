"""
Replies that no model should give, by name: for the scripts of `ScriptedChat` and of a `ChatServer`.

Whoever runs them mends what has one meaning, tells the model once of the rest, and comes to an end.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

from belegg.records.chat import Reply
from belegg.testing.answer_calls import proposes
from belegg.testing.chat import Request, calls, says

HUGE = 10_000_000
"""Characters of an argument that is too long."""
MANY = 50
"""Calls in one reply, or one after the other."""
DEEP = 100_000
"""Brackets inside one another."""


def malformed_calls(name: str, arguments: Mapping[str, object], listed: str) -> dict[str, Reply]:
    """
    Calls of the tool `name` that are not quite what was asked for, made from `arguments` that are.

    `listed` is the name of an argument that is a list of strings.
    """
    right = json.dumps(arguments)
    names = [str(one) for one in as_list(arguments[listed])]
    texts = {
        "words": "please search for the notice period",
        "nothing": "",
        "null": "null",
        "cut": right[: len(right) // 2],
        "two objects": right + right,
        "written as in Python": repr(dict(arguments)),
        "a comma too many": right[:-1] + ",}",
        "in a fence": f"```json\n{right}\n```",
        "JSON inside a string": json.dumps(right),
        "in a list": f"[{right}]",
        "a line break inside a string": right.replace(" ", "\n"),
        "not a number": right[:-1] + ', "page": NaN}',
        "deep": "[" * DEEP + "]" * DEEP,
    }
    changed: dict[str, Mapping[str, object]] = {
        "list as JSON in a string": {**arguments, listed: json.dumps(names)},
        "list with commas in a string": {**arguments, listed: ", ".join(names)},
        "list as its only string": {**arguments, listed: names[0]},
        "list of objects": {**arguments, listed: [{"name": one} for one in names]},
        "an argument too many": {**arguments, "reasoning": "I must find the notice period first."},
        "no arguments": {},
        "all arguments null": dict.fromkeys(arguments),
        "all arguments strings": {key: str(value) for key, value in arguments.items()},
        "one object too deep": {"arguments": dict(arguments)},
        "half a character": {**arguments, listed: ["\ud83d"]},
        "a NUL": {**arguments, listed: ["notice\0period"]},
        "huge": {**arguments, listed: ["x" * HUGE]},
    }
    return {
        **{odd: calls((name, text)) for odd, text in texts.items()},
        **{odd: calls((name, given)) for odd, given in changed.items()},
        "a tool that is not": calls((f"{name}_the_web", right)),
        "a tool's name in full": calls((f"functions.{name}", right)),
        "a tool's name in capitals": calls((name.upper(), right)),
        "no tool's name": calls(("", right)),
        "many at once": calls(*[(name, right)] * MANY),
        "one id for two": with_ids(calls((name, right), (name, right)), "same"),
        "no id": with_ids(calls((name, right)), ""),
    }


def as_list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(f"`{value}` is no list")
    return value


def with_ids(reply: Reply, id: str) -> Reply:
    """The same reply, all its calls under one id."""
    called = tuple(replace(call, id=id) for call in reply.message.calls)
    return replace(reply, message=replace(reply.message, calls=called))


ODD_ANSWERS: dict[str, Reply] = {
    "nothing": says(""),
    "only spaces": says("  \n\t  "),
    "only a refusal": says("I'm sorry, but I can't help with that."),
    "another language": says("Irtisanomisaika on kolmekymmentä päivää."),
    "in words, not by the tool": says("The notice period is 30 days [D1]."),
    "citations of nothing": proposes(("The notice period is 30 days.", [("D999", "is 30 days", 77)])),
    "citations of no name": proposes(("The notice period is 30 days.", [("", "is 30 days", None)])),
    "no sentence": proposes(),
    "sentences of spaces": proposes((" ", []), ("\n", [])),
    "empty quotations": proposes(("The notice period is 30 days.", [("D1", "", None), ("D1", " ", None)])),
    "settled without a word": proposes(settled="no"),
}
"""Answers of which nothing, or not all, can be shown."""


def again_and_again(query: str) -> Callable[[Request], Reply]:
    """A model that searches for the same thing for ever, also when it may only answer."""
    return lambda request: calls(("search", {"queries": [query]}))


def never_satisfied(query: str) -> Callable[[Request], Reply]:
    """A model that searches for something else each time, for ever."""

    def search(request: Request) -> Reply:
        done = sum(len(message.calls) for message in request.messages)
        return calls(("search", {"queries": [f"{query} {done}"]}))

    return search


def never_right(request: Request) -> Reply:
    """A model whose every call is wrong, however often it is told."""
    return calls(("read", '{"document": '))
