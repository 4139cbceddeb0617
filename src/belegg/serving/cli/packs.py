"""`pack …`: documents that belong together, with the words used for them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from belegg.errors import BadInput
from belegg.library.library import WAIT_S, Library
from belegg.records import OWNER, SynonymGroup
from belegg.serving.cli import options, suggesting
from belegg.serving.cli.options import DEFAULT_LIBRARY, scope_of
from belegg.serving.cli.progress import watcher
from belegg.serving.cli.terminal import (
    columns,
    one_line,
    say,
    say_at_once,
    say_json,
    shortened,
    styled,
    visible,
    wrapped,
)
from belegg.serving.shapes.packs import changed_json, listed_json, words_json
from belegg.text.counted import counted

if TYPE_CHECKING:
    from belegg.library.packs import ChangedPack, ListedPack

MOST_SHOWN = 50  # characters of a description in the table
app = typer.Typer(no_args_is_help=True, help="Packs: what is searched together, with which synonyms.")

Name = Annotated[str, typer.Argument(metavar="NAME", help="The pack's name.")]


@app.command()
def show(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="One pack, with its synonyms and its dictionary.")
    ] = None,
    toml: Annotated[bool, typer.Option("--toml", metavar="", help="Print it as a `pack.toml`.")] = False,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    as_json: options.Json = False,
) -> None:
    """
    List the packs: kind, documents, on or off, synonym groups, dictionary entries. Or show one.

    $ belegg pack show
    $ belegg pack show handbook
    $ belegg pack show handbook --toml > handbook.toml
    """
    if toml and (name is None or as_json):
        raise BadInput("`--toml` prints one pack: name it, and leave `--json` out")
    with Library.open(library, watch=watcher()) as opened:
        scope = scope_of(opened, groups)
        found = opened.packs(scope) if name is None else [opened.pack(name, scope)]
    if toml:
        from belegg.sources.packs import toml_of

        say(visible(toml_of(found[0].pack)).rstrip("\n"))
    elif name is None:
        if as_json:
            say_json({"packs": [listed_json(each) for each in found]})
        else:
            show_packs(found)
    elif as_json:
        say_json({**listed_json(found[0]), **words_json(found[0].pack)})
    else:
        show_pack(found[0], to_owner=scope.principal == OWNER)


@app.command()
def add(
    path: Annotated[
        Path,
        typer.Argument(
            parser=options.path, metavar="PACK", help="A folder with a `pack.toml`, or a file like that."
        ),
    ],
    library: options.LibraryAt = DEFAULT_LIBRARY,
    wait: options.Wait = WAIT_S,
    progress: options.ShowProgress = False,
    as_json: options.Json = False,
) -> None:
    """
    Define a pack as its files say, or define it anew. No document is read.

    $ belegg pack add packs/handbook

    A fault in the files is told with its line and what to write; then nothing is changed.
    """
    with Library.open(library, create=True, watch=watcher(progress), wait_s=wait, tell=say_at_once) as opened:
        told(opened.add_pack(path), as_json)


@app.command(name="set")
def set_(
    name: Name,
    field: Annotated[
        str,
        typer.Argument(
            metavar="FIELD",
            help="`kind`, `description`, `stemmer`, `profile`, `ranking`, `access` or `opens`.",
        ),
    ],
    value: Annotated[
        str | None, typer.Argument(metavar="VALUE", help="What it is to be; groups with commas between.")
    ] = None,
    unset: Annotated[bool, typer.Option("--unset", metavar="", help="As if nothing were said.")] = False,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    wait: options.Wait = WAIT_S,
    progress: options.ShowProgress = False,
    as_json: options.Json = False,
) -> None:
    """
    Change one thing that a pack says. Nothing is imported again.

    $ belegg pack set handbook description "How we work here"
    $ belegg pack set handbook access everyone
    $ belegg pack set handbook stemmer nb

    Another stemmer indexes the stored text anew; searches go on with the old index meanwhile.
    """
    if (value is None) != unset:
        raise BadInput(f"say what `{field}` is to be, or `--unset`, and not both")
    if field in ("name", "on"):
        raise BadInput(
            "a pack keeps its name; `belegg pack add` makes another"
            if field == "name"
            else f"`belegg pack on {name}` and `belegg pack off {name}` do that"
        )
    given = value.split(",") if value is not None and field == "access" else value
    with Library.open(library, watch=watcher(progress), wait_s=wait, tell=say_at_once) as opened:
        if field == "access":
            options.show_aside(opened.groups_alike(given or ()))
        told(opened.set_pack(name, field, given), as_json)


@app.command()
def on(
    name: Name,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    wait: options.Wait = WAIT_S,
    as_json: options.Json = False,
) -> None:
    """
    Search a pack again.

    $ belegg pack on archive
    """
    with Library.open(library, wait_s=wait, tell=say_at_once) as opened:
        told(opened.turn(name, True), as_json)


@app.command()
def off(
    name: Name,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    wait: options.Wait = WAIT_S,
    as_json: options.Json = False,
) -> None:
    """
    Search a pack no more, even when a question names it. Its documents can still be listed and read.

    $ belegg pack off archive
    """
    with Library.open(library, wait_s=wait, tell=say_at_once) as opened:
        told(opened.turn(name, False), as_json)


@app.command()
def rebuild(
    name: Name,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    wait: options.Wait = WAIT_S,
    progress: options.ShowProgress = False,
    as_json: options.Json = False,
) -> None:
    """
    Index the pack's stored text anew, and go on where a change of its stemmer was interrupted.

    $ belegg pack rebuild handbook
    """
    with Library.open(library, watch=watcher(progress), wait_s=wait, tell=say_at_once) as opened:
        told(opened.rebuild_pack(name), as_json)


@app.command()
def remove(
    name: Name,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    wait: options.Wait = WAIT_S,
    progress: options.ShowProgress = False,
    as_json: options.Json = False,
) -> None:
    """
    Forget what was said about a pack: synonyms, dictionary, default access. Its documents stay.

    $ belegg pack remove handbook
    """
    with Library.open(library, watch=watcher(progress), wait_s=wait, tell=say_at_once) as opened:
        changed = opened.remove_pack(name)
    told(changed, as_json, removed=True)


app.command()(suggesting.suggest)
app.command()(suggesting.accept)
app.command()(suggesting.undo)


# ---------------------------------------------------------------- what is shown


def show_packs(packs: list[ListedPack]) -> None:
    if not packs:
        say("No pack yet. `belegg ingest FOLDER` makes one, `belegg pack add PACK` says more about it.")
        return
    rows = [("pack", "kind", "documents", "", "synonyms", "dictionary", "description")]
    rows += [
        (
            visible(each.pack.name),
            each.pack.kind,
            f"{each.documents:,}",
            "on" if each.pack.on else "off",
            f"{len(each.pack.synonyms):,}",
            f"{len(each.pack.dictionary):,}",
            shortened(one_line(each.pack.description), MOST_SHOWN),
        )
        for each in packs
    ]
    head, *lines = columns(rows).splitlines()
    say(styled(head, "dim"))
    for line in lines:
        say(line)


def show_pack(found: ListedPack, to_owner: bool) -> None:
    pack = found.pack
    say(styled(visible(pack.name), "bold"))
    if pack.description:
        say(wrapped(one_line(pack.description)))
    say()
    access = "nobody" if not pack.access else ", ".join(sorted(pack.access))
    acts = "; acts and regulations only" if pack.opens == "acts" else ""
    facts = [
        ("kind", pack.kind),
        ("searched", "yes" if pack.on else f"no; belegg pack on {pack.name}"),
        ("documents", f"{found.documents:,}, {counted(found.passages, 'passage')}"),
        ("stemmer", pack.stemmer + (f", to be {found.wished}" if found.wished else "")),
        ("profile", pack.profile or "by what each document is"),
        ("ranking", pack.ranking),
        *([("access", f"{access}, where nothing else says it{acts}")] if to_owner else []),
    ]
    say(visible(columns(facts)))
    if pack.synonyms:
        say(f"\n{counted(len(pack.synonyms), 'synonym group')}")
    for group in pack.synonyms:
        language = f" [{group.language}]" if group.language else ""
        words = " · ".join(shown_word(group, word) for word in group.words)
        say(visible(wrapped(f"{words}{language}", 2, 4)))
    if pack.dictionary:
        say(f"\nDictionary, {counted(len(pack.dictionary), 'word')}; it helps to search and is never quoted")
    for entry in pack.dictionary:
        say(visible(wrapped(f"{entry.word}: {', '.join(entry.documents_say)}", 2, 4)))
        for told_beside in (*entry.meanings, *([entry.rule] if entry.rule else [])):
            say(visible(wrapped(told_beside, 4, 4)))
    if pack.names:
        say(f"\nOther names of {counted(len(pack.names), 'document')}")
    for each in pack.names:
        say(visible(wrapped(f"{each.document}: {', '.join(each.names)}", 2, 4)))


def shown_word(group: SynonymGroup, word: str) -> str:
    """A word of a group, with what is said of it."""
    said = [
        text
        for words, text in ((group.exact, "this form"), (group.asked_only, "asked only"))
        if word in words
    ]
    return f"{word} ({', '.join(said)})" if said else word


def told(changed: ChangedPack, as_json: bool, removed: bool = False) -> None:
    """What a change did, as people or programs read it."""
    if as_json:
        say_json(changed_json(changed, removed))
        return
    pack = changed.now
    groups, entries = counted(len(pack.synonyms), "synonym group"), len(pack.dictionary)
    words = f"{groups}, {counted(entries, 'dictionary word')}, {'on' if pack.on else 'off: not searched'}"
    say(
        f"Pack {visible(pack.name)} is not defined any more."
        if removed
        else f"Pack {visible(pack.name)}: {words}."
    )
    if changed.passages:
        say(f"Indexed anew: {counted(changed.passages, 'passage')}.")
    if changed.dropped:
        groups = counted(changed.dropped, "accepted synonym group")
        say(f"No longer in it: {groups} from `belegg pack accept`.")
    if changed.closed:
        say(f"Open to fewer people than before: {counted(changed.closed, 'document')}.")
    if changed.waiting:
        waiting = (
            f"To be opened: {counted(changed.waiting, 'document')}, once their files are found unchanged:"
        )
        say(waiting)
        for folder in changed.folders:
            say(f"  belegg ingest {visible(folder)}")
