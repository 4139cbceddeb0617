"""What a reader is given beside the bytes: on its way to its process, and there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from belegg.reading.content import Content, Given, Said


def given_form(given: Given) -> dict[str, Any]:
    """As JSON; the bytes of kept pages go behind the file's own, in order."""
    return {
        "passwords": given.passwords,
        "languages": given.languages,
        "seconds": given.seconds,
        "kept": [[number, len(layout)] for number, layout in given.kept.items()],
    }


def given_of(form: dict[str, Any], body: bytes) -> tuple[Given, bytes]:
    """What `given_form` was made of, and the file's own bytes."""
    at = len(body) - sum(size for _, size in form["kept"])
    data, kept = body[:at] if form["kept"] else body, {}
    for number, size in form["kept"]:
        kept[number] = body[at : at + size]
        at += size
    return Given(tuple(form["passwords"]), tuple(form["languages"]), form["seconds"], kept), data


def reader_of(name: str, given: Given) -> Callable[[bytes, Said], Content]:
    """`parse` of the module, with what it is given where it takes that (`TAKES_GIVEN`)."""
    module = import_module(name)
    parse: Callable[..., Content] = module.parse
    return partial(parse, given=given) if getattr(module, "TAKES_GIVEN", False) else parse
