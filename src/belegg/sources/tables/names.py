"""Names of tables and columns: compared as a database compares them, and told when one is not there."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

MOST_TOLD = 20
_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


def folded(name: str) -> str:
    """As SQLite compares names: without case of the letters A to Z, and of no others."""
    return name.translate(_LOWER)


def quoted(name: str) -> str:
    """A name as SQL has it, whatever it holds."""
    return '"' + name.replace('"', '""') + '"'


def listed(names: Iterable[str], most: int = MOST_TOLD) -> str:
    """`a`, `b`, `c` and 4 more."""
    every = list(names)
    told = ", ".join(f"`{name}`" for name in every[:most])
    return f"{told} and {len(every) - most:,} more" if len(every) > most else told


def nearest(name: str, known: Iterable[str], most: int = 3) -> list[str]:
    """Those of the known names that are spelled most like this one, the nearest first."""
    by_fold: dict[str, str] = {}
    for each in known:
        by_fold.setdefault(folded(each), each)
    wanted = folded(name).rpartition(".")[2]
    close = get_close_matches(wanted, by_fold, most, 0.6)
    close += [each for each in by_fold if wanted and (wanted in each or each in wanted) and each not in close]
    return [by_fold[each] for each in close[:most]]


def no_table(name: str, known: Iterable[str]) -> str:
    """That there is no such table, with those that there are."""
    every = sorted(known)
    if not every:
        return f"there is no table `{name}`, and no other that may be asked"
    near = nearest(name, every)
    meant = f"; nearest: {listed(near)}" if near and len(every) > MOST_TOLD else ""
    return f"there is no table `{name}`{meant}; the tables: {listed(every)}"


def no_column(name: str, known: Iterable[tuple[str, Iterable[str]]]) -> str:
    """That there is no such column; `known` are the tables of the statement with their columns."""
    tables = [(table, list(columns)) for table, columns in known]
    places = [f"{table}.{column}" for table, columns in tables for column in columns]
    bare = [column for _, columns in tables for column in columns]
    near = nearest(name, bare)
    if near:
        meant = [f"{table}.{each}" for each in near for table, columns in tables if each in columns]
        return f"there is no column `{name}`; nearest: {listed(meant, 6)}"
    if places:
        return f"there is no column `{name}`; the columns: {listed(places)}"
    return f"there is no column `{name}`; the statement names no table that has columns"
