"""Rerankers behind HTTP: `/v1/rerank` in three forms, and a chat model that ranks a list."""

from __future__ import annotations

from belegg.models.http.secret import Secret
from belegg.models.rerank.settings import RERANK_PROVIDERS, RerankerSettings, RerankProvider, hosted_reranker

__all__ = ["RERANK_PROVIDERS", "RerankProvider", "RerankerSettings", "Secret", "hosted_reranker"]
