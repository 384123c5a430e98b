"""A layer below SQLite that records every write and sync of its files, and can fail any of them.

It is a VFS made with ctypes, in the library that Python's `sqlite3` itself uses: it opens files with the system's VFS and
puts its own functions for writing, syncing and truncating in their tables. `FileFaults` makes it the default while it is
entered. From what it has recorded, `images` gives what a disk may hold after the power has failed at any moment: all
writes that were synced, and any part of those that were not.
"""

import _sqlite3
import ctypes
import random
import sqlite3
from collections.abc import Callable, Iterator
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.support.machine import is_missing

SQLITE_OK, SQLITE_FULL = 0, 13
SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC, SQLITE_IOERR_TRUNCATE = 778, 1034, 1546
SECTOR = 512
"""A disk writes whole sectors; a write of several may stop between two of them."""

XCLOSE = CFUNCTYPE(c_int, c_void_p)
XREAD = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
XTRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
XSYNC = CFUNCTYPE(c_int, c_void_p, c_int)
XOPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
XDELETE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)


class IoMethods(ctypes.Structure):
    """`sqlite3_io_methods`, version 3."""

    _fields_ = (
        ("version", c_int),
        ("close", XCLOSE),
        ("read", XREAD),
        ("write", XREAD),
        ("truncate", XTRUNCATE),
        ("sync", XSYNC),
        *((name, c_void_p) for name in ("size", "lock", "unlock", "reserved", "control", "sector", "device")),
        *((name, c_void_p) for name in ("shm_map", "shm_lock", "shm_barrier", "shm_unmap", "fetch", "unfetch")),
    )


class File(ctypes.Structure):
    """`sqlite3_file`."""

    _fields_ = (("methods", POINTER(IoMethods)),)


class Vfs(ctypes.Structure):
    """`sqlite3_vfs`, version 3."""

    _fields_ = (
        ("version", c_int),
        ("file_bytes", c_int),
        ("path_length", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", XOPEN),
        ("delete", XDELETE),
        *((name, c_void_p) for name in ("access", "full_path", "dl_open", "dl_error", "dl_sym", "dl_close")),
        *((name, c_void_p) for name in ("randomness", "sleep", "time", "last_error", "time64")),
        *((name, c_void_p) for name in ("set_call", "get_call", "next_call")),
    )


@dataclass(frozen=True)
class Write:
    """Bytes written to a file at a place."""

    path: str
    place: int
    data: bytes


@dataclass(frozen=True)
class Truncate:
    """A file cut, or a new length of it."""

    path: str
    size: int


@dataclass(frozen=True)
class Sync:
    """Everything written to a file so far is durable."""

    path: str


@dataclass(frozen=True)
class Delete:
    """A file removed."""

    path: str


@dataclass(frozen=True)
class Mark:
    """A moment between two operations that a test wants to find again."""

    label: Any


_KEPT: list[Any] = []
"""A connection that a failing test leaves open calls these functions when it is collected: they stay to the end."""

Operation = Write | Truncate | Sync | Delete | Mark


@cache
def library() -> ctypes.CDLL:
    """The SQLite library that Python's own module uses; a test is left out where its functions cannot be reached."""
    for path in (getattr(_sqlite3, "__file__", None), None):
        try:
            found = ctypes.CDLL(path)
            found.sqlite3_sourceid.restype = c_char_p
            own = sqlite3.connect(":memory:").execute("SELECT sqlite_source_id()").fetchone()[0]
            if found.sqlite3_sourceid().decode() == own:
                found.sqlite3_vfs_find.restype = POINTER(Vfs)
                return found
        except (OSError, AttributeError):
            continue
    return is_missing("the functions of Python's SQLite library cannot be reached")


class FileFaults:
    """Records what SQLite does to files, and fails the operation of a number, counted from `fail` on.

    Several connections may be open; all operations are in one order. Failures before a commit are `disk full` or errors.
    """

    def __init__(self) -> None:
        self.library = library()
        self.operations: list[Operation] = []
        self.is_recording = True
        self.count = 0
        self.failing: range = range(0)
        self.full = False
        self.failures = 0
        self._methods: dict[int, tuple[IoMethods, IoMethods]] = {}  # By the table of the system's VFS.
        self._paths: dict[int, str] = {}
        self._system = self.library.sqlite3_vfs_find(None)
        self._vfs = Vfs()
        ctypes.memmove(ctypes.byref(self._vfs), self._system, ctypes.sizeof(Vfs))
        self._name = f"faults-{id(self)}".encode()
        self._vfs.name = self._name
        self._vfs.next = None
        self._vfs.open, self._vfs.delete = XOPEN(self._open), XDELETE(self._delete)
        _KEPT.append(self)

    def __enter__(self) -> "FileFaults":
        assert self.library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1) == SQLITE_OK
        return self

    def __exit__(self, *_: object) -> None:
        """The system's VFS is the default again; every connection must have been closed."""
        self.library.sqlite3_vfs_unregister(ctypes.byref(self._vfs))
        self.library.sqlite3_vfs_register(self._system, 1)

    def fail(self, first: int, count: int = 1, full: bool = False) -> None:
        """Makes `count` operations fail, from number `first` on, counted from now; a disk that is full, or an error."""
        self.count, self.failures, self.full = 0, 0, full
        self.failing = range(first, first + count)

    def heal(self) -> None:
        """Nothing fails any more."""
        self.failing = range(0)

    def mark(self, label: Any) -> None:
        """Puts a mark among the operations."""
        self.operations.append(Mark(label))

    def _fails(self) -> bool:
        number, self.count = self.count, self.count + 1
        if number in self.failing:
            self.failures += 1
            return True
        return False

    def _done(self, operation: Operation) -> None:
        if self.is_recording:
            self.operations.append(operation)

    def _open(self, vfs: int, name: int | None, file: int, flags: int, out: int | None) -> int:
        system = self._system.contents
        code = system.open(ctypes.cast(self._system, c_void_p).value, name, file, flags, out)
        opened = File.from_address(file)
        if code != SQLITE_OK or not opened.methods:
            return code
        path = ctypes.cast(name, c_char_p).value if name else None
        self._paths[file] = path.decode() if path else ""
        if path:
            opened.methods = ctypes.pointer(self._own(opened.methods))
        return code

    def _own(self, methods: Any) -> IoMethods:
        address = ctypes.cast(methods, c_void_p).value
        assert address is not None
        if address not in self._methods:
            system, own = methods.contents, IoMethods()
            ctypes.memmove(ctypes.byref(own), methods, ctypes.sizeof(IoMethods))
            own.write, own.truncate = XREAD(self._write(system)), XTRUNCATE(self._truncate(system))
            own.sync, own.close = XSYNC(self._sync(system)), XCLOSE(self._close(system))
            self._methods[address] = system, own
        return self._methods[address][1]

    def _write(self, system: IoMethods) -> Callable[..., int]:
        def write(file: int, data: int, amount: int, place: int) -> int:
            if self._fails():
                return SQLITE_FULL if self.full else SQLITE_IOERR_WRITE
            if self.is_recording:
                self.operations.append(Write(self._paths[file], place, ctypes.string_at(data, amount)))
            return system.write(file, data, amount, place)

        return write

    def _truncate(self, system: IoMethods) -> Callable[..., int]:
        def truncate(file: int, size: int) -> int:
            if self._fails():
                return SQLITE_IOERR_TRUNCATE
            self._done(Truncate(self._paths[file], size))
            return system.truncate(file, size)

        return truncate

    def _sync(self, system: IoMethods) -> Callable[..., int]:
        def sync(file: int, flags: int) -> int:
            if self._fails():
                return SQLITE_IOERR_FSYNC
            self._done(Sync(self._paths[file]))
            return SQLITE_OK  # Nothing really crashes here, and a real sync costs milliseconds.

        return sync

    def _close(self, system: IoMethods) -> Callable[..., int]:
        def close(file: int) -> int:
            self._paths.pop(file, None)
            return system.close(file)

        return close

    def _delete(self, vfs: int, name: bytes, sync: int) -> int:
        self._done(Delete(name.decode()))
        return self._system.contents.delete(ctypes.cast(self._system, c_void_p).value, name, sync)


class DiskImage:
    """Files as a disk holds them: what is durable, and the operations on each that are not synced yet."""

    def __init__(self) -> None:
        self.durable: dict[str, bytearray] = {}
        self.pending: dict[str, list[Write | Truncate]] = {}

    def apply(self, operation: Operation) -> None:
        """An operation that SQLite has asked for."""
        match operation:
            case Write() | Truncate():
                self.pending.setdefault(operation.path, []).append(operation)
            case Sync():
                content = self.durable.setdefault(operation.path, bytearray())
                for each in self.pending.pop(operation.path, ()):
                    _perform(content, each)
            case Delete():
                self.pending.pop(operation.path, None)
                self.durable.pop(operation.path, None)

    def crashed(self, source: random.Random) -> dict[str, bytes]:
        """What is left when the power fails now: of unsynced writes any part, sector by sector, in any order."""
        files = {path: bytearray(content) for path, content in self.durable.items()}
        for path, operations in self.pending.items():
            content = files.setdefault(path, bytearray())
            share = source.choice((0.0, 0.2, 0.5, 0.9, 1.0))
            for each in operations:
                if isinstance(each, Truncate):
                    if source.random() < share:
                        _perform(content, each)
                    continue
                for part in _sectors(each):
                    if source.random() < share:
                        _perform(content, part)
        return {path: bytes(content) for path, content in files.items()}


def _sectors(write: Write) -> Iterator[Write]:
    start = 0
    while start < len(write.data):
        end = start + SECTOR - (write.place + start) % SECTOR
        yield Write(write.path, write.place + start, write.data[start:end])
        start = end


def _perform(content: bytearray, operation: Write | Truncate) -> None:
    if isinstance(operation, Truncate):
        del content[operation.size :]
        return
    end = operation.place + len(operation.data)
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    content[operation.place : end] = operation.data


def written(files: dict[str, bytes], suffixes: tuple[str, ...], database: str, target: Path) -> Path:
    """Puts the files of a database into a folder, under the name `room.db`; its path."""
    path = target / "room.db"
    for suffix in suffixes:
        (target / f"room.db{suffix}").unlink(missing_ok=True)
        if database + suffix in files:
            (target / f"room.db{suffix}").write_bytes(files[database + suffix])
    return path
