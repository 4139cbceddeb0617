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

    def access(self, source: str, stated: frozenset[str] | None, in_silent: bool = False) -> frozenset[str]:
        """
        The list of a source that states a list itself (None: it states none). `in_silent`: it came inside a
        file that states none, and is never more open than that file.
        """
        default = self.default or frozenset()
        if self.rules is not None:
            spoken_of = stated is not None or self.rules.prefix(source) is not None
            return self.rules.access(source, stated) if spoken_of else default
        if stated is None:
            return default
        return narrower(default, stated) if in_silent else stated
