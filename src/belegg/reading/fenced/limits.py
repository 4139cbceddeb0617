"""How much a file may cost before its process is ended."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """
    What one file may take: memory of its process, seconds without progress, seconds in all.

    Pictures of text are recognised in lots of pages, `lot_s` each, and a lot may take `total_s`; after
    `recognition_s` in one run the rest is left for the next.

    `output_bytes` is the most that a reader may answer at once, `parts_bytes` how much of the files inside a
    file it sends before it is asked for more. A process is replaced after `most_files`, and when it still
    holds `retire_bytes` after a file.
    """

    memory_bytes: int = 1_536 * MIB
    stall_s: float = 60.0
    total_s: float = 900.0
    recognition_s: float = 7_200.0
    start_s: float = 60.0
    output_bytes: int = 512 * MIB
    parts_bytes: int = 32 * MIB
    most_files: int = 1_000
    retire_bytes: int = 400 * MIB
    open_files: int = 256
    written_bytes: int = 1_024 * MIB

    @property
    def lot_s(self) -> float:
        """Enough before `total_s` for the page that is under way then, and for the rest of the work."""
        return self.total_s / 3

    def to_json(self) -> dict[str, Any]:
        return asdict(self)
