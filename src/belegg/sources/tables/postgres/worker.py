"""The process that asks a company's server: one question in, one answer out, and it ends (see `held`)."""

from __future__ import annotations

from belegg.sources.tables.held import heard, speak

START = "sys.path += sys.argv[1:]; from belegg.sources.tables.postgres.worker import main; main()"
"""What a new Python runs; places of modules are its arguments."""


def main() -> None:
    """Answer what stands on standard input."""
    answering, asked = heard()
    if asked["what"] == "select":
        import belegg.sources.tables.statement  # noqa: F401  before its time begins
    from belegg.sources.tables.postgres.running import answer

    speak(answering, asked, answer)
