"""What a library remembers of itself and of how each root was ingested."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from belegg.records import Pack

if TYPE_CHECKING:
    from belegg.reading.content import Profile

ANALYSER = "analyser"
"""The setting that pins the identity of the analyser that built the index."""

DEFAULT_PACK = "documents"


def wished_stemmer(pack: str) -> str:
    """The setting that holds the stemmer that a pack is to get, until it has it; empty otherwise."""
    return f"stemmer wished:{pack}"


@dataclass(frozen=True, slots=True)
class Reading:
    """
    How a root's files are read. A root that is ingested another way than before is read anew.

    `profile` None chooses by the document; `language` None is told from the text.
    """

    profile: Profile | None = None
    language: str | None = None
    originals: bool = True

    def in_pack(self, pack: Pack) -> Reading:
        """The same, cut as the pack says where nothing else is asked for."""
        return replace(self, profile=self.profile or pack.profile)


Limits = tuple[tuple[str, frozenset[str]], ...]
"""Paths, as sources or the beginning of sources (`handbook/pay`), each with whom at most it is open to."""


@dataclass(frozen=True, slots=True)
class RootSettings:
    """
    What is remembered of a root. `rules` are the access rules last given, prefix and groups, in order;
    `opening` says that a document is still to be opened, by them or by what the pack says. `limits` hold
    whatever the rules, the documents and the pack say.
    """

    pack: str
    reading: Reading
    rules: tuple[tuple[str, frozenset[str]], ...] | None = None
    opening: bool = False
    limits: Limits = ()

    def to_setting(self) -> str:
        kept = asdict(self)
        if self.rules is not None:
            kept["rules"] = [[prefix, sorted(groups)] for prefix, groups in self.rules]
        kept["limits"] = [[path, sorted(groups)] for path, groups in self.limits]
        return json.dumps(kept, sort_keys=True)

    @classmethod
    def of_setting(cls, value: str) -> RootSettings:
        kept = json.loads(value)
        rules = kept["rules"]
        return cls(
            kept["pack"],
            Reading(**kept["reading"]),
            None if rules is None else tuple((prefix, frozenset(groups)) for prefix, groups in rules),
            kept["opening"],
            tuple((path, frozenset(groups)) for path, groups in kept.get("limits", ())),
        )


def root_setting(root: str) -> str:
    """The name under which a root's settings are remembered."""
    return f"root:{root}"


def settings_of_root(settings: Mapping[str, str], root: str) -> RootSettings | None:
    """What is remembered of a root; None for one that was never ingested."""
    value = settings.get(root_setting(root))
    return RootSettings.of_setting(value) if value is not None else None
