"""Turns the kernels from plain Python into compiled code, when it is told to.

A kernel is an ordinary function marked with ``@kernel``. It runs as plain Python, slow and correct,
until ``compile_all`` puts numba's dispatchers in its place in every kernel module. Callers name
kernels through their module (``best_first.expand(...)``), so that they meet the compiled one from
then on. numba is not imported before that: it takes half a second.

Plain kernels call plain ones and compiled kernels compiled ones, whatever stands in the modules
meanwhile: each kind looks its names up in a namespace of its own. So a plain kernel that is running
when the compiled ones arrive goes on to its end undisturbed, and no order of putting them in place
matters.
"""

from __future__ import annotations

import ctypes
import gc
import math
import sys
import time
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from importlib import import_module
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.kernel_store import KernelStore, MachineCode

INDEX = (1 << 40) - 1
"""``array[index & INDEX]`` shows the compiler that an index is not negative: without the code for
those that count from the end, the hottest loops are faster by a quarter."""

F = TypeVar("F", bound=Callable[..., Any])

_namespaces: dict[str, dict[str, Any]] = {}  # by module: the names that its plain kernels see
_plain: list[FunctionType] = []
_allocating = set[FunctionType]()
_dispatchers: dict[FunctionType, Any] = {}  # by plain kernel: numba's function for it


class _Process:
    """What is one for the whole process; changed only by the thread that has numba's lock."""

    is_compiled = False
    is_prepared = False
    folder = ""
    making = 0
    """Kernels being made, one within the other."""
    has_window = False
    """A thread draws, or has drawn, a window."""
    on_compiled: Callable[[], object] = staticmethod(lambda: None)
    """Called after each kernel that this process compiles."""


_process = _Process()


class CompileWatch:
    """How long one thread waits for machine code: to make it, to load it, or for who makes it.

    ``watch`` starts one for the thread that calls it; any thread may read it.
    """

    def __init__(self) -> None:
        self._depth = 0
        self._began = 0.0
        self._seconds = 0.0

    @property
    def is_compiling(self) -> bool:
        """True while the thread waits and machine code is made, not only loaded."""
        return self._depth > 0 and _process.making > 0

    @property
    def seconds(self) -> float:
        """How long it has waited in all."""
        return self._seconds + (time.perf_counter() - self._began if self._depth > 0 else 0.0)

    def start(self) -> None:
        """The thread has begun to wait; waits may lie within each other."""
        if self._depth == 0:
            self._began = time.perf_counter()
        self._depth += 1

    def stop(self) -> None:
        """It has what it waited for; harmless where it had begun to wait before it was watched."""
        if self._depth == 0:
            return
        self._depth -= 1
        if self._depth == 0:
            self._seconds += time.perf_counter() - self._began


_watch: ContextVar[CompileWatch] = ContextVar("compile watch of a thread")
_draws: ContextVar[bool] = ContextVar("whether a thread draws the window", default=False)


@contextmanager
def drawing() -> Iterator[None]:
    """Within, this thread draws the window: no kernel is called, and no table made, in it."""
    _process.has_window = True
    token = _draws.set(True)
    try:
        yield
    finally:
        _draws.reset(token)


def check_thread(what: str) -> None:
    """Warn where this thread draws the window; ``what`` is what may take it seconds."""
    if _draws.get():
        warnings.warn(f"{what} in the window's thread", RuntimeWarning, stacklevel=3)


def watch() -> CompileWatch:
    """A new watch for this thread, in place of the one that it had."""
    fresh = CompileWatch()
    _watch.set(fresh)
    return fresh


def _own_watch() -> CompileWatch:
    return _watch.get(None) or watch()


@contextmanager
def _waiting() -> Iterator[None]:
    watch = _own_watch()
    watch.start()
    try:
        yield
    finally:
        watch.stop()


def kernel(function: F) -> F:
    """Mark ``function`` as one to compile; it makes and returns no arrays."""
    # all names of the module so far: the last kernel of a module completes them
    namespace = _namespaces.setdefault(function.__module__, {})
    namespace.update(function.__globals__)
    plain = _with_names(cast("FunctionType", function), namespace)
    namespace[function.__name__] = plain
    _plain.append(plain)
    return cast("F", plain)


def allocating_kernel(function: F) -> F:
    """Mark ``function`` as one to compile that makes arrays, or copies one into another."""
    plain = kernel(function)
    _allocating.add(cast("FunctionType", plain))
    return plain


def with_views(function: F) -> F:
    """The kernel; a plain one gets views of the arrays, which it reads in half the time.

    In views numbers must not overflow.
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


def prefetch(rows: NDArray[Any], row: int | np.int64) -> None:
    """Fetch the start of ``rows[row]`` into the processor's cache, for it will be wanted soon.

    Most of a large search's time is waiting for memory. Fetching a row early lets the wait pass
    while something else is done. As plain Python the hint does nothing.
    """


def call_back(address: int, numbers: NDArray[np.int64]) -> int:
    """What the function at ``address`` returns for ``numbers``; see ``callback``."""
    return _callbacks[address](np.asarray(numbers))


def call_compiled(address: int, tiles: NDArray[np.int64]) -> float:
    """What a function compiled by numba returns for ``tiles``, NaN where it raises.

    ``address`` is that of its machine code, which plain kernels cannot call.
    """
    raise NotImplementedError


_callbacks: dict[int, Callable[[NDArray[np.int64]], int]] = {}
"""By address: what plain kernels call."""


@contextmanager
def callback(
    function: Callable[[NDArray[np.int64]], int],
    count: int,
    on_error: Callable[[BaseException], object],
) -> Iterator[int]:
    """Within, kernels can call ``function`` with ``count`` numbers, by the address that is yielded.

    Kernels cannot raise what it raises, or a signal meanwhile: ``on_error`` is called with that,
    and the kernel gets 0.
    """
    result, pointer = ctypes.c_int64, ctypes.POINTER(ctypes.c_int64)

    def values() -> Generator[int, Any, None]:
        value = 0
        while True:
            try:
                while True:
                    numbers = yield value
                    value = function(np.ctypeslib.as_array(numbers, (count,)))
            except GeneratorExit:
                return
            except BaseException as error:
                on_error(error)
                value = 0

    # a signal that came in a kernel is raised where Python goes on: at the start of a function,
    # before any "try" of its own, but in a generator at the "yield", which is within one
    generator = values()
    next(generator)
    call = ctypes.CFUNCTYPE(result, pointer)(generator.send)
    address = ctypes.cast(call, ctypes.c_void_p).value
    assert address is not None
    _callbacks[address] = generator.send
    try:
        yield address
    finally:
        del _callbacks[address]


def is_compiled() -> bool:
    """True while compiled kernels are in place, all of them."""
    return _process.is_compiled


def folder() -> str:
    """That of the store from which kernels were loaded last; "" where there was none."""
    return _process.folder


def is_compiling() -> bool:
    """True while this process makes machine code that it did not find in its store."""
    return _process.making > 0


def seconds_compiling() -> float:
    """How long this thread has waited for machine code so far."""
    return _own_watch().seconds


@contextmanager
def making() -> Iterator[None]:
    """While machine code is made, here or by the process that this one waits for."""
    _process.making += 1
    try:
        yield
    finally:
        _process.making -= 1


@contextmanager
def calling_back(on_compiled: Callable[[], object]) -> Iterator[None]:
    """Call ``on_compiled`` whenever this process has compiled a kernel."""
    before, _process.on_compiled = _process.on_compiled, on_compiled
    try:
        yield
    finally:
        _process.on_compiled = before


@contextmanager
def recording() -> Iterator[list[tuple[Any, tuple[Any, ...]]]]:
    """Run plain kernels in place of the compiled ones, and record how Python calls them.

    Yield a list of calls: the dispatcher of the compiled kernel, and the types of the arguments.
    Calls from one kernel to another are not recorded. No other thread may call kernels meanwhile.
    """
    calls: list[tuple[Any, tuple[Any, ...]]] = []

    def recorder(plain: FunctionType, dispatcher: Any) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            calls.append((dispatcher, tuple(map(dispatcher.typeof_pyval, arguments))))
            result = plain(*arguments)
            return result.item() if isinstance(result, np.generic) else result

        return partial(call)  # callers give a plain function other arguments; see ``with_views``

    _put_in_place({plain: recorder(plain, each) for plain, each in _dispatchers.items()})
    try:
        yield calls
    finally:
        _put_in_place(_dispatchers)


def compile_all(store: KernelStore | None) -> None:
    """Put compiled functions in the place of all kernels; ImportError without numba.

    Each is compiled, or loaded from ``store``, when it is first called with arguments of some type.
    A store belongs to one state of all kernel files. One thread does it, others that come meanwhile
    wait until it is done.
    """
    check_thread("kernels are loaded")
    # numba: here, not above: it takes half a second; through Any: not all options have types
    with _waiting(), _numba_lock():
        njit: Any = import_module("numba").njit
        if _process.is_compiled:
            return
        if not _process.is_prepared:
            _process.is_prepared = True
            _listen()
            _teach_prefetch()
            _teach_call_back()
            _teach_call_compiled()
            if _process.has_window:
                gc.freeze()  # numba stays: to look through its objects takes several frames
        names = {module: dict(plain_names) for module, plain_names in _namespaces.items()}
        compiled: dict[FunctionType, Any] = {}
        for function in _plain:
            # none is called from C: without the wrapper for that, compiling is a tenth shorter.
            # The caller holds the arrays: not to count references to them makes searches faster
            allocates = function in _allocating
            compiler = njit(nogil=True, no_cfunc_wrapper=True, _nrt=allocates)
            compiled[function] = compiler(_with_names(function, names[function.__module__]))
        _process.folder = "" if store is None else str(store.folder)
        if store is not None:
            for dispatcher in compiled.values():
                dispatcher._cache = MachineCode(dispatcher.py_func, store, making)
        for namespace in names.values():
            namespace.update(_replaced(namespace, compiled))
        _put_in_place(compiled)
        _dispatchers.update(compiled)
        _process.is_compiled = True


def restore_plain() -> None:
    """Put the plain kernels back in place; compiled ones that run go on to their end."""
    if not _process.is_compiled:
        return
    with _numba_lock():
        _process.is_compiled = False
        _put_in_place({function: function for function in _plain})


def _put_in_place(kernels: dict[FunctionType, Any]) -> None:
    for module, plain_names in _namespaces.items():
        vars(sys.modules[module]).update(_replaced(plain_names, kernels))


def _with_names(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    """The same function, with its names looked up in ``names``."""
    twin = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    twin.__kwdefaults__ = function.__kwdefaults__
    twin.__annotations__ = function.__annotations__
    twin.__qualname__ = function.__qualname__
    twin.__module__ = function.__module__
    return twin


def _replaced(names: dict[str, Any], kernels: dict[FunctionType, Any]) -> dict[str, Any]:
    """Those of ``names`` that are plain kernels, with what ``kernels`` has for them."""
    return {
        name: kernels[value]
        for name, value in names.items()
        if isinstance(value, FunctionType) and value in kernels
    }


def _numba_lock() -> Any:
    """The lock under which numba compiles, and loads what was compiled."""
    return import_module("numba.core.compiler_lock").global_compiler_lock


def _listen() -> None:
    """Hear from numba when a thread waits for machine code, and when some is made."""
    events: Any = import_module("numba.core.event")  # through Any: numba has no types

    class Waits(events.Listener):  # type: ignore[misc]
        def on_start(self, event: Any) -> None:
            check_thread("machine code is loaded")
            _own_watch().start()

        def on_end(self, event: Any) -> None:
            _own_watch().stop()

    class Makes(events.Listener):  # type: ignore[misc]
        collects_garbage = True

        def on_start(self, event: Any) -> None:
            if _process.making == 0:
                # numba makes very many small objects and hardly any garbage: to look through them
                # again and again is a tenth of its time. With a window, to look through all of
                # them at the end would hold a frame for a third of a second
                self.collects_garbage = gc.isenabled() and not _process.has_window
                if self.collects_garbage:
                    gc.disable()
            _process.making += 1

        def on_end(self, event: Any) -> None:
            _process.making -= 1
            if _process.making == 0 and self.collects_garbage:
                gc.enable()
            _process.on_compiled()

    events.register("numba:compiler_lock", Waits())
    events.register("numba:compile", Makes())


def _teach_prefetch() -> None:
    """Compiled, it is LLVM's prefetch of a row's first element."""
    from llvmlite import ir
    from numba.core import types

    # through Any: numba has no types
    extending: Any = import_module("numba.extending")
    cgutils: Any = import_module("numba.core.cgutils")
    arrays: Any = import_module("numba.np.arrayobj")

    @extending.type_callable(prefetch)
    def give_type(context: Any) -> Any:
        return lambda rows, row: types.void(rows, types.intp)

    @extending.lower_builtin(prefetch, types.Array, types.Integer)
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = signature.args[0]
        array = arrays.make_array(kind)(context, builder, arguments[0])
        first = context.get_constant(types.intp, 0)
        index = [arguments[1]] + [first] * (kind.ndim - 1)
        pointer = cgutils.get_item_pointer(context, builder, kind, array, index)
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        hint = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(ir.VoidType(), [byte, number, number, number]),
            "llvm.prefetch.p0",
        )
        builder.call(hint, [builder.bitcast(pointer, byte), number(0), number(3), number(1)])
        return context.get_dummy_value()


def _teach_call_back() -> None:
    """Compiled, it is a call of a C function."""
    from llvmlite import ir
    from numba.core import types

    extending: Any = import_module("numba.extending")
    arrays: Any = import_module("numba.np.arrayobj")

    @extending.type_callable(call_back)
    def give_type(context: Any) -> Any:
        return lambda address, numbers: types.int64(types.intp, numbers)

    @extending.lower_builtin(call_back, types.Integer, types.Array)
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = arrays.make_array(signature.args[1])(context, builder, arguments[1])
        number = ir.IntType(64)
        kind = ir.FunctionType(number, [number.as_pointer()]).as_pointer()
        return builder.call(builder.inttoptr(arguments[0], kind), [array.data])


def _teach_call_compiled() -> None:
    """Compiled, it is a call as numba's own functions call each other."""
    from numba.core import types

    extending: Any = import_module("numba.extending")

    @extending.type_callable(call_compiled)
    def give_type(context: Any) -> Any:
        return lambda address, tiles: types.float64(types.intp, tiles)

    @extending.lower_builtin(call_compiled, types.Integer, types.Array)
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        convention, result, taken = context.call_conv, signature.return_type, signature.args[1:]
        kind = convention.get_function_type(result, taken).as_pointer()
        function = builder.inttoptr(arguments[0], kind)
        status, value = convention.call_function(builder, function, result, taken, arguments[1:])
        return builder.select(status.is_ok, value, context.get_constant(result, math.nan))
