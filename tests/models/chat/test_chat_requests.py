"""What goes to a chat model's server, and what comes back as a reply."""

from __future__ import annotations

import asyncio
import json

import pytest

from belegg.records.chat import Delta, Message, Tool, ToolCall
from belegg.testing.chat_streams import call_chunks, stalling, streaming, text_chunks
from belegg.testing.model_server import ModelServer
from chat_asked import ASKED, chat_at, said_by

SEARCH = Tool("search", "Search the documents.", {"type": "object", "properties": {"q": {"type": "string"}}})
FORM = {"type": "object", "properties": {"holds": {"type": "boolean"}}, "required": ["holds"]}


def test_a_reply_comes_in_pieces_and_then_whole(server: ModelServer) -> None:
    server.will(streaming(text_chunks("The por", "ter.")))

    pieces, reply = said_by(chat_at(server))

    assert pieces == ["The por", "ter."]
    assert (reply.message.text, reply.finish, reply.model) == ("The porter.", "stop", "served")


@pytest.mark.req("AGE-7")
def test_the_servers_count_of_tokens_is_the_usage(server: ModelServer) -> None:
    server.will(streaming(text_chunks("Yes.")))

    _, reply = said_by(chat_at(server, prices=None))

    usage = reply.usage
    assert (usage.requests, usage.input_tokens, usage.output_tokens, usage.cached_tokens) == (1, 20, 5, 8)
    assert (usage.cost_usd, usage.estimated) == (None, False)


def test_tokens_that_nobody_counted_are_estimated_and_called_so(server: ModelServer) -> None:
    server.will(streaming(text_chunks("Yes, he does.", usage=False)))

    _, reply = said_by(chat_at(server))

    assert reply.usage.estimated
    assert reply.usage.input_tokens == sum(len(message.text) for message in ASKED) // 4


def test_a_request_holds_no_more_than_was_asked_for(server: ModelServer) -> None:
    server.will(streaming(text_chunks("Yes.")))

    said_by(chat_at(server))

    assert set(server.requests[0].body) == {"model", "messages", "stream", "stream_options"}
    assert set(server.requests[0].headers) <= {
        "host",
        "connection",
        "accept",
        "accept-encoding",
        "content-type",
        "content-length",
        "user-agent",
    }


def test_settings_that_are_given_are_sent(server: ModelServer) -> None:
    server.will(streaming(text_chunks("Yes.")))

    said_by(chat_at(server, key="sk-1", temperature=0.2, most_tokens=700))

    body = server.requests[0].body
    assert (body["temperature"], body["max_tokens"]) == (0.2, 700)
    assert server.requests[0].headers["authorization"] == "Bearer sk-1"


def test_several_calls_keep_their_ids_and_the_text_of_their_arguments(server: ModelServer) -> None:
    server.will(streaming(call_chunks(("a", "search", '{"q": "plants"}'), ("b", "search", '{"q": broken'))))

    _, reply = said_by(chat_at(server), tools=[SEARCH], must_call=True)

    assert reply.finish == "calls"
    assert reply.message.calls == (
        ToolCall("a", "search", '{"q": "plants"}'),
        ToolCall("b", "search", '{"q": broken'),
    )
    assert server.requests[0].body["tool_choice"] == "required"


def test_calls_of_one_id_get_ids_of_their_own(server: ModelServer) -> None:
    server.will(streaming(call_chunks(("same", "search", "{}"), ("same", "search", "{}"))))

    _, reply = said_by(chat_at(server), tools=[SEARCH])

    assert len({call.id for call in reply.message.calls}) == 2


def test_a_tools_result_goes_back_to_its_call(server: ModelServer) -> None:
    server.will(streaming(call_chunks(("a", "search", "{}"))), streaming(text_chunks("The porter.")))
    chat = chat_at(server)
    _, called = said_by(chat, tools=[SEARCH])

    result = Message("tool", "1 hit: The porter waters them.", answers="a")
    said_by(chat, [*ASKED, called.message, result], tools=[SEARCH])

    roles = [message["role"] for message in server.requests[1].body["messages"]]
    assert roles == ["system", "user", "assistant", "tool"]
    assert server.requests[1].body["messages"][3]["tool_call_id"] == "a"


def test_arguments_that_are_no_json_do_not_stop_the_conversation(server: ModelServer) -> None:
    server.will(streaming(call_chunks(("a", "search", '{"q": broken'))), streaming(text_chunks("Well.")))
    chat = chat_at(server)
    _, called = said_by(chat, tools=[SEARCH])

    said_by(chat, [*ASKED, called.message, Message("tool", "That was no JSON.", answers="a")], tools=[SEARCH])

    sent = server.requests[1].body["messages"][2]["tool_calls"][0]["function"]["arguments"]
    assert json.loads(sent) == {"unreadable": '{"q": broken'}


def test_a_result_whose_call_is_gone_goes_as_words_of_the_user(server: ModelServer) -> None:
    server.will(streaming(text_chunks("Well.")))

    said_by(chat_at(server), [*ASKED, Message("tool", "1 hit", answers="gone")])

    assert [message["role"] for message in server.requests[0].body["messages"]] == ["system", "user", "user"]


def test_a_schema_is_sent_as_the_form_of_the_reply(server: ModelServer) -> None:
    server.will(streaming(text_chunks('{"holds": true}')))

    said_by(chat_at(server), schema=FORM)

    sent = server.requests[0].body["response_format"]
    assert sent["type"] == "json_schema"
    assert sent["json_schema"]["schema"]["properties"] == FORM["properties"]


def test_closing_the_iterator_closes_the_connection(server: ModelServer) -> None:
    server.will(stalling(text_chunks("The por", finish=None, usage=False)))

    async def first() -> Delta | object:
        pieces = chat_at(server).stream(ASKED)
        piece = await anext(pieces)
        await pieces.aclose()  # type: ignore[attr-defined]
        return piece

    assert asyncio.run(first()) == Delta("The por")
