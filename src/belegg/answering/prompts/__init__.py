"""The texts that models are given, as Markdown files with `{{names}}` to fill in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources

import regex

_NAME = regex.compile(r"\{\{(\w+)\}\}")


def filled(name: str, values: Mapping[str, str]) -> str:
    """
    The prompt `name` with its names filled in, in one pass: what stands in a value is never filled again.

    Raises KeyError for a name without a value: that is a mistake of the program.
    """
    return str(_NAME.sub(lambda found: values[found[1]], prompt(name))).strip()


@cache
def prompt(name: str) -> str:
    """The text of a prompt as it stands in its file."""
    return resources.files(__package__).joinpath(f"{name}.md").read_text(encoding="utf-8")
