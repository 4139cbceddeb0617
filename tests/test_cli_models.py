"""`belegg models` and `belegg models check`, as a person types them, against a server on this machine."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from belegg import Library
from belegg.records.chat import Reply
from belegg.serving.cli.commands import app
from belegg.testing import ScriptedChat
from belegg.testing.chat import Request, calls, says
from belegg.testing.chat_faults import FAULTS
from belegg.testing.chat_server import ChatServer
from belegg.testing.deciding import deciding
from belegg.testing.model_server import ModelServer, status
from extras import needs
from json_contract import CONTRACT

SCREEN = CliRunner()
SECRET = "sk-that-nobody-may-see"


def able(request: Request) -> Reply:
    """A model that does all it is asked for."""
    if request.tools:
        return calls(("report", {"colour": "green"}))
    if request.schema is not None:
        return says('{"colour": "green"}')
    return says("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20")


def without_tools(request: Request) -> Reply:
    """A server that drops tools without a word."""
    return says("The door is green.") if request.tools else able(request)


def said(
    folder: Path,
    *words: str,
    exit_code: int = 0,
    toml: str = "",
    environment: Mapping[str, str] | None = None,
) -> Any:
    (folder / "belegg.toml").write_text(toml, encoding="utf-8")
    library = ["--library", str(folder / "belegg.db")]
    done = SCREEN.invoke(app, [*words, *library], env=environment)
    assert done.exit_code == exit_code, done.output
    assert SECRET not in done.output
    return json.loads(done.stdout) if "--json" in words else done.output


def answered_by(server: ChatServer) -> str:
    return f'[models.answer]\nprovider = "openai"\nmodel = "m"\nbase_url = "{server.base_url}"\n'


def keys_of(command: str) -> set[str]:
    """The names of one item of `roles`, by the contract."""
    inner = (path.removeprefix("roles[].") for path in CONTRACT[command] if path.startswith("roles[]."))
    return {name for name in inner if not set("[]{}.") & set(name)}


def test_models_without_settings_says_that_no_role_has_one(tmp_path: Path) -> None:
    assert "answer      no model" in said(tmp_path, "models")
    assert said(tmp_path, "models", "--json")["roles"] == []


@pytest.mark.req("AGE-8")
def test_models_says_where_each_setting_came_from_and_never_the_key(tmp_path: Path) -> None:
    toml = '[models.answer]\nprovider = "openai"\nmodel = "gpt-5"\n'
    environment = {"BELEGG_ANSWER_KEY": SECRET, "BELEGG_JUDGE_MODEL": "anthropic:claude"}

    told = said(tmp_path, "models", "--json", toml=toml, environment=environment)
    text = said(tmp_path, "models", toml=toml, environment=environment)

    answer, judge = told["roles"]
    assert told["config"] == str(tmp_path / "belegg.toml")
    assert set(answer) == keys_of("models")
    assert (answer["id"], answer["key"], judge["key"]) == ("openai:gpt-5@api.openai.com", True, False)
    assert judge["origins"]["model"] == "BELEGG_JUDGE_MODEL"
    assert "no key: set `BELEGG_JUDGE_KEY`" in text


@pytest.mark.req("AGE-8")
def test_check_tells_what_works_and_how_the_model_would_act(tmp_path: Path) -> None:
    needs("chat")
    with ChatServer([able]) as server:
        told = said(tmp_path, "models", "check", "--json", toml=answered_by(server))

    [answer] = told["roles"]
    works = {probe["ability"]: probe["works"] for probe in answer["probes"]}
    assert set(answer) == keys_of("models check")
    assert works == {"text": True, "stream": True, "tools": True, "schema": True, "logprobs": False}
    assert (answer["acts_by"], answer["answers"]) == ("tools", True)


def test_check_of_a_model_that_ignores_tools_says_json(tmp_path: Path) -> None:
    needs("chat")
    with ChatServer([without_tools]) as server:
        text = said(tmp_path, "models", "check", toml=answered_by(server))

    assert "did not call a tool that it must call" in text
    assert "`auto` comes to `json`" in text


def test_check_of_a_judge_speaks_of_the_form_and_not_of_searching(tmp_path: Path) -> None:
    needs("chat")
    with ChatServer([without_tools]) as server:
        toml = answered_by(server).replace("models.answer", "models.judge")
        text = said(tmp_path, "models", "check", toml=toml)

    assert "It keeps to a JSON schema, which is all that this role needs." in text
    assert "search" not in text


def test_check_of_a_model_that_does_not_answer_is_exit_code_4(tmp_path: Path) -> None:
    needs("chat")
    with ChatServer([FAULTS["401"]]) as server:
        told = said(tmp_path, "models", "check", "--json", toml=answered_by(server), exit_code=4)

    [answer] = told["roles"]
    assert [probe["ability"] for probe in answer["probes"]] == ["text"]
    assert "set `BELEGG_ANSWER_KEY`" in answer["probes"][0]["told"]


def test_a_role_without_its_key_is_the_callers_to_mend(tmp_path: Path) -> None:
    toml = '[models]\nanswer = "openai:gpt-5"\n'

    output = said(tmp_path, "models", "check", toml=toml, exit_code=2)

    assert "wants a key; set `BELEGG_ANSWER_KEY`" in output


def test_check_without_the_extra_says_how_to_install_it(tmp_path: Path) -> None:
    if find_spec("pydantic_ai") is not None:
        pytest.skip("`belegg[chat]` is installed")
    toml = '[models.answer]\nprovider = "ollama"\nmodel = "m"\n'

    output = said(tmp_path, "models", "check", toml=toml, exit_code=2)

    assert "pip install 'belegg[chat]'" in output


def test_a_setting_that_is_misspelt_is_named(tmp_path: Path) -> None:
    output = said(tmp_path, "models", toml='[models.answer]\nmodle = "x"\n', exit_code=2)

    assert "`modle`" in output


def test_a_library_opens_the_model_of_a_role_that_has_one(tmp_path: Path) -> None:
    needs("chat")
    toml = '[models]\nanswer = "llama.cpp:small"\njudge = "openai:gpt-5"\n'
    (tmp_path / "belegg.toml").write_text(toml, encoding="utf-8")
    with Library.open(tmp_path / "belegg.db", create=True) as library:
        answer = library.chat("answer")
        again = library.chat("answer")
        nobody = library.chat("understand")

    assert answer is not None
    assert (answer.id, again is answer, nobody) == ("llama.cpp:small@127.0.0.1:8080", True, None)


def test_a_model_of_ones_own_takes_the_place_of_the_settings(tmp_path: Path) -> None:
    own = ScriptedChat([says("Yes.")])
    with Library.open(tmp_path / "belegg.db", create=True) as library:
        library.use_models(judge=own)

        assert library.chat("judge") is own


@pytest.mark.req("AGE-2", "AGE-8")
def test_check_lets_a_classifier_decide_once(tmp_path: Path) -> None:
    needs("models")

    def green(state: str, name: str, question: object) -> Mapping[str, float]:
        return {"green": 0.97, "red": 0.03}

    with ModelServer() as server:
        server.always(deciding(green))
        toml = f'[models.classify]\nprovider = "systemone"\nmodel = "jev"\nbase_url = "{server.base_url}"\n'
        told = said(tmp_path, "models", "check", "--json", toml=toml)
        text = said(tmp_path, "models", "check", toml=toml)

    [classify] = told["roles"]
    assert [(p["ability"], p["works"], p["told"]) for p in classify["probes"]] == [
        ("decide", True, "`green`, 0.97 sure")
    ]
    assert set(classify) == keys_of("models check")
    assert "It makes quick calls." in text
    assert len(server.requests) == 2


def test_check_of_a_server_that_decides_nothing_is_exit_code_4(tmp_path: Path) -> None:
    needs("models")
    with ModelServer() as server:
        server.always(status(501))
        toml = f'[models.classify]\nprovider = "systemone"\nmodel = "jev"\nbase_url = "{server.base_url}"\n'
        output = said(tmp_path, "models", "check", toml=toml, exit_code=4)

    assert "`501`" in output
