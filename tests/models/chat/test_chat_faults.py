"""A chat model's server that is down, slow, broken or hostile: an interrupted reply, or an error in time."""

from __future__ import annotations

import pytest

from belegg.errors import ModelError, ModelMalformed, ModelRefused, ModelTimeout
from belegg.models.chat import ChatSettings
from belegg.testing.chat_streams import (
    breaking,
    call_chunks,
    ending,
    event,
    stalling,
    streaming,
    text_chunks,
)
from belegg.testing.model_server import (
    Behaviour,
    ModelServer,
    hanging_up,
    holding,
    saying,
    status,
    unreadable,
)
from chat_asked import Waits, chat_at, hosted, said_by

HALF = text_chunks("The por", finish=None, usage=False)
HALF_CALL = call_chunks(("a", "search", '{"q": "plants"}'), finish=None, usage=False)
ERROR = event({"error": {"message": "sk-secret was here", "code": "server_error"}})

BROKEN: dict[str, Behaviour] = {
    "ends without a finish": ending(HALF),
    "connection ends": breaking(HALF),
    "silence": stalling(HALF),
    "half an event": ending(HALF, b'data: {"choices": [{"del'),
    "broken JSON": ending(HALF, b'data: {"choices": [}\n\n'),
    "an error": ending(HALF, ERROR),
    "another form": ending(HALF, event({"choices": [{"delta": {"tool_calls": [7]}}]})),
    "a list": ending(HALF, event([1, 2])),
    "calls without a finish": ending(HALF_CALL),
    "calls, connection ends": breaking(HALF_CALL),
    "calls, then silence": stalling(HALF_CALL),
    "calls, then broken JSON": ending(HALF_CALL, b'data: {"choices": [}\n\n'),
}


@pytest.mark.req("AGE-9")
@pytest.mark.parametrize("name", BROKEN)
def test_a_cut_stream_is_marked_interrupted_and_has_no_calls(server: ModelServer, name: str) -> None:
    server.will(BROKEN[name])

    _, reply = said_by(chat_at(server, idle_s=0.2))

    assert reply.finish == "interrupted"
    assert reply.message.calls == ()
    assert reply.message.state is None
    assert len(server.requests) == 1


@pytest.mark.parametrize("finish", ["length", "content_filter"])
def test_calls_of_a_reply_that_was_cut_are_not_there(server: ModelServer, finish: str) -> None:
    server.will(streaming(call_chunks(("a", "search", '{"q": "pla'), finish=finish)))

    _, reply = said_by(chat_at(server))

    assert reply.finish == {"length": "length", "content_filter": "filtered"}[finish]
    assert reply.message.calls == ()


@pytest.mark.parametrize(
    ("behaviour", "kind", "words"),
    [
        (status(401), ModelRefused, "check `BELEGG_ANSWER_KEY`"),
        (status(402), ModelRefused, "billing"),
        (status(403), ModelRefused, "check `BELEGG_ANSWER_KEY`"),
        (status(404), ModelRefused, "knows no model `small`"),
        (status(400, error={"code": "content_filter"}), ModelRefused, "content_filter"),
        (status(501), ModelRefused, "not started for this"),
        (saying({"error": {"message": "x", "code": "bad_thing"}}), ModelRefused, "bad_thing"),
        (ending([], event({"error": {"message": "x", "code": "bad_thing"}})), ModelRefused, "bad_thing"),
        (saying({"hello": 1}), ModelMalformed, "without a stream"),
        (unreadable(), ModelMalformed, "not in JSON"),
        (ending([]), ModelMalformed, "another form"),
        (ending([], b"data: {nonsense\n\n"), ModelMalformed, "another form"),
        (status(302, headers={"Location": "http://elsewhere.test/"}), ModelRefused, "another address"),
    ],
)
def test_what_is_no_reply_is_an_error_after_one_try(
    server: ModelServer, behaviour: Behaviour, kind: type[ModelError], words: str
) -> None:
    server.will(behaviour)

    with pytest.raises(kind, match=words) as raised:
        said_by(chat_at(server, key="sk-secret"))

    assert len(server.requests) == 1
    assert "sk-secret" not in repr(raised.value)


def test_a_wait_that_the_server_names_is_kept(server: ModelServer) -> None:
    server.will(status(429, retry_after="7"), status(503), streaming(text_chunks("Yes.")))
    waits = Waits()

    _, reply = said_by(chat_at(server, waits=waits))

    assert reply.message.text == "Yes."
    assert waits.told == [7.0, 5.0]


def test_there_are_three_tries_at_most(server: ModelServer) -> None:
    server.will(*[status(503)] * 4)

    with pytest.raises(ModelRefused, match="does not serve now"):
        said_by(chat_at(server))

    assert len(server.requests) == 3


def test_a_wait_beyond_the_time_there_is_is_not_waited(server: ModelServer) -> None:
    server.will(status(429, retry_after="90"))
    waits = Waits()

    with pytest.raises(ModelRefused, match="asking to wait 90 s"):
        said_by(chat_at(server, waits=waits), timeout_s=60)

    assert waits.told == []


def test_a_connection_that_ends_unanswered_is_tried_again(server: ModelServer) -> None:
    server.will(hanging_up, streaming(text_chunks("Yes.")))

    _, reply = said_by(chat_at(server))

    assert reply.message.text == "Yes."


@pytest.mark.parametrize("behaviour", [holding, stalling([])])
def test_a_reply_that_does_not_begin_is_a_timeout(server: ModelServer, behaviour: Behaviour) -> None:
    server.will(behaviour)

    with pytest.raises(ModelTimeout, match=r"did not begin to answer within 0\.2 s"):
        said_by(chat_at(server, first_byte_s=0.2))

    assert len(server.requests) == 1


def test_the_limit_on_the_whole_holds_before_a_reply_begins(server: ModelServer) -> None:
    server.will(holding)

    with pytest.raises(ModelTimeout, match=r"did not answer within 0\.2 s"):
        said_by(chat_at(server), timeout_s=0.2)


def test_the_limit_on_the_whole_keeps_what_came(server: ModelServer) -> None:
    server.will(stalling(HALF))

    pieces, reply = said_by(chat_at(server), timeout_s=0.3)

    assert (pieces, reply.finish) == (["The por"], "interrupted")


def test_a_server_that_is_down_is_named(server: ModelServer) -> None:
    chat = hosted(ChatSettings("openai", "small", "http://127.0.0.1:9"))

    with pytest.raises(ModelRefused, match=r"`127\.0\.0\.1:9` cannot be reached"):
        said_by(chat)
