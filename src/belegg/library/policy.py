"""Who may read a document: what rules say, what it states itself, what its pack says else, and limits."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from belegg.library.settings import Limits, RootSettings
from belegg.records import Fact, Pack
from belegg.sources.access import AccessRules, narrower

_ACT = re.compile(r"(?:LOV|FOR)-\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True)
class Case:
    """
    A document as a policy sees it. `stated` is the list that it states itself (None: none). `container` is
    the outermost file that it came inside; `in_silent`: that file states none, and what came inside it is
    never more open. `is_act`: an act or a regulation, by its identifier.
    """

    source: str
    stated: frozenset[str] | None = None
    container: str | None = None
    in_silent: bool = False
    is_act: bool = False


@dataclass(frozen=True, slots=True)
class Policy:
    """
    The rules of a root and the default of its pack, either of which may be absent, and limits.

    The default is for documents of which neither a rule nor a list of their own speaks, and for no others;
    with `acts_only` for acts and regulations among them. Where there is none, nobody may read those. A limit
    is narrower than all of it: below its path only its groups may read, whatever else is said.
    """

    rules: AccessRules | None = None
    default: frozenset[str] | None = None
    acts_only: bool = False
    limits: Limits = ()

    def by_default(self, case: Case) -> bool:
        """Whether neither a rule nor a list of its own speaks of a document."""
        ruled = case.container or case.source
        return case.stated is None and (self.rules is None or self.rules.prefix(ruled) is None)

    def access(self, case: Case) -> frozenset[str]:
        """
        Who may read a document. Rules look at the outermost file that it came inside, and without rules its
        list counts.
        """
        found = self._unlimited(case)
        for path, groups in self.limits:
            if covers(path, case.source):
                found = narrower(groups, found)
        return found

    def _unlimited(self, case: Case) -> frozenset[str]:
        default = self.default or frozenset()
        if self.by_default(case):
            return default if case.is_act or not self.acts_only else frozenset()
        if self.rules is not None:
            return self.rules.access(case.container or case.source, case.stated)
        own = frozenset() if case.stated is None else case.stated
        return narrower(default, own) if case.in_silent else own


def policy_of(kept: RootSettings | None, pack: Pack) -> Policy:
    """What holds in a root, by what is remembered of it and what its pack says now."""
    rules = AccessRules(kept.rules) if kept is not None and kept.rules else None
    return Policy(rules, pack.access, pack.opens == "acts", kept.limits if kept is not None else ())


def covers(path: str, source: str) -> bool:
    """Whether a path is a source, a folder above it, or a file that it came inside."""
    return source == path or source.startswith((f"{path}/", f"{path}#"))


def is_act(facts: Iterable[Fact]) -> bool:
    """Whether a document is an act or a regulation of Lovdata's: its identifier says so."""
    return any(fact.name == "identifier" and _ACT.match(fact.value) for fact in facts)
