"""Quotations, checked word by word against their source (docs/explanation/quotations.md)."""

from belegg.text.quotes.check import check_quote
from belegg.text.quotes.source import PreparedSource

__all__ = ["PreparedSource", "check_quote"]
