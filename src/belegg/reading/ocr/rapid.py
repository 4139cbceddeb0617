"""RapidOCR (extra `belegg[ocr]`): its models come with it, one for Latin letters and Chinese."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import metadata
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belegg.errors import ParserFailed
from belegg.reading.ocr.seam import RecognisedLine, RecognisedWord


class Rapid:
    """See `seam.Recogniser`. Nothing is fetched: a model that did not come along would be an error."""

    dpi = 200
    lines_a_second = 3
    lacks: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return f"rapidocr {metadata.version('rapidocr')}"

    def read(self, picture: NDArray[Any], dpi: int) -> list[RecognisedLine]:
        coloured = np.repeat(np.ascontiguousarray(picture, np.uint8)[:, :, None], 3, axis=2)
        try:
            found = _engine()(coloured, use_cls=False, return_word_box=True)
        except MemoryError:  # told by its own name
            raise
        except Exception as error:
            raise ParserFailed("rapidocr failed on a page") from error
        # Where it finds nothing it gives one empty row, and no text.
        return list(_lines(found.word_results)) if found.txts else []


def is_installed() -> bool:
    """Whether the extra is there, with what runs its models."""
    return find_spec("rapidocr") is not None and find_spec("onnxruntime") is not None


@cache
def _engine() -> Any:
    with _without_a_look_at_ipv6():
        from rapidocr import RapidOCR

    return RapidOCR(
        params={
            "Global.log_level": "error",
            # Named, so that none is looked for elsewhere and no folder is made for them.
            "Det.model_path": _model("*_det_*.onnx"),
            "Rec.model_path": _model("*_rec_*.onnx"),
            "Cls.model_path": _model("*_cls_*.onnx"),
            # One line at a time, and a bounded picture to find lines in: 1.3 GB of address space for a page
            # of A4 at 200 dpi instead of 1.9, and a third less time.
            "Rec.rec_batch_num": 1,
            "Det.limit_type": "max",
            "Det.limit_side_len": 1280,
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )


def _model(pattern: str) -> str:
    """The model of that kind that came with the package."""
    found = sorted(Path(str(files("rapidocr"))).joinpath("models").glob(pattern))
    if not found:
        raise ParserFailed(f"rapidocr came without the model `{pattern}`; install it again")
    return str(found[0])


@contextmanager
def _without_a_look_at_ipv6() -> Iterator[None]:
    """
    A package that RapidOCR imports (urllib3) opens a socket when it is loaded, to see whether IPv6 is there.
    A reader may open none, and needs none: nothing is fetched.
    """
    before, socket.has_ipv6 = socket.has_ipv6, False
    try:
        yield
    finally:
        socket.has_ipv6 = before


def _lines(
    found: Sequence[Sequence[tuple[str, float, Sequence[Sequence[float]]]]],
) -> Iterator[RecognisedLine]:
    for line in found:
        words = tuple(
            RecognisedWord(text, _around(corners), float(confidence))
            for text, confidence, corners in line
            if text.strip() and corners
        )
        if words:
            yield RecognisedLine(words)


def _around(corners: Sequence[Sequence[float]]) -> tuple[float, float, float, float]:
    xs, ys = [float(corner[0]) for corner in corners], [float(corner[1]) for corner in corners]
    return min(xs), min(ys), max(xs), max(ys)
