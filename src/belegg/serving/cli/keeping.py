"""`ingest`, `reanalyse`, `forget`, `backup`, `compact`: what changes a library."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from belegg.errors import BadInput
from belegg.library.library import WAIT_S, Library
from belegg.library.opening import in_database
from belegg.records import OWNER, Note, Scope
from belegg.serving.cli import embedding, limits, options, overview
from belegg.serving.cli.options import DEFAULT_LIBRARY
from belegg.serving.cli.people import note_of_owner
from belegg.serving.cli.progress import Remembering, watcher
from belegg.serving.cli.terminal import say, say_at_once, say_json, spoken_size, visible
from belegg.serving.faults import READING_FAILED
from belegg.serving.shapes import documents as shapes
from belegg.text.counted import counted

if TYPE_CHECKING:
    from belegg.library.ingest import Ingested

Folder = Annotated[
    Path, typer.Argument(parser=options.path, metavar="FOLDER", help="A folder of documents, or one file.")
]
Pack = Annotated[str | None, typer.Option(metavar="NAME", help="The pack that the documents belong to.")]
Profile = Annotated[
    Literal["wiki", "reports", "sections"] | None,
    typer.Option(help="How documents are cut into passages. Without it, by what each document is."),
]
Rules = Annotated[
    Path | None,
    typer.Option(
        parser=options.path,
        metavar="RULES.tsv",
        help="Who may read what: lines of a path's beginning, a tab, groups.",
    ),
]
Language = Annotated[
    str | None,
    typer.Option(
        metavar="CODE", help="The documents' language, also for scans, when the text should not tell it."
    ),
]
NoEmbed = Annotated[
    bool,
    typer.Option("--no-embed", metavar="", help="Leave vectors for later (`belegg embed`); words are found."),
]
NoOriginals = Annotated[
    bool, typer.Option("--no-originals", metavar="", help="Keep the text only, not the files.")
]
AllowRemovals = Annotated[
    bool,
    typer.Option("--allow-removals", metavar="", help="Let many documents go whose files are gone."),
]
HoldRemovals = Annotated[
    bool,
    typer.Option(
        "--hold-removals", metavar="", help="Leave documents in whose files are gone, when they are many."
    ),
]

News = Annotated[
    bool, typer.Option("--news", metavar="", help="Say nothing of files that could not be read before.")
]


def ingest(
    folder: Folder,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    pack: Pack = None,
    profile: Profile = None,
    access: Rules = None,
    language: Language = None,
    no_originals: NoOriginals = False,
    no_embed: NoEmbed = False,
    allow_removals: AllowRemovals = False,
    hold_removals: HoldRemovals = False,
    news: News = False,
    workers: limits.Workers = None,
    memory_limit: limits.MemoryLimit = None,
    stall_limit: limits.StallLimit = None,
    time_limit: limits.TimeLimit = None,
    ocr_limit: limits.RecognitionLimit = None,
    passwords: limits.Passwords = None,
    wait: options.Wait = WAIT_S,
    progress: options.ShowProgress = False,
    as_json: options.Json = False,
) -> None:
    """
    Bring a folder of documents into the library, or bring it up to date.

    $ belegg ingest ~/notes
    $ belegg ingest ~/wiki --access rules.tsv --pack wiki

    A second run reads only what is new or changed. Stop it whenever you like: what is stored stays. In a
    library that has vectors (`belegg embed`), what is new gets them when all of it can be found by words.

    Ends with exit code 1 when a file could not be read for the first time, or for another reason than
    before; with 0 when every such file is known from earlier runs (`belegg report --failed` names them).
    """
    refuse_what_is_not_there(folder)  # before a library is made for it
    known_passwords = limits.passwords_in(passwords)
    watch = Remembering(watcher(progress))
    with Library.open(library, create=True, watch=watch, wait_s=wait, tell=say_at_once) as opened:
        failed_before = opened.failures()
        try:
            outcome = opened.ingest(
                folder,
                pack=pack,
                profile=profile,
                access=access,
                language=language,
                originals=not no_originals,
                allow_removals=allow_removals,
                hold_removals=hold_removals,
                workers=workers,
                limits=limits.limits_of(memory_limit, stall_limit, time_limit, ocr_limit),
                passwords=known_passwords,
            )
        except KeyboardInterrupt as stop:
            raise KeyboardInterrupt(watch.farewell()) from stop
        if not as_json:
            overview.show_ingested(outcome, failed_before, news)
        end_of_ingest(opened, outcome, failed_before, watch, no_embed, as_json)


def end_of_ingest(
    library: Library,
    outcome: Ingested,
    failed_before: Mapping[str, str],
    watch: Remembering,
    no_embed: bool,
    as_json: bool,
) -> None:
    """Embed what is new, tell it (as JSON: all of the ingest), and end with the ingest's exit code."""
    vectors = None if no_embed else embedding.embed_new(library, watch)
    if as_json:
        if isinstance(vectors, Note):
            outcome = replace(outcome, notes=(*outcome.notes, vectors))
        told = None if vectors is None or isinstance(vectors, Note) else embedding.embedded_json(vectors)
        say_json(shapes.ingested_json(outcome, failed_before) | {"embedded": told})
    elif vectors is not None:
        embedding.show_new(vectors)
    if overview.newly_unread(outcome, failed_before):
        raise typer.Exit(READING_FAILED)


def refuse_what_is_not_there(folder: Path) -> None:
    """Raises BadInput when nothing can be read there."""
    if not folder.exists():
        raise BadInput(
            f"there is no `{folder}`; name a folder of documents. Who may read what came from one that is "
            "gone is changed by `belegg access set` and `belegg access rules`"
        )
    if not (folder.is_dir() or folder.is_file()):
        raise BadInput(f"`{folder}` is neither a folder nor a file; name a folder of documents")


def reanalyse(
    library: options.LibraryAt = DEFAULT_LIBRARY,
    wait: options.Wait = WAIT_S,
    progress: options.ShowProgress = False,
    as_json: options.Json = False,
) -> None:
    """
    Build the index again from the stored text, after an update that reads words another way.

    $ belegg reanalyse

    Nothing is imported again; the old index serves until the new one is whole.
    When that is stopped, the next run goes on where it was.
    """
    with Library.open(library, watch=watcher(progress), wait_s=wait, tell=say_at_once) as opened:
        outcome = opened.reanalyse()
    if as_json:
        say_json(asdict(outcome))
    else:
        documents = counted(outcome.documents, "document")
        say(f"Indexed anew: {counted(outcome.passages, 'passage')} of {documents}.")


def forget(
    document: Annotated[
        str, typer.Argument(metavar="DOCUMENT", help="Its id, path, or the end of its path.")
    ],
    yes: Annotated[bool, typer.Option("--yes", "-y", metavar="", help="Do not ask.")] = False,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    wait: options.Wait = WAIT_S,
    as_json: options.Json = False,
) -> None:
    """
    Remove a document for good: text, versions, original, index, with the bytes overwritten.

    $ belegg forget contracts/acme.md

    The file it came from stays where it is; take it out of the folder, or the next ingest brings it back.
    """
    with Library.open(library, wait_s=wait, tell=say_at_once) as opened:
        head = opened.document(document, Scope(OWNER), removed=True)
        if not yes:
            if not sys.stdin.isatty():
                raise BadInput(f"nobody can be asked about `{head.source}` here; say `--yes` to remove it")
            typer.confirm(
                f"Remove {visible(head.source)} and all its versions for good?", abort=True, err=True
            )
        outcome = opened.forget(head.id)
    note_of_owner(library, "forgotten", head.id)
    if as_json:
        say_json({"source": head.source, **asdict(outcome)})
    else:
        overview.show_forgotten(head, outcome)


def backup(
    target: Annotated[
        Path,
        typer.Argument(parser=options.path, metavar="FILE", help="The file to write; it must not exist."),
    ],
    no_people: Annotated[
        bool,
        typer.Option("--no-people", metavar="", help="Copy the documents alone: a library to hand on."),
    ] = False,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    Copy the library to another file while it is in use, and verify the copy.

    $ belegg backup ~/backup/belegg-2026-11-30.db

    Where people sign in, who they are, their API tokens and the audit log go to FILE.people, which only you
    may read. Sessions do not: after a restore people sign in anew. What people brought in, and who may read
    it, goes to the folder FILE.brought. Settings stand in belegg.toml.
    """
    from belegg.library.uploads import Uploads
    from belegg.stores.people import beside

    if library.dsn:
        raise BadInput(in_database(library))
    people = None if no_people or not beside(library.place).exists() else beside(target)
    if people is not None and target.exists():  # before the smaller copy is made for nothing
        raise BadInput(f"`{target}` exists; a backup is written to a new file")
    if not no_people and Uploads.beside(target).folder.exists():
        raise BadInput(f"`{Uploads.beside(target).folder}` exists; a backup is written to a new folder")
    with Library.open(library) as opened, both_or_neither(library.place, people):
        size = opened.backup(target)
        # After the library: a record without its document does no harm, and one that lacks would.
        brought = None if no_people else brought_along(library.place, target)
    if as_json:
        told = {"people": people and str(people), "brought": brought and str(brought)}
        say_json({"file": str(target), "size_bytes": size, "verified": True, **told})
        return
    say(f"{visible(str(target))}: {spoken_size(size)}, verified.")
    if people is not None:
        say(f"{visible(str(people))}: who may come in, and the audit log; verified.")
    if brought is not None:
        say(f"{visible(str(brought))}: what people brought in, and who may read it.")


def brought_along(library: Path, target: Path) -> Path | None:
    """What people brought to a library, copied beside `target`, which is taken away again when that fails."""
    from belegg.library.uploads import Uploads

    try:
        return Uploads.beside(library).copied(target)
    except BaseException:
        target.unlink()
        raise


@contextmanager
def both_or_neither(library: Path, target: Path | None) -> Iterator[None]:
    """The people of a library copied to `target`; taken away again when what follows fails."""
    if target is None:
        yield
        return
    from belegg.stores.people import SqlitePeople, beside

    people = SqlitePeople(beside(library))
    try:
        people.backup(target)
    finally:
        people.close()
    try:
        yield
    except BaseException:
        target.unlink()
        raise


def compact(
    library: options.LibraryAt = DEFAULT_LIBRARY,
    wait: options.Wait = WAIT_S,
    as_json: options.Json = False,
) -> None:
    """
    Fold the index together and give unused space back to the disk.

    $ belegg compact
    """
    with Library.open(library, wait_s=wait, tell=say_at_once) as opened:
        before, after = opened.compact()
    if as_json:
        say_json({"before_bytes": before, "after_bytes": after})
    else:
        say(f"{spoken_size(before)} before, {spoken_size(after)} now.")
