"""Which embedder behind HTTP: plain settings, which hold no key, and what is made of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

from belegg.errors import BadSetting
from belegg.models.hosted.dialects import Azure, Dialect, Gemini, OpenAI, Voyage
from belegg.models.hosted.embedder import MOST_BYTES_OF_AN_ANSWER, HostedEmbedder
from belegg.models.hosted.prefixes import prefixes_of
from belegg.models.http import SYSTEM_CLOCK, Caller, Clock, Secret, Server, address_of
from belegg.models.http.written import read_record, written_record

Provider = Literal["openai", "azure", "gemini", "voyage"]
PROVIDERS: tuple[Provider, ...] = get_args(Provider)
AZURE_API_VERSION = "2024-10-21"


@dataclass(frozen=True, slots=True)
class EmbedderSettings:
    """
    An embedder behind HTTP. Everything but the key; what is left out is the provider's.

    `provider`: `openai` with a `base_url` is every server that has `/v1/embeddings`. `model`: for Azure the
    deployment. `dimension`: of the vectors; None asks the model. `shortened`: the dimension is less than the
    model's own and has to be asked for. Prefixes stand before each text; None: what the model is known to
    want. `max_tokens`: the longest text the model reads whole. `batch_texts`: most texts a request.
    `timeout_s`, `query_timeout_s`: for a request with passages, for one with a question, waits included.
    """

    provider: Provider
    model: str
    base_url: str | None = None
    dimension: int | None = None
    shortened: bool = False
    query_prefix: str | None = None
    passage_prefix: str | None = None
    api_version: str | None = None
    max_tokens: int | None = None
    batch_texts: int | None = None
    timeout_s: float = 120.0
    query_timeout_s: float = 3.0

    def __post_init__(self) -> None:
        """Raises BadSetting for what cannot be meant."""
        if self.provider not in PROVIDERS:
            raise BadSetting(
                f"`{self.provider}` is no provider of embeddings; take one of {listed(PROVIDERS)}"
            )
        if not self.model.strip():
            raise BadSetting(f"the provider `{self.provider}` needs a model; name it")
        if self.provider == "azure" and self.base_url is None:
            raise BadSetting("Azure needs a base_url; write `https://NAME.openai.azure.com`")
        for name in ("dimension", "max_tokens", "batch_texts", "timeout_s", "query_timeout_s"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise BadSetting(f"`{name}` is `{value}`; it has to be more than 0")
        if self.shortened and self.dimension is None:
            raise BadSetting("`shortened` needs a `dimension` to shorten to")
        if self.base_url is not None:
            address_of(self.base_url)

    def to_json(self) -> str:
        """The settings as JSON, those left out left out; `from_json` gives the same again."""
        return written_record(self)

    @classmethod
    def from_json(cls, text: str) -> EmbedderSettings:
        """Raises BadSetting for anything that `to_json` does not write."""
        return read_record(cls, text)


@dataclass(frozen=True, slots=True)
class Offer:
    """What a provider has unless the settings say otherwise; `path` for an address without one."""

    base_url: str
    path: str
    key_header: str
    key_prefix: str
    max_tokens: int
    batch_texts: int


OFFERS: dict[Provider, Offer] = {
    "openai": Offer("https://api.openai.com/v1", "/v1", "Authorization", "Bearer ", 8191, 128),
    "azure": Offer("", "", "api-key", "", 8191, 128),
    "gemini": Offer(
        "https://generativelanguage.googleapis.com/v1beta", "/v1beta", "x-goog-api-key", "", 2048, 100
    ),
    "voyage": Offer("https://api.voyageai.com/v1", "/v1", "Authorization", "Bearer ", 16_000, 128),
}
LOCAL_MAX_TOKENS = 512
LOCAL_BATCH_TEXTS = 32
"""Of a server with OpenAI's interface that is not OpenAI's: what the least of them take (TEI: 32 texts)."""


def hosted_embedder(
    settings: EmbedderSettings,
    key: Secret | None = None,
    *,
    key_setting: str = "BELEGG_EMBED_KEY",
    clock: Clock = SYSTEM_CLOCK,
) -> HostedEmbedder:
    """
    The embedder of these settings. Without a `dimension` the model is asked for one vector, which may raise
    ModelError; `pinned` gives settings with which it is not asked again. `key_setting` is what messages call
    the place of the key. Raises MissingExtra and BadSetting.
    """
    offer = OFFERS[settings.provider]
    address = address_of(settings.base_url or offer.base_url, offer.path)
    server = Server(address, settings.model, key, offer.key_header, offer.key_prefix, key_setting)
    is_own = settings.provider != "openai" or settings.base_url is None
    known = prefixes_of(settings.model)
    return HostedEmbedder(
        settings.provider,
        settings.model,
        dialect_of(settings),
        Caller(server, most_bytes=MOST_BYTES_OF_AN_ANSWER, clock=clock),
        dimension=settings.dimension,
        max_tokens=settings.max_tokens or (offer.max_tokens if is_own else LOCAL_MAX_TOKENS),
        batch_texts=settings.batch_texts or (offer.batch_texts if is_own else LOCAL_BATCH_TEXTS),
        query_prefix=known.query if settings.query_prefix is None else settings.query_prefix,
        passage_prefix=known.passage if settings.passage_prefix is None else settings.passage_prefix,
        timeout_s=settings.timeout_s,
        query_timeout_s=settings.query_timeout_s,
    )


def pinned(settings: EmbedderSettings, embedder: HostedEmbedder) -> EmbedderSettings:
    """The settings with everything written out that decides on the vectors, to be kept with them."""
    known = prefixes_of(settings.model)
    return replace(
        settings,
        dimension=embedder.dimension,
        query_prefix=known.query if settings.query_prefix is None else settings.query_prefix,
        passage_prefix=known.passage if settings.passage_prefix is None else settings.passage_prefix,
    )


def dialect_of(settings: EmbedderSettings) -> Dialect:
    shorten_to = settings.dimension if settings.shortened else None
    match settings.provider:
        case "openai":
            return OpenAI(settings.model, shorten_to)
        case "azure":
            return Azure(settings.model, settings.api_version or AZURE_API_VERSION, shorten_to)
        case "gemini":
            return Gemini(settings.model, shorten_to, not settings.model.startswith("gemini-embedding-2"))
        case "voyage":
            return Voyage(settings.model, shorten_to)


def listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
