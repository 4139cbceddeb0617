"""
A new Python that runs this very Belegg, though it would find another one by itself: an installed copy comes
before every place that is added to its path. Two versions that talk to each other blame the file.
"""

from __future__ import annotations

import sys
from pathlib import Path

import belegg.errors

_BOUND = """\
import sys
from importlib.util import module_from_spec, spec_from_file_location
folder = sys.argv.pop(1)
spec = spec_from_file_location("belegg", folder + "/__init__.py", submodule_search_locations=[folder])
sys.modules["belegg"] = module_from_spec(spec)
spec.loader.exec_module(sys.modules["belegg"])
"""


def same_belegg(then: str, *options: str, folder: Path | None = None) -> list[str]:
    """
    The beginning of a command: Python with `options`, running the code `then`. Arguments follow it, and are
    `sys.argv[1:]`. `folder` is the package, None ours. Where one stands is not on Python's path.
    """
    package = folder or Path(belegg.errors.__file__).parent
    return [sys.executable, "-P", *options, "-c", _BOUND + then, str(package)]
