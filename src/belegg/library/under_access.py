"""The transactions of an ingest: each under the access that holds when it begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from belegg.library.arrivals import Step
from belegg.library.policy import Policy, policy_of
from belegg.library.prepare import Arrived
from belegg.library.settings import settings_of_root
from belegg.records import Pack
from belegg.seams import Known, Store, Writer
from belegg.sources.access import AccessRules


@dataclass(slots=True)
class UnderAccess:
    """
    Who may read a root's documents, by what its pack says and by `given` rules until they are stored. Rights
    may be taken away at any time: `overtaken` says that they changed since the run was `begun`.
    """

    store: Store
    root: str
    pack_name: str
    given: AccessRules | None = None
    begun: bool = False
    overtaken: bool = False
    pack: Pack = field(init=False)
    policy: Policy = field(init=False)

    def __post_init__(self) -> None:
        self.pack, self.policy = self._now()

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """A transaction, under the access that holds now."""
        with self.store.writing(f"ingest {self.root}") as writer:
            _, policy = self._now()
            if policy != self.policy:
                self.policy = policy
                self.overtaken = self.begun
            yield writer

    def under(self, batch: Sequence[Step]) -> Sequence[Step]:
        """What was prepared under what held before, under what holds now."""
        return [step.under(self.policy) for step in batch] if self.overtaken else batch

    def opened_by_default(self, step: Step, known: Mapping[str, Known]) -> bool:
        """Whether somebody may read what came who could not before, for the pack's default says so alone."""
        if not isinstance(step.prepared, Arrived):
            return False
        document, before = step.prepared.incoming.document, known.get(step.source)
        gained = not document.access <= (before.access if before else frozenset())
        return gained and self.policy.by_default(step.prepared.case)

    def _now(self) -> tuple[Pack, Policy]:
        kept = settings_of_root(self.store.settings(), self.root)
        pack = self.store.packs().get(self.pack_name, Pack(self.pack_name))
        policy = policy_of(kept, pack)
        if self.given is not None and not self.begun:
            policy = replace(policy, rules=self.given)
        return pack, policy
