"""`eval retrieval` and `eval questions`: how well the search finds what it should."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from belegg.library import evaluate
from belegg.library.library import Library
from belegg.serving.cli import options, render
from belegg.serving.cli.options import DEFAULT_LIBRARY, scope_of
from belegg.serving.cli.progress import watcher
from belegg.serving.cli.terminal import say_json
