"""The process that serves: uvicorn, its workers, and an end within ten seconds."""

from __future__ import annotations

import ipaddress
import json
import os
import signal
import socket
import tempfile
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn
from fastapi import FastAPI

from belegg.errors import BadInput, BadSetting
from belegg.library.address import Address
from belegg.library.address import address_of as library_at
from belegg.library.library import Library
from belegg.models.http.address import address_of
from belegg.serving.entrance import opening
from belegg.serving.entrance.settings import EntranceSettings, entrance_settings
from belegg.serving.entrance.visitor import Entrance
from belegg.serving.http.app import create_app
from belegg.serving.http.house import Serving
from belegg.serving.http.live import Live
from belegg.serving.http.measuring import MANY_PROCESSES, Measures, Prometheus, Unmeasured, tracer_of
from belegg.serving.http.responses import log_lines
from belegg.serving.settings import wants_metrics

STOP_S: Final = 8
"""How long requests under way may take after a stop; with the rest an end comes within ten seconds."""
HANDED_ON: Final = "BELEGG_SERVER"  # the environment variable by which workers learn what to serve


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def entrance_for(library: Library, serving: Serving, settings: EntranceSettings | None = None) -> Entrance:
    """
    Who may enter: by the sign-in that `[serve]` sets up, else the owner alone, where nothing but this machine
    reaches the server. Raises BadSetting where others do and no sign-in is set up.
    """
    settings = entrance_settings(library.path) if settings is None else settings
    if settings.sign_in == "none" and not is_loopback(serving.host):
        raise BadSetting(
            f"`--host {serving.host}` is reached from other machines, and no sign-in is set up: everybody "
            "would read everything as the owner. Leave the host out, or set up a sign-in first (`sign_in` in "
            "`[serve]` of belegg.toml)"
        )
    return opening.entrance_for(library.path, settings)


def app_for(library: Library, serving: Serving) -> FastAPI:
    """The application over an open library; its entrance is the caller's to close. Raises BadSetting."""
    settings = entrance_settings(library.path)
    entrance = entrance_for(library, serving, settings)
    told = (measures_for(library.path), tracer_of(os.environ))
    return create_app(library, entrance, called_by(serving, settings.url), *told)


def called_by(serving: Serving, url: str) -> Serving:
    """The same, reached by the address that people's browsers use: its name, and the path before ours."""
    if not url:
        return serving
    address = address_of(url)
    return replace(serving, hosts=(*serving.hosts, address.host), base_path=serving.base_path or address.path)


def measures_for(library: Path) -> Measures:
    """What is told of requests and answers: Prometheus where the settings say so. Raises MissingExtra."""
    return Prometheus() if wants_metrics(library) else Unmeasured()


def worker_app() -> FastAPI:
    """The application of one worker process, over a library that it opens and closes itself."""
    told = json.loads(os.environ[HANDED_ON])
    serving = Serving(**{**told["serving"], "hosts": tuple(told["serving"]["hosts"])})
    log_lines()
    library = Library.open(told["library"])
    app = app_for(library, serving)
    while_open = app.router.lifespan_context

    @asynccontextmanager
    async def open_library(app: FastAPI) -> AsyncIterator[None]:
        with library, stopping_at_once(app.state.house.live):
            try:
                async with while_open(app):
                    yield
            finally:
                opening.close(app.state.house.entrance)

    app.router.lifespan_context = open_library
    return app


@contextmanager
def stopping_at_once(live: Live) -> Iterator[None]:
    """
    Within it a signal to end stops the runs that go on first: whoever watches one is told the answer that is
    proven until then, while the server still waits for its connections.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def stop(number: int, frame: FrameType | None) -> None:
        live.stop_all()
        server = before[signal.Signals(number)]
        if callable(server):
            server(number, frame)

    for number in before:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)


def address_told(serving: Serving, url: str) -> str:
    """Where people reach it: at the address that is set up for their browsers, else where it listens."""
    if url:
        return f"{url.rstrip('/')}/"
    host = f"[{serving.host}]" if ":" in serving.host else serving.host
    return f"http://{host}:{serving.port}{serving.base_path}/"


def see_that_it_is_free(serving: Serving) -> None:
    """Raises BadInput for a host and port where nothing can listen now."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            serving.host, serving.port, type=socket.SOCK_STREAM
        )[0]
        with socket.socket(family, kind, protocol) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the server itself will
            tried.bind(address)
    except OSError as error:
        raise BadInput(
            f"nothing can listen at `{serving.host}`, port `{serving.port}`: {error.strerror}; end what does "
            "there, or choose another with `--port`"
        ) from error


def serve(at: Address | Path, serving: Serving, workers: int, tell: Callable[[str], None]) -> None:
    """
    Serve a library until the process is told to stop; `tell` is told the address when nothing stands against
    it. Raises BadSetting, BadInput, StoreError before anything listens.
    """
    where = library_at(at)
    place = where.place
    with Library.open(where) as library:  # what is wrong is told here, once, and not by each worker
        settings = entrance_settings(place)
        opening.close(entrance_for(library, serving, settings))
        measures_for(place)
        tracer_of(os.environ)
    told = where.dsn or str(place.resolve())
    os.environ[HANDED_ON] = json.dumps({"library": told, "serving": asdict(serving)})
    if workers > 1 and wants_metrics(place):
        # Before a worker imports the client: it counts together with the others only if it finds this then.
        os.environ.setdefault(MANY_PROCESSES, tempfile.mkdtemp(prefix="belegg-counts-"))
    see_that_it_is_free(serving)
    tell(address_told(serving, settings.url))
    log_lines()
    uvicorn.run(
        "belegg.serving.http.server:worker_app",
        factory=True,
        host=serving.host,
        port=serving.port,
        workers=workers,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # addresses are not used, and the scheme is the browser's to know
        timeout_graceful_shutdown=STOP_S,
        timeout_keep_alive=15,
        timeout_worker_healthcheck=60,  # a busy machine takes longer than 5 s to start one
        h11_max_incomplete_event_size=32 * 1024,
    )
