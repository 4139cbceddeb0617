"""What each maker's own interface needs: its data given back, its prices, its key, its installed part."""

from __future__ import annotations

from typing import Any

import pytest

from belegg.errors import BadSetting
from belegg.models.chat import ChatSettings, Prices
from belegg.models.chat.opening import hosted_chat
from belegg.models.http import Secret
from belegg.records.chat import Message, Tool
from belegg.testing.chat import says
from belegg.testing.chat_server import ChatServer
from belegg.testing.chat_streams import ending, event
from belegg.testing.model_server import ModelServer
from chat_asked import ASKED, hosted, said_by
from extras import needs

SEARCH = Tool("search", "Search the documents.", {"type": "object", "properties": {"q": {"type": "string"}}})
SIGNATURE = "c2lnbmVkIGJ5IGl0cyBtYWtlcg=="


def gemini_calling() -> Any:
    call = {"functionCall": {"name": "search", "args": {"q": "plants"}}, "thoughtSignature": SIGNATURE}
    candidate = {"content": {"role": "model", "parts": [call]}, "finishReason": "STOP", "index": 0}
    return ending([], event({"candidates": [candidate], "modelVersion": "gemini-x"}))


def test_a_thought_signature_goes_back_unchanged(server: ModelServer) -> None:
    server.will(gemini_calling(), gemini_calling())
    chat = hosted(ChatSettings("gemini", "gemini-3-pro", server.base_url), Secret("k"))
    _, called = said_by(chat, tools=[SEARCH])

    result = Message("tool", "1 hit", answers=called.message.calls[0].id)
    said_by(chat, [*ASKED, called.message, result], tools=[SEARCH])

    sent = server.requests[1].body["contents"][1]["parts"][0]
    assert sent["thoughtSignature"] == SIGNATURE
    assert sent["functionCall"]["args"] == {"q": "plants"}


@pytest.mark.parametrize("provider", ["openai", "anthropic", "gemini"])
def test_each_interface_sends_its_key_and_says_the_reply(provider: Any) -> None:
    with ChatServer([says("The porter.")], key="sk-1") as server:
        base = server.base_url + ("/v1" if provider == "openai" else "")
        _, reply = said_by(hosted(ChatSettings(provider, "m", base), Secret("sk-1")))

    assert (reply.message.text, reply.finish, reply.usage.requests) == ("The porter.", "stop", 1)


def test_prices_of_the_settings_make_the_cost() -> None:
    with ChatServer([says("The porter.")]) as server:
        prices = Prices(2.0, 10.0)
        _, reply = said_by(hosted(ChatSettings("openai", "gpt-4o", server.base_url, prices=prices)))

    usage = reply.usage
    assert usage.cost_usd == pytest.approx((usage.input_tokens * 2 + usage.output_tokens * 10) / 1e6)


def test_a_known_models_name_at_another_server_has_no_price() -> None:
    with ChatServer([says("The porter.")]) as server:
        _, reply = said_by(hosted(ChatSettings("openai", "gpt-4o", server.base_url)))

    assert reply.usage.cost_usd is None


def test_cached_tokens_cost_what_they_cost() -> None:
    assert Prices(2.0, 10.0, 0.5).cost_usd(1000, 100, 400) == pytest.approx(
        (600 * 2 + 400 * 0.5 + 1000) / 1e6
    )
    assert Prices(2.0, 10.0).cost_usd(1000, 0, 400) == pytest.approx(0.002)


@pytest.mark.parametrize("provider", ["openai", "anthropic", "gemini"])
def test_a_makers_own_service_wants_a_key_before_it_is_asked(provider: Any) -> None:
    with pytest.raises(BadSetting, match="wants a key; set `BELEGG_JUDGE_KEY`"):
        hosted_chat(ChatSettings(provider, "m"), key_setting="BELEGG_JUDGE_KEY")


def test_a_message_of_ours_without_state_is_the_same_after_both_ways() -> None:
    needs("chat")
    from pydantic_ai.messages import ModelResponse

    from belegg.models.chat.mapping import to_message, to_messages

    said = Message("assistant", "The porter.")
    [response] = to_messages([said])
    assert isinstance(response, ModelResponse)
    response.finish_reason = "stop"

    message, finish = to_message(response)

    assert (message.text, message.calls, finish) == (said.text, said.calls, "stop")
