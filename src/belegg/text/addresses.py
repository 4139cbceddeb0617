"""
Addresses in a text: of pages, of mail, and bare hosts (`login.harbour.example/fees`).

A host without `https://` before it is told by its last label (`data/host_endings.txt`): `f.eks`, `bl.a.`,
`art.no`, `No.3` and `leave.md` are none. Where a space is missing behind a full stop (`the lease.It ends`),
the next word has a capital: that is no host either.
"""

from __future__ import annotations

from pathlib import Path

import regex

_DATA = Path(__file__).parent / "data"


def _words(name: str) -> frozenset[str]:
    lines = (_DATA / name).read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


_ENDINGS = _words("host_endings.txt")
_FILES = _words("file_endings.txt")
_ABBREVIATIONS = frozenset(
    word.strip("*#.")
    for path in (_DATA / "abbreviations").glob("*.txt")
    for word in path.read_text(encoding="utf-8").split()
)

_WITH_SCHEME = (
    r"(?:[a-z][a-z0-9+.-]{1,20}:(?=//)|mailto:|data:(?=\w+/)|javascript:|www\.)[^\s`]*"
    r"|//[\w-]+(?:\.[\w-]+)+[^\s`]*|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
)
_HOST = (
    r"(?<![\p{L}\p{N}_@./\\-])(?P<host>(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}{2,24})"
)
_ADDRESS = regex.compile(
    rf"{_WITH_SCHEME}|{_HOST}(?![\p{{L}}\p{{N}}_@-]|\.[\p{{L}}\p{{N}}]|\()(?P<rest>(?::\d{{1,5}})?(?:[/?#][^\s`]*)?)",
    regex.I,
)
_BEHIND = ".,;:!?)]}>›»”'\""
"""Marks that stand behind an address and are none of it."""


def addresses_in(text: str) -> list[str]:
    """The addresses in a text, in order."""
    return [text[start:end] for start, end in places_of_addresses(text)]


def places_of_addresses(text: str) -> list[tuple[int, int]]:
    """Where the addresses of a text begin and end, in order."""
    return [
        (found.start(), found.start() + len(found[0].rstrip(_BEHIND)))
        for found in _ADDRESS.finditer(text)
        if found["host"] is None or _is_host(found["host"], found["rest"])
    ]


def _is_host(host: str, rest: str) -> bool:
    labels = host.split(".")
    last = labels[-1]
    if last.lower() not in _ENDINGS or not (host.islower() or host.isupper() or last.islower()):
        return False
    is_alone = len(labels) == 2 and rest[:1] in ("", "#")
    if is_alone and (last.lower() in _FILES or labels[0].lower() in _ABBREVIATIONS):
        return False
    return any(len(label) > 1 and regex.search(r"\p{L}", label) for label in labels[:-1])
