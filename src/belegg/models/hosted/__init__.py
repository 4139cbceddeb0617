"""Embedders behind HTTP: OpenAI and what speaks like it, Azure OpenAI, Gemini, Voyage."""

from __future__ import annotations

from belegg.models.hosted.embedder import HostedEmbedder
from belegg.models.hosted.settings import (
    PROVIDERS,
    EmbedderSettings,
    Provider,
    hosted_embedder,
    pinned,
)
from belegg.models.http.secret import Secret

__all__ = [
    "PROVIDERS",
    "EmbedderSettings",
    "HostedEmbedder",
    "Provider",
    "Secret",
    "hosted_embedder",
    "pinned",
]
