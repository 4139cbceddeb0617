"""From an error to what a door says: exit code, HTTP status, a kind for programs, one sentence for people."""

from __future__ import annotations

from dataclasses import dataclass

from belegg.errors import (
    BeleggError,
    MissingExtra,
    ModelError,
    NotAllowed,
    NotSignedIn,
    NotTrusted,
    ReadingError,
    SourceError,
    StoreError,
    TooLarge,
    TooManyRequests,
    UnknownDocument,
    UnknownKey,
    UnknownPack,
    UnknownPerson,
    UnknownRun,
    UserError,
)

READING_FAILED = 1
LEAKED = 1
DIFFERS = 3
MODEL_FAILED = 4
SOURCE_FAILED = 5
NOT_CARRIED = 6
INTERRUPTED = 130
BROKEN_PIPE = 141  # 128 + SIGPIPE, as a shell reports it

EXIT_MEANINGS = {
    0: "done",
    READING_FAILED: (
        "`ingest`: a file could not be read that was not known to be unreadable for the same reason; all "
        "else is stored. Files that failed as in earlier runs, and kinds that are not read, do not count. "
        "`audit-access`: something leaked, or was not given to somebody who may read it"
    ),
    2: "the caller can mend it: a wrong option, an unknown document, a missing folder",
    DIFFERS: (
        "the library refused: damaged, held by another command, disk full; `health`: something is wrong; "
        "`copy`: the copy is not sound, or does not find what its source finds"
    ),
    MODEL_FAILED: "a model did not answer as asked: out of reach, too slow, or not in the form agreed on",
    SOURCE_FAILED: (
        "something outside that is no model did not answer as asked: the organisation's sign-in, a source of "
        "statistics, a company's database"
    ),
    NOT_CARRIED: (
        "the documents do not carry it: `ask` abstained, `check` did not find a quotation, or not where the "
        "draft says; `statistics verify`: a line is not what the source answered"
    ),
    INTERRUPTED: "stopped by Ctrl-C; what is stored stays",
    BROKEN_PIPE: "whoever read the output has closed it",
}
"""What a script may read from an exit code."""

EXIT_CODES: tuple[tuple[type[BeleggError], int], ...] = (
    (UserError, 2),
    (ReadingError, READING_FAILED),
    (StoreError, 3),
    (ModelError, MODEL_FAILED),
    (SourceError, SOURCE_FAILED),
)

STATUSES: tuple[tuple[type[BeleggError], int], ...] = (
    (NotSignedIn, 401),
    (NotTrusted, 401),
    (NotAllowed, 403),
    (UnknownDocument, 404),
    (UnknownPack, 404),
    (UnknownRun, 404),
    (UnknownPerson, 404),
    (UnknownKey, 404),
    (TooManyRequests, 429),
    (MissingExtra, 501),
    (UserError, 400),
    (TooLarge, 413),
    (ReadingError, 422),
    (StoreError, 503),
    (ModelError, 502),
    (SourceError, 502),
)
"""The HTTP status of each kind; the first that fits counts."""


@dataclass(frozen=True, slots=True)
class Fault:
    """An error as a door reports it; `kind` is the name of its class in `belegg.errors`."""

    kind: str
    message: str
    exit_code: int
    status: int


def fault_of(error: BeleggError) -> Fault:
    """The fault to report for an error; one that fits no kind counts as the caller's to mend."""
    code = next((code for kind, code in EXIT_CODES if isinstance(error, kind)), 2)
    status = next((status for kind, status in STATUSES if isinstance(error, kind)), 400)
    return Fault(type(error).__name__, " ".join(str(error).split()), code, status)
