"""`discover`, `related`: words for the next search. Nothing printed here is text of a document."""

from __future__ import annotations

from typing import Annotated

import typer

from belegg.library.library import Library
from belegg.records.packs import Related, RelatedEntry
from belegg.serving.cli import options, render
from belegg.serving.cli.options import DEFAULT_LIBRARY, scope_of
from belegg.serving.cli.progress import watcher
from belegg.serving.cli.terminal import one_line, say, say_json, styled, visible, wrapped
from belegg.serving.shapes import documents as shapes
from belegg.serving.shapes.terms import related_json


def discover(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What you would search for.")],
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    packs: options.Packs = None,
    documents: options.Documents = None,
    languages: options.Languages = None,
    organisations: options.Organisations = None,
    since: options.Since = None,
    until: options.Until = None,
    as_of: options.AsOf = None,
    as_json: options.Json = False,
) -> None:
    """
    Find the words that documents use for what you ask.

    They stand in what the query finds and seldom elsewhere. Best after a first good search.

    $ belegg discover "notice period"
    """
    with Library.open(library, watch=watcher()) as opened:
        scope = scope_of(opened, groups, packs, documents, languages, organisations, since, until, as_of)
        found = opened.discover_terms(query, scope)
    if as_json:
        say_json(shapes.discovered_json(found))
    else:
        render.show_discovered(found)


def related(
    word: Annotated[str, typer.Argument(metavar="WORD", help="An everyday word, or a question with one.")],
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    packs: options.Packs = None,
    as_json: options.Json = False,
) -> None:
    """
    Say what the documents call a thing, what the word may mean, and what to search for.

    It stands in the dictionaries of the packs, for the next search. Nothing of it may be quoted.

    $ belegg related sparken
    """
    with Library.open(library, watch=watcher()) as opened:
        found = opened.related_terms(word, scope_of(opened, groups, packs))
    if as_json:
        say_json(related_json(found))
    else:
        show_related(found)


def show_related(found: Related) -> None:
    if not found.has_dictionary:
        say("No dictionary here; `belegg discover QUERY` finds words that the documents use.")
        return
    for one in found.entries:
        show_entry(one)
    render.show_notes(found.notes)
    if found.entries:
        say(styled("Words for the next search. They are no quotations.", "dim"))


def show_entry(one: RelatedEntry) -> None:
    entry = one.entry
    say(f"{styled(one_line(entry.word), 'bold')} {styled(f'(pack {visible(one.pack)})', 'dim')}")
    say(wrapped(f"The documents say: {one_line(', '.join(entry.documents_say))}", 2, 4))
    for meaning in entry.meanings:
        say(wrapped(f"· {one_line(meaning)}", 2, 4))
    if entry.rule:
        say(wrapped(f"Turns on: {one_line(entry.rule)}", 2, 4))
    for query in entry.searches:
        say(f'  $ belegg search "{one_line(query)}"')
    say()
