"""`eval retrieval` and `eval questions`: how well the search finds what it should."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from belegg.library.library import Library
from belegg.serving.cli import options
from belegg.serving.cli.options import DEFAULT_LIBRARY, scope_of
from belegg.serving.cli.progress import watcher
from belegg.serving.cli.terminal import columns, one_line, say, say_aside, say_json, shortened, wrapped

MOST_SHOWN = 200  # characters of a question
app = typer.Typer(no_args_is_help=True, help="Measure how well the search finds what it should.")


@app.command()
def retrieval(
    folder: Annotated[
        Path,
        typer.Argument(
            parser=options.path,
            metavar="FOLDER",
            help="A folder with corpus.jsonl, queries.jsonl and qrels.tsv (BEIR).",
        ),
    ],
    mode: Annotated[Literal["keyword", "vector", "hybrid"], typer.Option(help="How to search.")] = "keyword",
    qrels: Annotated[
        Path | None,
        typer.Option(parser=options.path, metavar="FILE", help="Other judgements than qrels.tsv."),
    ] = None,
    corpus_language: Annotated[str | None, typer.Option(help="Only documents in this language.")] = None,
    query_language: Annotated[str | None, typer.Option(help="Only queries in this language.")] = None,
    limit_queries: Annotated[int | None, typer.Option(min=1, help="A sample, the same every time.")] = None,
    library: Annotated[
        Path | None,
        typer.Option(
            "--library",
            "-l",
            parser=options.path,
            metavar="FILE",
            help="Keep the index in this library. Without it, a temporary one.",
        ),
    ] = None,
    progress: options.ShowProgress = False,
    as_json: options.Json = False,
) -> None:
    """
    Measure a retrieval set end to end: nDCG, recall, MRR, hits.

    $ belegg eval retrieval scifact-en
    """
    from belegg.library.evaluate import evaluate_retrieval

    run = evaluate_retrieval(
        folder,
        watcher(progress),
        mode=mode,
        qrels=qrels,
        corpus_language=corpus_language,
        query_language=query_language,
        limit_queries=limit_queries,
        library=library,
    )
    show(run.as_json(), as_json)


@app.command()
def questions(
    file: Annotated[
        Path,
        typer.Argument(
            parser=options.path,
            metavar="FILE",
            help="Questions, one JSON object a line: question, answerable, gold.",
        ),
    ],
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    as_json: options.Json = False,
) -> None:
    """
    Ask questions whose answers are known: is the passage found and shown, is the unanswerable refused?

    $ belegg eval questions questions.jsonl --library law.db
    """
    with Library.open(library, watch=watcher()) as opened:
        run = opened.evaluate(file, scope_of(opened, groups))
    show(run.as_json(), as_json)


def show(measured: dict[str, Any], as_json: bool) -> None:
    """The measures as JSON, or as lines of name and value; warnings on standard error."""
    if as_json:
        say_json(measured)
        return
    kinds, missed = measured.pop("by_kind", None), measured.pop("missed", [])
    say(columns(list(flat(measured))))
    if kinds:
        say()
        say(by_kind(kinds))
    if missed:
        say()
        say("The passage that answers is not among the hits of:")
    for one in missed:
        rank = one["document_rank"]
        where = f"hit {rank} is another passage of its document" if rank else "nor is its document"
        say(wrapped(f"{one['id']}: {shortened(one_line(one['question']), MOST_SHOWN)} ({where})", 2, 4))
    for warning in measured["warnings"]:
        say_aside(f"warning: {warning}")


def by_kind(kinds: dict[str, dict[str, int]]) -> str:
    """A table with a row for each kind of question."""
    names = list(dict.fromkeys(name for counts in kinds.values() for name in counts))
    rows = [(*(str(counts.get(name, "")) for name in names), kind) for kind, counts in kinds.items()]
    return columns([(*names, "kind"), *rows])


def flat(measured: dict[str, Any], above: str = "") -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for name, value in measured.items():
        if isinstance(value, dict):
            rows += flat(value, f"{above}{name} ")
        elif name != "warnings":
            rows.append((f"{above}{name}", str(value)))
    return rows
