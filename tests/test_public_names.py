"""What `import belegg` offers, and what it costs."""

from __future__ import annotations

import subprocess
import sys

import pytest

import belegg

HEAVY = (
    *("numpy", "apsw", "typer", "regex", "Stemmer", "yaml", "markdown_it", "selectolax", "pypdfium2"),
    *("httpx", "httpx2", "openai", "anthropic", "google", "pydantic", "pydantic_ai", "tomllib"),
)
CHATS = ("httpx", "httpx2", "openai", "anthropic", "pydantic", "pydantic_ai", "belegg.models")

ROOMS = ("belegg.reading", "belegg.sources", "belegg.answering", "belegg.evaluation")


@pytest.mark.req("FAC-5")
def test_the_public_names_are_few_sorted_and_there() -> None:
    assert len(belegg.__all__) <= 30
    assert belegg.__all__ == sorted(belegg.__all__, key=lambda name: (not name.isupper(), name))
    assert [name for name in belegg.__all__ if not hasattr(belegg, name)] == []


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no `Nothing`"):
        belegg.Nothing  # noqa: B018


def modules_after(statement: str) -> set[str]:
    """What a fresh Python has imported after a statement: packages, and our own by room."""
    code = f"import sys; {statement}; print(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names = done.stdout.split()
    return {name.partition(".")[0] for name in names} | {n for n in names if n.count(".") == 1}


@pytest.mark.parametrize(
    ("statement", "not_needed"),
    [
        ("import belegg", HEAVY),
        ("from belegg import Scope, OWNER", HEAVY),
        (
            "import belegg.serving.cli.commands",
            ("numpy", "apsw", "yaml", "markdown_it", "selectolax", "pypdfium2", "rich", *ROOMS),
        ),
        ("import belegg.serving.cli.main", ("typer", "typing", "dataclasses")),
        ("import belegg.library.library, belegg.search.search", CHATS),
        ("from belegg import check_quote", ("numpy", "apsw", "typer")),
    ],
)
def test_what_is_not_needed_is_not_imported(statement: str, not_needed: tuple[str, ...]) -> None:
    assert modules_after(statement) & set(not_needed) == set()
