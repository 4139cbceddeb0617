"""
Who may read which file: a rules file that maps path prefixes to groups.

    # comment
    prefix<TAB>groups
    departments/finance/<TAB>finance,leadership
    <TAB>everyone

The first rule whose prefix begins a file's path decides. A path is tried without and with its root's name
(`departments/x.md`, `handbook/departments/x.md`). An empty prefix matches every path, and no groups are
nobody: a line of a tab alone closes everything that no rule above it names.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from pathlib import Path

from belegg.errors import BadInput
from belegg.records import EVERYONE
from belegg.text.groups import group_names


def narrower(of_rule: frozenset[str], of_document: frozenset[str]) -> frozenset[str]:
    """
    Those who may read by both lists.

    A list that names everyone leaves the other as it is; otherwise only groups in both remain, so
    that neither list can open what the other keeps closed (docs/decisions/0030).
    """
    if EVERYONE in of_rule:
        return of_document
    if EVERYONE in of_document:
        return of_rule
    return of_rule & of_document


@dataclass(frozen=True, slots=True)
class AccessRules:
    """Rules in the order of their file; `prefixes` are NFC, `/` between folders."""

    rules: tuple[tuple[str, frozenset[str]], ...]

    @classmethod
    def read(cls, path: Path) -> AccessRules:
        """Raises BadInput naming the line when the file is not a list of rules."""
        try:
            lines = path.read_bytes().decode("utf-8-sig").splitlines()
        except OSError as error:
            raise BadInput(f"the access rules `{path}` cannot be read: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise BadInput(f"byte {error.start} of `{path}` is not UTF-8; save the rules as UTF-8") from error
        rules = [_rule(path, number, line) for number, line in enumerate(lines, 1) if _is_rule(line)]
        if not rules:
            raise BadInput(f"`{path}` holds no rule; write lines of `prefix<TAB>groups`")
        return cls(tuple(rules))

    def prefix(self, source: str) -> str | None:
        """The prefix of the rule that decides about a source; None when no rule matches."""
        root, _, below = source.partition("/")
        for prefix, _ in self.rules:
            if below.startswith(prefix) or (prefix.startswith(f"{root}/") and source.startswith(prefix)):
                return prefix
        return None

    def groups(self, source: str) -> frozenset[str]:
        """Who may read a source (`handbook/a/b.md`) by these rules; nobody when no rule matches."""
        deciding = self.prefix(source)
        return next((groups for prefix, groups in self.rules if prefix == deciding), frozenset())

    def access(self, source: str, stated: frozenset[str] | None) -> frozenset[str]:
        """Who may read a source whose own list is `stated` (None: it states none)."""
        return self.groups(source) if stated is None else narrower(self.groups(source), stated)


def _is_rule(line: str) -> bool:
    """Whether a line says something. A tab alone does: everything else is nobody's."""
    head = [cell.strip().lower() for cell in line.split("\t")]
    silent = "\t" not in line and not line.strip()
    return not silent and not line.startswith("#") and head != ["prefix", "groups"]


def _rule(path: Path, number: int, line: str) -> tuple[str, frozenset[str]]:
    prefix, tab, groups = line.partition("\t")
    if not tab:
        raise BadInput(
            f"line {number} of `{path}` has no tab: `{line[:60]}`; write `prefix<TAB>groups`, "
            "and nothing after the tab of a prefix that nobody may read"
        )
    prefix = unicodedata.normalize("NFC", prefix.strip().replace("\\", "/")).removeprefix("./").lstrip("/")
    return prefix, group_names(groups.split(",")) if groups.strip() else frozenset()
