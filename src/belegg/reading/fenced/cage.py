"""
What a reader's process gives up before it meets a file: memory without end, the network, other programs,
files outside its own folder.

The kernel holds the memory and, where it allows a name space of its own, the network. An audit hook of Python
holds the rest: it stands against libraries that do more than read, not against machine code that has been
taken over. It cannot be taken off again.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

PROGRAMS = ("tesseract",)
"""The programs that a reader may run: OCR alone."""

_NEW_USER, _NEW_NET = 0x10000000, 0x40000000
_NO_NEW_PRIVILEGES = 38
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_REFUSED = (
    *("os.system", "os.exec", "os.fork", "os.forkpty", "os.spawn", "os.startfile", "pty.spawn"),
    *("os.killpg", "pickle.find_class"),
    *("socket.__new__", "socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"),
    *("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo"),
)
_CHANGING = (
    *("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.chmod", "os.chown"),
    *("os.lchown", "os.truncate", "os.utime", "os.setxattr", "os.removexattr", "os.chflags", "os.chdir"),
)
_READABLE = (
    *("/usr", "/lib", "/lib64", "/opt", "/System", "/Library", "/sys", "/proc/self", "/proc/sys"),
    *("/proc/cpuinfo", "/proc/meminfo", "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"),
    *("/etc/localtime", "/etc/mime.types", "/etc/fonts", "/etc/ld.so.cache"),
)
"""What belongs to the system and holds nobody's secrets; Python's own folders come to it."""


def limit(memory_bytes: int, open_files: int, written_bytes: int) -> bool:
    """Bound this process for good; False where the system cannot hold it to its memory."""
    try:
        import resource
    except ImportError:  # Windows
        return False
    wanted = (
        (resource.RLIMIT_AS, memory_bytes),
        (resource.RLIMIT_NOFILE, open_files),
        (resource.RLIMIT_FSIZE, written_bytes),
        (resource.RLIMIT_CORE, 0),
    )
    for kind, most in wanted:
        _, hard = resource.getrlimit(kind)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (most, most))
    return sys.platform == "linux"


def leave_network() -> bool:
    """
    Move into a network of our own that has nothing in it; False where the kernel does not allow that.

    It is tried in a child first: some kernels let one in and then give no right to write files there.
    Called before any thread is there.
    """
    if sys.platform != "linux":
        return False
    tried = os.fork()
    if tried == 0:
        os._exit(0 if _unshare() else 1)
    return os.waitstatus_to_exitcode(os.waitpid(tried, 0)[1]) == 0 and _unshare()


def _unshare() -> bool:
    import ctypes

    system = ctypes.CDLL(None, use_errno=True)
    user, group = os.getuid(), os.getgid()
    system.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    if system.unshare(_NEW_USER | _NEW_NET):
        return False
    try:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    except OSError:
        return False
    return True


class Guard:
    """
    The audit hook. What it refuses raises PermissionError where it was tried, and is remembered; not what a
    module tries while it is imported (whether there is IPv6, say): that has nothing to do with the file.

    Files are written below `folder` alone, and read there, in Python's folders and in the system's.
    """

    def __init__(self, folder: Path) -> None:
        self.refused: list[str] = []
        self._own = _below([str(folder)])
        self._readable = (*self._own, *_below([*_READABLE, *_of_python()]))
        self._programs = frozenset(found for name in PROGRAMS if (found := shutil.which(name)))
        self._checks: dict[str, Callable[[tuple[Any, ...]], bool]] = {
            **dict.fromkeys(_REFUSED, lambda arguments: False),
            **dict.fromkeys(_CHANGING, self._changes_own),
            "open": self._opens,
            "os.kill": _ends_own,
            "subprocess.Popen": self._runs,
            "os.posix_spawn": self._runs,
            "sqlite3.connect": self._changes_own,
        }

    def stand(self) -> None:
        """From here on, for good."""
        checks = self._checks

        def hook(event: str, arguments: tuple[Any, ...]) -> None:
            check = checks.get(event)
            if check is not None and not check(arguments):
                if event not in self.refused and not _is_importing():
                    self.refused.append(event)
                raise PermissionError(f"a reader may not do this: {event}")

        sys.addaudithook(hook)

    def _changes_own(self, arguments: tuple[Any, ...]) -> bool:
        paths = [each for each in arguments if isinstance(each, str | bytes | os.PathLike)]
        return all(_is_below(each, self._own) for each in paths if each != ":memory:")

    def _opens(self, arguments: tuple[Any, ...]) -> bool:
        path, mode, flags = arguments
        if not isinstance(path, str | bytes | os.PathLike):
            return True  # an open file by its number
        writes = bool(set(mode or "") & set("wax+")) or bool((flags or 0) & _WRITING)
        if writes and os.fsdecode(path) != os.devnull:
            return _is_below(path, self._own)
        return _is_below(path, self._readable)

    def _runs(self, arguments: tuple[Any, ...]) -> bool:
        """The program by its whole path, or by a name that is looked up where we looked it up."""
        program = arguments[0]
        if not isinstance(program, str | bytes | os.PathLike):
            program = arguments[1][0]
        name = os.fsdecode(program)
        return name in self._programs or (name in PROGRAMS and shutil.which(name) in self._programs)


def _is_importing() -> bool:
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            return True
        frame = frame.f_back
    return False


def _ends_own(arguments: tuple[Any, ...]) -> bool:
    """Whether it is a program of its own, that took too long."""
    if not hasattr(os, "waitid"):
        return False
    try:
        os.waitid(os.P_PID, arguments[0], os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except (ChildProcessError, OverflowError, OSError):
        return False
    return bool(arguments[0] > 0)


def _of_python() -> list[str]:
    """Where Python, its packages and Belegg are read from."""
    prefixes = (sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix)
    return [*prefixes, *sysconfig.get_paths().values(), *(path for path in sys.path if os.path.isabs(path))]


def _below(folders: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(os.path.realpath(folder) for folder in folders))


def _is_below(path: str | bytes | os.PathLike[Any], folders: tuple[str, ...]) -> bool:
    real = os.path.realpath(os.fsdecode(path))
    return any(real == folder or real.startswith(folder.rstrip(os.sep) + os.sep) for folder in folders)
