"""Who may read a document: what the access rules say, what it states itself, what its pack says else."""

from __future__ import annotations

from dataclasses import dataclass

from belegg.sources.access import AccessRules, narrower


@dataclass(frozen=True, slots=True)
class Policy:
    """
    The rules of a root and the default of its pack, either of which may be absent.

    The default is for documents of which neither a rule nor a list of their own speaks, and for no others.
    Where there is none, nobody may read those.
    """

    rules: AccessRules | None = None
    default: frozenset[str] | None = None

    def by_default(self, source: str, stated: frozenset[str] | None) -> bool:
        """Whether neither a rule nor a list of its own speaks of a source."""
        return stated is None and (self.rules is None or self.rules.prefix(source) is None)

    def access(self, source: str, stated: frozenset[str] | None, in_silent: bool = False) -> frozenset[str]:
        """
        The list of a source that states a list itself (None: it states none). `in_silent`: it came inside a
        file that states none, and is never more open than that file.
        """
        default = self.default or frozenset()
        if self.by_default(source, stated):
            return default
        if self.rules is not None:
            return self.rules.access(source, stated)
        own = frozenset() if stated is None else stated
        return narrower(default, own) if in_silent else own
