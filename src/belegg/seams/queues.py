"""The protocol of a store whose ingest several processes share, on one machine or many."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol, runtime_checkable

from belegg.records.queued import Outcome, Piece, SharedRun, Standing
from belegg.seams.stores import Store, Writer


class Lease(Protocol):
    """
    What one worker holds its claims by. It ends with the worker's connection, and when it was not renewed in
    time: from then on the pieces are free for others.
    """

    def claim(self, run: int, most: int, most_bytes: int, left_behind: bool = True) -> Sequence[Piece]:
        """
        Pieces that nobody holds, the largest first; when there are none, one alone that another worker did
        not come to the end of, if `left_behind` ones are wanted. Empty when none is free now, and when nobody
        leads the run any more.
        """

    def renew(self, doing: str) -> None:
        """Say that this worker lives, and what it is at. To be called every minute at least."""

    def settle(
        self, writer: Writer, run: int, held: Sequence[Piece], ended: Sequence[Piece], met: Sequence[Outcome]
    ) -> None:
        """
        Within a writer's transaction: these sources became this, and these pieces are at their end. Raises
        LeaseLost when one of those that are `held` is not held any more: nothing may be stored then.
        """


class Queue(Protocol):
    """The shared runs of a library."""

    @property
    def address(self) -> str:
        """Where other processes find the library. It may hold a password: for their input, never shown."""

    def begin(self, run: SharedRun, pieces: Sequence[Piece]) -> int:
        """Share a run; its number. Whatever an earlier one left is dropped: ingesting must be held."""

    def running(self, place: str | None = None) -> SharedRun | None:
        """The run that is led now, when it is over that place (None: any). None when there is none."""

    def is_led(self, run: int) -> bool:
        """Whether it is there and a process leads it now."""

    def standing(self, run: int) -> Standing:
        """How far it is."""

    def outcomes(self, run: int) -> Sequence[Outcome]:
        """What became of each source, in the order of its pieces."""

    def goes(self, run: int, documents: int) -> int:
        """Count documents that are gone from inside files (below 0: they stay); how many are, in all."""

    def end(self) -> None:
        """Nothing of any run is kept: ingesting must be held."""

    def lease(self, purpose: str) -> AbstractContextManager[Lease]:
        """Work for shared runs."""


@runtime_checkable
class Shared(Store, Protocol):
    """A store that several processes may ingest into together."""

    @property
    def queue(self) -> Queue:
        """Its runs."""
