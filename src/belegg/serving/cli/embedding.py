"""`embed`: vectors for what a library holds."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from belegg.errors import BadSetting
from belegg.library.embeds import HINT
from belegg.library.library import WAIT_S, Library
from belegg.library.refused_texts import place_of, places_of
from belegg.records import Note
from belegg.serving.cli import options
from belegg.serving.cli.options import DEFAULT_LIBRARY
from belegg.serving.cli.progress import Remembering, spoken, watcher
from belegg.serving.cli.render import show_notes
from belegg.serving.cli.terminal import say, say_aside, say_at_once, say_json
from belegg.text.counted import counted

if TYPE_CHECKING:
    from belegg.library.embedders import ChosenEmbedder
    from belegg.library.embedding import EmbeddingRun
    from belegg.records import RefusedPassage

Provider = Annotated[
    Literal["e5", "openai", "azure", "gemini", "voyage"] | None,
    typer.Option(
        "--embedder",
        help="`e5` runs here (`belegg[embed]`). `openai` with --base-url is any server with its interface.",
    ),
]
Model = Annotated[str | None, typer.Option(metavar="NAME", help="A hosted model; for Azure the deployment.")]
BaseUrl = Annotated[
    str | None, typer.Option(metavar="URL", help="Where the server is, as `http://host:port`.")
]
Dimension = Annotated[
    int | None, typer.Option(metavar="N", help="Ask the model for vectors of this length, less than its own.")
]
Form = Annotated[
    Literal["int8", "float32"] | None,
    typer.Option("--store", help="A byte for each number, or four. A byte costs no measurable quality."),
]
Workers = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help="Processes, or requests, at once. Without it, one for each core."),
]
KeepOld = Annotated[
    bool, typer.Option("--keep-old", metavar="", help="Keep the vectors of the model that served before.")
]
Drop = Annotated[
    bool,
    typer.Option("--drop", metavar="", help="Remove the vectors (of --model, a full id, or all) instead."),
]

PLACES_SHOWN = 20
"""Of refused passages; `--json` names them all."""


def embed(
    library: options.LibraryAt = DEFAULT_LIBRARY,
    embedder: Provider = None,
    model: Model = None,
    base_url: BaseUrl = None,
    dimension: Dimension = None,
    store: Form = None,
    workers: Workers = None,
    keep_old: KeepOld = False,
    drop: Drop = False,
    wait: options.Wait = WAIT_S,
    progress: options.ShowProgress = False,
    as_json: options.Json = False,
) -> None:
    """
    Give passages vectors, so that a search also finds what is said in other words or another language.

    $ belegg embed
    $ belegg embed --embedder openai --model text-embedding-3-small
    $ belegg embed --embedder openai --base-url http://localhost:11434 --model bge-m3

    Searches go on meanwhile, by words. Stop it whenever you like: what is embedded stays, and the next
    `belegg embed` goes on. `ingest` embeds what is new from then on. A hosted embedder is sent the texts of
    all documents; its key comes from BELEGG_EMBED_KEY, or the file that BELEGG_EMBED_KEY_FILE names.
    """
    watch = Remembering(watcher(progress), "passage")
    with Library.open(library, watch=watch, wait_s=wait, tell=say_at_once) as opened:
        if drop:
            gone = opened.drop_vectors(model)
            if as_json:
                say_json({"dropped": [asdict(one) for one in gone]})
            for one in () if as_json else gone:
                say(f"removed {counted(one.windows, 'vector')} of `{one.id}`")
            if not gone and not as_json:
                say("there are no vectors")
            return
        choice = choice_of(embedder, model, base_url, dimension)
        try:
            run = opened.embed(choice, form=store, workers=workers, keep_others=keep_old)
        except KeyboardInterrupt as stop:
            raise KeyboardInterrupt(watch.farewell()) from stop
    if as_json:
        say_json(embedded_json(run))
    else:
        show_embedded(run)


def embed_new(library: Library, watch: Remembering) -> EmbeddingRun | Note | None:
    """Vectors for what an ingest brought; the ingest is done, whatever becomes of them."""
    watch.unit = "passage"
    try:
        return library.embed_new()
    except KeyboardInterrupt as stop:
        raise KeyboardInterrupt(f"the documents are in; of their vectors: {watch.farewell()}") from stop


def show_new(vectors: EmbeddingRun | Note) -> None:
    if isinstance(vectors, Note) and vectors.stage == HINT:
        if sys.stderr.isatty():  # a person reads it; a script need not
            say_aside(vectors.text)
    elif isinstance(vectors, Note):
        show_notes([vectors])
    elif vectors.passages or vectors.refused or not vectors.whole:
        show_embedded(vectors)


def choice_of(
    provider: str | None, model: str | None, base_url: str | None, dimension: int | None
) -> ChosenEmbedder | None:
    """The embedder that the options name; None for none. Raises BadSetting."""
    from belegg.library.embedders import E5, ChosenEmbedder

    given = {"--model": model, "--base-url": base_url, "--dimension": dimension}
    asked = [name for name, value in given.items() if value is not None]
    if provider in (None, E5):
        if asked:
            raise BadSetting(f"`{asked[0]}` goes with a hosted embedder; name it, as `--embedder openai`")
        return None if provider is None else ChosenEmbedder()
    from belegg.models.hosted.settings import EmbedderSettings

    if model is None:
        raise BadSetting(f"`--embedder {provider}` needs `--model NAME`")
    return ChosenEmbedder(
        EmbedderSettings(
            provider,  # type: ignore[arg-type]  # typer has seen to the value
            model,
            base_url,
            dimension,
            shortened=dimension is not None,
        )
    )


def embedded_json(run: EmbeddingRun) -> dict[str, object]:
    """The record of `belegg embed --json`."""
    refused = [
        {
            "source": one.document.source,
            "title": one.document.title,
            "passage": one.passage.id,
            "pages": one.passage.pages,
            "place": place_of(one),
            "why": one.why,
        }
        for one in run.refused
    ]
    return {
        "model": run.model,
        "dimension": run.dimension,
        "passages": run.passages,
        "windows": run.windows,
        "reused": run.reused,
        "of": run.of,
        "passages_in_all": run.passages_in_all,
        "refused": refused,
        "whole": run.whole,
        "serves": run.serves,
        "seconds": round(run.seconds, 3),
    }


def show_embedded(run: EmbeddingRun) -> None:
    """One line, what was refused, and a line when something is left to do."""
    known = f", {run.reused:,} of them known already" if run.reused else ""
    made = f"{counted(run.passages, 'passage')} embedded in {counted(run.windows, 'window')}{known}"
    say(f"{made}, in {spoken(run.seconds)}, by {run.model}" if run.passages else "nothing new to embed")
    if run.refused:
        show_refused(run)
    if not run.whole:
        missing = run.passages_in_all - run.of - len(run.refused)
        say(f"{counted(missing, 'passage')} came in meanwhile and have no vectors yet: run it again")


def show_refused(run: EmbeddingRun) -> None:
    """Which passages only words find, in the words of the model, and what can be done."""
    said: dict[str, list[RefusedPassage]] = {}
    for one in run.refused:
        said.setdefault(one.why, []).append(one)
    for why, passages in said.items():
        say(f"{counted(len(passages), 'passage')} refused, found by words alone: {why}")
        for place in places_of(passages, PLACES_SHOWN):
            say(f"  {place}")
    if not run.serves:
        say("the model took no text, so searches do not use it; look at its settings, or use another one")
    say("the next `belegg embed` asks for them once more")
