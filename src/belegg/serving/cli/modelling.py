"""`models`: which role has which model, from where, and what each can do."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from belegg.serving.cli import options
from belegg.serving.cli.options import DEFAULT_LIBRARY
from belegg.serving.cli.terminal import columns, one_line, say, say_aside, say_json, styled, visible, wrapped
from belegg.serving.faults import MODEL_FAILED

if TYPE_CHECKING:
    from belegg.models.chat.probing import Probed
    from belegg.models.chat.roles import Configured
    from belegg.records.chat import ChatRole

NO_FORM = (
    "It does not keep to a JSON schema: its replies may not be in the form that this role needs; take "
    "another model."
)

app = typer.Typer(no_args_is_help=False)


@app.callback(invoke_without_command=True)
def models(
    context: typer.Context,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    Which model has which role, from where each setting came, and whether there is a key.

    $ belegg models
    $ belegg models check

    A role without a model is not played: without `answer`, answers are made of quotations alone. Settings
    stand in `belegg.toml`: the file that BELEGG_CONFIG names, else the one beside the library, else the one
    in the working folder. BELEGG_ANSWER_MODEL (`provider:model`), BELEGG_ANSWER_BASE_URL and
    BELEGG_ANSWER_KEY or BELEGG_ANSWER_KEY_FILE win over it, and so on for JUDGE, UNDERSTAND, RERANK, ENRICH,
    CLASSIFY and DEFAULT. No server is asked.
    """
    if context.invoked_subcommand is not None:
        return
    from belegg.library.chats import config_file, roles

    file, chosen = config_file(library.place), roles(library.place)
    if as_json:
        say_json({"config": None if file is None else str(file), "roles": [told(c) for c in chosen.values()]})
        return
    say(f"settings: {visible(str(file))}" if file is not None else "settings: no `belegg.toml`")
    for role, each in named(chosen).items():
        say(f"{role:<11} {'no model' if each is None else shown(each)}")


@app.command()
def check(
    library: options.LibraryAt = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    Try what the model of each role can do: answer, stream, call tools, keep to a JSON schema, tell logprobs,
    and, of `classify`, decide.

    $ belegg models check

    Five short calls for each model, one for a model that only decides; nothing of the library is sent. Exit
    code 4 when a role's model does not answer.
    """
    from belegg.library.chats import checked, roles

    chosen = roles(library.place)
    found = dict(checked(chosen))
    if as_json:
        say_json({"roles": [probed_as_json(chosen[role], each) for role, each in found.items()]})
    elif not found:
        say("no role has a model; `belegg models --help` says how to give it one")
    else:
        for role, each in found.items():
            show(chosen[role], each)
    if not all(each.answers for each in found.values()):
        silent = ", ".join(f"`{role}`" for role, each in found.items() if not each.answers)
        say_aside(f"belegg: no answer from the model of {silent}")
        raise typer.Exit(MODEL_FAILED)


def named(chosen: Mapping[ChatRole, Configured]) -> dict[ChatRole, Configured | None]:
    from belegg.models.chat.roles import ROLES

    return {role: chosen.get(role) for role in ROLES}


def shown(each: Configured) -> str:
    missing = f"no key: set `{each.key_setting}`" if each.settings.is_at_maker else "no key"
    key = "key set" if each.has_key(os.environ) else missing
    origins = ", ".join(f"{name}: {Path(where).name}" for name, where in each.origins.items())
    return visible(f"{each.settings.id}  {key}  {styled(f'({origins})', 'dim')}")


def told(each: Configured) -> dict[str, Any]:
    settings = each.settings
    return {
        "role": each.role,
        "id": settings.id,
        "provider": settings.provider,
        "model": settings.model,
        "base_url": settings.address.url(""),
        "acts_by": settings.acts_by,
        "key": each.has_key(os.environ),
        "key_setting": each.key_setting,
        "origins": dict(each.origins),
    }


def probed_as_json(each: Configured, found: Probed) -> dict[str, Any]:
    return {
        "role": each.role,
        "id": found.id,
        "served": found.served,
        "answers": found.answers,
        "acts_by": found.acts_by,
        "advice": advice(each, found),
        "probes": [
            {"ability": p.ability, "works": p.works, "told": p.told, "seconds": round(p.seconds, 3)}
            for p in found.probes
        ],
    }


def show(each: Configured, found: Probed) -> None:
    say(styled(f"{each.role}  {visible(found.id)}", "bold"))
    rows = [
        (f"  {p.ability}", "yes" if p.works else "no", f"{p.seconds:.1f} s", one_line(p.told))
        for p in found.probes
    ]
    say(columns(rows))
    say(wrapped(advice(each, found), indent=2))


def advice(each: Configured, found: Probed) -> str:
    """What follows from the probes, in a sentence."""
    given, able = each.settings.acts_by, found.acts_by
    if not found.answers:
        return "It does not answer; see above."
    if each.role == "classify":
        return "It makes quick calls." if found.decides else "It makes no quick calls; see above."
    if each.role != "answer":  # searches nothing: it is asked for a form, and read as one
        keeps = any(p.works for p in found.probes if p.ability == "schema")
        return "It keeps to a JSON schema, which is all that this role needs." if keeps else NO_FORM
    if able is None:
        return "It neither calls tools nor keeps to a JSON schema, so it cannot search; take another model."
    if given == "auto":
        spared = "" if able == "tools" else '; `acts_by = "json"` spares a request each time Belegg starts'
        return f"`auto` comes to `{able}`{spared}."
    works = {p.ability for p in found.probes if p.works}
    if given == "tools" and able == "json":
        return 'It does not call tools: set `acts_by = "json"`.'
    if given == "json" and "schema" not in works:
        return 'It does not keep to a JSON schema: set `acts_by = "tools"`.'
    return f"It acts by `{given}`, as is set."
