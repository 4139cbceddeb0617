"""What a hit and a citation show of where the words stand and how they came to be known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from belegg.records import (
    DocumentHead,
    DocumentId,
    Fact,
    Hit,
    Passage,
    PassageId,
    Quote,
    QuoteCheck,
    Span,
)
from belegg.serving.cli import render

HEAD = DocumentHead(DocumentId("d"), "scans/lease.pdf", "docs", "Lease", "en", 1, "", "", 1, 9)
PASSAGE = Passage(PassageId("d-0"), HEAD.id, 0, Span(0, 16), "The rent is due.", pages=(3, 4))


@pytest.mark.req("FAC-1")
@pytest.mark.parametrize(
    ("stands", "shown"),
    [
        (PASSAGE, "scans/lease.pdf · pages 3–4"),
        (replace(PASSAGE, pages=(3, 3)), "scans/lease.pdf · page 3"),
        (
            replace(PASSAGE, pages=(9, 9), kind="footnote", section="note 28"),
            "scans/lease.pdf · page 9 · footnote 28",
        ),
        (
            replace(PASSAGE, pages=(3, 3), confidence=0.874),
            "scans/lease.pdf · page 3 · read by OCR, confidence 87%",
        ),
        (replace(PASSAGE, pages=None, section="note 28"), "scans/lease.pdf"),
    ],
)
def test_a_hit_tells_pages_footnotes_and_recognised_text(
    stands: Passage, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    render.show_hit(Hit(1, stands, HEAD, 1.0, "The rent is due.", {}))

    assert shown in map(str.strip, capsys.readouterr().out.splitlines())


@pytest.mark.req("FAC-1")
def test_a_citation_tells_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    check = QuoteCheck("exact", Span(0, 16), (Span(0, 16),), "The rent is due.", count=1)
    quote = Quote(HEAD, 1, (), "note 2", 7, check, kind="footnote", confidence=0.9)

    render.show_place(1, render.place_of(quote))

    assert "scans/lease.pdf · page 7 · footnote 2 · read by OCR, confidence 90%" in capsys.readouterr().out


@pytest.mark.req("ING-9", "FAC-1")
def test_a_citation_tells_who_published_the_report_and_its_numbers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    facts = (
        Fact("organisation", "United Nations", "page 1"),
        Fact("report_number", "A/79/797", "page 1"),
        Fact("report_number", "S/2025/109", "page 1"),
        Fact("published", "2025-02-21", "page 1"),
    )
    render.show_hit(Hit(1, PASSAGE, replace(HEAD, facts=facts), 1.0, "The rent is due.", {}))

    told = " ".join(capsys.readouterr().out.split())
    assert "United Nations, A/79/797-S/2025/109 · scans/lease.pdf · pages 3–4 · 2025-02-21" in told
