"""
The pages that are made: docs/reference/cli.md, json.md and http.md from the code, the list of decisions from
their headings, and the schemas of the HTTP API from the contract of the JSON.

`python tests/reference.py` writes them; tests/test_reference.py fails when they are not fresh.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parent.parent
FOLDER = PROJECT / "docs" / "reference"
SCHEMAS = PROJECT / "src" / "belegg" / "serving" / "http" / "schemas.json"
DECISIONS = PROJECT / "docs" / "decisions"
MADE = "<!-- Made from the code by `python tests/reference.py`; do not edit. -->"


def pages() -> dict[Path, str]:
    """Each generated page with its text."""
    from reference_http import http_page, schemas_text

    return {
        FOLDER / "cli.md": cli_page(),
        FOLDER / "json.md": json_page(),
        DECISIONS / "README.md": decisions_page(),
        SCHEMAS: schemas_text(),
        FOLDER / "http.md": http_page(MADE),
    }


# ---------------------------------------------------------------- commands


def cli_page() -> str:
    from typer.main import get_command

    from belegg.serving.cli.commands import app
    from belegg.serving.faults import EXIT_MEANINGS

    sections = [
        section for name, command in commands(get_command(app)) for section in command_lines(name, command)
    ]
    codes = [f"| {code} | {meaning} |" for code, meaning in EXIT_MEANINGS.items()]
    told = ["| exit code | meaning |", "|---|---|", *codes, ""]
    return "\n".join([MADE, "", "# Commands", "", *told, *sections])


def commands(group: Any, above: str = "belegg") -> Iterator[tuple[str, Any]]:
    """Every command that can be run, in the order of `belegg --help`."""
    for name, command in group.commands.items():
        if getattr(command, "invoke_without_command", False):
            yield f"{above} {name}", command
        if getattr(command, "commands", None):
            yield from commands(command, f"{above} {name}")
        else:
            yield f"{above} {name}", command


def command_lines(name: str, command: Any) -> list[str]:
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    options = [p for p in command.params if p.param_type_name == "option"]
    shown = " ".join(p.human_readable_name if p.required else f"[{p.human_readable_name}]" for p in arguments)
    return [
        f"## {name}",
        "",
        *help_lines(inspect.cleandoc(command.help or "")),
        "",
        "```text",
        f"{name} {shown}".strip() + (" [OPTIONS]" if options else ""),
        "```",
        "",
        *[f"- `{p.human_readable_name}`: {p.help}" for p in arguments],
        *[f"- {names_of(p)}: {p.help}{default_of(p)}" for p in options],
        "",
    ]


def help_lines(text: str) -> list[str]:
    """The help with its examples as fenced blocks."""
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        example = line.startswith("$ ")
        if example and not inside:
            lines.append("```text")
        elif inside and not example:
            lines.append("```")
        lines.append(line)
        inside = example
    return [*lines, "```"] if inside else lines


def names_of(option: Any) -> str:
    """``--ranking` `default|bm25|cover``: the names, and what goes with them."""
    names = ", ".join(f"`{name}`" for name in option.opts)
    choices = "|".join(getattr(option.type, "choices", None) or ())
    value = option.metavar or choices or option.name.upper()
    return names if option.is_flag else f"{names} `{value}`"


def default_of(option: Any) -> str:
    environment = f" (or `{option.envvar}`)" if option.envvar else ""
    if option.is_flag or option.default is None:
        return environment
    return f" Default: `{option.default}`{environment}."


# ---------------------------------------------------------------- JSON


def json_page() -> str:
    from json_contract import CONTRACT

    lines = [
        MADE,
        "",
        "# JSON",
        "",
        "Every command prints one JSON object with `--json`, `chat` one on a line for each question.",
        "`hits[].rank` is `rank` in each item of `hits`,",
        "`{}` any value of an object whose keys are not known beforehand; a type with `?` may be",
        "null. Keys are not renamed or removed within a major version; new ones may come. Offsets count",
        "characters of a document's text from 0, ends are exclusive; pages are physical, from 1. Why so:",
        "[decision 55](../decisions/0055-json-that-programs-rely-on.md).",
        "",
    ]
    for command, keys in CONTRACT.items():
        heading = f"belegg {command} --json" if not command.startswith("any ") else command.capitalize()
        lines += [f"## {heading}", "", "| key | type | meaning |", "|---|---|---|"]
        lines += [f"| `{key}` | {kind} | {meaning} |" for key, (kind, meaning) in keys.items()]
        lines.append("")
    return "\n".join(lines)


# ---------------------------------------------------------------- decisions


def decisions_page() -> str:
    """Every decision by its number and heading."""
    lines = [MADE, "", "# Decisions", "", "What was decided, why, what it costs, and what was measured.", ""]
    for path in sorted(DECISIONS.glob("0*.md")):
        heading = path.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
        number, _, title = heading.partition(" ")
        lines.append(f"- {number} [{title}]({path.name})")
    return "\n".join([*lines, ""])


def main() -> int:
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(PROJECT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
