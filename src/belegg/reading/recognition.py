"""Passages from pages that were read by recognition (OCR) say how sure that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from belegg.records import PageReport, Passage


def recognised(passages: Sequence[Passage], reports: Sequence[PageReport]) -> list[Passage]:
    """Passages with the confidence of their least sure page, where pages were read by recognition (OCR)."""
    sure = {report.number: report.ocr for report in reports if report.ocr is not None}
    if not sure:
        return list(passages)
    return [replace(passage, confidence=_least(passage.pages, sure)) for passage in passages]


def _least(pages: tuple[int, int] | None, sure: Mapping[int, float]) -> float | None:
    if not pages:
        return None
    return min((sure[number] for number in range(pages[0], pages[1] + 1) if number in sure), default=None)
