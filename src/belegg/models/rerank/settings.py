"""Which reranker: plain settings, which hold no key, and what is made of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from belegg.errors import BadSetting
from belegg.models.http import SYSTEM_CLOCK, Caller, Clock, Secret, Server, address_of
from belegg.models.http.written import read_record, written_record
from belegg.models.rerank.endpoint import Cohere, EndpointReranker, Jina, Tei
from belegg.models.rerank.listwise import ListwiseReranker
from belegg.seams import Reranker

RerankProvider = Literal["jina", "cohere", "tei", "chat"]
RERANK_PROVIDERS: tuple[RerankProvider, ...] = get_args(RerankProvider)
MOST_BYTES_OF_AN_ANSWER = 4 * 2**20
ADDRESSES: dict[RerankProvider, tuple[str | None, str]] = {
    "jina": ("https://api.jina.ai/v1", "/v1"),
    "cohere": ("https://api.cohere.com/v2", "/v2"),
    "tei": (None, ""),
    "chat": ("https://api.openai.com/v1", "/v1"),
}
"""The provider's own address (None: it has none), and the path of an address without one."""


@dataclass(frozen=True, slots=True)
class RerankerSettings:
    """
    A reranker behind HTTP. Everything but the key and the time limit, which the search gives.

    `provider`: the interface; `jina` with a `base_url` is vLLM, llama.cpp and others, `chat` any server with
    `/v1/chat/completions` and JSON schemas. `model`: for `tei` only a name in the id.
    """

    provider: RerankProvider
    model: str
    base_url: str | None = None

    def __post_init__(self) -> None:
        """Raises BadSetting for what cannot be meant."""
        if self.provider not in RERANK_PROVIDERS:
            known = ", ".join(f"`{name}`" for name in RERANK_PROVIDERS)
            raise BadSetting(f"`{self.provider}` is no provider of rerankers; take one of {known}")
        if not self.model.strip():
            raise BadSetting(f"the reranker `{self.provider}` needs a model; name it")
        if self.base_url is None and ADDRESSES[self.provider][0] is None:
            raise BadSetting(f"the reranker `{self.provider}` needs a base_url; write `http://host:port`")
        if self.base_url is not None:
            address_of(self.base_url)

    def to_json(self) -> str:
        """The settings as JSON; `from_json` gives the same again."""
        return written_record(self)

    @classmethod
    def from_json(cls, text: str) -> RerankerSettings:
        """Raises BadSetting for anything that `to_json` does not write."""
        return read_record(cls, text)


def hosted_reranker(
    settings: RerankerSettings,
    key: Secret | None = None,
    *,
    key_setting: str = "BELEGG_RERANK_KEY",
    clock: Clock = SYSTEM_CLOCK,
) -> Reranker:
    """
    The reranker of these settings; the server is not asked yet. `key_setting` is what messages call the place
    of the key. Raises MissingExtra and BadSetting.
    """
    own, path = ADDRESSES[settings.provider]
    address = address_of(settings.base_url or own or "", path)
    server = Server(address, settings.model, key, key_setting=key_setting)
    caller = Caller(server, most_bytes=MOST_BYTES_OF_AN_ANSWER, clock=clock)
    match settings.provider:
        case "jina":
            return EndpointReranker("jina", settings.model, Jina(settings.model), caller)
        case "cohere":
            return EndpointReranker("cohere", settings.model, Cohere(settings.model), caller)
        case "tei":
            return EndpointReranker("tei", settings.model, Tei(), caller)
        case "chat":
            return ListwiseReranker(settings.model, caller)
