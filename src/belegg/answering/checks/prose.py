"""
What a model says beside its sentences (what is missing, what would settle it, what sources differ on).

No quotation carries it. It is shown as the model's words, and only where every figure, date and name in it
stands in the question, in what is quoted or in the titles of what was found; an address never is.
"""

from __future__ import annotations

from collections.abc import Sequence

from belegg.answering.checks.asked_for import wants_contact
from belegg.answering.checks.held_by import Held, languages_of, named_around, spoken_in, words_of
from belegg.answering.checks.names import Texts, names_in, plain_name, without_references
from belegg.answering.checks.shown_text import shown_aside
from belegg.records import Hit, Quote
from belegg.text.figures import days_in, figures_in

MODELS_WORDS = "in the model's words"


class Prose:
    """Knows of one answer what the model's own words may name."""

    def __init__(self, question: str, quotes: Sequence[Quote], nearest: Sequence[Hit] = ()) -> None:
        self._question = question
        texts = [(question, spoken_in(question, (), quotes))]
        texts += [(text, languages_of(q)) for q in quotes for text in (words_of(q), *named_around(q))]
        texts += [(hit.document.title, ()) for hit in nearest]
        self._held = Held(tuple(texts))
        self._names = Texts(tuple(text for text, _ in texts))

    def shown(self, text: str, otherwise: str) -> str:
        """The text, told to be the model's; `otherwise` where it is empty or names what nothing holds."""
        if not text.strip() or not self._is_held(text):
            return otherwise
        return f"{shown_aside(text)} ({MODELS_WORDS})"

    def _is_held(self, text: str) -> bool:
        languages = spoken_in(text, (self._question,), ())
        plain = without_references(text)
        days = days_in(plain)
        figures = (one for one in figures_in(plain, languages, days) if not (one.in_words and not one.unit))
        return (
            not wants_contact(text)
            and all(map(self._held.holds_day, days))
            and all(map(self._held.holds, figures))
            and all(self._names.hold(plain_name(name)) for name in names_in(text, languages))
        )
