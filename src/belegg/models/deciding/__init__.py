"""Classifiers behind HTTP: decision models (System One, OpenAI's Decisions), and logprobs of chat models."""

from __future__ import annotations

from belegg.models.deciding.opening import hosted_classifier

__all__ = ["hosted_classifier"]
