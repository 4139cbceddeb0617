"""Which model has which role, and where that was said."""

from __future__ import annotations

from pathlib import Path

import pytest

from belegg.errors import BadSetting
from belegg.models.chat import Prices
from belegg.models.chat.roles import Configured, config_file, configured
from belegg.records.chat import ChatRole

SECRET = "sk-that-nobody-may-see"


def written(folder: Path, text: str) -> Path:
    file = folder / "belegg.toml"
    file.write_text(text, encoding="utf-8")
    return folder / "library.db"


def roles(folder: Path, text: str, **environment: str) -> dict[ChatRole, Configured]:
    return configured(written(folder, text), environment)


def test_without_settings_no_role_has_a_model(tmp_path: Path) -> None:
    assert configured(tmp_path / "library.db", {"BELEGG_CONFIG": ""}) == {}


@pytest.mark.req("AGE-8")
def test_a_role_has_what_the_file_says(tmp_path: Path) -> None:
    text = """
    [models.answer]
    provider = "openai"
    model = "qwen3"
    base_url = "http://localhost:8080/v1"
    acts_by = "json"
    temperature = 0
    most_tokens = 2000
    timeout_s = 300
    prices = { input = 1, output = 4.5 }
    """

    chosen = roles(tmp_path, text)["answer"]

    settings = chosen.settings
    assert settings.id == "openai:qwen3@localhost:8080"
    assert (settings.acts_by, settings.temperature, settings.most_tokens) == ("json", 0, 2000)
    assert (settings.timeout_s, settings.prices) == (300, Prices(1, 4.5))
    assert chosen.origins["model"] == str(tmp_path / "belegg.toml")
    assert chosen.key_setting == "BELEGG_ANSWER_KEY"


def test_a_role_may_be_one_line(tmp_path: Path) -> None:
    found = roles(tmp_path, '[models]\nanswer = "ollama:qwen3:8b"\n')

    assert found["answer"].settings.id == "ollama:qwen3:8b@127.0.0.1:11434"
    assert set(found) == {"answer"}


def test_the_environment_wins_and_is_the_origin(tmp_path: Path) -> None:
    found = roles(
        tmp_path,
        '[models.answer]\nprovider = "openai"\nmodel = "a"\nbase_url = "http://one:1"\ntemperature = 1\n',
        BELEGG_ANSWER_MODEL="b",
        BELEGG_ANSWER_BASE_URL="http://two:2",
    )

    chosen = found["answer"]
    assert chosen.settings.id == "openai:b@two:2"
    assert chosen.settings.temperature == 1
    assert chosen.origins["model"] == "BELEGG_ANSWER_MODEL"


def test_another_provider_in_the_environment_takes_nothing_of_the_files(tmp_path: Path) -> None:
    found = roles(
        tmp_path,
        '[models.answer]\nprovider = "openai"\nmodel = "a"\nkey_file = "openai.key"\n',
        BELEGG_ANSWER_MODEL="ollama:b",
    )

    assert found["answer"].settings.id == "ollama:b@127.0.0.1:11434"
    assert found["answer"].key_file is None


def test_other_roles_but_the_rerankers_take_the_default_and_never_the_answers_model(tmp_path: Path) -> None:
    alone = roles(tmp_path, '[models]\nanswer = "ollama:a"\n')
    both = roles(tmp_path, '[models]\nanswer = "ollama:a"\ndefault = "ollama:d"\n')

    assert set(alone) == {"answer"}
    assert both["answer"].settings.model == "a"
    assert {role for role, chosen in both.items() if chosen.settings.model == "d"} == {
        "judge",
        "understand",
        "enrich",
        "classify",
    }
    assert both["judge"].key_setting == "BELEGG_DEFAULT_KEY"


def test_the_file_beside_the_library_comes_before_that_of_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
        written(folder, "")
    monkeypatch.chdir(here)

    assert config_file(there / "library.db", {}) == there / "belegg.toml"
    assert config_file(tmp_path / "library.db", {}) == Path("belegg.toml")
    named = {"BELEGG_CONFIG": str(there / "belegg.toml")}
    assert config_file(here / "library.db", named) == there / "belegg.toml"
    assert config_file(there / "library.db", {"BELEGG_CONFIG": ""}) is None


def test_a_config_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="BELEGG_CONFIG names no file"):
        config_file(None, {"BELEGG_CONFIG": str(tmp_path / "nowhere.toml")})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[modles.answer]\n", "`modles`; `models` is meant"),
        ("[models.anwser]\n", "`anwser`; `answer` is meant"),
        ('[models.answer]\nmodle = "a"\n', r"\[models.answer\]` has an unknown setting `modle`; `model`"),
        ('[models.answer]\nprovider = "opnai"\nmodel = "a"\n', "`opnai` is no provider"),
        ('[models.answer]\nprovider = "openai"\n', "has no model"),
        ('[models.answer]\nmodel = "a"\n', "has no provider"),
        ('[models]\nanswer = "gpt"\n', "has no provider"),
        ("[models]\nanswer = 7\n", "neither a table nor"),
        ('[models.answer]\nprovider = "openai"\nmodel = "a"\ntimeout_s = "long"\n', "`timeout_s`"),
        ('[models.answer]\nprovider = "openai"\nmodel = "a"\ntemperature = 3\n', "`temperature`"),
        ('[models.answer]\nprovider = "openai"\nmodel = "a"\nprices = { input = 1 }\n', "`prices`"),
        ('[models.answer]\nprovider = "azure"\nmodel = "a"\n', "Azure needs a base_url"),
        ('[models.answer]\nprovider = "openai"\nmodel = "a"\nbase_url = "ftp://x"\n', "base_url"),
        ("[models.answer\n", "is no TOML.*line 1"),
        ("models = 1\n", "no table"),
    ],
)
def test_a_setting_that_cannot_be_meant_is_named_with_its_file(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(BadSetting, match=words) as raised:
        roles(tmp_path, text)

    assert "belegg.toml" in str(raised.value)


@pytest.mark.parametrize("name", ["key", "api_key", "token"])
def test_a_key_in_the_file_is_refused_and_not_repeated(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadSetting, match="set BELEGG_ANSWER_KEY or name") as raised:
        roles(tmp_path, f'[models.answer]\nprovider = "openai"\nmodel = "a"\n{name} = "{SECRET}"\n')

    assert SECRET not in str(raised.value)


def test_a_key_comes_from_the_environment_or_a_file(tmp_path: Path) -> None:
    (tmp_path / "one.key").write_text("sk-of-the-file\n", encoding="utf-8")
    (tmp_path / "two.key").write_text("sk-of-the-variable\n", encoding="utf-8")
    text = '[models.answer]\nprovider = "openai"\nmodel = "a"\nkey_file = "one.key"\n'
    chosen = roles(tmp_path, text)["answer"]

    def key(**environment: str) -> str | None:
        found = chosen.key(environment)
        return None if found is None else found.reveal()

    assert key() == "sk-of-the-file"
    assert key(BELEGG_ANSWER_KEY_FILE=str(tmp_path / "two.key")) == "sk-of-the-variable"
    assert key(BELEGG_ANSWER_KEY=SECRET) == SECRET
    assert SECRET not in repr(chosen)


def test_a_key_file_that_is_not_there_is_a_matter_of_its_role_alone(tmp_path: Path) -> None:
    text = '[models.answer]\nprovider = "openai"\nmodel = "a"\nkey_file = "gone"\n'
    found = roles(tmp_path, text + '[models.judge]\nprovider = "ollama"\nmodel = "b"\n')

    assert found["judge"].key({}) is None
    with pytest.raises(BadSetting, match="key_file of the role `answer` names cannot be read"):
        found["answer"].key({})


@pytest.mark.req("AGE-2", "AGE-8")
def test_a_decision_model_is_for_the_role_classify_alone(tmp_path: Path) -> None:
    found = roles(tmp_path, '[models]\nclassify = "systemone:jev-latest"\n')
    assert found["classify"].settings.id == "systemone:jev-latest@api.typesafe.ai"

    with pytest.raises(BadSetting, match="`systemone` decides and does not write"):
        roles(tmp_path, '[models]\nanswer = "systemone:jev-latest"\n')
