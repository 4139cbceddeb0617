"""
The pack of Norwegian law that ships with Belegg, and how Lovdata's open data comes into it.

Lovdata gives acts and regulations as archives of web pages (`gjeldende-lover.tar.bz2`); a folder of them, or
of the Markdown that they were turned into, is as good.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from pathlib import Path

from belegg.errors import BadInput, ReadingError
from belegg.library.ingest import Ingested
from belegg.library.library import Library
from belegg.records import OWNER, Note, Scope
from belegg.sources.files import SourceFile, read_part
from belegg.sources.folder import walk
from belegg.sources.packs import read_pack

HERE = Path(__file__).resolve().parent.parent
IN_A_WHEEL = HERE / "packs" / "lovdata"
IN_A_CHECKOUT = HERE.parent.parent / "packs" / "lovdata"

LOOKED_AT = 20  # files of a folder
_HEAD = 8_192
_PAGES = (".xml", ".html", ".htm", ".md")
_LOVDATA = re.compile(
    rb"data-document-key-info|data-lovdata-URL|^id: [\"']?(?:LOV|FOR)-\d{4}-\d{2}-\d{2}", re.MULTILINE
)


def lovdata_definition() -> Path:
    """The folder with the pack's `pack.toml`: inside the package in a wheel, in `packs/` in a checkout."""
    for folder in (IN_A_WHEEL, IN_A_CHECKOUT):
        if (folder / "pack.toml").is_file():
            return folder
    raise BadInput(f"the law pack is not installed (neither in `{IN_A_WHEEL}` nor in `{IN_A_CHECKOUT}`)")


def load_lovdata(
    library: Library,
    path: Path,
    *,
    language: str | None = None,
    originals: bool = True,
    allow_removals: bool = False,
    workers: int | None = None,
) -> Ingested:
    """
    Bring a folder or an archive of Lovdata's open data into the pack `lovdata`, or up to date.

    The first run defines the pack as shipped; what it says later is left as it is, with a note when that is
    something else. Whoever has signed in may read the pack, so a folder whose files do not look like
    Lovdata's is refused. Raises BadInput, and what `Library.ingest` raises.
    """
    refuse_other_documents(path)
    name, told = _defined(library)
    outcome = library.ingest(
        path,
        pack=name,
        language=language,
        originals=originals,
        allow_removals=allow_removals,
        workers=workers,
    )
    return replace(outcome, notes=(*told, *outcome.notes))


def _defined(library: Library) -> tuple[str, tuple[Note, ...]]:
    """The pack's name, after it was defined where nobody had and no document was in it."""
    folder = lovdata_definition()
    shipped = read_pack(folder)
    found = next((one for one in library.packs(Scope(OWNER)) if one.pack.name == shipped.name), None)
    if found is None:
        library.add_pack(folder)
    elif found.pack != shipped:
        same = f"`belegg pack add {folder}` makes it the same"
        text = f"pack `{shipped.name}` says something else than what ships with Belegg; {same}"
        return shipped.name, (Note("packs", text),)
    return shipped.name, ()


def refuse_other_documents(path: Path) -> None:
    """Raises BadInput when most of the first files of a folder are no acts or regulations."""
    if not path.is_dir():
        return
    pages = (
        met
        for met in walk(path, path.name)
        if isinstance(met, SourceFile) and met.path.suffix.lower() in _PAGES
    )
    first = list(islice(pages, LOOKED_AT))
    others = [file for file in first if not _is_lovdata(file)]
    if len(others) * 2 > len(first):
        raise BadInput(
            f"`{path}` holds other documents than Lovdata's, such as `{others[0].source}`; everybody who has "
            "signed in may read this pack. `belegg ingest` brings in documents of your own"
        )


def _is_lovdata(file: SourceFile) -> bool:
    try:
        return _LOVDATA.search(read_part(file.path, file.source, 0, _HEAD)) is not None
    except ReadingError:
        return True  # the run tells that it cannot be read
