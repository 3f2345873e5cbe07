"""A hint to the processor: this row will be wanted soon.

Most of a large search's time is waiting for memory. Fetching a row early lets the wait pass while
something else is done. As plain Python the hint does nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from numpy.typing import NDArray

from puzzler.search.kernels import jit
from puzzler.search.kernels.space import Int


def _teach_numba() -> None:
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


def prefetch(rows: NDArray[Any], row: Int) -> None:
    """Fetch the start of ``rows[row]`` into the cache."""


jit.lessons.append(_teach_numba)
