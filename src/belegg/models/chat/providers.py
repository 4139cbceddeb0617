"""What pydantic-ai has for each provider, opened with our settings, our key and our HTTP client."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from belegg.errors import MissingExtra
from belegg.models.chat.settings import ChatSettings
from belegg.models.http.secret import Secret

if TYPE_CHECKING:
    from httpx2 import AsyncClient
    from pydantic_ai.models import Model

AZURE_API_VERSION = "2024-10-21"
NO_KEY = "none"
"""SDKs insist on a key; `Client` takes the header off again where there is none."""


def needs_extra(settings: ChatSettings) -> MissingExtra:
    return MissingExtra(
        f"the models of `{settings.provider}` need a part that is not installed; run "
        f"`pip install 'belegg[{settings.offer.extra}]'`"
    )


def is_installed(settings: ChatSettings) -> bool:
    """Whether what the provider needs is there, without importing it."""
    modules = {"anthropic": "anthropic", "gemini": "google.genai"}
    try:
        return all(find_spec(name) for name in ("pydantic_ai", modules.get(settings.provider, "openai")))
    except ModuleNotFoundError:  # of a package around it
        return False


def load(settings: ChatSettings) -> None:
    """Import what the provider needs, before a time limit runs. Raises MissingExtra."""
    try:
        import_module(_module(settings))
    except ImportError:
        raise needs_extra(settings) from None


def is_loaded(settings: ChatSettings) -> bool:
    """Whether what the provider needs was imported in this process."""
    return _module(settings) in sys.modules


def _module(settings: ChatSettings) -> str:
    modules = {"anthropic": "anthropic", "gemini": "google"}
    return f"pydantic_ai.models.{modules.get(settings.provider, 'openai')}"


def model_of(settings: ChatSettings, key: Secret | None, client: AsyncClient) -> Model:
    """The model, of a provider that was loaded; the server is not asked yet."""
    match settings.provider:
        case "anthropic":
            return anthropic(settings, key, client)
        case "gemini":
            return gemini(settings, key, client)
        case _:
            return openai(settings, key, client)


def openai(settings: ChatSettings, key: Secret | None, client: AsyncClient) -> Model:
    """OpenAI, Azure, and every server with `/v1/chat/completions`."""
    from openai import AsyncAzureOpenAI, AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.profiles.openai import OpenAIModelProfile
    from pydantic_ai.providers.azure import AzureProvider
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    given = NO_KEY if key is None else key.reveal()
    # A stream that ends without saying why was cut: pydantic-ai takes it for a whole one otherwise.
    profile = OpenAIModelProfile(openai_chat_streaming_requires_finish_reason=True)
    # What servers that only speak OpenAI's language may lack; each of these is refused by some of them.
    plain = OpenAIModelProfile(
        openai_chat_streaming_requires_finish_reason=True,
        openai_chat_supports_max_completion_tokens=False,
        openai_chat_supports_multiple_system_messages=False,
        openai_supports_strict_tool_definition=False,
        supports_json_schema_output=True,
        native_output_requires_schema_in_instructions=False,
    )
    if settings.provider == "azure":
        azure = AsyncAzureOpenAI(
            azure_endpoint=settings.address.url(""),
            api_version=settings.api_version or AZURE_API_VERSION,
            api_key=given,
            http_client=client,
            max_retries=0,
        )
        return OpenAIChatModel(settings.model, provider=AzureProvider(openai_client=azure), profile=profile)
    own = AsyncOpenAI(base_url=settings.address.url(""), api_key=given, http_client=client, max_retries=0)
    if settings.is_at_maker:
        return OpenAIChatModel(settings.model, provider=OpenAIProvider(openai_client=own), profile=profile)
    provider = OpenAICompatibleProvider("compatible", openai_client=own)
    return OpenAIChatModel(settings.model, provider=provider, profile=plain)


def anthropic(settings: ChatSettings, key: Secret | None, client: AsyncClient) -> Model:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    given = NO_KEY if key is None else key.reveal()
    own = AsyncAnthropic(base_url=settings.address.url(""), api_key=given, http_client=client, max_retries=0)
    return AnthropicModel(settings.model, provider=AnthropicProvider(anthropic_client=own))


def gemini(settings: ChatSettings, key: Secret | None, client: AsyncClient) -> Model:
    """Google's client, made here: left alone it reads the certificates twice for each, 130 ms."""
    from google.genai import Client
    from google.genai.types import HttpOptions
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    from belegg.models.chat.wire import trusted

    given = NO_KEY if key is None else key.reveal()
    options = HttpOptions(
        base_url=settings.address.url(""),
        timeout=round(settings.timeout_s * 1000),
        httpx_async_client=client,
        client_args={"verify": trusted()},
        async_client_args={"ssl": trusted()},
    )
    own = Client(vertexai=False, api_key=given, http_options=options)
    return GoogleModel(settings.model, provider=GoogleProvider(client=own))
