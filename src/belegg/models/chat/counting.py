"""What a reply took: tokens as the server counted them, else by characters; money where prices are known."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic_ai.messages import ModelResponse

from belegg.models.chat.settings import ChatSettings
from belegg.records.chat import Message, Usage

CHARACTERS_A_TOKEN = 4


def usage_of(
    response: ModelResponse, sent: Iterable[Message], said: Message, settings: ChatSettings
) -> Usage:
    """Of one request. Tokens of thinking are among the output."""
    counted = response.usage
    if counted.input_tokens or counted.output_tokens:
        tokens = (counted.input_tokens, counted.output_tokens, counted.cache_read_tokens)
        return Usage(1, *tokens, cost_usd=cost_usd(response, tokens, settings))
    guessed = (characters(sent) // CHARACTERS_A_TOKEN, characters([said]) // CHARACTERS_A_TOKEN, 0)
    prices = settings.prices
    return Usage(1, *guessed, cost_usd=None if prices is None else prices.cost_usd(*guessed), estimated=True)


def characters(messages: Iterable[Message]) -> int:
    return sum(len(m.text) + sum(len(call.arguments) for call in m.calls) for m in messages)


def cost_usd(response: ModelResponse, tokens: tuple[int, int, int], settings: ChatSettings) -> float | None:
    """
    By the prices of the settings; else, at the maker's own service, by the price list that comes with
    pydantic-ai, which is never fetched. A server with the name of a known model is not that model's price.
    """
    if settings.prices is not None:
        return settings.prices.cost_usd(*tokens)
    if not settings.is_at_maker:
        return None
    try:
        return float(response.cost().total_price)
    except (LookupError, ValueError, AssertionError):
        return None
