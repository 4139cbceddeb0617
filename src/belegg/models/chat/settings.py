"""Which chat model: plain settings, which hold no key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from belegg.errors import BadSetting
from belegg.models.http.address import Address, address_of

Provider = Literal[
    "openai", "anthropic", "gemini", "azure", "ollama", "vllm", "llama.cpp", "systemone", "decisions"
]
PROVIDERS: tuple[Provider, ...] = get_args(Provider)

DECIDERS: tuple[Provider, ...] = ("systemone", "decisions")
"""Interfaces of models that write nothing and decide: for the role `classify` alone."""

ActsBy = Literal["auto", "tools", "json"]
ACTS_BY: tuple[ActsBy, ...] = get_args(ActsBy)


@dataclass(frozen=True, slots=True)
class Prices:
    """US dollars for a million tokens; `cached` None: those cost as much as the others."""

    input: float
    output: float
    cached: float | None = None

    def cost_usd(self, input_tokens: int, output_tokens: int, cached_tokens: int) -> float:
        """`cached_tokens` are among the `input_tokens`."""
        cached = self.input if self.cached is None else self.cached
        fresh = max(0, input_tokens - cached_tokens)
        return (fresh * self.input + cached_tokens * cached + output_tokens * self.output) / 1_000_000


@dataclass(frozen=True, slots=True)
class Offer:
    """
    What a provider has unless the settings say otherwise; `path` for an address without one. `extra` is what
    has to be installed. A provider that `is_hosted` wants a key at its own address.
    """

    base_url: str | None
    path: str
    extra: str
    is_hosted: bool


OFFERS: dict[Provider, Offer] = {
    "openai": Offer("https://api.openai.com/v1", "/v1", "chat", True),
    "anthropic": Offer("https://api.anthropic.com", "", "anthropic", True),
    "gemini": Offer("https://generativelanguage.googleapis.com", "", "gemini", True),
    "azure": Offer(None, "", "chat", True),
    "ollama": Offer("http://127.0.0.1:11434/v1", "/v1", "chat", False),
    "vllm": Offer("http://127.0.0.1:8000/v1", "/v1", "chat", False),
    "llama.cpp": Offer("http://127.0.0.1:8080/v1", "/v1", "chat", False),
    "systemone": Offer("https://api.typesafe.ai/v1", "/v1", "models", True),
    "decisions": Offer("https://api.openai.com/v1", "/v1", "models", True),
}


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """
    A model behind HTTP. Everything but the key; what is left out is the provider's.

    `provider`: `openai` with a `base_url` is every server that has `/v1/chat/completions`. `model`: for Azure
    the deployment. `acts_by`: native tool calls, one JSON action, or `auto`, which begins with tools.
    `temperature` None is not sent. `most_tokens`: the longest reply, where the caller sets none.

    `timeout_s` is the most that one reply may take, waits and further tries included; `first_byte_s` the
    most until it begins (a model on this machine reads the whole question first), `idle_s` the most between
    two pieces of it, `connect_s` the most to reach the server.
    """

    provider: Provider
    model: str
    base_url: str | None = None
    acts_by: ActsBy = "auto"
    temperature: float | None = None
    most_tokens: int | None = None
    timeout_s: float = 120.0
    first_byte_s: float = 60.0
    idle_s: float = 30.0
    connect_s: float = 5.0
    prices: Prices | None = None
    api_version: str | None = None

    def __post_init__(self) -> None:
        """Raises BadSetting for what cannot be meant."""
        if self.provider not in PROVIDERS:
            raise BadSetting(
                f"`{self.provider}` is no provider of chat models; take one of {listed(PROVIDERS)}"
            )
        if not self.model.strip():
            raise BadSetting(f"the provider `{self.provider}` needs a model; name it")
        if self.acts_by not in ACTS_BY:
            raise BadSetting(f"acts_by is `{self.acts_by}`; take one of {listed(ACTS_BY)}")
        if self.provider == "azure" and self.base_url is None:
            raise BadSetting("Azure needs a base_url; write `https://NAME.openai.azure.com`")
        for name in ("most_tokens", "timeout_s", "first_byte_s", "idle_s", "connect_s"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise BadSetting(f"`{name}` is `{value}`; it has to be more than 0")
        if self.temperature is not None and not 0 <= self.temperature <= 2:
            raise BadSetting(f"`temperature` is `{self.temperature}`; it has to be from 0 to 2")
        address_of(self.base_url or self.offer.base_url or "")

    @property
    def offer(self) -> Offer:
        return OFFERS[self.provider]

    @property
    def address(self) -> Address:
        return address_of(self.base_url or self.offer.base_url or "", self.offer.path)

    @property
    def is_at_maker(self) -> bool:
        """Whether the provider's own service is asked: with its own interface, prices, and a key."""
        return self.offer.is_hosted and (self.base_url is None or self.provider == "azure")

    @property
    def id(self) -> str:
        """Model and server, as runs and messages name them: `openai:gpt-5@api.openai.com`."""
        return f"{self.provider}:{self.model}@{self.address.shown}"


def listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
