"""The classifier of a library: which one, with what was fitted for it, and the quick calls of one run."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from belegg.errors import BadSetting, MissingExtra, VectorsDamaged
from belegg.library.chats import HasChats, roles
from belegg.library.given import given_path
from belegg.records import OWNER, Scope
from belegg.records.quick_fits import NO_FITS, QuickFits, Relevance

if TYPE_CHECKING:
    from belegg.answering.conversation import Earlier
    from belegg.answering.memory import Aside
    from belegg.answering.quick_calls import QuickCaller
    from belegg.answering.steps import FirstCalls
    from belegg.evaluation.golden import GoldenQuestion
    from belegg.library.calibrating_quick import FittedCalls
    from belegg.records import Found, Hit, Pack
    from belegg.seams import Classifier
    from belegg.stores.engine.store import EngineStore

QUICK_CALLS = "quick_calls"
"""The setting of a library in which `calibrate --quick-calls` leaves what it fitted."""


class LateQuickCalls:
    """`steps.QuickCalls`, made when first asked: a question is taken before a server's code is loaded."""

    def __init__(self, make: Callable[[], QuickCaller]) -> None:
        self._make = make

    @cached_property
    def _calls(self) -> QuickCaller:
        return self._make()

    def first(self, question: str, earlier: Sequence[Earlier], packs: Sequence[Pack]) -> FirstCalls:
        """Before the first model call."""
        return self._calls.first(question, earlier, packs)

    def relevance(self, question: str, hits: Sequence[Hit]) -> Aside:
        """Which of the passages are surely irrelevant."""
        return self._calls.relevance(question, hits)


class HasClassifier(HasChats):
    """An open library that may have a classifier."""

    if TYPE_CHECKING:
        store: EngineStore

        def search(self, query: str, scope: Scope, limit: int = 8) -> Found: ...

    _given_classifier: Classifier | None = None
    _opened_classifier: tuple[Classifier, bool] | None = None

    def classifier(self) -> Classifier | None:
        """
        The one that `use_models` gave, else that of the role `classify`; None when the role has no model.
        Raises MissingExtra, and BadSetting also where the role's model makes no quick calls.
        """
        opened = self._classifier()
        return opened[0] if opened else None

    def quick_fits(self) -> QuickFits:
        """What `calibrate --quick-calls` fitted. Raises BadSetting when it cannot be read."""
        kept = self.store.settings().get(QUICK_CALLS)
        return QuickFits.of_json(kept) if kept else NO_FITS

    def fit_quick_calls(self, questions: Path | str, *, keep: bool = True) -> FittedCalls:
        """
        Fit the local relevance model, and the temperatures of the classifier where there is one, on golden
        questions, as the owner. With `keep` they take the place of the earlier ones of these models.

        Raises BadInput, MissingExtra, BadSetting, ModelError.
        """
        from belegg.evaluation.golden import read_questions
        from belegg.library.calibrating_quick import HITS, fitted_calls

        def pack_of(question: GoldenQuestion) -> str | None:
            found = {
                head.pack for head in heads if any(gold.is_source(head.source) for gold in question.gold)
            }
            return found.pop() if len(found) == 1 else None

        try:
            before = self.quick_fits()
        except BadSetting:  # which says that this writes it anew
            before = NO_FITS
        scope = Scope(OWNER)
        with self.store.reading(scope) as reader:
            heads, packs = list(reader.heads()), list(reader.packs())
        found = fitted_calls(
            read_questions(given_path(questions)),
            lambda question: self.search(question.text, scope, HITS).hits,
            packs,
            pack_of,
            self.classifier(),
            self._model_of_vectors(scope),
            before,
        )
        if keep:
            with self.store.writing("calibrate quick calls") as writer:
                writer.set_setting(QUICK_CALLS, found.fits.to_json())
        return found

    def _classifier(self) -> tuple[Classifier, bool] | None:
        """The classifier, and whether its probabilities are a chat model's own, which want a temperature."""
        if self._given_classifier is not None:
            return self._given_classifier, False
        if self._opened_classifier is None:
            chosen = roles(self.path).get("classify")
            if chosen is None:
                return None
            from belegg.models.chat.settings import DECIDERS
            from belegg.models.deciding import hosted_classifier

            opened = hosted_classifier(
                chosen.settings, chosen.key(os.environ), key_setting=chosen.key_setting
            )
            self._opened_classifier = opened, chosen.settings.provider not in DECIDERS
        return self._opened_classifier

    def _quick_calls(self, scope: Scope) -> LateQuickCalls:
        """The quick calls of one run."""
        return LateQuickCalls(lambda: self._quick_caller(scope))

    def _quick_caller(self, scope: Scope) -> QuickCaller:
        from belegg.answering.quick_calls import QuickCaller

        why_not = "none is set"
        try:
            opened = self._classifier()
        except (MissingExtra, BadSetting) as error:
            opened, why_not = None, str(error)
        fits = self.quick_fits()
        return QuickCaller(
            opened[0] if opened else None,
            fits,
            needs_fit=opened is not None and opened[1],
            local=fits.relevance or shipped(),
            model=self._model_of_vectors(scope),
            why_not=why_not,
        )

    def _model_of_vectors(self, scope: Scope) -> str:
        """The embedder whose cosines hits have; empty without vectors."""
        with self.store.reading(scope) as reader:
            try:
                return reader.embedded().model or ""
            except VectorsDamaged:
                return ""


def shipped() -> Relevance:
    """The relevance model for the embedder that runs here, fitted by `benchmarks/quick_calls.py --fit`."""
    text = files("belegg.library").joinpath("data", "relevance.json").read_text(encoding="utf-8")
    relevance = QuickFits.of_json(text).relevance
    assert relevance is not None, "the file holds one"
    return relevance
