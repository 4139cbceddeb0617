"""Which documents a run would take out of the search because their files are gone, and when it must not."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from belegg.errors import BadInput
from belegg.records import Note
from belegg.seams import Known
from belegg.sources.files import Skipped

MOST_REMOVED = 100
MOST_REMOVED_SHARE = 0.2
FEWEST_FOR_A_SHARE = 10  # of two documents one is half: it says nothing


def removed(
    missing: Collection[str], files: int, skipped: Sequence[Skipped], known: Mapping[str, Known]
) -> tuple[list[Known], list[Note]]:
    """
    Which of the known documents are gone, given those whose files were not met, and how many files were.

    None, with a note, when no file at all was met (the folder may not be mounted), and none below a folder
    that could not be listed.
    """
    if known and not files:
        kept = (
            f"the folder shows no file; documents of it that are known stay as they are ({len(known)}). "
            "If it is empty for good, `belegg forget` removes them"
        )
        return [], [Note("ingest", kept)]
    hidden = [s for s in skipped if s.hides_files]
    notes = [Note("ingest", f"`{s.source}`: {s.reason}; what is known of it stays as it is") for s in hidden]
    closed = frozenset(s.source for s in hidden)
    below = tuple(f"{s.source}{mark}" for s in hidden for mark in "/#")
    gone = [k for s, k in known.items() if s in missing and s not in closed and not s.startswith(below)]
    return gone, notes


def is_large_removal(gone: int, known: int) -> bool:
    """Whether so many of the known documents would go that something else is likely wrong."""
    return gone > MOST_REMOVED or (known >= FEWEST_FOR_A_SHARE and gone > MOST_REMOVED_SHARE * known)


def hold_large_removal(gone: list[Known], known: Collection[str]) -> tuple[list[Known], list[Note]]:
    """What goes, and none of it, with a note, where `refuse_large_removal` would refuse."""
    if not gone or not is_large_removal(len(gone), len(known)):
        return gone, []
    first = min(k.source for k in gone)
    kept = (
        f"{len(gone)} of {len(known)} known documents are gone from the folder (`{first}` …); they stay as "
        "they are. If the folder is whole, `belegg ingest` with `--allow-removals` takes them out"
    )
    return [], [Note("ingest", kept)]


def refuse_large_removal(gone: Collection[Known], known: Collection[str], allowed: bool) -> None:
    """Raises BadInput before over 20 % (of ten or more) or over 100 of the known documents would go."""
    if allowed or not gone:
        return
    if is_large_removal(len(gone), len(known)):
        first = min(k.source for k in gone)
        raise BadInput(
            f"{len(gone)} of {len(known)} known documents are gone from the folder (`{first}` …); nothing "
            "was changed. If the folder is whole, run the same command with `--allow-removals`"
        )
