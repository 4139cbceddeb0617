"""What `belegg mcp config` prints is what a client reads, and starts what it says."""

from __future__ import annotations

import json
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from belegg.errors import BadInput
from belegg.serving.cli.commands import app
from belegg.serving.mcp.clients import CLIENTS, mcp_address

pytestmark = pytest.mark.req("FAC-3")


def printed(*words: str) -> tuple[Any, str]:
    """The block as JSON, and what is said aside."""
    done = CliRunner().invoke(app, ["mcp", "config", *words])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout), done.stderr


@pytest.mark.parametrize("client", CLIENTS)
def test_the_block_starts_belegg_by_absolute_paths(client: str, company_file: Path, tmp_path: Path) -> None:
    block, aside = printed(client, "--library", str(company_file), "--as", "hr,board")
    server = block["servers" if client == "vscode" else "mcpServers"]["belegg"]

    words = [server["command"], *server["args"]]
    assert Path(words[0]).is_absolute()
    assert words[-4:] == ["--library", str(company_file), "--as", "hr,board"]
    assert server.get("type") == ("stdio" if client == "vscode" else None)
    started = subprocess.run(words, input=b"", capture_output=True, cwd=tmp_path, timeout=60, check=False)
    assert (started.returncode, started.stdout) == (0, b"")
    assert ".json`" in aside


def test_claude_code_is_told_the_command_too(company_file: Path) -> None:
    block, aside = printed("claude-code", "--library", str(company_file))
    server = block["mcpServers"]["belegg"]

    (line,) = [line for line in aside.splitlines() if "claude mcp add" in line]
    _, _, said = line.partition("claude mcp add belegg -- ")
    assert shlex.split(said) == [server["command"], *server["args"]]


@pytest.mark.parametrize("client", ["claude-code", "cursor", "vscode"])
def test_no_token_stands_in_a_file(client: str) -> None:
    block, _ = printed(client, "--url", "https://belegg.example.org/docs/")
    server = block["servers" if client == "vscode" else "mcpServers"]["belegg"]

    assert server["url"] == "https://belegg.example.org/docs/mcp"
    assert server["headers"]["Authorization"].startswith("Bearer ${")
    assert server.get("type") == (None if client == "cursor" else "http")


def test_claude_desktop_finds_servers_by_its_connectors() -> None:
    done = CliRunner().invoke(app, ["mcp", "config", "claude-desktop", "--url", "https://b.example"])

    assert done.exit_code == 2
    assert "Connectors" in done.stderr


def test_an_unknown_client_is_told_which_there_are() -> None:
    done = CliRunner().invoke(app, ["mcp", "config", "emacs"])

    assert done.exit_code == 2
    assert "claude-desktop, claude-code, cursor, vscode" in done.stderr


@pytest.mark.parametrize("url", ["belegg.example.org", "file:///etc", "https://a b", ""])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(BadInput):
        mcp_address(url)
