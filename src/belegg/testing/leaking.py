"""A library that leaks on purpose, at one place: what an audit must find."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from belegg.library.library import Library
from belegg.records import OWNER, Principal, Scope
from belegg.stores.sqlite import SqliteStore


class LeakingReader:
    """Answers as the asker's own reader, but for the methods in `leaks`, which answer as another's would."""

    def __init__(self, own: Any, of_another: Any, leaks: Collection[str]) -> None:
        self._own, self._of_another, self._leaks = own, of_another, leaks

    def __getattr__(self, name: str) -> Any:
        return getattr(self._of_another if name in self._leaks else self._own, name)


class LeakingStore(SqliteStore):
    """A store whose readers take `to` for the one who asks in the methods `leaks`; other filters hold."""

    def __init__(self, path: Path, leaks: Collection[str], to: Principal) -> None:
        super().__init__(path)
        self._leaks, self._to = leaks, to

    @contextmanager
    def reading(self, scope: Scope) -> Iterator[Any]:
        with super().reading(scope) as own, super().reading(replace(scope, principal=self._to)) as other:
            yield LeakingReader(own, other, self._leaks)


def leaking_library(path: Path, leaks: Collection[str], to: Principal = OWNER) -> Library:
    """The library in a file. The reader's methods `leaks` answer as if `to` asked, by default its owner."""
    return Library(path, LeakingStore(path, leaks, to))
