"""Text from a picture of a page: one small seam, and the two programs behind it that Belegg can use."""

from __future__ import annotations

from belegg.reading.ocr.choosing import INSTALL, missing, recogniser
from belegg.reading.ocr.seam import RecognisedLine, RecognisedWord, Recogniser

__all__ = ["INSTALL", "RecognisedLine", "RecognisedWord", "Recogniser", "missing", "recogniser"]
