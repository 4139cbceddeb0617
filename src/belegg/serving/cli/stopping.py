"""Ctrl-C while a model works: the first stops the run with what is proven, the second leaves at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from belegg.records.runs import Asked, Event
from belegg.serving.cli.terminal import say_at_once

STOPPING = "Stopping, with what is proven until now. Ctrl-C once more leaves at once."


class Stopping:
    """The brake of one run, and whether models work on it: without one, Ctrl-C leaves as ever."""

    def __init__(self) -> None:
        from belegg.answering.brake import Brake

        self.brake = Brake()
        self._has_model = False

    def saw(self, event: Event) -> None:
        """Learn from the first event whether there is a model to be stopped."""
        if isinstance(event, Asked):
            self._has_model = bool(event.models)

    @contextmanager
    def by_ctrl_c(self) -> Iterator[None]:
        """Within it Ctrl-C pulls the brake; nothing changes where it is not heard, in other threads."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, self._pressed)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _pressed(self, number: int, frame: FrameType | None) -> None:
        if self.brake.pulled or not self._has_model:
            raise KeyboardInterrupt
        self.brake.pull()
        say_at_once(STOPPING)
