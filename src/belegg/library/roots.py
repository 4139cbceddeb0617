"""
Which root a folder is: the name that begins the sources of its documents, the same at every run.

A root is a place and a pack. A folder inside a root that is known belongs to that root, so that ingesting a
part of it brings that part up to date and doubles nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from belegg.library.settings import DEFAULT_PACK, settings_of_root
from belegg.records import Note
from belegg.sources.files import shown_name


@dataclass(frozen=True, slots=True)
class Root:
    """
    A root as this run sees it. `location` is absolute.

    `below` begins the sources of this run: the root's name, or `<name>/<folder>` when a part is ingested.
    """

    name: str
    location: str
    below: str
    pack: str
    notes: tuple[Note, ...] = ()


def root_for(path: Path, pack: str | None, roots: Mapping[str, str], settings: Mapping[str, str]) -> Root:
    """The root of a folder or file. `pack` None is the pack that the root has, or the default one."""
    place = path.resolve()
    folder = place if place.is_dir() else place.parent
    holding = holding_root(folder, pack, roots, settings)
    if holding is not None:
        return part_of(holding, folder, roots, settings)
    wanted = pack or DEFAULT_PACK
    name, note = free_name(shown_name(folder.name) or "root", str(folder), wanted, roots, settings)
    twice = [
        Note(
            "ingest",
            f"`{inner}` lies in it and was ingested before as a root of its own; what is there is twice now",
        )
        for inner, location in sorted(roots.items())
        if inner != name and Path(location).is_relative_to(folder) and pack_of(inner, settings) == wanted
    ]
    return Root(name, str(folder), name, wanted, (*([note] if note else []), *twice))


def holding_root(
    folder: Path, pack: str | None, roots: Mapping[str, str], settings: Mapping[str, str]
) -> str | None:
    """The known root of this pack that is the folder, or the nearest one above it."""
    above = [
        name
        for name, location in roots.items()
        if folder.is_relative_to(location) and pack in (None, pack_of(name, settings))
    ]
    return max(above, key=lambda name: len(roots[name]), default=None)


def part_of(name: str, folder: Path, roots: Mapping[str, str], settings: Mapping[str, str]) -> Root:
    """A known root, or a folder below it, as the root of a run."""
    inside = [shown_name(part) for part in folder.relative_to(roots[name]).parts]
    below = "/".join((name, *inside))
    notes = (Note("ingest", f"`{folder}` is part of the root `{name}`, ingested before"),) if inside else ()
    return Root(name, roots[name], below, pack_of(name, settings), notes)


def free_name(
    name: str, location: str, pack: str, roots: Mapping[str, str], settings: Mapping[str, str]
) -> tuple[str, Note | None]:
    """The name, or `name~2` … when another folder or pack has it; one that is no more gives its name up."""
    candidate, number = name, 1
    while candidate in roots:
        if not Path(roots[candidate]).exists() and pack_of(candidate, settings) == pack:
            moved = f"the root `{candidate}` was `{roots[candidate]}`, which is gone; it is `{location}` now"
            return candidate, Note("ingest", moved)
        number += 1
        candidate = f"{name}~{number}"
    if candidate == name:
        return name, None
    return candidate, Note(
        "ingest", f"`{name}` is the name of `{roots[name]}`; this root is called `{candidate}`"
    )


def pack_of(root: str, settings: Mapping[str, str]) -> str:
    """The pack that a root was ingested into."""
    kept = settings_of_root(settings, root)
    return kept.pack if kept else DEFAULT_PACK
