"""The folder of compiled kernels: files that are known to be whole, and who is making which.

Every file begins with a digest of all that follows, and names what it holds. One that is cut short,
changed or in another's place is taken for missing, and compiled anew. So nothing needs to be synced
to the disk, and a disk that is full or read-only costs time and nothing else.

It stands in for numba's own files. Those carry no digest, so that a damaged one ends in a
traceback, an endless loop or a crash; the index of a kernel is read, changed and written with no
lock, so that two processes lose each other's entries; and a folder that cannot be written is an
error. What is kept is the same here: a compile result, pickled.
"""

from __future__ import annotations

import hashlib
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
from typing import Any

from puzzler import resources
from puzzler.interrupts import late_interrupts

FORMAT = "1"
"""Of a file; part of what a folder is named by."""
LONGEST_WAIT = 120.0
"""Seconds to wait at most for another process to compile a kernel: it may hang."""
SECONDS_BETWEEN_LOOKS = 0.02
SUFFIX = ".kernel"
LOCK = ".lock"
UNUSED_SECONDS = 30 * 24 * 3600.0
"""After that long without use, a folder of other kernels is removed."""

_DIGEST_BYTES = 32
_DIGEST_NAME = re.compile("[0-9a-f]{16}")


class KernelStore:
    """Machine code in ``folder``, by key. No method raises for want of room or of rights."""

    def __init__(self, folder: Path, longest_wait: float = LONGEST_WAIT) -> None:
        self.folder = folder
        self._longest_wait = longest_wait
        self._locks: dict[str, int] = {}
        self._sound: dict[str, tuple[int, int]] = {}  # files that were read, with size and time

    def load(self, key: str) -> bytes | None:
        """What was kept under ``key``; None where that is not there, or not whole."""
        body = _read(self._path(key))
        name, separator, data = (body or b"").partition(b"\n")
        return data if separator and name == key.encode() else None

    def save(self, key: str, data: bytes) -> None:
        """Keep ``data`` under ``key``, unless that is impossible."""
        _write(self._path(key), key.encode() + b"\n" + data)

    def mark(self, name: str) -> None:
        """Store a mark that lists all kernels in the folder; damaged ones are removed first."""
        with suppress(OSError):
            paths = sorted(self.folder.glob("*" + SUFFIX))
            for path in paths:
                if not self._is_sound(path):
                    path.unlink()  # damaged, and not used since
            files = [path.name for path in paths if path.exists()]
            _write(self.folder / name, "\n".join(files).encode())

    def has(self, name: str) -> bool:
        """Whether the mark exists and every kernel that it lists is still there and undamaged."""
        files = _read(self.folder / name)
        names = files.decode().split("\n") if files else []
        return bool(names) and all(self._is_sound(self.folder / file) for file in names)

    def clear(self) -> None:
        """Remove everything."""
        for key in [*self._locks]:
            self.unlock(key)
        shutil.rmtree(self.folder, ignore_errors=True)
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)

    def begin(self) -> None:
        """Make the folder where there is none, and note that it is in use; OSError where not.

        A new folder removes those of other versions that were not used for UNUSED_SECONDS.
        """
        is_new = not self.folder.exists()
        self.folder.mkdir(parents=True, exist_ok=True)
        with suppress(OSError):
            os.utime(self.folder)
        if not is_new:
            return
        for folder in self.folder.parent.iterdir():
            with suppress(OSError):
                age = time.time() - folder.lstat().st_mtime
                if age > UNUSED_SECONDS and _DIGEST_NAME.fullmatch(folder.name):
                    shutil.rmtree(folder)  # refuses what is a link

    def lock(self, key: str) -> bool:
        """Wait until no other process makes ``key``; False where that takes too long."""
        give_up = time.monotonic() + self._longest_wait
        with suppress(OSError):  # a folder without locks: each process compiles for itself
            while key not in self._locks:
                if (descriptor := resources.lock(self._path(key, LOCK))) is not None:
                    self._locks[key] = descriptor
                elif time.monotonic() > give_up:
                    return False
                else:
                    time.sleep(SECONDS_BETWEEN_LOOKS)
        return True

    def unlock(self, key: str) -> None:
        """Let other processes make ``key``."""
        if key in self._locks:
            os.close(self._locks.pop(key))
            with suppress(OSError):  # another process may just look whether it is locked
                self._path(key, LOCK).unlink()

    def _is_sound(self, path: Path) -> bool:
        """Whether a file is complete and undamaged; it is read again only after a change."""
        try:
            status = path.stat()
        except OSError:
            return False
        state = status.st_size, status.st_mtime_ns
        if self._sound.get(path.name) == state:
            return True
        if _read(path) is None:
            return False
        self._sound[path.name] = state
        return True

    def _path(self, key: str, suffix: str = SUFFIX) -> Path:
        name = key.partition("(")[0]
        return self.folder / f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:16]}{suffix}"


class MachineCode:
    """What numba's dispatcher takes for its cache: the compile results of one kernel.

    Within ``waiting`` it waits for another process that makes one of them.
    """

    cache_path = None  # which numba shows among its figures of a kernel

    def __init__(
        self, function: Any, store: KernelStore, waiting: Callable[[], AbstractContextManager[None]]
    ) -> None:
        self._name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"
        self._store = store
        self._waiting = waiting
        # only where numba is there anyway; through Any: it has no types
        self._results: Any = import_module("numba.core.compiler").CompileResult
        self._pickling: Any = import_module("numba.core.serialize")
        self._runtime: Any = import_module("numba.core.runtime")
        self._llvm: Any = import_module("llvmlite.binding")

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compile result for ``signature``; None where the kernel is to be compiled.

        Then no other process compiles it until ``save_overload``, or the end of this one.
        """
        # all that loaded code needs of numba: what compiling needs takes as long as a small search
        with late_interrupts():
            self._runtime.rtsys.initialize(target)
        key = self._key(signature, target.codegen())
        found = self._loaded(key, target)
        if found is None:
            with self._waiting():
                self._store.lock(key)
            found = self._loaded(key, target)  # another process may have made it meanwhile
            if found is not None:
                self._store.unlock(key)
        return found

    def is_stored(self, signature: Any, target: Any) -> bool:
        """Whether the compile result for ``signature`` can be loaded."""
        return self._store.load(self._key(signature, target.codegen())) is not None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a compile result."""
        key = self._key(signature, result.codegen)
        # what cannot be pickled cannot be kept, and runs all the same
        with suppress(Exception):
            # code that has the address of something in it is good for this process only
            if not result.library.has_dynamic_globals:
                self._store.save(key, self._pickling.dumps(result._reduce()))
        self._store.unlock(key)

    def _loaded(self, key: str, target: Any) -> Any:
        data = self._store.load(key)
        if data is None:
            return None
        try:
            # LLVM asks for the code in a callback: where that fails, the code has no address
            with late_interrupts():
                parts = pickle.loads(data)
                result = self._results._rebuild(target, *parts)
        except Exception:  # whole, but of no use: whatever is wrong with it, compiling mends it
            return None
        # the parsed code, twice the size of the machine code, is only for kernels that call it
        _, kind, code = parts[0]
        if kind == "object":
            library, parse = result.library, self._llvm.parse_bitcode
            library._shared_module, library._get_module_for_linking = None, partial(parse, code[1])
        return result

    def _key(self, signature: Any, codegen: Any) -> str:
        """Name, types and processor: code is loaded for exactly these."""
        return f"{self._name}{signature} {codegen.magic_tuple()}"


def _read(path: Path) -> bytes | None:
    """What ``_write`` wrote, where all of it is there and nothing else."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    digest, body = content[:_DIGEST_BYTES], content[_DIGEST_BYTES:]
    return body if hashlib.sha256(body).digest() == digest else None


def _write(path: Path, body: bytes) -> None:
    with suppress(OSError), resources.replacing(path, is_synced=False) as stream:
        stream.write(hashlib.sha256(body).digest() + body)
