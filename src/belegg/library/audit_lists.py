"""
How access lists come about: files that mean to be closed are ingested where everybody may read by default.

It is done in a library of its own: what a list means does not depend on what a library holds.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from belegg.library.library import Library
from belegg.library.lovdata_pack import load_lovdata
from belegg.records import Principal, Scope

ASKER = Principal.signed_in("whoever has signed in", ())
BODY = "# Pay\n\nNobody but those who are named may read this.\n"
OPEN = "# Open\n\nEverybody may read this.\n"
ACT = "---\nid: LOV-2020-01-02-{n}\nlang: nb\n---\n\n# Lov om lamper\n\n### § 1 Lamper\n\nLampen skal lyse.\n"

ODD: Mapping[str, str] = {
    "a slip in the key": f"---\nacces: [hr]\n---\n{BODY}",
    "another language": f"---\ntilgang: [hr]\n---\n{BODY}",
    "another name": f"---\nread_access: [hr]\n---\n{BODY}",
    "permissions": f"---\ntitle: Pay\npermissions: hr\n---\n{BODY}",
    "below another key": f"---\nmeta:\n  access: [hr]\n---\n{BODY}",
    "a list in a list": f"---\naccess: [everyone, [hr]]\n---\n{BODY}",
    "twice": f"---\naccess: [everyone]\naccess: [hr]\n---\n{BODY}",
    "nothing": f"---\naccess:\n---\n{BODY}",
    "broken front matter": f"---\naccess: [hr\ntitle: x\n---\n{BODY}",
    "front matter without an end": f"---\naccess: [hr]\n\n{BODY}",
    "a comment before it": f"<!-- made by a tool -->\n---\naccess: [hr]\n---\n{BODY}",
    "a second front matter": f"---\naccess: [everyone]\n---\n# One\n\n---\naccess: [hr]\n---\n{BODY}",
    "no marks": f"Access: hr\n\n{BODY}",
}
"""Texts that mean to be closed, by what is odd about their lists; as Markdown and as plain text."""


@dataclass(frozen=True, slots=True)
class WronglyListed:
    """
    A file that came in under a list that it must not have: `open` to everybody, or kept from everybody though
    it was to be open. `tried` is the way it came in, `what` the kind of file.
    """

    tried: str
    what: str
    open: bool


def wrongly_listed(folder: Path) -> Iterator[WronglyListed]:
    """Try every way of coming in, in an empty folder. Raises StoreError."""
    for number, way in enumerate(WAYS):
        own = folder / str(number)
        own.mkdir()
        yield from way(own)


def _odd_lists(folder: Path) -> Iterator[WronglyListed]:
    wiki = folder / "wiki"
    meant = {f"{n:02}{ending}": what for n, what in enumerate(ODD) for ending in (".md", ".txt")}
    for name, what in meant.items():
        _write(wiki / name, ODD[what])
    _write(wiki / "open.md", OPEN)
    head = "<meta name='acces' content='hr'>"
    _write(wiki / "page.html", f"<html><head>{head}</head><body>{BODY}</body></html>")
    meant["page.html"] = "a web page with a slip"
    with _library(folder) as library:
        library.ingest(wiki)
        closed = {f"wiki/{name}": what for name, what in meant.items()}
        yield from wrong_in("ingest: odd access lists", library, closed, ["wiki/open.md"])


def _rules(folder: Path) -> Iterator[WronglyListed]:
    wiki = folder / "wiki"
    _write(wiki / "open" / "a.md", OPEN)
    _write(wiki / "pay" / "a.md", BODY)
    _write(folder / "rules.tsv", "open/\teveryone\n\t\n")
    with _library(folder) as library:
        library.ingest(wiki, access=folder / "rules.tsv")
        closed = {"wiki/pay/a.md": "a page that no rule names"}
        yield from wrong_in("ingest: rules with a tab alone", library, closed, ["wiki/open/a.md"])


def _law(folder: Path, packed: bool) -> Iterator[WronglyListed]:
    acts = folder / "acts"
    for n in range(1, 25):
        _write(acts / f"a-{n:02}.md", ACT.format(n=n))
    for name in ("z.md", "z.txt", "z.html"):
        _write(acts / name, BODY)
    data, above = acts, "acts"
    if packed:
        data, above = folder / "packed" / "acts.zip", "packed/acts.zip"
        data.parent.mkdir()
        with zipfile.ZipFile(data, "w") as archive:
            for file in sorted(acts.iterdir()):
                archive.write(file, file.name)
    with Library.open(folder / "lists.db", create=True) as library:
        load_lovdata(library, data)
        closed = {f"{above}/{name}": "a file that is no act" for name in ("z.md", "z.txt", "z.html")}
        if packed:
            closed[above] = "the list of an archive's files"
        wanted = [f"{above}/a-{n:02}.md" for n in range(1, 25)]
        way = "pack lovdata: an archive" if packed else "pack lovdata: a folder"
        yield from wrong_in(way, library, closed, wanted)


def wrong_in(
    way: str, library: Library, closed: Mapping[str, str], opened: list[str]
) -> Iterator[WronglyListed]:
    """Sources, with what they are, that should be closed and are not; open ones that are closed."""
    listed = {head.source for head in library.documents(Scope(ASKER))}
    yield from (WronglyListed(way, what, True) for source, what in closed.items() if source in listed)
    if not listed.issuperset(opened):
        yield WronglyListed(way, "an open file", False)


def _library(folder: Path) -> Library:
    """An empty library whose documents everybody reads of whom nothing else is said."""
    library = Library.open(folder / "lists.db", create=True)
    library.add_pack(_write(folder / "pack" / "pack.toml", 'name = "documents"\naccess = ["everyone"]\n'))
    return library


def _write(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


WAYS: tuple[Callable[[Path], Iterator[WronglyListed]], ...] = (
    _odd_lists,
    _rules,
    partial(_law, packed=False),
    partial(_law, packed=True),
)
