"""Who may read what lies in a root, changed without its files: other rules, and limits on a path."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from belegg.errors import BadInput
from belegg.library.policy import covers, policy_of
from belegg.library.rights import rights_in_root
from belegg.library.settings import RootSettings, root_setting, settings_of_root
from belegg.records import OWNER, Pack, Principal, Scope
from belegg.seams import Store
from belegg.search.called import document_called
from belegg.sources.access import AccessRules


@dataclass(frozen=True, slots=True)
class RootAccess:
    """
    What is remembered of who may read in a root. `there`: whether its folder is. `rules` and `limits` are
    beginnings of paths, or paths, with groups, in the order in which they are looked at.
    """

    root: str
    location: str
    there: bool
    pack: str
    rules: tuple[tuple[str, frozenset[str]], ...]
    limits: tuple[tuple[str, frozenset[str]], ...]


@dataclass(frozen=True, slots=True)
class ChangedAccess:
    """
    What a change did, in documents. `path` is what was changed: a root, or something in it; `documents` lie
    there. `closed` are open to fewer people at once; `waiting` are to be opened, once `folder` is ingested
    again and their files are found to be what was read.
    """

    path: str
    documents: int
    closed: int
    waiting: int
    folder: str


def access_in(store: Store) -> list[RootAccess]:
    """What is remembered of every root, by name."""
    settings, found = store.settings(), []
    for root, location in store.roots().items():
        kept = settings_of_root(settings, root)
        if kept is not None:
            there = Path(location).exists()
            found.append(RootAccess(root, location, there, kept.pack, kept.rules or (), kept.limits))
    return found


def give_rules(store: Store, root: str, rules: AccessRules) -> ChangedAccess:
    """Other rules for a root, as an ingest with `--access` would take them. Raises BadInput."""
    name = root_called(store, root)
    return _changed(store, name, name, lambda kept: replace(kept, rules=rules.rules))


def set_limit(store: Store, path: str, groups: frozenset[str] | None) -> ChangedAccess:
    """
    At most these groups may read what lies at a path, now and in every later run, whatever rules, pages and
    packs say; None takes the limit off. Raises BadInput when nothing lies there, or no limit is set.
    """
    source = source_called(store, path)
    root = source.partition("/")[0]

    def with_limit(kept: RootSettings) -> RootSettings:
        others = tuple(each for each in kept.limits if each[0] != source)
        if groups is None and len(others) == len(kept.limits):
            raise BadInput(f"no limit is set on `{source}`; `belegg access show` lists those that are")
        return replace(kept, limits=others if groups is None else (*others, (source, groups)))

    return _changed(store, root, source, with_limit)


def _changed(
    store: Store, root: str, path: str, change: Callable[[RootSettings], RootSettings]
) -> ChangedAccess:
    """What is remembered is read inside the transaction: of two who change a root both have their say."""
    with store.narrowing(f"access {path}") as writer:
        kept = settings_of_root(store.settings(), root)
        if kept is None:
            raise BadInput(f"nothing was ingested as `{root}`; `belegg access show` lists what was")
        now = change(kept)
        pack = store.packs().get(kept.pack, Pack(kept.pack))
        rights = rights_in_root(store, policy_of(now, pack), root)
        rights.close(writer)
        opening = replace(now, opening=rights.waiting > 0)
        writer.set_setting(root_setting(root), opening.to_setting())
    documents = sum(covers(path, source) for source in sources_in(store, root))
    return ChangedAccess(path, documents, rights.closing, rights.waiting, store.roots()[root])


def waiting_for(store: Store, who: Principal) -> int:
    """
    How many documents the rules of today open to who asks, and that are closed to them until their folder is
    ingested again. Roots in which nothing waits cost no look at their documents.
    """
    if who.groups is None:
        return 0
    settings, packs, found = store.settings(), store.packs(), 0
    for root in store.roots():
        kept = settings_of_root(settings, root)
        if kept is not None and kept.opening:
            rights = rights_in_root(store, policy_of(kept, packs.get(kept.pack, Pack(kept.pack))), root)
            found += sum(
                who.may_read(each.then) and not who.may_read(each.now) for each in rights.to_be_opened
            )
    return found


def sources_in(store: Store, root: str) -> list[str]:
    """Every source of a root, those that are gone too."""
    return [*store.known(root), *store.known(root, removed=True)]


def root_called(store: Store, name: str) -> str:
    """The root of this name, or in this folder, which may be gone. Raises BadInput."""
    roots = store.roots()
    if name in roots:
        return name
    place = str(Path(name).absolute().resolve())
    found = next((root for root, location in roots.items() if location == place), None)
    if found is None:
        named = ", ".join(f"`{root}`" for root in sorted(roots)) or "none"
        raise BadInput(f"nothing was ingested as `{name}`; what was: {named}")
    return found


def source_called(store: Store, path: str) -> str:
    """
    What lies at a path in the library (`handbook/pay`), or in a folder that was ingested, or a document by
    name. Raises BadInput when no document does.
    """
    roots = store.roots()
    wanted = path.strip().removeprefix("./").rstrip("/")
    place = Path(path).absolute().resolve()
    candidates = [wanted] if wanted.partition("/")[0] in roots else []
    candidates += [
        "/".join((root, *place.relative_to(location).parts))
        for root, location in roots.items()
        if wanted and place.is_relative_to(location)
    ]
    for source in candidates:
        if any(covers(source, known) for known in sources_in(store, source.partition("/")[0])):
            return source
    if not candidates and wanted:
        with store.reading(Scope(OWNER)) as reader:
            return document_called(reader, wanted, removed=True).source
    raise BadInput(f"no document of the library lies at `{path}`; `belegg documents` lists where they lie")
