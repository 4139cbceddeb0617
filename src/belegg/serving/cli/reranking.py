"""`rerank`: a model that judges what a search found."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Literal

import typer

from belegg.errors import BadSetting
from belegg.library.library import WAIT_S, Library
from belegg.serving.cli import options
from belegg.serving.cli.options import DEFAULT_LIBRARY
from belegg.serving.cli.terminal import say, say_at_once, say_json


def rerank(
    library: options.LibraryAt = DEFAULT_LIBRARY,
    provider: Annotated[
        Literal["jina", "cohere", "tei", "chat"] | None,
        typer.Option(
            help="The interface. `jina` with --base-url is also vLLM and llama.cpp; `chat` is any chat model "
            "with JSON schemas."
        ),
    ] = None,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="The model; for `tei` only a name.")
    ] = None,
    base_url: Annotated[
        str | None, typer.Option(metavar="URL", help="Where the server is, as `http://host:port`.")
    ] = None,
    off: Annotated[bool, typer.Option("--off", metavar="", help="Rerank no longer.")] = False,
    wait: options.Wait = WAIT_S,
    as_json: options.Json = False,
) -> None:
    """
    Let a model judge the best passages of each search against the question, and put these in its order.

    $ belegg rerank --provider tei --model bge-reranker-v2-m3 --base-url http://localhost:8080
    $ belegg rerank --off

    Without options it says which one is set. From then on each question goes to that server, with the
    passages that were found for it; searches with `--mode keyword` do not. It has four seconds; when it
    fails, the order stays as it was and a note says so. It is asked once before it is remembered. Its key
    comes from BELEGG_RERANK_KEY, or the file that BELEGG_RERANK_KEY_FILE names, and is never stored.
    """
    given = {"--provider": provider, "--model": model, "--base-url": base_url}
    asked = [name for name, value in given.items() if value is not None]
    if off and asked:
        raise BadSetting(f"`--off` and `{asked[0]}` exclude each other; give one of them")
    if asked and (provider is None or model is None):
        raise BadSetting("a reranker needs `--provider` and `--model NAME`; give both")
    with Library.open(library, wait_s=wait, tell=say_at_once) as opened:
        if off:
            opened.rerank_with(None)
        elif provider is not None and model is not None:
            from belegg.models.rerank.settings import RerankerSettings

            opened.rerank_with(RerankerSettings(provider, model, base_url))
        now = opened.reranks_with()
        role = opened.chat_roles().get("rerank") if now is None and not as_json else None
    if as_json:
        say_json({"reranker": None if now is None else asdict(now)})
    elif now is None and role is not None:
        say(f"searches are reranked by `{role.settings.id}`, which has the role `rerank`")
    elif now is None:
        say("searches are not reranked")
    else:
        at = f" at {now.base_url}" if now.base_url else ""
        say(f"searches are reranked by `{now.model}` ({now.provider}{at})")
