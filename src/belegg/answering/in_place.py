"""
What of the documents may stand in the place of a draft that did not hold.

The draft may have obeyed an order of a document, and a sentence beside the order is what lies nearest to the
question. So each piece of a passage is looked at before one is picked: it holds a word of the question
itself, or takes back a piece before it that is left; orders to readers and models are no answer, nor is what
hangs on one. What points back at a piece that is left out is left out with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from belegg.answering.by_rule.extent import points_back
from belegg.answering.by_rule.pieces import Piece
from belegg.answering.checks.asked_for import wants_contact
from belegg.answering.orders import is_order
from belegg.text.quotes.reservations import languages_around, takes_back


class InPlaceOfADraft:
    """The sieve of one question."""

    def __init__(self, question: str) -> None:
        self._question = question

    def __call__(self, text: str, found: Sequence[Piece], holding: Sequence[bool]) -> list[Piece]:
        """
        The pieces that are left. Those on both sides of one that is not stand in different blocks, for they
        do not follow each other.
        """
        left: list[Piece] = []
        holes, before, block_before = 0, False, -1
        for piece, holds_a_word in zip(found, holding, strict=True):
            follows = piece.block == block_before
            is_left = self._is_left(text, piece, holds_a_word, follows=follows, follows_one_left=before)
            holes += not is_left
            if is_left:
                left.append(replace(piece, block=piece.block + holes))
            before, block_before = is_left, piece.block
        return left

    def _is_left(
        self, text: str, piece: Piece, holds_a_word: bool, *, follows: bool, follows_one_left: bool
    ) -> bool:
        own = text[piece.span.start : piece.span.end]
        lead = text[piece.lead.start : piece.lead.end] if piece.lead else ""
        if is_order(own, self._question) or is_order(lead, self._question):
            return False
        languages = languages_around(text)
        if holds_a_word:
            return not follows or follows_one_left or not any(points_back(own, one) for one in languages)
        return follows and follows_one_left and bool(takes_back(own, languages)) and not wants_contact(own)
