"""Embedding in processes of their own, one core each (a model's threads inside one process waste a core)."""

from __future__ import annotations

from belegg.models.processes.pool import Processes
from belegg.models.processes.threads import InThreads

__all__ = ["InThreads", "Processes"]
