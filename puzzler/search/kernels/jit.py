"""Replaces the kernels, which are plain Python functions, by compiled ones.

A kernel is a function decorated with ``@kernel``. It runs as slow plain Python until
``compile_all`` replaces it by numba's dispatcher in all kernel modules. Callers access kernels
through their module (``best_first.expand(...)``) and therefore call the compiled kernel from then
on. numba is imported as late as possible, because that takes a quarter of a second: a short command
calls the stored machine code without it (``stored_code``).

Plain kernels call only plain kernels and compiled kernels only compiled ones, because each kind has
its own namespace. So a plain kernel that is running during the replacement continues unaffected,
and the order of replacement does not matter.
"""

from __future__ import annotations

import gc
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from functools import partial
from importlib import import_module
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np

from puzzler.search.kernels import intrinsics, stored_code
from puzzler.search.kernels.kernel_store import KernelStore, MachineCode, StoredKernel

INDEX = (1 << 40) - 1
"""``array[index & INDEX]`` tells the compiler that an index is not negative. Without code for
indices from the end, the most time-consuming loops are faster by a quarter."""

F = TypeVar("F", bound=Callable[..., Any])

_namespaces: dict[str, dict[str, Any]] = {}  # by module: the globals of its plain kernels
_plain: list[FunctionType] = []
_allocating = set[FunctionType]()
_dispatchers: dict[FunctionType, Any] = {}  # by plain kernel: its compiled counterpart


class _Process:
    """The state of the process. Only the thread that holds numba's lock may change it."""

    is_compiled = False
    is_brief = False
    """Whether the process is expected to end soon, so that numba is loaded only if it is needed."""
    is_prepared = False
    is_paused = False
    """Whether loaded kernels are replaced by plain ones for some time."""
    folder = ""
    compilations = 0
    """Number of nested compilations in progress."""
    has_window = False
    """Whether a thread has ever drawn a window."""
    on_compiled: Callable[[], object] = staticmethod(lambda: None)
    """Called after each kernel that this process compiles."""


_process = _Process()


class CompileWatch:
    """Measures how long a thread waits for machine code to be compiled or loaded.

    ``watch`` creates one for the calling thread. Any thread may read it.
    """

    def __init__(self) -> None:
        self._depth = 0
        self._began = 0.0
        self._seconds = 0.0

    @property
    def is_compiling(self) -> bool:
        """Whether the thread is waiting while code is compiled, not only loaded."""
        return self._depth > 0 and _process.compilations > 0

    @property
    def seconds(self) -> float:
        """Total waiting time."""
        return self._seconds + (time.perf_counter() - self._began if self._depth > 0 else 0.0)

    def __enter__(self) -> None:
        """Mark the start of a wait. Waits can be nested."""
        if self._depth == 0:
            self._began = time.perf_counter()
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        """Mark the end of a wait. Does nothing if no wait was started."""
        if self._depth == 0:
            return
        self._depth -= 1
        if self._depth == 0:
            self._seconds += time.perf_counter() - self._began


_watch: ContextVar[CompileWatch] = ContextVar("compile watch of a thread")
_draws: ContextVar[bool] = ContextVar("whether a thread draws the window", default=False)


@contextmanager
def forbid_kernels() -> Iterator[None]:
    """Context manager: the thread draws the window, and must not call kernels or build tables."""
    _process.has_window = True
    token = _draws.set(True)
    try:
        yield
    finally:
        _draws.reset(token)


def check_thread(what: str) -> None:
    """Warn if this thread draws the window. what: describes work that may take seconds."""
    if _draws.get():
        warnings.warn(f"{what} in the window's thread", RuntimeWarning, stacklevel=3)


def watch() -> CompileWatch:
    """Replace the watch of this thread by a new one and return it."""
    fresh = CompileWatch()
    _watch.set(fresh)
    return fresh


def _thread_watch() -> CompileWatch:
    return _watch.get(None) or watch()


def kernel(function: F) -> F:
    """Decorate a function to be compiled. It must not create or return arrays."""
    # the module's names so far; the last kernel of the module completes them
    namespace = _namespaces.setdefault(function.__module__, {})
    namespace.update(function.__globals__)
    plain = _with_names(cast("FunctionType", function), namespace)
    namespace[function.__name__] = plain
    _plain.append(plain)
    return cast("F", plain)


def allocating_kernel(function: F) -> F:
    """Decorate a function to be compiled that creates arrays or copies one array to another."""
    plain = kernel(function)
    _allocating.add(cast("FunctionType", plain))
    return plain


def with_views(function: F) -> F:
    """Wrap a plain kernel to receive memory views of arrays, which are twice as fast to read.

    Returns a compiled kernel unchanged. Numbers must not overflow in memory views.
    """
    if not isinstance(function, FunctionType):
        return function
    return cast("F", lambda *data: function(*_views(data)))


def _views(data: Any) -> Any:
    if isinstance(data, np.ndarray):
        return data.data
    if not isinstance(data, tuple):
        return data
    parts = map(_views, data)
    return type(data)(*parts) if hasattr(data, "_fields") else tuple(parts)


def is_compiled() -> bool:
    """Whether the kernels have been replaced by compiled ones."""
    return _process.is_compiled


def folder() -> str:
    """The folder of the store that is in use; "" if there is none."""
    return _process.folder


def is_compiling() -> bool:
    """Whether this process is compiling kernels that are not in its store."""
    return _process.compilations > 0


def seconds_compiling() -> float:
    """Total time that this thread has waited for machine code."""
    return _thread_watch().seconds


@contextmanager
def compiling() -> Iterator[None]:
    """Context manager for the time in which this or another process compiles a kernel."""
    _process.compilations += 1
    try:
        yield
    finally:
        _process.compilations -= 1


@contextmanager
def calling_back(on_compiled: Callable[[], object]) -> Iterator[None]:
    """Context manager: call ``on_compiled`` whenever this process has compiled a kernel."""
    before, _process.on_compiled = _process.on_compiled, on_compiled
    try:
        yield
    finally:
        _process.on_compiled = before


@contextmanager
def recording() -> Iterator[list[tuple[Any, tuple[Any, ...]]]]:
    """Context manager: use plain kernels instead of compiled ones and record calls from Python.

    Yields a list of calls: the dispatcher of the compiled kernel and the types of the arguments.
    Calls between kernels are not recorded. Other threads must not call kernels during this time.
    """
    calls: list[tuple[Any, tuple[Any, ...]]] = []
    load_numba()

    def recorder(plain: FunctionType, dispatcher: Any) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            calls.append((dispatcher, tuple(map(dispatcher.typeof_pyval, arguments))))
            result = plain(*arguments)
            return result.item() if isinstance(result, np.generic) else result

        return partial(call)  # not a FunctionType, for which ``with_views`` converts arguments

    _install({plain: recorder(plain, each) for plain, each in _dispatchers.items()})
    try:
        yield calls
    finally:
        _install(_dispatchers)


def bind(function: Any, arguments: tuple[Any, ...], integers: int = 0) -> Callable[..., Any]:
    """Return a kernel as a function of its last ``integers`` arguments, which are integers.

    arguments: the others. Arrays among them are read when the function is called, but stored
    kernels read their addresses only once, which saves most of the time of a short call.
    """
    if isinstance(function, StoredKernel):
        return function.bind(arguments, integers)
    return partial(function, *arguments)


def expect_short_use() -> None:
    """Call stored kernels without numba as long as the process calls few kernels."""
    _process.is_brief = stored_code.IS_SUPPORTED


def compile_all(store: KernelStore | None) -> None:
    """Replace all kernels by compiled ones. Raises ImportError without numba.

    Each kernel is compiled or loaded from ``store`` when it is first called with given types of
    arguments. The store must belong to the current version of all kernel files. If several threads
    call this function, one of them does the work and the others wait.
    """
    check_thread("kernels are loaded")
    is_brief = _process.is_brief and not _process.has_window and not _dispatchers
    with _thread_watch(), nullcontext() if is_brief else _numba_lock():
        if _process.is_compiled:
            return
        folder = "" if store is None else str(store.folder)
        if not (_process.is_paused and folder == _process.folder):
            if store is not None and is_brief:
                for plain in _plain:
                    _dispatchers[plain] = StoredKernel(plain, store, _thread_watch, _numba_kernel)
            else:
                _make_dispatchers(store)
        _process.folder, _process.is_paused, _process.is_compiled = folder, False, True
        _install(_dispatchers)


def load_numba() -> None:
    """Replace stored kernels by numba's dispatchers, which can compile."""
    store = next((each.store for each in _dispatchers.values() if _is_stored(each)), None)
    if store is None:
        return
    with _thread_watch(), _numba_lock():
        if any(map(_is_stored, _dispatchers.values())):
            _make_dispatchers(store)
            if _process.is_compiled:
                _install(_dispatchers)


def _make_dispatchers(store: KernelStore | None) -> None:
    # Any, because not all options have types
    njit: Any = import_module("numba").njit
    if not _process.is_prepared:
        _process.is_prepared = True
        _listen()
        intrinsics.register()
        if _process.has_window:
            gc.freeze()  # examining numba's objects would take the time of several frames
    names = {module: dict(plain_names) for module, plain_names in _namespaces.items()}
    for function in _plain:
        # no wrapper for calls from C, which would take a tenth of the compilation time; no
        # reference counts, which would slow searches down, because callers hold the arrays
        allocates = function in _allocating
        compiler = njit(nogil=True, no_cfunc_wrapper=True, _nrt=allocates)
        dispatcher = compiler(_with_names(function, names[function.__module__]))
        if store is not None:
            code = MachineCode(dispatcher.py_func, store, compiling, allocates=allocates)
            dispatcher._cache = code
        _dispatchers[function] = dispatcher
    for namespace in names.values():
        namespace.update(_replaced(namespace, _dispatchers))


def _numba_kernel(plain: FunctionType) -> Any:
    load_numba()
    return _dispatchers[plain]


def _is_stored(kernel: Any) -> bool:
    return isinstance(kernel, StoredKernel)


def restore_plain(*, is_paused: bool = False) -> None:
    """Restore the plain kernels. Compiled kernels that are running continue to their end.

    is_paused: whether ``compile_all`` uses the loaded kernels again instead of loading new ones.
    """
    if not _process.is_compiled:
        return
    with nullcontext() if any(map(_is_stored, _dispatchers.values())) else _numba_lock():
        _process.is_compiled, _process.is_paused = False, is_paused
        _install({function: function for function in _plain})


def _install(kernels: dict[FunctionType, Any]) -> None:
    """Replace the kernels in all kernel modules by ``kernels``."""
    for module, plain_names in _namespaces.items():
        vars(sys.modules[module]).update(_replaced(plain_names, kernels))


def _with_names(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    """A copy of ``function`` with ``names`` as its globals."""
    twin = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    twin.__kwdefaults__ = function.__kwdefaults__
    twin.__annotations__ = function.__annotations__
    twin.__qualname__ = function.__qualname__
    twin.__module__ = function.__module__
    return twin


def _replaced(names: dict[str, Any], kernels: dict[FunctionType, Any]) -> dict[str, Any]:
    """The plain kernels among ``names``, mapped to their replacements in ``kernels``."""
    return {
        name: kernels[value]
        for name, value in names.items()
        if isinstance(value, FunctionType) and value in kernels
    }


def _numba_lock() -> Any:
    """The lock that numba holds while it compiles and loads kernels."""
    return import_module("numba.core.compiler_lock").global_compiler_lock


def _listen() -> None:
    """Register for numba's events of waiting for machine code and of compiling it."""
    events: Any = import_module("numba.core.event")  # through Any: numba has no types

    class Waits(events.Listener):  # type: ignore[misc]
        def on_start(self, event: Any) -> None:
            check_thread("machine code is loaded")
            _thread_watch().__enter__()

        def on_end(self, event: Any) -> None:
            _thread_watch().__exit__()

    class Makes(events.Listener):  # type: ignore[misc]
        collects_garbage = True

        def on_start(self, event: Any) -> None:
            if _process.compilations == 0:
                # numba creates many small objects and little garbage, so that garbage collection
                # takes a tenth of its time. With a window, it remains enabled, because the first
                # collection afterwards would delay a frame by a third of a second
                self.collects_garbage = gc.isenabled() and not _process.has_window
                if self.collects_garbage:
                    gc.disable()
            _process.compilations += 1

        def on_end(self, event: Any) -> None:
            _process.compilations -= 1
            if _process.compilations == 0 and self.collects_garbage:
                gc.enable()
            _process.on_compiled()

    events.register("numba:compiler_lock", Waits())
    events.register("numba:compile", Makes())
