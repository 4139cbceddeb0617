"""A call whose tool is written almost right is run; one of a tool that is not there is told what there is."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

import regex

from belegg.answering.tools.fitting import shortened
from belegg.answering.tools.room import BadArguments
from belegg.records.chat import Tool

ALIKE = 0.8
LONGEST_NAME = 200  # characters that are looked at


def tool_called(name: str, offered: Sequence[Tool]) -> Tool:
    """
    The tool of this name (`search`), written in another way (`functions.Search`, `findDocuments`), holding
    just one tool's name (`search_library`), or spelled much like one. Raises BadArguments.
    """
    asked = _parts(name[:LONGEST_NAME])
    for fits in (_is_same, _is_inside, _is_alike):
        found = [tool for tool in offered if fits(asked, _parts(tool.name))]
        if len(found) == 1:
            return found[0]
    names = ", ".join(f"`{tool.name}`" for tool in offered)
    raise BadArguments(f"There is no tool `{shortened(name[:LONGEST_NAME], 60)}`; the tools are {names}.")


def _parts(name: str) -> list[str]:
    """`functions.findDocuments` → `find`, `documents`."""
    own = regex.split(r"[./:]", name.strip())[-1]
    return [part.lower() for part in regex.findall(r"\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\d+", own)]


def _is_same(asked: list[str], own: list[str]) -> bool:
    return "".join(asked) == "".join(own)


def _is_inside(asked: list[str], own: list[str]) -> bool:
    return any(asked[at : at + len(own)] == own for at in range(len(asked)))


def _is_alike(asked: list[str], own: list[str]) -> bool:
    return SequenceMatcher(None, "".join(asked), "".join(own)).ratio() >= ALIKE
