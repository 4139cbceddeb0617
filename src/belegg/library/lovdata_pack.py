"""
The pack of Norwegian law that ships with Belegg, and how Lovdata's open data comes into it.

Lovdata gives acts and regulations as archives of web pages (`gjeldende-lover.tar.bz2`); a folder of them, or
of the Markdown that they were turned into, is as good.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path, PurePosixPath

from belegg.errors import BadInput, ReadingError
from belegg.library.ingest import Ingested
from belegg.library.library import Library
from belegg.library.policy import covers, is_act
from belegg.records import OWNER, Note, Scope
from belegg.sources.files import SourceFile, read_part
from belegg.sources.folder import walk
from belegg.sources.packs import read_pack
from belegg.text.counted import counted

HERE = Path(__file__).resolve().parent.parent
IN_A_WHEEL = HERE / "packs" / "lovdata"
IN_A_CHECKOUT = HERE.parent.parent / "packs" / "lovdata"

MOST_NAMED = 5
_HEAD = 8_192
_ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".tbz2", ".xz", ".txz")
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
    something else. Whoever has signed in may read the acts and regulations in it, known by their identifiers;
    what else lies among them comes in closed, and a note names it. Where nothing looks like Lovdata's,
    nothing comes in. Raises BadInput, and what `Library.ingest` raises.
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
    return replace(outcome, notes=(*told, *outcome.notes, *_others(library, name, outcome.root)))


def _defined(library: Library) -> tuple[str, tuple[Note, ...]]:
    """The pack's name, after it was defined where nobody had and no document was in it."""
    folder = lovdata_definition()
    shipped = read_pack(folder)
    found = next((one for one in library.packs(Scope(OWNER)) if one.pack.name == shipped.name), None)
    if found is None or replace(found.pack, opens=shipped.opens) == shipped:
        library.add_pack(folder)
    elif found.pack != shipped:
        same = f"`belegg pack add {folder}` makes it the same"
        text = f"pack `{shipped.name}` says something else than what ships with Belegg; {same}"
        return shipped.name, (Note("packs", text),)
    return shipped.name, ()


def refuse_other_documents(path: Path) -> None:
    """Raises BadInput where no file looks like Lovdata's and no archive could hold some that do."""
    seen = None
    for met in walk(path, path.name):
        if isinstance(met, SourceFile):
            if met.path.suffix.lower() in _ARCHIVES or _is_lovdata(met):
                return
            seen = seen or met.source
    if seen is not None:
        raise BadInput(
            f"`{path}` holds other documents than Lovdata's, such as `{seen}`; "
            "`belegg ingest` brings in documents of your own"
        )


def _is_lovdata(file: SourceFile) -> bool:
    if file.path.suffix.lower() not in _PAGES:
        return False
    try:
        return _LOVDATA.search(read_part(file.path, file.source, 0, _HEAD)) is not None
    except ReadingError:
        return False  # the run tells that it cannot be read


def _others(library: Library, pack: str, root: str) -> tuple[Note, ...]:
    """A note on what came among the acts, is none, and is the owner's alone; not on archives of them."""
    heads = [head for head in library.documents(Scope(OWNER, packs=(pack,))) if covers(root, head.source)]
    known = {head.source for head in heads}
    holding = known & {str(folder) for source in known for folder in PurePosixPath(source).parents}
    closed = [
        head.source
        for head in heads
        if not head.access and not is_act(head.facts) and head.source not in holding
    ]
    if not closed:
        return ()
    named = ", ".join(f"`{source}`" for source in closed[:MOST_NAMED])
    more = f" and {len(closed) - MOST_NAMED:,} more" if len(closed) > MOST_NAMED else ""
    what = f"{counted(len(closed), 'document')} beside the acts and regulations can be read by nobody but you"
    return (Note("packs", f"{what}: {named}{more}; `belegg ingest` brings in documents of your own"),)
