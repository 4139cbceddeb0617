"""
From an error to what a door says: an exit code, a kind for programs, one sentence for people.

Exit codes: 0 done · 1 a file could not be read, newly · 2 the caller can mend it · 3 the library refused ·
4 a model, 5 an outside source did not answer (neither exists yet) · 6 the documents do not
carry it: `ask` abstained, `check` did not find a quotation · 130 interrupted.
"""

from __future__ import annotations

from dataclasses import dataclass

from belegg.errors import BeleggError, ReadingError, StoreError, UserError

READING_FAILED = 1
NOT_CARRIED = 6
INTERRUPTED = 130
BROKEN_PIPE = 141  # 128 + SIGPIPE, as a shell reports it

EXIT_CODES: tuple[tuple[type[BeleggError], int], ...] = (
    (UserError, 2),
    (ReadingError, READING_FAILED),
    (StoreError, 3),
)


@dataclass(frozen=True, slots=True)
class Fault:
    """An error as a door reports it; `kind` is the name of its class in `belegg.errors`."""

    kind: str
    message: str
    exit_code: int


def fault_of(error: BeleggError) -> Fault:
    """The fault to report for an error; one that fits no kind counts as the caller's to mend."""
    code = next((code for kind, code in EXIT_CODES if isinstance(error, kind)), 2)
    return Fault(type(error).__name__, " ".join(str(error).split()), code)
