"""Where the `belegg` script starts: before any heavy import, so that Ctrl-C never shows a traceback."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command that the process's arguments name; ends the process."""
    try:
        for stream in (sys.stdout, sys.stderr):
            # A file name that is no text, or a terminal without Unicode, must not end a command.
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        from belegg.serving.cli.commands import app

        app()
    except KeyboardInterrupt:  # before a command was there to be stopped
        from belegg.serving.faults import INTERRUPTED

        print("Stopped.", file=sys.stderr)
        sys.exit(INTERRUPTED)
