"""A desk with the pages of a harbour on it, ready to be asked."""

from __future__ import annotations

import pytest

from answering.harbour import harbour_desk
from belegg.testing.desk import Desk


@pytest.fixture
def desk() -> Desk:
    return harbour_desk()
