"""`pack suggest|accept|undo`: synonyms learnt from searches that succeeded in other words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from belegg.errors import StoreError
from belegg.library.library import WAIT_S, Library
from belegg.records import Found, Note, Pack, Scope, SynonymGroup
from belegg.serving.cli import options
from belegg.serving.cli.options import DEFAULT_LIBRARY, scope_of
from belegg.serving.cli.progress import watcher
from belegg.serving.cli.terminal import say, say_at_once, say_json, visible, wrapped
from belegg.serving.shapes.packs import suggestion_json
from belegg.text.counted import counted

if TYPE_CHECKING:
    from belegg.library.rewordings import Suggestion, Trial

MOST_IDS = 5
Name = Annotated[str, typer.Argument(metavar="NAME", help="The pack's name.")]


def suggest(
    name: Name,
    questions: Annotated[
        Path | None,
        typer.Option(
            parser=options.path,
            metavar="FILE",
            help="Questions with known answers: say what each group would gain and lose.",
        ),
    ] = None,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    as_json: options.Json = False,
) -> None:
    """
    Offer synonyms: words that found nothing, with the words that found it then.

    They come from `belegg search WORDS --after EARLIER`. Nothing is changed.

    $ belegg pack suggest handbook
    $ belegg pack suggest handbook --questions questions.jsonl
    """
    with Library.open(library, watch=watcher()) as opened:
        found = opened.suggestions(name, scope_of(opened, groups), questions)
    if as_json:
        say_json({"name": name, "suggestions": [suggestion_json(n, s) for n, s in enumerate(found, 1)]})
    else:
        show(name, found)


def accept(
    name: Name,
    which: Annotated[
        list[str],
        typer.Argument(metavar="N|WORDS…", help="Its number in `belegg pack suggest`, or its two words."),
    ],
    library: options.LibraryAt = DEFAULT_LIBRARY,
    wait: options.Wait = WAIT_S,
    as_json: options.Json = False,
) -> None:
    """
    Make a suggestion a synonym group of its pack.

    $ belegg pack accept handbook 1
    $ belegg pack accept handbook bryllup velferdspermisjon

    Numbers may be others than before when somebody searched in the meantime; words are not.
    """
    number = int(which[0]) if len(which) == 1 and which[0].isdecimal() else None
    with Library.open(library, wait_s=wait, tell=say_at_once) as opened:
        pack, group = opened.accept_words(name, which if number is None else number)
    told(pack, group, "now has", as_json)


def undo(
    name: Name,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    wait: options.Wait = WAIT_S,
    as_json: options.Json = False,
) -> None:
    """
    Take the suggestion that was accepted last out of its pack again.

    $ belegg pack undo handbook
    """
    with Library.open(library, wait_s=wait, tell=say_at_once) as opened:
        pack, group = opened.undo_words(name)
    told(pack, group, "no longer has", as_json)


def learnt_note(library: Library, after: str, found: Found, scope: Scope) -> Note:
    """Remember that this search found its best hit's document and the earlier one did not; say so."""
    if not found.hits:
        return Note("rewording", "nothing was found, so nothing was learnt from it")
    document = found.hits[0].document
    try:
        pair = library.remember_rewording(after, found.query, document.id, scope)
    except StoreError as error:
        return Note("rewording", f"the words that helped were not remembered: {error}")
    if pair is None:
        return Note(
            "rewording",
            f"nothing was learnt: the earlier words find `{document.source}` too, are synonyms already, or "
            "too many of them differ",
        )
    text = f"remembered: `{pair.found_with}` found `{document.source}`, `{pair.asked}` did not"
    return Note("rewording", f"{text}; `belegg pack suggest {document.pack}` offers the two as synonyms")


def show(name: str, found: list[Suggestion]) -> None:
    if not found:
        say(f"No suggestion for pack {visible(name)}.")
        return
    for number, each in enumerate(found, 1):
        helped = "once" if each.times == 1 else f"{each.times:,} times"
        language = f" [{each.group.language}]" if each.group.language else ""
        told_of = f"helped {helped}, in {counted(each.documents, 'document')}"
        say(visible(wrapped(f"{number}. {' · '.join(each.group.words)}{language}: {told_of}", 0, 3)))
        if each.closed:
            say(wrapped("closed: not everybody who sees the pack may read these documents", 3, 3))
        if each.trial:
            say(visible(wrapped(trial_text(each.trial), 3, 3)))


def trial_text(trial: Trial) -> str:
    """The gain and the loss in a line."""
    moved = {
        "brings in": trial.brought_in,
        "lifts": trial.lifted,
        "lowers": trial.lowered,
        "takes out": trial.taken_out,
    }
    said = [f"{verb} {_some(ids)}" for verb, ids in moved.items() if ids] or ["changes no rank"]
    questions = counted(trial.questions, "question")
    return (
        f"of {questions} {trial.found_without} found in the first ten, with it {trial.found_with}; "
        f"{', '.join(said)}"
    )


def _some(ids: tuple[str, ...]) -> str:
    more = f" and {len(ids) - MOST_IDS} more" if len(ids) > MOST_IDS else ""
    return f"{len(ids)} ({', '.join(ids[:MOST_IDS])}{more})"


def told(pack: Pack, group: SynonymGroup, verb: str, as_json: bool) -> None:
    if as_json:
        say_json(
            {
                "name": pack.name,
                "words": list(group.words),
                "language": group.language,
                "accepted": group in pack.synonyms,
                "synonym_groups": len(pack.synonyms),
            }
        )
    else:
        groups = counted(len(pack.synonyms), "synonym group")
        say(visible(f"Pack {pack.name} {verb} {' · '.join(group.words)}: {groups}."))
