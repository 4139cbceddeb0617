"""`python -m belegg` is the `belegg` command."""

from belegg.serving.cli.main import main

main()
