"""
Whether an engine computes what it should on this machine: three fixed sentences against stored vectors.

Each vector is stored with a byte a number (cosine to the exact one 0.99998); `python
benchmarks/embedding.py --references` prints them anew.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from belegg.errors import ModelError
from belegg.models.e5.engines import Engine
from belegg.models.e5.weights import Floats
from belegg.records import Note

NEAR_ENOUGH: Final = 0.9995
"""The least cosine to a stored vector. Right engines have 0.99987 and more."""
_UNIT_WITHIN: Final = 1e-4
_REMEDY: Final = "install numpy anew, or set OPENBLAS_CORETYPE=Haswell"


class Reference(NamedTuple):
    """A sentence and its vector as signed bytes in base64, of any length."""

    sentence: str
    vector: str


REFERENCES: Final = (
    Reference(
        "Katten sover på den varme steintrappen utenfor kjøkkenet.",
        (
            "QfvjtX3yAAANNFEjOvCdKifV2vcL1d4nOVvq/zyH1L0MszgV8tE0tvYYGDcoOc0T3fS9O+caNt3ewO1CIh8m/2xH"
            "6R32wuMcC+0QJCTF+sHr78ENvlNBmC6+TTIN8bLnyR7uxhXfJ8C6Ci/TMdy4ER4tvdb68B3HFvPdxMbhNCASJjEn"
            "3B0eQdcT7AHhIcM1Wx1O4nDxFsNEE0K/vN41FsOqvez+5DFcqAvUH/8y8RXGNVkyCtqnvwDU2yLkv+gn8oHLPN9Q"
            "CRTx+QciB+q5Qs4fJqO5H6MhDTDPLjDg9KzoHiLG6xbr8NTW6s8IKgW4EucRyB/t3y/PNy3H5dntDUJG5CQa5lI1"
            "HCaqFMLe1jgw4pblNVTy4QpKT1AX6coxpAMAwl3YRCgrTAEt/Zc/HLgy8S8OHUoOstQ1FygG1LzI3t62HUXp6hc8"
            "YALpXQPoqCnetxoomDQctCn88DgujANICRzf7f1NqzoCATAf9sn7v0o00efGs/5bvpwqRD8N"
        ),
    ),
    Reference(
        "The cat is asleep on the warm stone steps outside the kitchen.",
        (
            "Jw/t01nWAAIsJCoiMvu6Cv7T0cop2gUUK0Yd+0Gp0b8QoRz0Caw5xQIoFVc/Jq/8zNqyQPQJQ+i2t/BTBQwS+ElT"
            "3Q3Ws84pBeEKHv3nBbX4DcsLuUgxrh/iNi8CB8bdsjMYwh3tJ6nQDUbjGtOkACI539/p1wvXMgbF3M/5NgcaKiwk"
            "CfvpS8rTFB35H8tOXRJX62sDD7Nh+QzOv+ghB8mmoQj18B9Q0Q7P8fA94h3nGEUuJ+2zyfzB3Bj73MA1CqrIQPZQ"
            "BuP58xMYEwzcMe0XI5q/IqgQDUDdWDHtA7DvITq96Qbq4PHE077pLw2mFeYD3x7g5Q/gGUjIEuLfIChKBBEe9URG"
            "ChzUCrLLy0H6EIHNB0kP4wpWQjQVAe8wqhLu4EvxPD0UTQVR9pMzHcsc+CYYFDEIwOQ2KwXtxrT0z+TDClXH+Bc2"
            "ZA7tRtkT1xzunhEixR0DzygL9SpCpQQt8jr85CRFzBwAByQQ8vIH0Eki2uy5vA9PrbFDTi0N"
        ),
    ),
    Reference(
        "Invoices are paid within thirty days of delivery.",
        (
            "FwntvTb14BxACRMiKeDMCDnY4s4K4whXNkbNCy+Bx9IitxIUz90x5NIsFyNIDNsYAAzrNfw++MLNuc4fYPb2G0NA"
            "TzTFBdAhCPUDE0fGG8jb7tQS8j4P2iTNMz3xy+PK0xI/5jDXENDfHSDFYMvQE0YGygDmwSfjIrbd38H3EO0P+iot"
            "9yI2T+wKA/XXDvEuK04j1kHwNxgXBCHQstENMOzxt/vK6yFBvd7a/xI2DhW/KC/09ckC07S67hbx+AA0/ObFMb4x"
            "Tw7/4lkTB/rVN/83SNrlDAPnBCvYGj7kJse+MDO82xTY1L7Q8/oVNybU7PQx1CLgxPsJNB2gydLnLAY35g0vFC8T"
            "LBXf4J7h3CgvwajcDkjawSr5Gj449xUil9Dl0yXpMh0gR9v43eYFEtsYAjn5GSgQ4fZSQwwR49W14f3aMw/u8CH7"
            "FOfiIQLZ/xjc6/Yn0RHyyCjn3g4uvS/63QvR+CUX5eckMUMZ3RPx5SY87uP7v+4p1r4oVggt"
        ),
    ),
)
"""The first two say the same in two languages, the third something else."""


def sound_engine(engines: Sequence[Callable[[], Engine]]) -> tuple[Engine, tuple[Note, ...]]:
    """
    The first engine that passes the test, and what a user should know when others did not.

    Raises ModelError when none does.
    """
    faults: list[str] = []
    for make in engines:
        try:
            engine = make()
            fault = fault_of(engine)
        except ModelError as problem:
            fault = str(problem)
        else:
            if fault is None:
                return engine, tuple(_stands_in(engine, fault) for fault in faults)
        faults.append(fault)
    found = "; ".join(faults)
    raise ModelError(f"the offline embedder does not work here: {found}; {_REMEDY}, or search by words only")


def fault_of(engine: Engine) -> str | None:
    """What is wrong with what the engine computes now; None when nothing is. Takes 0.05 s of CPU."""
    found = engine.vectors([reference.sentence for reference in REFERENCES], "passage")
    stored = stored_vectors()
    if found.shape != stored.shape or not np.isfinite(found).all():
        return f"{engine.name} computes values that are no vectors"
    if (length := float(np.linalg.norm(found, axis=1).min())) < 1 - _UNIT_WITHIN:
        return f"{engine.name} computes vectors of length `{length:.4f}`, not 1"
    near = float((found * stored).sum(axis=1).min())
    if near < NEAR_ENOUGH:
        return f"{engine.name} computes other vectors than it should (cosine `{near:.4f}` to the stored ones)"
    if found[0] @ found[1] <= max(found[0] @ found[2], found[1] @ found[2]):
        return f"{engine.name} does not see that two sentences say the same"
    return None


def stored_vectors() -> Floats:
    """The vectors of REFERENCES, of unit length."""
    rows = [np.frombuffer(base64.b64decode(reference.vector), np.int8) for reference in REFERENCES]
    stored = np.array(rows, np.float32)
    unit: Floats = stored / np.linalg.norm(stored, axis=1, keepdims=True)
    return unit


def _stands_in(engine: Engine, fault: str) -> Note:
    return Note("vectors", f"{fault}, so {engine.name} runs in its place; to mend it, {_REMEDY}")
