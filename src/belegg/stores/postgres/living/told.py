"""Several things that were found, as one check."""

from __future__ import annotations

from collections.abc import Iterable

from belegg.stores.engine.checked import Checked

Fault = tuple[str, str]
"""What was met, and what to do."""

MOST_TOLD = 5


def summed(name: str, faults: Iterable[Fault], well: str, unseen: Iterable[Fault] = ()) -> Checked:
    """
    One check of nothing that makes results wrong. `unseen`: what could not be looked at, which is told
    whatever was found, and is no fault of its own.
    """
    found, hidden = list(faults), [f"{what} ({todo})" for what, todo in unseen]
    if not found:
        return Checked(name, True, "; ".join([well, *hidden]))
    told = [what for what, _ in found[:MOST_TOLD]]
    if len(found) > MOST_TOLD:
        told.append(f"and {len(found) - MOST_TOLD} more")
    todo = "; ".join(dict.fromkeys(todo for _, todo in found[:MOST_TOLD]))
    return Checked(name, False, "; ".join([*told, *hidden]), todo, grave=False)
