"""What a reader is given beside the bytes reaches it as it was."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.reading.content import Given
from belegg.reading.fenced.given import given_form, given_of

pytestmark = pytest.mark.req("ING-13")

WORDS = st.lists(st.text(max_size=9), max_size=3).map(tuple)
GIVEN = st.builds(
    Given,
    WORDS,
    WORDS,
    st.none() | st.floats(0, 1e6),
    st.dictionaries(st.integers(1, 5_000), st.binary(max_size=20), max_size=4),
)


@given(GIVEN, st.binary(max_size=50))
def test_it_arrives_with_the_file_and_beside_it(sent: Given, data: bytes) -> None:
    form = json.loads(json.dumps(given_form(sent)))

    assert given_of(form, b"".join([data, *sent.kept.values()])) == (sent, data)
