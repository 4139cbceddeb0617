"""Pages as tests look at them: their tags and their text, who looks, and a question asked."""

from __future__ import annotations

from html.parser import HTMLParser

from starlette.testclient import TestClient

from belegg.records import Principal
from belegg.serving.entrance.visitor import Visitor


class Page(HTMLParser):
    """The tags of a page with their attributes, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, tag: str, **attrs: str) -> list[dict[str, str | None]]:
        return [
            own
            for name, own in self.tags
            if name == tag
            and all(own.get(key.replace("_", "-").rstrip("-")) == value for key, value in attrs.items())
        ]


class As:
    """An entrance at which everybody is one person."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor

    def visitor(self, cookies: object, authorization: str | None) -> Visitor:
        return self._visitor


def reader_in(*groups: str, name: str = "kari") -> As:
    return As(Visitor(Principal.signed_in(name, groups), name, frozenset({"reader"}), "session"))


def asked(client: TestClient, question: str, **more: str) -> tuple[str, str]:
    """The address of the run and its page."""
    response = client.post("/ask", data={"q": question, **more})
    assert response.status_code == 200, response.text[:400]
    return response.url.path, response.text
