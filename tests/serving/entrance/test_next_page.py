"""After signing in one lands on this site, whatever `next` says."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.serving.entrance.next_page import next_page

pytestmark = pytest.mark.req("FAC-6")
HERE = "https://belegg.example.org"


@pytest.mark.parametrize(
    "wanted",
    ["/", "/documents", "/documents?pack=law&q=a%20b", "/read/d1#page=50", "/a/b.c/~x", "/s?q=%C3%A5"],
)
def test_a_page_of_ours_is_kept(wanted: str) -> None:
    assert next_page(wanted) == wanted


@pytest.mark.parametrize(
    "wanted",
    [
        *("//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example", "/\\/evil.example"),
        *("https://evil.example", "https:evil.example", "http:/evil.example", "javascript:alert(1)"),
        *("/\t/evil.example", "/\n/evil.example", "\t//evil.example", " //evil.example", "/ /evil"),
        *("/..//evil.example", "/a/..//evil.example", "/%2f/evil.example", "/%5cevil.example", "/.//evil"),
        *("/a/%2e%2e//evil.example", "evil.example", "", "?q=1", "#x", "data:text/html,x", "/" + "a" * 2000),
        *("/sign-in?next=/", "/sign-out", "/auth/callback?code=1"),
        *("/\x00", "/é", "/\u2028/evil", "https:///evil.example", "//[", "/a//evil"),
    ],
)
def test_anything_else_is_the_first_page(wanted: str) -> None:
    assert next_page(wanted) == "/"


def test_behind_a_proxy_a_page_of_another_application_is_not_ours() -> None:
    for wanted in ("/../wiki", "/a/../../wiki", "/..", "/%2e%2e/wiki", "/a/..", "/."):
        assert next_page(wanted) == "/"


@given(st.text(alphabet="/\\.:@%2f5cehtps\t\n ?#", max_size=30))
def test_no_text_leads_away(wanted: str) -> None:
    landed = urljoin(HERE + "/auth/callback", next_page(wanted))

    assert urlsplit(landed).netloc == "belegg.example.org"
    assert not landed.removeprefix(HERE).startswith(("//", "/\\"))
