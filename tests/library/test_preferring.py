"""What `[ask]` in belegg.toml says of how questions are answered."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from belegg.answering.settings import AskSettings, Limits
from belegg.errors import BadSetting, MissingExtra, ModelRefused, UserError
from belegg.library.chats import LateChat
from belegg.library.library import Library
from belegg.library.preferring import Preferred, preferred, said_over
from belegg.records import OWNER, Scope
from belegg.seams import Chat
from belegg.testing import ScriptedChat
from extras import needs


def written(folder: Path, text: str) -> Path:
    (folder / "belegg.toml").write_text(text, encoding="utf-8")
    return folder / "belegg.db"


def test_without_a_file_all_is_as_usual(tmp_path: Path) -> None:
    assert preferred(tmp_path / "belegg.db") == Preferred()


@pytest.mark.req("AGE-7")
def test_steps_and_limits_are_what_the_file_says(tmp_path: Path) -> None:
    library = written(
        tmp_path, "[ask]\njudge = false\nmost_rounds = 5\nmost_seconds = 30\nmost_cost = 0.5\nkeep = false\n"
    )

    found = preferred(library)

    assert found.keep is False
    assert not found.settings.use_judge
    assert found.settings.use_model
    assert found.settings.limits == Limits(rounds=5, seconds=30, cost_usd=0.5)


def test_what_is_said_with_a_question_wins_and_the_rest_stays(tmp_path: Path) -> None:
    library = written(tmp_path, "[ask]\nmost_rounds = 5\nmost_tokens = 1000\n")

    found = said_over(preferred(library).settings, {"most_rounds": 7, "judge": False, "model": None})

    assert found == AskSettings(limits=Limits(rounds=7, tokens=1000), use_judge=False)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[ask]\nmost_round = 5\n", "`most_rounds` is meant?"),
        ('[ask]\njudge = "no"\n', "`judge` is `true` or `false`, and not `no`"),
        ("[ask]\nmost_rounds = true\n", "`most_rounds` is a whole number"),
        ("[ask]\nmost_rounds = 2.5\n", "`most_rounds` is a whole number"),
        ("[ask]\nmost_seconds = 0\n", "under `[ask]`: the limit of seconds is `0`"),
        ("[ask]\noutdated_months = 0\n", "`outdated_months` is `0`"),
        ("ask = 3\n", "`ask` is no table"),
        ("[asks]\n", "`ask` is meant?"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_its_place(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(BadSetting) as refused:
        preferred(written(tmp_path, text))

    assert told in str(refused.value)
    assert "belegg.toml" in str(refused.value)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library.open(tmp_path / "belegg.db", create=True)


@pytest.mark.req("AGE-8")
@pytest.mark.parametrize(
    ("role", "without"),
    [("answer", "--no-model"), ("judge", "--no-judge"), ("understand", "--no-understanding")],
)
def test_a_model_without_its_key_is_refused_before_anything_is_done(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, role: str, without: str
) -> None:
    needs("chat")
    monkeypatch.delenv("BELEGG_ANSWER_KEY", raising=False)
    models = {"answer": "ollama:m", role: "openai:gpt-5"}
    written(tmp_path, "[models]\n" + "\n".join(f'{name} = "{model}"' for name, model in models.items()))
    told: list[object] = []

    with pytest.raises(UserError) as refused:
        library.ask("How long is the notice period?", Scope(OWNER), watch=told.append)

    assert told == []
    assert "wants a key" in str(refused.value)
    assert without in str(refused.value)


def test_a_model_that_cannot_be_opened_later_is_a_model_that_fails() -> None:
    def opening() -> Chat:
        raise BadSetting("the file that BELEGG_ANSWER_KEY_FILE names cannot be read")

    async def asked() -> None:
        async for _ in LateChat("openai:gpt-5", opening).stream(()):
            pass

    with pytest.raises(ModelRefused, match="cannot be read"):
        asyncio.run(asked())


def test_which_models_would_work_is_told_without_a_question(library: Library) -> None:
    assert library.models_for() == {}
    library.use_models(answer=ScriptedChat([], id="fake:writer"), judge=ScriptedChat([], id="fake:judge"))

    assert library.models_for() == {"answer": "fake:writer", "judge": "fake:judge"}
    assert library.models_for(AskSettings(use_judge=False)) == {"answer": "fake:writer"}
    assert library.models_for(AskSettings(use_model=False)) == {}


def test_a_role_that_is_left_out_needs_no_key(library: Library, tmp_path: Path) -> None:
    written(tmp_path, '[models]\njudge = "openai:gpt-5"\n')

    library.ask("How long is the notice period?", Scope(OWNER), settings=AskSettings(use_model=False))


def test_a_model_whose_part_is_not_installed_is_refused_with_its_name(
    library: Library, tmp_path: Path
) -> None:
    try:
        import anthropic  # noqa: F401
    except ImportError:
        written(tmp_path, '[models]\nanswer = "anthropic:claude"\n')
        with pytest.raises(MissingExtra, match=r"belegg\[anthropic\].*--no-model"):
            library.ask("How long is the notice period?", Scope(OWNER))
    else:
        pytest.skip("`belegg[anthropic]` is installed")
