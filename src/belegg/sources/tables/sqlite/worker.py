"""
The process that asks a SQLite file: one question in, one answer out, and it ends.

It reads a JSON object to the end of its input, says `+` when it has all that it needs and its time begins,
and writes the answer, a JSON object too. It is held to its memory and its processor time before it touches
the file: should nobody be left to end it, it ends by itself.
"""

from __future__ import annotations

from belegg.sources.tables.held import heard, speak

START = "sys.path += sys.argv[1:]; from belegg.sources.tables.sqlite.worker import main; main()"
"""What a new Python runs; places of modules are its arguments."""


def main() -> None:
    """Answer what stands on standard input. Whatever a library prints goes nowhere."""
    answering, asked = heard()
    if asked["what"] == "select":
        import belegg.sources.tables.sqlite.guards
        import belegg.sources.tables.statement  # noqa: F401  before its time begins
    from belegg.sources.tables.sqlite.running import answer

    speak(answering, asked, answer)
