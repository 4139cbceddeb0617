"""Tools as one JSON action, for servers that ignore or refuse tools."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import ModelRefused
from belegg.models.chat.acting import AutoActing, JsonActing
from belegg.models.chat.action_form import MOST_CHARACTERS, action_in, schema_of, written
from belegg.records.chat import Delta, Message, Reply, Tool, ToolCall
from belegg.testing import ScriptedChat
from belegg.testing.chat import Line, calls, says
from chat_asked import ASKED

WORDS = {"type": "object", "properties": {"words": {"type": "string"}}, "required": ["words"]}
SEARCH = Tool("search", "Search the documents.", WORDS)
READ = Tool("read", "Read a document.", {"type": "object", "properties": {"lines": {"type": "array"}}})
ACTION = '{"action": "search", "arguments": {"words": "plants"}}'


class Refused(ScriptedChat):
    """A server's chat whose refusals have a status."""

    def __init__(self, script: Sequence[Line], refused_with: int | None = None) -> None:
        super().__init__(script)
        self.refused_with = refused_with


def pieces(
    chat: JsonActing | AutoActing, messages: Sequence[Message] = ASKED, **more: Any
) -> list[Delta | Reply]:
    async def drained() -> list[Delta | Reply]:
        return [piece async for piece in chat.stream(messages, **more)]

    return asyncio.run(drained())


def reply_of(chat: JsonActing | AutoActing, messages: Sequence[Message] = ASKED, **more: Any) -> Reply:
    reply = pieces(chat, messages, **more)[-1]
    assert isinstance(reply, Reply)
    return reply


def acting(*script: Line) -> tuple[JsonActing, ScriptedChat]:
    inner = ScriptedChat(script)
    return JsonActing(inner), inner


@pytest.mark.req("AGE-1")
@pytest.mark.parametrize(
    "text",
    [
        ACTION,
        f"```json\n{ACTION}\n```",
        f"I will search.\n{ACTION}",
        f"{ACTION}\n{ACTION}",
        '{"name": "search", "parameters": {"words": "plants"}}',
        '{"action": {"name": "search", "arguments": {"words": "plants"}}}',
    ],
)
def test_an_action_in_json_is_a_call(text: str) -> None:
    chat, _ = acting(says(text))

    reply = reply_of(chat, tools=[SEARCH, READ], must_call=True)

    assert reply.finish == "calls"
    assert [(call.name, json.loads(call.arguments)) for call in reply.message.calls] == [
        ("search", {"words": "plants"})
    ]


def test_the_json_of_an_action_is_not_shown_as_text() -> None:
    chat, _ = acting(says(ACTION))

    came = pieces(chat, tools=[SEARCH], must_call=True)

    assert len(came) == 1


def test_an_action_that_was_cut_is_never_a_call() -> None:
    for finish in ("length", "interrupted", "filtered"):
        chat, _ = acting(says(ACTION, finish))

        reply = reply_of(chat, tools=[SEARCH], must_call=True)

        assert (reply.finish, reply.message.calls) == (finish, ())


def test_the_model_is_told_the_actions_and_held_to_their_form() -> None:
    chat, inner = acting(says(ACTION))

    reply_of(chat, tools=[SEARCH, READ], must_call=True)

    asked = inner.asked[0]
    assert asked.tools == ()
    assert "Search the documents." in asked.messages[0].text
    assert asked.messages[0].text.startswith("Be brief.")
    assert asked.schema is not None
    forms: Any = asked.schema["anyOf"]
    assert [form["properties"]["action"]["enum"] for form in forms] == [["search"], ["read"]]


def test_strings_and_lists_of_an_action_have_an_end() -> None:
    form: Any = schema_of([SEARCH])
    lists: Any = schema_of([READ])

    assert form["properties"]["arguments"]["properties"]["words"]["maxLength"] == MOST_CHARACTERS
    assert "maxItems" in lists["properties"]["arguments"]["properties"]["lines"]


def test_results_go_back_as_messages_of_the_user() -> None:
    chat, inner = acting(says(ACTION))
    called = reply_of(chat, tools=[SEARCH], must_call=True).message

    result = Message("tool", "1 hit", answers=called.calls[0].id)
    reply_of(chat, [*ASKED, called, result], tools=[SEARCH], must_call=True)

    sent = inner.asked[1].messages
    assert [message.by for message in sent] == ["system", "user", "assistant", "user"]
    assert json.loads(sent[2].text) == json.loads(ACTION)
    assert sent[3].text == "Result of search:\n\n1 hit"


def test_who_need_not_act_may_say_something() -> None:
    chat, _ = acting(says('{"action": "say", "arguments": {"text": "Good morning."}}'))

    came = pieces(chat, tools=[SEARCH])

    assert came[0] == Delta("Good morning.")
    assert isinstance(came[1], Reply)
    assert (came[1].message.text, came[1].finish) == ("Good morning.", "stop")


def test_without_tools_the_chat_inside_answers() -> None:
    chat, inner = acting(says("The porter."))

    assert reply_of(chat).message.text == "The porter."
    assert inner.asked[0].messages == ASKED


def test_a_model_that_calls_tools_keeps_them() -> None:
    inner = Refused([calls(("search", {"words": "plants"}))])
    chat = AutoActing(inner)

    reply = reply_of(chat, tools=[SEARCH], must_call=True)

    assert reply.message.calls[0].name == "search"
    assert (reply.note, chat.uses_json) == ("", False)


def test_a_model_that_ignores_tools_is_asked_for_json_and_it_is_told() -> None:
    inner = Refused([says("I would search."), says(ACTION), says(ACTION)])
    chat = AutoActing(inner)

    first = reply_of(chat, tools=[SEARCH], must_call=True)
    second = reply_of(chat, tools=[SEARCH], must_call=True)

    assert first.message.calls[0].name == "search"
    assert "ignored the tools" in first.note
    assert first.usage.requests == 2
    assert (second.note, second.message.calls[0].name) == ("", "search")
    assert len(inner.asked) == 3


def test_a_server_that_refuses_tools_is_asked_for_json() -> None:
    chat = AutoActing(Refused([ModelRefused("no tools"), says(ACTION)], refused_with=400))

    reply = reply_of(chat, tools=[SEARCH], must_call=True)

    assert reply.message.calls[0].name == "search"
    assert "does not take tools" in reply.note


def test_a_refusal_that_is_not_about_tools_stays_one() -> None:
    inner = Refused([ModelRefused("the key"), says(ACTION)], refused_with=401)

    with pytest.raises(ModelRefused, match="the key"):
        reply_of(AutoActing(inner), tools=[SEARCH], must_call=True)

    assert len(inner.asked) == 1


def test_what_refuses_json_too_is_the_first_refusal() -> None:
    chat = AutoActing(Refused([ModelRefused("the first"), ModelRefused("the second")], refused_with=400))

    with pytest.raises(ModelRefused, match="the first"):
        reply_of(chat, tools=[SEARCH], must_call=True)

    assert not chat.uses_json


@given(
    st.text(st.characters(categories=("L", "N")), min_size=1),
    st.dictionaries(st.text(), st.text() | st.integers() | st.lists(st.text())),
    st.text(st.characters(exclude_characters="{")),
)
def test_an_action_that_was_written_is_read_again(
    name: str, arguments: Mapping[str, object], before: str
) -> None:
    call = ToolCall("a", name, json.dumps(arguments, ensure_ascii=False))

    assert action_in(before + written(call), "a") == call


@given(st.text())
def test_any_text_is_an_action_or_none(text: str) -> None:
    action_in(text, "a")
