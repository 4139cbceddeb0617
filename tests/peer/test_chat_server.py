"""The scripted chat server says what its script says, as real servers do, and keeps no key."""

from __future__ import annotations

import json
from typing import Any

import pytest

from belegg.records.chat import Message
from belegg.testing.chat import Request, calls, says
from belegg.testing.chat_faults import BUSY, CALL, CUT_STREAMS
from belegg.testing.chat_server import ChatServer

httpx = pytest.importorskip("httpx")

KEY = "sk-" + "a" * 20
QUESTION = {"role": "user", "content": "What is the notice period?"}
TOOL = {"type": "function", "function": {"name": "search", "parameters": {"type": "object"}}}


def post(server: ChatServer, path: str = "/v1/chat/completions", **body: Any) -> Any:
    asked = {"model": "scripted", "messages": [QUESTION]} | body
    headers = {"Authorization": f"Bearer {KEY}"}
    return httpx.post(server.base_url + path, json=asked, headers=headers, timeout=30)


def events(answer: Any) -> list[Any]:
    lines = [line.removeprefix("data: ") for line in answer.text.split("\n") if line.startswith("data: ")]
    return [line if line == "[DONE]" else json.loads(line) for line in lines]


def test_a_whole_reply_has_its_text_its_finish_and_its_usage() -> None:
    with ChatServer([says("Thirty days.")]) as server:
        answer = post(server).json()

    assert answer["choices"][0]["message"]["content"] == "Thirty days."
    assert answer["choices"][0]["finish_reason"] == "stop"
    assert answer["usage"]["completion_tokens"] > 0


def test_a_stream_brings_text_in_pieces_usage_last_and_says_done() -> None:
    with ChatServer([says("Thirty days, from the first of the month.")]) as server:
        told = events(post(server, stream=True, stream_options={"include_usage": True}))

    pieces = [one["choices"][0]["delta"].get("content", "") for one in told[:-2]]
    assert "".join(pieces) == "Thirty days, from the first of the month."
    assert len([piece for piece in pieces if piece]) > 3
    assert told[-1] == "[DONE]"
    assert (told[-2]["choices"], told[-2]["usage"]["prompt_tokens"] > 0) == ([], True)


def test_arguments_of_a_call_come_in_pieces_after_its_name() -> None:
    with ChatServer([calls(("search", {"query": "notice period"}), ("read", "{not json"))]) as server:
        told = events(post(server, stream=True))

    parts = [one["choices"][0]["delta"].get("tool_calls", [{}])[0] for one in told[:-1]]
    heads = [part["function"]["name"] for part in parts if "id" in part]
    given = ["", ""]
    for part in parts:
        if part:
            given[part["index"]] += part["function"]["arguments"]
    assert heads == ["search", "read"]
    assert given == ['{"query": "notice period"}', "{not json"]
    assert told[-2]["choices"][0]["finish_reason"] == "tool_calls"


def test_what_was_asked_is_kept_and_the_key_is_not() -> None:
    with ChatServer([says("yes")]) as server:
        post(server, tools=[TOOL], tool_choice="required", temperature=0)
        post(server, path="/v1/chat/completions?key=" + KEY)

    assert server.asked[0] == Request((Message("user", QUESTION["content"]),), ("search",), True, None)
    assert server.requests[0].body["temperature"] == 0
    assert server.requests[0].headers["authorization"] == "Bearer ***"
    assert KEY not in repr(server.requests)


def test_another_key_than_the_right_one_is_refused() -> None:
    with ChatServer([says("yes")], key="another") as server:
        answer = post(server)

    assert (answer.status_code, server.asked) == (401, [])


def test_a_line_may_be_made_of_the_request_and_the_last_one_is_said_again() -> None:
    with ChatServer([lambda request: says(request.messages[-1].text.upper())]) as server:
        heard = [post(server).json()["choices"][0]["message"]["content"] for _ in range(2)]

    assert heard == ["WHAT IS THE NOTICE PERIOD?"] * 2


def test_models_are_listed() -> None:
    with ChatServer([says("yes")], models=["small", "large"]) as server:
        listed = httpx.get(server.base_url + "/v1/models").json()

    assert [one["id"] for one in listed["data"]] == ["small", "large"]


def heard_until_it_ended(server: ChatServer) -> tuple[bytes, str]:
    """What came of a stream, and the name of the error that ended it, if one did."""
    told, ended = b"", ""
    wait = httpx.Timeout(30, read=0.3)
    asked = {"messages": [QUESTION], "stream": True}
    try:
        with httpx.stream(
            "POST", f"{server.base_url}/v1/chat/completions", json=asked, timeout=wait
        ) as answer:
            for piece in answer.iter_raw():
                told += piece
    except httpx.TransportError as error:
        ended = type(error).__name__
    return told, ended


BROKEN_OFF = {"closed": "RemoteProtocolError", "reset": "ReadError", "silent": "ReadTimeout"}


@pytest.mark.parametrize("name", CUT_STREAMS)
def test_no_cut_stream_says_why_it_ended(name: str) -> None:
    with ChatServer([CUT_STREAMS[name]]) as server:
        told, ended = heard_until_it_ended(server)

    assert b'"finish_reason": null' in told
    assert b'"finish_reason": "' not in told
    assert ended == BROKEN_OFF.get(name.split(" in ")[0], "")


def test_a_busy_server_says_when_to_come_back() -> None:
    with ChatServer([BUSY["429 with Retry-After"], says("yes")]) as server:
        refused, answered = post(server), post(server)

    assert (refused.status_code, refused.headers["retry-after"]) == (429, "2")
    assert answered.status_code == 200


ANTHROPIC = {
    "system": "Answer.",
    "max_tokens": 100,
    "messages": [
        QUESTION,
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "search", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "30 days"}]},
    ],
    "tools": [{"name": "search", "input_schema": {"type": "object"}}],
    "tool_choice": {"type": "any"},
}
GEMINI = {
    "systemInstruction": {"parts": [{"text": "Answer."}]},
    "contents": [
        {"role": "user", "parts": [{"text": QUESTION["content"]}]},
        {"role": "model", "parts": [{"functionCall": {"id": "t1", "name": "search", "args": {}}}]},
        {
            "role": "user",
            "parts": [{"functionResponse": {"id": "t1", "name": "search", "response": {"n": 1}}}],
        },
    ],
    "tools": [{"functionDeclarations": [{"name": "search"}]}],
    "toolConfig": {"functionCallingConfig": {"mode": "ANY"}},
}


@pytest.mark.parametrize(
    ("path", "body"),
    [("/v1/messages", ANTHROPIC), ("/v1beta/models/m:streamGenerateContent?alt=sse", GEMINI)],
)
def test_other_makers_requests_are_heard_as_the_same_request(path: str, body: Any) -> None:
    with ChatServer([CALL]) as server:
        told = post(server, path, stream=True, **body).text

    heard = server.asked[0]
    assert [message.by for message in heard.messages] == ["system", "user", "assistant", "tool"]
    assert heard.messages[2].calls[0].name == "search"
    assert (heard.messages[3].answers, heard.tools, heard.must_call) == ("t1", ("search",), True)
    assert '"name": "search"' in told
