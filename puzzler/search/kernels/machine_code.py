"""A kernel's machine code, kept in a store of ours instead of numba's own files.

numba's files carry no digest, so that a damaged one ends in a traceback, an endless loop or a
crash; its index of a kernel is read, changed and written with no lock, so that two processes lose
each other's entries; and a folder that cannot be written is an error. What numba keeps is the same
here: a compile result, pickled.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from importlib import import_module
from typing import Any, Protocol


class Store(Protocol):
    """Where machine code is kept between runs. No method raises for want of room or of rights."""

    def load(self, key: str) -> bytes | None:
        """What was kept under ``key``, if it is whole."""

    def save(self, key: str, data: bytes) -> None:
        """Keep ``data``."""

    def lock(self, key: str) -> bool:
        """True once no other process makes this; False when it is high time to make it anyway."""

    def unlock(self, key: str) -> None:
        """Let others make it; harmless without ``lock``."""


class MachineCode:
    """What numba's dispatcher takes for its cache: the compile results of one kernel.

    Within ``waiting`` it waits for another process that makes one of them.
    """

    cache_path = None  # which numba shows among its figures of a kernel

    def __init__(
        self, function: Any, store: Store, waiting: Callable[[], AbstractContextManager[None]]
    ) -> None:
        self._name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"
        self._store = store
        self._waiting = waiting
        # only where numba is there anyway; through Any: it has no types
        self._results: Any = import_module("numba.core.compiler").CompileResult
        self._pickling: Any = import_module("numba.core.serialize")

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compile result for ``signature``; None where the kernel is to be compiled.

        Then no other process compiles it until ``save_overload``, or the end of this one.
        """
        target.refresh()
        key = self._key(signature, target.codegen())
        found = self._loaded(key, target)
        if found is None:
            with self._waiting():
                self._store.lock(key)
            found = self._loaded(key, target)  # another process may have made it meanwhile
            if found is not None:
                self._store.unlock(key)
        return found

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
            return self._results._rebuild(target, *pickle.loads(data))
        except Exception:  # whole, but of no use: whatever is wrong with it, compiling mends it
            return None

    def _key(self, signature: Any, codegen: Any) -> str:
        """Name, types and processor: code is loaded for exactly these."""
        return f"{self._name}{signature} {codegen.magic_tuple()}"
