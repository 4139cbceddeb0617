"""Ingesting small folders, and looking at what a library then holds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from belegg.library.ingest import Ingested, Wanted, ingest
from belegg.library.progress import Progress
from belegg.records import OWNER, DocumentHead, Principal, Scope, document_id
from belegg.sources.access import AccessRules
from belegg.testing import MemoryStore
from belegg.text.analysis import Analyser

ANYONE = Scope(OWNER)


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def run(store: MemoryStore, path: Path, **wanted: object) -> Ingested:
    return ingest(store, Analyser(), path, Wanted(**wanted))  # type: ignore[arg-type]


def heads(store: MemoryStore, scope: Scope = ANYONE) -> list[DocumentHead]:
    with store.reading(scope) as reader:
        return list(reader.heads())


def sources(store: MemoryStore, scope: Scope = ANYONE) -> list[str]:
    return [head.source for head in heads(store, scope)]


def text_of(store: MemoryStore, source: str, version: int | None = None) -> str | None:
    with store.reading(ANYONE) as reader:
        text = reader.text(document_id("documents", source), version)
    return text.text if text else None


def groups(*names: str) -> Scope:
    return Scope(Principal("test", frozenset(names)))


def rules(tmp_path: Path, text: str) -> AccessRules:
    return AccessRules.read(write(tmp_path / "rules.tsv", text))


class Stopped(Exception):
    """Stands for a kill in the middle of a run."""


def stops_at(done: int) -> Callable[[Progress], None]:
    def watch(progress: Progress) -> None:
        if progress.done >= done:
            raise Stopped

    return watch
