"""Waiting for what lies outside, in a thread beside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

Given = TypeVar("Given")


def beside(ask: Callable[[], Given]) -> asyncio.Future[Given]:
    """
    What `ask` gives or raises, run in a thread of its own. Who stops waiting leaves the thread to its end:
    nothing waits for it, the end of the program neither.
    """
    coming: Future[Given] = Future()
    coming.set_running_or_notify_cancel()
    Thread(target=_run, args=(ask, coming), name="asking outside", daemon=True).start()
    return asyncio.wrap_future(coming)


def _run(ask: Callable[[], Given], coming: Future[Given]) -> None:
    try:
        coming.set_result(ask())
    except BaseException as error:  # noqa: BLE001  whoever waits is told, whatever it was
        coming.set_exception(error)
