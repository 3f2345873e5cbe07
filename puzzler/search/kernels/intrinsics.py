"""Functions that compile to one instruction or one call, with their plain Python form."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray


def prefetch(rows: NDArray[Any], row: int | np.int64) -> None:
    """Load the start of ``rows[row]`` into the processor's cache, because it will be used soon.

    Large searches spend most time waiting for memory. Prefetching a row allows other work during
    the wait. Does nothing in plain Python.
    """


def call_back(address: int, numbers: NDArray[np.int64]) -> int:
    """Call the function at ``address`` with ``numbers``; see ``callback``."""
    return _callbacks[address](np.asarray(numbers))


def call_compiled(address: int, tiles: NDArray[np.int64]) -> float:
    """Call a function compiled by numba with ``tiles``; return NaN if it raises.

    address: the address of its machine code. Plain kernels cannot call it.
    """
    raise NotImplementedError


_callbacks: dict[int, Callable[[NDArray[np.int64]], int]] = {}
"""The functions for ``call_back`` in plain kernels, by address."""


@contextmanager
def callback(
    function: Callable[[NDArray[np.int64]], int],
    count: int,
    on_error: Callable[[BaseException], object],
) -> Iterator[int]:
    """Context manager: yield an address at which kernels can call ``function``.

    count: the number of numbers passed to it. Kernels cannot raise exceptions: for those of the
    function or of signal handlers, ``on_error`` is called and the kernel receives 0.
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

    # A signal handler runs when the kernel returns to Python. In a function, that is before its
    # first "try" block, but in a generator it is at the "yield", which is inside one.
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


def register() -> None:
    """Register the machine code of these functions with numba. Call it once."""
    from llvmlite import ir
    from numba.core import types

    # through Any: numba has no types
    extending: Any = import_module("numba.extending")
    cgutils: Any = import_module("numba.core.cgutils")
    arrays: Any = import_module("numba.np.arrayobj")

    extending.type_callable(prefetch)(lambda _: lambda rows, row: types.void(rows, types.intp))

    @extending.lower_builtin(prefetch, types.Array, types.Integer)
    def prefetch_row(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Use LLVM's prefetch of the first element of a row."""
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

    extending.type_callable(call_back)(
        lambda _: lambda address, numbers: types.int64(types.intp, numbers)
    )

    @extending.lower_builtin(call_back, types.Integer, types.Array)
    def call_c_function(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = arrays.make_array(signature.args[1])(context, builder, arguments[1])
        number = ir.IntType(64)
        kind = ir.FunctionType(number, [number.as_pointer()]).as_pointer()
        return builder.call(builder.inttoptr(arguments[0], kind), [array.data])

    extending.type_callable(call_compiled)(
        lambda _: lambda address, tiles: types.float64(types.intp, tiles)
    )

    @extending.lower_builtin(call_compiled, types.Integer, types.Array)
    def call_by_convention(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Use numba's calling convention."""
        convention, result, inputs = context.call_conv, signature.return_type, signature.args[1:]
        kind = convention.get_function_type(result, inputs).as_pointer()
        function = builder.inttoptr(arguments[0], kind)
        status, value = convention.call_function(builder, function, result, inputs, arguments[1:])
        return builder.select(status.is_ok, value, context.get_constant(result, math.nan))
