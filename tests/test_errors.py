"""The tree of errors is the one that is drawn."""

from __future__ import annotations

import re

from belegg import errors


def drawn_parents(drawing: str) -> dict[str, str]:
    """Child → parent, from the indentation of the drawing in the docstring."""
    parents: dict[str, str] = {}
    above: dict[int, str] = {}
    for line in drawing.splitlines():
        found = re.match(r"^([ │├└─]*)([A-Z]\w+)$", line)
        if found:
            depth = len(found[1])
            above = {d: name for d, name in above.items() if d < depth}
            if above:
                parents[found[2]] = above[max(above)]
            above[depth] = found[2]
    return parents


def test_the_drawing_and_the_code_agree() -> None:
    classes = [c for c in vars(errors).values() if isinstance(c, type) and issubclass(c, errors.BeleggError)]
    in_code = {c.__name__: c.__base__.__name__ for c in classes if c is not errors.BeleggError and c.__base__}

    assert drawn_parents(errors.__doc__ or "") == in_code
