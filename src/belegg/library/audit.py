"""
An audit of who can learn what: documents that nobody could know are planted in copies of a library, and
everything that each person can do is done in two worlds, with the documents that are hidden from them and
without. Whatever a person is told must be the same, to the byte, and hold no word that they may not read.
What they may read must be found, opened and quoted.

The library itself is only copied. The copies lie in a temporary folder and are gone afterwards.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from belegg.errors import UnknownDocument
from belegg.library.address import Address
from belegg.library.audit_lists import ASKER, wrongly_listed
from belegg.library.audit_people import people_of
from belegg.library.audit_planting import sow
from belegg.library.audit_plants import NOBODYS, Garden, Plant, garden, hidden_from, listed, seen_by
from belegg.library.audit_reverse import too_strict
from belegg.library.audit_surfaces import Call, calls_for, calls_for_all
from belegg.library.audit_told import Told, first_difference, text_of, told_by
from belegg.library.library import Library
from belegg.library.opening import copy_to
from belegg.library.progress import Pace, Progress, Watcher, nobody
from belegg.records import EVERYONE, OWNER, DocumentHead, Note, Principal, Scope
from belegg.text.counted import counted

MOST_LISTS = MOST_PEOPLE = 40
TITLES = 40
OWN_TRIED = 20  # of the library's own hidden documents, for each person
SEED = 20
OWN = "document of the library"
WORD = re.compile(r"[a-z]{9,}|[0-9a-f]{16}")

Opener = Callable[[Path], Library]
FaultKind = Literal["shown", "told apart", "too strict"]


@dataclass(frozen=True, slots=True)
class Fault:
    """
    What is wrong at a surface, for whom, with which document. `shown`: words or the id of a document that the
    person may not read. `told apart`: the answer differs (at `where`) when hidden documents are there. `too
    strict`: something that the person may read was not given. Holds no text of a document.
    """

    kind: FaultKind
    surface: str
    person: str
    document: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class Audited:
    """The outcome: who was tried under how many access lists, how often, and what was wrong."""

    people: tuple[Principal, ...]
    lists: int
    planted: int
    calls: int
    faults: tuple[Fault, ...]
    notes: tuple[Note, ...] = ()


@dataclass(slots=True)
class _Audit:
    """One run: the library as it is (`bare`), the world with everything, who is tried, how often so far."""

    bare: Path
    whole: Library
    planted: Garden
    heads: Sequence[DocumentHead]
    lists: int
    people: Sequence[Principal]
    notes: Sequence[Note]
    watch: Watcher
    opened: Opener
    pace: Pace
    calls: int = 0

    def tell(self, person: Principal, under_way: float = 0.0) -> None:
        """How many people were tried, how long the rest takes; `under_way`: how far this one is, 0 to 1."""
        left_s = self.pace.left_s(under_way)
        self.watch(Progress("auditing", self.pace.done, self.pace.total, left_s, person.id))


def audit(
    library: Address | Path,
    people: Sequence[Principal] = (),
    *,
    watch: Watcher = nobody,
    opened: Opener = Library.open,
) -> Audited:
    """
    Audit a library for these people; without any, for one in each group of its access lists, one
    in none, and one who has not signed in. `opened` opens the copies.

    Raises BadInput when there is no library, AnalyserDiffers, StoreError.
    """
    with _begun(library, people, watch, opened) as run:
        faults = tuple(dict.fromkeys(_met(run)))
        return Audited(
            tuple(run.people), run.lists, len(run.planted.plants), run.calls, faults, tuple(run.notes)
        )


def faults_met(
    library: Address | Path, people: Sequence[Principal], *, opened: Opener = Library.open
) -> Generator[Fault, None, None]:
    """The faults of an audit as they are met, for whoever needs to know that there is one. Close it."""
    with _begun(library, people, nobody, opened) as run:
        yield from _met(run)


@contextmanager
def _begun(
    audited: Address | Path, people: Sequence[Principal], watch: Watcher, opened: Opener
) -> Iterator[_Audit]:
    """A copy of the library, and the world with everything planted; both are gone afterwards."""
    with TemporaryDirectory(prefix="belegg-audit-") as name:
        folder = Path(name)
        bare = folder / "bare.db"
        with Library.open(audited) as library:
            copy_to(library.store, bare)
        with Library.open(bare) as library:
            heads = library.documents(Scope(OWNER))
        lists, who, notes = _chosen(heads, people)
        titles = [head.title for head in heads[:: max(1, len(heads) // TITLES)]][:TITLES]
        planted = garden(lists, titles, SEED)
        with _world(bare, folder / "whole.db", planted.plants, opened) as whole:
            yield _Audit(bare, whole, planted, heads, len(lists), who, notes, watch, opened, Pace(len(who)))


def _met(run: _Audit) -> Iterator[Fault]:
    """Every fault: of how lists come about, then for one person after another."""
    run.watch(Progress("auditing", 0, len(run.people), detail="how access lists come about"))
    yield from _of_lists(run.bare.with_name("lists"))
    yield from _of_people(run)


def _of_lists(folder: Path) -> Iterator[Fault]:
    folder.mkdir()
    for wrong in wrongly_listed(folder):
        yield Fault("shown" if wrong.open else "too strict", wrong.tried, ASKER.id, wrong.what)


def _of_people(run: _Audit) -> Iterator[Fault]:
    """What is wrong for each of them; those who see the same share a world."""
    for groups, together in _by_what_they_see(run.people, run.planted).items():
        seen = seen_by(run.planted.plants, groups)
        with _world(run.bare, run.bare.with_name("seen.db"), seen, run.opened) as alone:
            for person in together:
                yield from _try_everything(run, person, alone)


def _chosen(
    heads: Sequence[DocumentHead], people: Sequence[Principal]
) -> tuple[list[frozenset[str]], list[Principal], list[Note]]:
    """The access lists to plant under, the commonest first, and the people; what was left out is told."""
    counts = Counter(head.access for head in heads)
    own = sorted(counts, key=lambda access: (-counts[access], listed(access)))
    lists = list(dict.fromkeys([frozenset({EVERYONE}), NOBODYS, *own[:MOST_LISTS]]))
    notes = []
    if len(own) > MOST_LISTS:
        left = f"{len(own):,} access lists: documents were planted under the {MOST_LISTS} commonest"
        notes.append(Note("audit", left))
    who = list(people)
    if not who:
        *members, signed_in, anonymous = people_of(own)
        who = [*members[:MOST_PEOPLE], signed_in, anonymous]
        if len(members) > MOST_PEOPLE:
            left = f"{len(members):,} groups: a member of each of {MOST_PEOPLE} was tried"
            notes.append(Note("audit", f"{left}; `--people` names others"))
    return lists, who, notes


def _by_what_they_see(
    people: Iterable[Principal], planted: Garden
) -> Mapping[frozenset[str], list[Principal]]:
    """People who may read the same planted documents, by the groups of one of them: they share a world."""
    found: dict[tuple[Plant, ...], tuple[frozenset[str], list[Principal]]] = {}
    for person in people:
        groups = person.groups or frozenset()
        found.setdefault(seen_by(planted.plants, groups), (groups, []))[1].append(person)
    return dict(found.values())


@contextmanager
def _world(bare: Path, file: Path, plants: Iterable[Plant], opened: Opener) -> Iterator[Library]:
    """A copy of the library with these documents planted; the file is gone afterwards."""
    shutil.copyfile(bare, file)
    try:
        with Library.open(file) as library:
            sow(library.store, library.analyser, plants)
        with opened(file) as library:
            yield library
    finally:
        for left in file.parent.glob(f"{file.name}*"):
            left.unlink()


def _try_everything(run: _Audit, person: Principal, alone: Library) -> Iterator[Fault]:
    """All that a person can do, in the whole world and in the one that holds only what they may read."""
    groups = person.groups or frozenset()
    hidden = list(hidden_from(run.planted.plants, groups))
    secrets = _secrets(run, person, hidden)
    calls = [(call, "hidden documents") for call in calls_for_all(run.planted, hidden, run.bare.parent)]
    calls += [(call, plant.label) for plant in hidden for call in calls_for(plant)]
    for number, (call, label) in enumerate(calls):
        run.tell(person, number / len(calls))
        yield from _compared(run, call, person, alone, secrets, label)
    yield from _own_tried(run, person)
    readable = [plant for plant in seen_by(run.planted.plants, groups) if plant.pack_is_on]
    for surface, label in too_strict(run.whole, person, readable, run.planted, run.heads):
        yield Fault("too strict", surface, person.id, label)
    run.pace.advance(1)
    run.tell(person)


def _secrets(run: _Audit, person: Principal, hidden: Iterable[Plant]) -> dict[str, str]:
    """Words and ids that must not be shown to a person, and of what they are."""
    groups = person.groups or frozenset()
    own = (head.id for head in run.heads if not person.may_read(head.access))
    secrets: dict[str, str] = dict.fromkeys(own, OWN)
    for plant in hidden:
        if plant.earlier:
            secrets[plant.earlier] = plant.label
        else:
            secrets |= dict.fromkeys((plant.id, *plant.secrets), plant.label)
    for plant in seen_by(run.planted.plants, groups):
        for word in (plant.id, *plant.secrets):
            secrets.pop(word, None)
    return secrets


def _compared(
    run: _Audit, call: Call, person: Principal, alone: Library, secrets: Mapping[str, str], label: str
) -> Iterator[Fault]:
    here, there = told_by(call, run.whole, person), told_by(call, alone, person)
    run.calls += 2
    for document in _shown(here, call.given, secrets):
        yield Fault("shown", call.surface, person.id, document)
    where = first_difference(here, there)
    if where is not None:
        yield Fault("told apart", call.surface, person.id, label, where)


def _shown(told: Told, given: str, secrets: Mapping[str, str]) -> list[str]:
    """Of which hidden documents something was shown that was not given."""
    words = set(WORD.findall(text_of(told).lower())) - set(WORD.findall(given.lower()))
    return sorted({secrets[word] for word in words & secrets.keys()})


def _own_tried(run: _Audit, person: Principal) -> Iterator[Fault]:
    """The library's own documents that a person may not read are as unknown as those that never were."""
    hidden = [head for head in run.heads if not person.may_read(head.access)]
    for head in hidden[:: max(1, len(hidden) // OWN_TRIED)][:OWN_TRIED]:
        for call in _by_its_id(head):
            told = told_by(call, run.whole, person)
            run.calls += 1
            if told[1:] != (("kind", "UnknownDocument"), ("message", str(UnknownDocument(head.id)))):
                yield Fault("told apart", call.surface, person.id, OWN, "the answer")


def _by_its_id(head: DocumentHead) -> list[Call]:
    return [
        Call("read: id", head.id, lambda library, who: library.read(head.id, Scope(who))),
        Call("document", head.id, lambda library, who: library.document(head.id, Scope(who))),
        Call("original", head.id, lambda library, who: library.original(head.id, Scope(who))),
        Call("report", head.id, lambda library, who: library.reports(Scope(who), head.id)),
        Call("explain: a document", head.id, lambda library, who: library.explain("a", Scope(who), head.id)),
        Call("filter: document", head.id, lambda library, who: library.scope(who, documents=[head.id])),
    ]


def total_of(outcome: Audited) -> str:
    """The outcome in a line."""
    leaks = sum(fault.kind != "too strict" for fault in outcome.faults)
    strict = len(outcome.faults) - leaks
    people = "person" if len(outcome.people) == 1 else "people"
    return (
        f"{len(outcome.people):,} {people}, {counted(outcome.lists, 'access list')}, "
        f"{counted(outcome.planted, 'planted document')}, {counted(outcome.calls, 'call')}: "
        f"{counted(leaks, 'leak') if leaks else 'no leak'}, "
        f"{f'{strict:,} times too strict' if strict else 'nothing too strict'}"
    )
