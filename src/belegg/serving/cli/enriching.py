"""`enrich`: context lines of passages and missing facts of documents, by a model."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from belegg.errors import BadInput
from belegg.library.enriches import REQUESTS_AT_ONCE
from belegg.library.library import WAIT_S, Library
from belegg.library.refused_texts import where_in
from belegg.serving.cli import embedding, options
from belegg.serving.cli.options import DEFAULT_LIBRARY
from belegg.serving.cli.progress import Remembering, spoken, watcher
from belegg.serving.cli.terminal import say, say_aside, say_at_once, say_json, visible
from belegg.text.counted import counted

if TYPE_CHECKING:
    from belegg.library.enriching.planning import Estimate
    from belegg.library.enriching.run import EnrichmentRun, Unanswered

Packs = Annotated[
    list[str] | None, typer.Option("--pack", metavar="NAME", help="Only this pack; may be repeated.")
]
JustEstimate = Annotated[
    bool, typer.Option("--estimate", metavar="", help="Say what it would take, and ask nothing of the model.")
]
Yes = Annotated[bool, typer.Option("--yes", "-y", metavar="", help="Do not ask, however much it takes.")]
AtOnce = Annotated[
    int, typer.Option("--at-once", metavar="N", min=1, help="Requests that are under way together.")
]
NoEmbed = Annotated[
    bool, typer.Option("--no-embed", metavar="", help="Leave the new vectors for later (`belegg embed`).")
]
Drop = Annotated[
    bool, typer.Option("--drop", metavar="", help="Take everything back that a model wrote, instead.")
]

MOST_USD = 1.0
MOST_TOKENS = 200_000
"""Above these a person is asked first; tokens count where no price is known."""
PLACES_SHOWN = 20


def enrich(
    library: options.LibraryAt = DEFAULT_LIBRARY,
    pack: Packs = None,
    estimate: JustEstimate = False,
    yes: Yes = False,
    at_once: AtOnce = REQUESTS_AT_ONCE,
    no_embed: NoEmbed = False,
    drop: Drop = False,
    wait: options.Wait = WAIT_S,
    progress: options.ShowProgress = False,
    as_json: options.Json = False,
) -> None:
    """
    Let a model write a line for each passage that says what it is about, and find what documents lack.

    $ belegg enrich --estimate
    $ belegg enrich --pack reports
    $ belegg enrich --drop

    The lines are searched and shown nowhere. Titles, organisations, dates, periods and numbers that rules did
    not find are used when they stand in the document. The text of the documents is sent to the model of the
    role `enrich` (`belegg.toml`, BELEGG_ENRICH_MODEL). Stop it whenever you like: nothing is asked twice.
    """
    watch = Remembering(watcher(progress), "step")
    with Library.open(library, watch=watch, wait_s=wait, tell=say_at_once) as opened:
        if drop:
            documents = opened.drop_enrichment()
            if as_json:
                say_json({"documents": documents})
            else:
                say(f"{counted(documents, 'document')} as by rule again; nothing of a model is left")
            return
        expected = opened.estimate_enrichment(pack or (), at_once=at_once)
        if estimate:
            if as_json:
                say_json(asdict(expected))
            else:
                say(told(expected))
            return
        say_aside(told(expected))
        agree(expected, yes)
        try:
            run = opened.enrich(pack or (), at_once=at_once)
        except KeyboardInterrupt as stop:
            raise KeyboardInterrupt(watch.farewell()) from stop
        if as_json:
            say_json(enriched_json(run))
        else:
            show_enriched(run)
        vectors = None if no_embed else embedding.embed_new(opened, watch)
        if vectors is not None and not as_json:
            embedding.show_new(vectors)


def agree(expected: Estimate, yes: bool) -> None:
    """Ask before much is spent. Raises BadInput where nobody can be asked."""
    plan = expected.plan
    is_much = (
        plan.input_tokens + plan.output_tokens > MOST_TOKENS
        if expected.cost_usd is None
        else expected.cost_usd > MOST_USD
    )
    if yes or not is_much:
        return
    if not sys.stdin.isatty():
        raise BadInput("that is much, and nobody can be asked about it here; say `--yes` to go on")
    typer.confirm("Go on?", abort=True, err=True)


def told(expected: Estimate) -> str:
    """What is to be asked, whom it goes to, and what that takes."""
    plan = expected.plan
    if not plan.requests:
        return f"nothing to ask: `{expected.model}` was asked about {counted(plan.of, 'passage')} before"
    tokens = f"{plan.input_tokens:,} tokens to it and {plan.output_tokens:,} back"
    price = (
        "price unknown (`prices` in belegg.toml)"
        if expected.cost_usd is None
        else f"{expected.cost_usd:.2f} USD"
    )
    pace = "" if expected.measured else ", at a pace that is assumed"
    return (
        f"{counted(plan.passages, 'passage')} and the first pages of {counted(plan.facts, 'document')} go to "
        f"`{expected.model}`, in {counted(plan.requests, 'request')}: about {tokens}, {price}, "
        f"{spoken(expected.seconds)}{pace}"
    )


def enriched_json(run: EnrichmentRun) -> dict[str, object]:
    """The record of `belegg enrich --json`."""
    return {
        "model": run.model,
        "asked": run.asked,
        "asked_about": run.facts,
        "documents": run.documents,
        "lines": run.lines,
        "of": run.of,
        "facts": run.values,
        "dropped": [{"source": one.source, "facts": list(one.names)} for one in run.dropped],
        "dropped_lines": run.dropped_lines,
        "borrowed_lines": run.borrowed_lines,
        "unanswered": [
            {
                "source": one.source,
                "passage": None if one.passage is None else one.passage.id,
                "place": place_of(one),
                "why": one.why,
            }
            for one in run.unanswered
        ],
        "usage": asdict(run.usage),
        "seconds": round(run.seconds, 3),
    }


def show_enriched(run: EnrichmentRun) -> None:
    """What is in use, what was asked for it, what was left out and why."""
    spent = "" if not run.usage.cost_usd else f", {run.usage.cost_usd:.2f} USD"
    asked = f"{counted(run.asked, 'line')} and {counted(run.facts, 'document')} asked for, in "
    say(f"{asked}{spoken(run.seconds)}, {run.usage.tokens:,} tokens{spent}, by {run.model}")
    lines = f"{run.lines:,} of {counted(run.of, 'passage')} have a context line"
    say(f"{lines}, {counted(run.values, 'fact')} of documents are the model's")
    if run.dropped:
        values = sum(len(one.names) for one in run.dropped)
        say(f"{counted(values, 'value')} dropped: they do not stand in their documents")
    if run.dropped_lines:
        say(f"{counted(run.dropped_lines, 'line')} dropped: they hold figures that stand nowhere")
    if run.borrowed_lines:
        words = "words of other passages of their document, or of its earlier versions"
        say(f"{counted(run.borrowed_lines, 'line')} dropped: they hold {words}")
    show_unanswered(run)


def show_unanswered(run: EnrichmentRun) -> None:
    """What the model gave nothing for."""
    if not run.unanswered:
        return
    say(
        f"{counted(len(run.unanswered), 'time')} the model gave nothing; the next `belegg enrich` asks again:"
    )
    for one in run.unanswered[:PLACES_SHOWN]:
        say(f"  {visible(place_of(one))}: {one.why}")
    if len(run.unanswered) > PLACES_SHOWN:
        say(f"  and {len(run.unanswered) - PLACES_SHOWN} more; --json lists them all")


def place_of(one: Unanswered) -> str:
    return f"{one.source}, facts" if one.passage is None else f"{one.source}, {where_in(one.passage)}"
