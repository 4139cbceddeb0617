"""Chat models behind HTTP: plain settings, what opens them, and the two ways to act (tools, JSON)."""

from __future__ import annotations

from belegg.models.chat.settings import PROVIDERS, ActsBy, ChatSettings, Prices, Provider

__all__ = ["PROVIDERS", "ActsBy", "ChatSettings", "Prices", "Provider"]
