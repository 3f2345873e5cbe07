"""A folder of compiled kernels with protection against damaged files and concurrent processes.

Every file starts with a digest of the rest and contains its key. A file that is truncated, changed
or misnamed, or that another user can change, is treated as missing, and the kernel is compiled
again. Therefore files need not be
synced, and a full or read-only disk only costs time.

The store replaces numba's cache, whose files have no digest, so that a damaged one causes a
traceback, an endless loop or a crash. Numba also updates the index of a kernel without a lock, so
that two processes can lose each other's entries, and fails if the folder is not writable. The data
is the same: a pickled compile result, after the part of it that ``stored_code`` reads.
"""

from __future__ import annotations

import errno
import hashlib
import io
import os
import pickle
import re
import shutil
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

from puzzler import private_files, resources
from puzzler.interrupts import late_interrupts
from puzzler.search.kernels.stored_code import (
    Binder,
    CodeLoader,
    NotStoredError,
    StoredCode,
    describe_result,
    flatten,
    name_types,
    processor,
)

FORMAT = "2"
"""Version of the file format; part of the name of a folder."""
LONGEST_WAIT = 120.0
"""Maximum seconds to wait for another process to compile a kernel, because it may hang."""
SECONDS_BETWEEN_LOOKS = 0.02
SUFFIX = ".kernel"
LOCK = ".lock"
MAX_STORED_CALLS = 500
"""Calls of stored kernels after which numba is loaded, because it reads arguments faster. Calls of
bound kernels do not count."""
UNUSED_SECONDS = 30 * 24 * 3600.0
"""Age after which an unused folder of another version is removed."""

_DIGEST_BYTES = 32
_DIGEST_NAME = re.compile("[0-9a-f]{16}")


class KernelStore:
    """Machine code in ``folder``, by key. ``begin`` alone raises if the folder is not writable."""

    def __init__(self, folder: Path, longest_wait: float = LONGEST_WAIT) -> None:
        self.folder = folder
        self._longest_wait = longest_wait
        self._locks: dict[str, int] = {}
        self._sound: dict[str, tuple[int, int]] = {}  # size and time of undamaged files
        self._is_trusted: bool | None = None  # None until the first file is read

    def load(self, key: str) -> bytes | None:
        """Return the data stored under ``key``, or None if it is missing or damaged."""
        body = self._read(self._path(key))
        name, separator, data = (body or b"").partition(b"\n")
        return data if separator and name == key.encode() else None

    def save(self, key: str, data: bytes) -> None:
        """Store ``data`` under ``key``, if possible."""
        _write(self._path(key), key.encode() + b"\n" + data)

    def mark(self, name: str) -> None:
        """Store a mark that lists all kernels in the folder; damaged ones are removed first."""
        with suppress(OSError):
            paths = sorted(self.folder.glob("*" + SUFFIX))
            for path in paths:
                if not self._is_sound(path):
                    path.unlink()
            files = [path.name for path in paths if path.exists()]
            _write(self.folder / name, "\n".join(files).encode())

    def has(self, name: str) -> bool:
        """Whether the mark exists and every kernel that it lists is still there and undamaged."""
        files = self._read(self.folder / name)
        names = files.decode().split("\n") if files else []
        return bool(names) and all(self._is_sound(self.folder / file) for file in names)

    def clear(self) -> None:
        """Remove everything."""
        for key in [*self._locks]:
            self.unlock(key)
        shutil.rmtree(self.folder, ignore_errors=True)
        with suppress(OSError):
            resources.make_folder(self.folder)

    def begin(self) -> None:
        """Create the folder if it is missing and mark it as used. Raises OSError on failure.

        If the folder is new, folders of other versions unused for UNUSED_SECONDS are removed.
        """
        is_new = not self.folder.exists()
        resources.make_folder(self.folder)
        if not private_files.is_trusted_folder(self.folder):
            raise PermissionError(errno.EPERM, "another user can change it", str(self.folder))
        with suppress(OSError):
            os.utime(self.folder)
        if not is_new:
            return
        for folder in self.folder.parent.iterdir():
            with suppress(OSError):
                age = time.time() - folder.lstat().st_mtime
                if age > UNUSED_SECONDS and _DIGEST_NAME.fullmatch(folder.name):
                    shutil.rmtree(folder)  # raises for a link

    def lock(self, key: str) -> bool:
        """Wait until no other process compiles ``key``. Return False after the longest wait."""
        give_up = time.monotonic() + self._longest_wait
        with suppress(OSError):  # if the folder does not support locks, each process compiles
            while key not in self._locks:
                if (descriptor := resources.lock(self._path(key, LOCK))) is not None:
                    self._locks[key] = descriptor
                elif time.monotonic() > give_up:
                    return False
                else:
                    time.sleep(SECONDS_BETWEEN_LOOKS)
        return True

    def unlock(self, key: str) -> None:
        """Allow other processes to compile ``key``."""
        if key in self._locks:
            os.close(self._locks.pop(key))
            with suppress(OSError):  # another process may have the file open
                self._path(key, LOCK).unlink()

    def _is_sound(self, path: Path) -> bool:
        """Whether a file is complete and undamaged; it is read again only after a change."""
        try:
            status = path.lstat()
        except OSError:
            return False
        state = status.st_size, status.st_mtime_ns
        if self._sound.get(path.name) == state:
            return True
        if self._read(path) is None:
            return False
        self._sound[path.name] = state
        return True

    def _read(self, path: Path) -> bytes | None:
        """Return the data written by ``_write``.

        None if the file is missing or damaged, or if another user can change it.
        """
        if self._is_trusted is None:
            self._is_trusted = private_files.is_trusted_folder(self.folder)
        if not self._is_trusted:
            return None
        try:
            with private_files.open_trusted(path) as stream:
                content = stream.read()
        except OSError:
            return None
        digest, body = content[:_DIGEST_BYTES], content[_DIGEST_BYTES:]
        return body if hashlib.sha256(body).digest() == digest else None

    def _path(self, key: str, suffix: str = SUFFIX) -> Path:
        name = key.partition("(")[0]
        return self.folder / f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:16]}{suffix}"


class MachineCode:
    """The compile results of a kernel, with the interface of numba's cache.

    waiting: creates a context manager for the time in which another process compiles the kernel.
    """

    cache_path = None  # an attribute that numba shows in its statistics

    def __init__(
        self,
        function: Any,
        store: KernelStore,
        waiting: Callable[[], AbstractContextManager[None]],
        *,
        allocates: bool = False,
    ) -> None:
        """allocates: whether the kernel needs numba's memory management."""
        self._function = function
        self._allocates = allocates
        self._store = store
        self._waiting = waiting
        # imported here because numba is already loaded; Any, because it has no types
        self._results: Any = import_module("numba.core.compiler").CompileResult
        self._pickling: Any = import_module("numba.core.serialize")
        self._runtime: Any = import_module("numba.core.runtime")
        self._llvm: Any = import_module("llvmlite.binding")

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the compile result for ``signature``, or None if the kernel must be compiled.

        In that case, it is locked for other processes until ``save_overload`` or the process ends.
        """
        # initialize only the runtime; the compiler would take as long as a small search
        with late_interrupts():
            self._runtime.rtsys.initialize(target)
        key = self._key(signature)
        found = self._loaded(key, target)
        if found is None:
            with self._waiting():
                self._store.lock(key)
            found = self._loaded(key, target)  # another process may have compiled it
            if found is not None:
                self._store.unlock(key)
        return found

    def is_stored(self, signature: Any) -> bool:
        """Whether the compile result for ``signature`` can be loaded."""
        return self._store.load(self._key(signature)) is not None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Store a compile result."""
        key = self._key(signature)
        # a result that cannot be pickled is used without being stored
        with suppress(Exception):
            # code that contains an address is only valid in this process
            if not result.library.has_dynamic_globals:
                library, *rest = result._reduce()
                code = describe_result(result, library, allocates=self._allocates)
                self._store.save(key, pickle.dumps(tuple(code)) + self._pickling.dumps(rest))
        self._store.unlock(key)

    def _loaded(self, key: str, target: Any) -> Any:
        data = self._store.load(key)
        if data is None:
            return None
        try:
            # LLVM requests the code in a callback; an exception there would leave it without code
            with late_interrupts():
                stream = io.BytesIO(data)
                stored = StoredCode(*pickle.load(stream))
                result = self._results._rebuild(target, stored.library, *pickle.load(stream))
        except Exception:  # undamaged but unusable: compile the kernel again
            return None
        # parse the bitcode, twice the size of the machine code, only if another kernel calls it
        _, kind, code = stored.library
        if kind == "object":
            library, parse = result.library, self._llvm.parse_bitcode
            library._shared_module, library._get_module_for_linking = None, partial(parse, code[1])
        return result

    def _key(self, signature: Any) -> str:
        return key_of(self._function, name_types(signature))


class StoredKernel:
    """A kernel that is called without numba if its machine code is in ``store``.

    waiting: creates a context manager for the time in which code is loaded. numba_kernel: loads
    numba and returns its dispatcher of a kernel; used if the code is missing or cannot be called,
    and after MAX_STORED_CALLS.
    """

    _calls = 0  # of all kernels
    _loader: CodeLoader | None = None

    def __init__(
        self,
        function: FunctionType,
        store: KernelStore,
        waiting: Callable[[], AbstractContextManager[None]],
        numba_kernel: Callable[[FunctionType], Callable[..., Any]],
    ) -> None:
        self.store = store
        self._function = function
        self._waiting = waiting
        self._numba_kernel = numba_kernel
        self._loaded: dict[str, Binder] = {}  # by the types of arguments

    def __call__(self, *arguments: Any) -> Any:
        return self.bind(arguments)()

    def bind(self, arguments: tuple[Any, ...], integers: int = 0) -> Callable[..., Any]:
        """Return a function of the last ``integers`` arguments; see ``jit.bind``."""
        StoredKernel._calls += 1
        if StoredKernel._calls <= MAX_STORED_CALLS:
            with suppress(NotStoredError):
                types, values, kinds = flatten((*arguments, *[0] * integers))
                if types not in self._loaded:
                    self._loaded[types] = self._load(types, kinds)
                return self._loaded[types](values, integers, arguments)
        return partial(self._numba_kernel(self._function), *arguments)

    def _load(self, types: str, kinds: list[Any]) -> Binder:
        # LLVM must not be interrupted
        with self._waiting(), late_interrupts():
            if (data := self.store.load(key_of(self._function, types))) is None:
                raise NotStoredError
            if StoredKernel._loader is None:
                StoredKernel._loader = CodeLoader()
            return StoredKernel._loader.load(data, kinds)


def key_of(function: Any, types: str) -> str:
    """The key of a compile result: name, types and processor."""
    module = function.__module__.rpartition(".")[2]
    return f"{module}.{function.__qualname__}{types} {processor()}"


def _write(path: Path, body: bytes) -> None:
    with suppress(OSError), private_files.replacing(path, is_synced=False) as stream:
        stream.write(hashlib.sha256(body).digest() + body)
