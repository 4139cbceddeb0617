"""A server that hears "this page changed" ingests that page again, and does nothing for a stranger."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from belegg.errors import BadInput, UserError
from belegg.library.announcing import take_announcement
from belegg.library.ingest import Ingested
from belegg.library.library import Library
from belegg.records import OWNER, Scope
from belegg.sources.webhook import signature_of

pytestmark = pytest.mark.req("ING-15")

KEY = b"a secret of sixteen bytes"


@contextmanager
def door(library: Path) -> Iterator[int]:
    """A door on this machine as a later issue builds it; gives its port."""

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            try:
                with Library.open(library) as opened:
                    done = take_announcement(opened, body, dict(self.headers.items()), KEY, time.time())
                code, said = 200, " ".join(f"{one.changed} changed" for one in done)
            except UserError as error:
                code, said = 400, type(error).__name__
            self.send_response(code)
            self.end_headers()
            self.wfile.write(said.encode())

        def log_message(self, *_: object) -> None:
            """Say nothing to the terminal of the tests."""

    server = HTTPServer(("127.0.0.1", 0), Door)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def post(port: int, body: bytes, key: bytes) -> tuple[int, str]:
    stamp = f"{time.time():.0f}"
    headers = {"X-Belegg-Timestamp": stamp, "X-Belegg-Signature": signature_of(body, stamp, key)}
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("POST", "/", body, headers)
    answer = connection.getresponse()
    told = answer.status, answer.read().decode()
    connection.close()
    return told


def test_a_page_that_is_announced_is_read_again(tmp_path: Path) -> None:
    wiki, file = tmp_path / "wiki", tmp_path / "l.db"
    wiki.mkdir()
    for name in ("a.md", "b.md"):
        (wiki / name).write_text("# Ferie\n\nAnsatte har fem uker ferie hvert år.")
    with Library.open(file, create=True) as library:
        library.ingest(wiki, pack="handbook", language="nb")
    for name in ("a.md", "b.md"):
        (wiki / name).write_text("# Ferie\n\nAnsatte har seks uker ferie hvert år.")

    with door(file) as port:
        heard = post(port, b'{"source": "wiki/a.md"}', KEY)
        forged = post(port, b'{"source": "wiki/b.md"}', b"guess")
        strange = post(port, b'{"source": "wiki/../l.db"}', KEY)

    assert (heard, forged, strange) == ((200, "1 changed"), (400, "NotTrusted"), (400, "BadInput"))
    with Library.open(file) as library:
        scope = Scope(OWNER)
        texts = {name: library.read(f"wiki/{name}", scope).text for name in ("a.md", "b.md")}
        heads = library.documents(scope)
    assert "seks uker" in texts["a.md"]
    assert "fem uker" in texts["b.md"]
    assert {(head.pack, head.language) for head in heads} == {("handbook", "nb")}


def announce(library: Library, source: str) -> Ingested:
    body, stamp = json.dumps({"source": source}).encode(), "1733000000"
    headers = {"X-Belegg-Timestamp": stamp, "X-Belegg-Signature": signature_of(body, stamp, KEY)}
    (done,) = take_announcement(library, body, headers, KEY, 1_733_000_000.0)
    return done


@pytest.fixture
def wiki(tmp_path: Path) -> Path:
    folder = tmp_path / "wiki"
    folder.mkdir()
    for n in range(12):
        (folder / f"{n}.md").write_text(f"# Ferie {n}\n\nAnsatte har {n} uker ferie hvert år.")
    return folder


@pytest.fixture
def library(tmp_path: Path, wiki: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "l.db", create=True) as opened:
        opened.ingest(wiki, pack="handbook", language="nb")
        yield opened


def known(library: Library) -> int:
    return len(library.documents(Scope(OWNER)))


def test_a_page_that_is_gone_is_taken_out_like_any_file_that_vanished(library: Library, wiki: Path) -> None:
    for n in (3, 4):
        (wiki / f"{n}.md").unlink()

    done = announce(library, "wiki/3.md")

    assert (done.removed, known(library)) == (1, 11)  # the other one was not named
    assert "wiki/4.md" in {head.source for head in library.documents(Scope(OWNER))}


def test_where_a_run_would_ask_before_it_removes_an_announcement_removes_nothing(
    library: Library, wiki: Path
) -> None:
    """A drive that loses its files announces them one by one."""
    for n in range(3):
        (wiki / f"{n}.md").unlink()

    done = announce(library, "wiki/0.md")

    assert (done.removed, known(library)) == (0, 12)
    assert "3 of 12 known documents are gone" in done.notes[-1].text


def test_a_folder_that_shows_no_file_is_not_mounted_and_nothing_is_taken_out(
    library: Library, wiki: Path
) -> None:
    wiki.rename(wiki.with_name("away"))
    with pytest.raises(BadInput, match="cannot be listed"):
        announce(library, "wiki/0.md")
    wiki.mkdir()

    assert (announce(library, "wiki/0.md").removed, known(library)) == (0, 12)


def test_a_new_page_comes_in_the_way_of_its_root_and_a_hidden_one_does_not(
    library: Library, wiki: Path
) -> None:
    for name in ("new.md", ".secret.md"):
        (wiki / name).write_text("# Ferie\n\nAnsatte har tretten uker ferie.")

    assert announce(library, "wiki/new.md").added == 1
    with pytest.raises(BadInput, match="hidden"):
        announce(library, "wiki/.secret.md")

    assert library.document("wiki/new.md", Scope(OWNER)).pack == "handbook"
    assert known(library) == 13
