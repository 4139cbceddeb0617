"""The demo company that ships with Belegg, and the questions that are asked of it."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

from belegg.errors import BadInput

HERE = Path(__file__).resolve().parent.parent
IN_A_WHEEL = HERE / "demo"
IN_A_CHECKOUT = HERE.parent.parent / "examples"


@dataclass(frozen=True, slots=True)
class DemoQuestion:
    """A question of the demo. `why` says what it shows."""

    question: str
    why: str


def company_folder() -> Path:
    """The demo company's documents: inside the package in a wheel, in `examples/` in a checkout."""
    for folder in (IN_A_WHEEL, IN_A_CHECKOUT):
        if (folder / "company").is_dir():
            return folder / "company"
    raise BadInput(f"the demo company is not installed (neither in `{IN_A_WHEEL}` nor in `{IN_A_CHECKOUT}`)")


def access_rules() -> Path:
    """Who may read what in the demo company."""
    return company_folder().with_name("company.access.tsv")


def place_tables(folder: Path) -> None:
    """Put the demo company's tables and the settings that name them beside a library. What is there stays."""
    source = company_folder()
    settings = folder / "belegg.toml"
    if not settings.exists():
        shutil.copytree(source.with_name("company.tables"), folder / "company.tables", dirs_exist_ok=True)
        shutil.copyfile(source.with_name("company.belegg.toml"), settings)


def demo_questions() -> list[DemoQuestion]:
    """The questions, in the order in which the demo asks them; the last one has no answer."""
    asked = json.loads(company_folder().with_name("company.demo.json").read_text(encoding="utf-8"))
    return [DemoQuestion(each["question"], each["why"]) for each in asked]
