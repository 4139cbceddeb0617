"""Several coroutines at once, a limited number of them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any


async def at_once(made: Iterable[Coroutine[Any, Any, None]], most: int) -> None:
    """
    Run all of them, `most` at a time, each begun when there is room. The first that fails ends the others,
    and its error is raised.
    """
    waiting: set[asyncio.Task[None]] = set()
    try:
        for one in made:
            waiting.add(asyncio.create_task(one))
            if len(waiting) == most:
                waiting = await _one_less(waiting)
        while waiting:
            waiting = await _one_less(waiting)
    finally:
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


async def _one_less(waiting: set[asyncio.Task[None]]) -> set[asyncio.Task[None]]:
    """Those that are not done yet, when at least one is. Raises what a done one raised."""
    done, left = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()
    return left
