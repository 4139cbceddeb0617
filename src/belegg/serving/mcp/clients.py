"""What to write into a client's own settings so that it finds Belegg; one shape for each client."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, get_args

from belegg.errors import BadInput
from belegg.library.address import BESIDE, CONFIG, Address

Client = Literal["claude-desktop", "claude-code", "cursor", "vscode"]
CLIENTS: Final[tuple[Client, ...]] = get_args(Client)
NAME: Final = "belegg"
PASSFILE: Final = "PGPASSFILE"
KEPT: Final = (CONFIG, PASSFILE)
"""Environment variables that name files which a library in PostgreSQL is opened with."""
PASSWORD: Final = (
    f"The database's password does not stand there: name the file that holds it as {PASSFILE} under `env`, "
    "or keep it in ~/.pgpass."
)
TOKEN: Final = "BELEGG_TOKEN"  # the environment variable that holds an API token

FILES: Final[dict[Client, str]] = {
    "claude-desktop": (
        "`claude_desktop_config.json` (Settings › Developer › Edit Config; on macOS in "
        "~/Library/Application Support/Claude, on Windows in %APPDATA%\\Claude)"
    ),
    "claude-code": "`.mcp.json` in the project's folder",
    "cursor": "`.cursor/mcp.json` in the project's folder, or `~/.cursor/mcp.json`",
    "vscode": "`.vscode/mcp.json` in the project's folder",
}


@dataclass(frozen=True, slots=True)
class Block:
    """What to write, where, and other ways to the same (`aside`)."""

    text: str
    where: str
    aside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Started:
    """How a client starts Belegg: a command, and what stands in its environment."""

    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    aside: tuple[str, ...] = ()


def started(library: Address, groups: str | None) -> Started:
    """
    The command that serves this library to a client: absolute paths, since a client starts it anywhere. A
    database's password is left out.
    """
    beside = Path(sys.executable).with_name("belegg")
    command = [str(beside)] if beside.exists() else [sys.executable, "-m", "belegg"]
    asked_as = [] if groups is None else ["--as", groups]
    if not library.dsn:
        return Started((*command, "mcp", "--library", str(library.place.resolve()), *asked_as))
    kept = {name: str(Path(os.environ[name]).absolute()) for name in KEPT if os.environ.get(name)}
    environment = {BESIDE: str(library.place.parent.absolute())} | kept
    aside = () if PASSFILE in kept else (PASSWORD,)
    return Started((*command, "mcp", "--library", library.told, *asked_as), environment, aside)


def block_for(client: Client, how: Started) -> Block:
    """The block by which a client starts Belegg itself."""
    stdio: dict[str, object] = {"command": how.command[0], "args": list(how.command[1:])}
    if how.environment:
        stdio["env"] = dict(how.environment)
    aside = how.aside
    if client == "claude-code":
        given = [part for name, value in how.environment.items() for part in ("-e", f"{name}={value}")]
        line = shlex.join([NAME, *given, "--", *how.command])
        aside = (f"The same by a command: claude mcp add {line}", *aside)
    return Block(
        _written(client, {"type": "stdio", **stdio} if client == "vscode" else stdio), FILES[client], aside
    )


def block_for_url(client: Client, url: str) -> Block:
    """
    The block by which a client finds a server that runs. The token stands in an environment variable, or is
    asked for, and never in the file. Raises BadInput.
    """
    address = mcp_address(url)
    if client == "claude-desktop":
        raise BadInput(
            f"Claude Desktop has no file for servers on a network: add `{address}` under Settings › "
            "Connectors, or leave `--url` out to have it start Belegg itself"
        )
    if client == "vscode":
        return Block(_vscode(address), FILES[client])
    variable = f"${{{TOKEN}}}" if client == "claude-code" else f"${{env:{TOKEN}}}"
    remote: dict[str, object] = {"type": "http"} if client == "claude-code" else {}
    remote |= {"url": address, "headers": {"Authorization": f"Bearer {variable}"}}
    told = f"Set {TOKEN} to an API token; where Belegg runs for you alone, take `headers` out."
    return Block(_written(client, remote), FILES[client], (told,))


def mcp_address(url: str) -> str:
    """`https://host/belegg` → `https://host/belegg/mcp`. Raises BadInput."""
    if not url.startswith(("http://", "https://")) or any(sign.isspace() for sign in url):
        raise BadInput(f"`--url {url}` is no address; give that of the server: https://belegg.example.org")
    plain = url.rstrip("/")
    return plain if plain.endswith("/mcp") else f"{plain}/mcp"


def _written(client: Client, server: dict[str, object]) -> str:
    key = "servers" if client == "vscode" else "mcpServers"
    return json.dumps({key: {NAME: server}}, indent=2, ensure_ascii=False)


def _vscode(address: str) -> str:
    """VS Code asks for the token once and keeps it with its own secrets."""
    asked = {
        "type": "promptString",
        "id": "belegg-token",
        "description": "Belegg API token",
        "password": True,
    }
    headers = {"Authorization": "Bearer ${input:belegg-token}"}
    server = {"type": "http", "url": address, "headers": headers}
    return json.dumps({"inputs": [asked], "servers": {NAME: server}}, indent=2, ensure_ascii=False)
