"""A reranker for tests that does as its script says."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from belegg.errors import ModelError


class ScriptedReranker:
    """
    `seams.Reranker` without a model: `judge` gives the score of a question and a text. `failing` may be set
    at any time to what the next calls raise. `asked` lists what it was given: question, texts, time limit.
    """

    def __init__(
        self,
        judge: Callable[[str, str], float],
        id: str = "fake/reranker@1",
        *,
        failing: ModelError | None = None,
    ) -> None:
        self.id = id
        self.failing = failing
        self.asked: list[tuple[str, tuple[str, ...], float]] = []
        self._judge = judge

    def scores(self, question: str, texts: Sequence[str], timeout_s: float) -> Sequence[float]:
        """A score for each text. Raises `failing`."""
        self.asked.append((question, tuple(texts), timeout_s))
        if self.failing is not None:
            raise self.failing
        return [self._judge(question, text) for text in texts]
