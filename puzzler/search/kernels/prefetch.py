"""A hint to the processor: this row will be wanted soon.

Most of a large search's time is waiting for memory. Fetching a row early lets the wait pass while
something else is done. As plain Python the hint does nothing.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from puzzler.search.kernels.jit import kernel_with_substitute


def _as_instruction() -> Any:
    """The hint as numba code: LLVM's prefetch of the first element of a row, to be read, to be kept."""
    from llvmlite import ir  # noqa: PLC0415 - comes with numba, see jit
    from numba.core import cgutils, types  # noqa: PLC0415
    from numba.extending import intrinsic  # noqa: PLC0415
    from numba.np.arrayobj import make_array  # noqa: PLC0415

    @intrinsic  # type: ignore[untyped-decorator]  # numba has no types
    def prefetch(typing_context: Any, rows: Any, row: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = signature.args[0]
            array = make_array(kind)(context, builder, arguments[0])
            first = context.get_constant(types.intp, 0)
            index = [arguments[1]] + [first] * (kind.ndim - 1)
            pointer = cgutils.get_item_pointer(context, builder, kind, array, index)
            byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            hint = cgutils.get_or_insert_function(
                builder.module,
                ir.FunctionType(ir.VoidType(), [byte, number, number, number]),
                "llvm.prefetch.p0",
            )
            builder.call(
                hint,
                [builder.bitcast(pointer, byte), number(0), number(3), number(1)],
            )
            return context.get_dummy_value()

        return types.void(rows, types.intp), generate

    return prefetch


@kernel_with_substitute(_as_instruction)
def prefetch(rows: NDArray[Any], row: int) -> None:
    """Fetch the start of ``rows[row]`` into the cache."""
