"""A server that hears "this page changed" ingests that page again, and does nothing for a stranger."""

from __future__ import annotations

import http.client
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from belegg.errors import UserError
from belegg.library.announcing import take_announcement
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
