"""Calls stored kernels without numba, whose import takes half the time of a short command.

The machine code is loaded with LLVM alone and called with numba's calling convention: addresses for
the result and for an error, then all arguments, with tuples and arrays split into their fields. A
few instructions read them from one array, because ctypes takes a quarter of a microsecond for each
argument. Numba splits arguments faster, so a process that calls many kernels should load it unless
the kernels are bound.
"""

from __future__ import annotations

import ctypes
import pickle
import struct
import sys
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

IS_SUPPORTED = sys.platform == "linux"
"""Whether this has been tested on the system."""
RESULTS: dict[str, Callable[[int], Any]] = {"int64": int, "bool": bool, "none": lambda _: None}
"""Converts the integer that is read as the result of a kernel, by the type of the result."""
NUMBERS = {int: "int64", np.int64: "int64", bool: "bool", float: "float64"}
"""The names of numba's types of numbers."""
INTEGER, FLOAT = "i64", "double"
"""The types of fields of arguments in LLVM. Addresses and bools are passed like integers."""
FUNCTION = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)
OLDEST_LLVM = 16
"""The first version in which the type of all addresses is ``ptr``."""


UNUSED_FUNCTIONS = {
    "numba_adapt_ndarray",
    "numba_do_raise",
    "numba_runtime_build_excinfo_struct",
    "numba_unpickle",
}
"""Functions of numba's library that only the code for calls from Python uses."""


class StoredCode(NamedTuple):
    """The part of a stored compile result that does not need numba."""

    library: tuple[str, str, Any]
    """Name, kind and code of numba's library; an "object" has machine code and bitcode."""
    function: str
    """The name of the function in the machine code; "" if it needs numba's memory management."""
    result: str
    """The type of the function's result."""
    externals: list[str]
    """The names of functions and variables of other libraries in the machine code."""


Binder = Callable[[list[int], int, tuple[Any, ...]], Callable[..., Any]]
"""Returns a kernel as a function of its last fields. The arguments are all fields of the kernel's
arguments, the number of the last ones, and the arguments, which keep the arrays at the addresses in
the fields alive."""


class NotStoredError(Exception):
    """The kernel cannot be called without numba."""


def describe_result(compiled: Any, library: tuple[str, str, Any], *, allocates: bool) -> StoredCode:
    """Return the code of a compile result.

    library: as in ``StoredCode``. allocates: whether the kernel needs numba's memory management.
    """
    module, result = compiled.library._final_module, str(compiled.signature.return_type)
    externals = [
        value.name
        for values in (module.functions, module.global_variables)
        for value in values
        if value.is_declaration and not value.name.startswith("llvm.")
    ]
    is_callable = result in RESULTS and not allocates
    name = compiled.fndesc.llvm_func_name if is_callable else ""
    return StoredCode(library, name, result, externals)


def name_types(kinds: Any) -> str:
    """The name of numba's types of arguments; ``flatten`` gives the same name for the arguments."""
    types: Any = import_module("numba").types

    def name(kind: Any) -> str:
        if isinstance(kind, types.Array):
            return _array_name(str(kind.dtype), kind.ndim, kind.layout, is_mutable=kind.mutable)
        if isinstance(kind, types.BaseTuple):
            names = ", ".join(map(name, kind))
            return f"{getattr(getattr(kind, 'instance_class', None), '__name__', '')}({names})"
        return str(kind)

    return f"({', '.join(map(name, kinds))})" if isinstance(kinds, tuple) else str(kinds)


def flatten(arguments: tuple[Any, ...]) -> tuple[str, list[int], list[str]]:
    """Return the name of the types of ``arguments``, and the fields with their types in LLVM.

    A float is given as the integer with the same bits. Raises NotStoredError if a type is not
    supported.
    """
    values: list[int] = []
    kinds: list[str] = []
    return _flatten_tuple(arguments, values, kinds), values, kinds


def _flatten_tuple(items: tuple[Any, ...], values: list[int], kinds: list[str]) -> str:
    names = []
    for item in items:
        if isinstance(item, np.ndarray):
            names.append(_flatten_array(item, values, kinds))
        elif isinstance(item, tuple):
            prefix = type(item).__name__ if hasattr(item, "_fields") else ""
            names.append(prefix + _flatten_tuple(item, values, kinds))
        elif item is None:
            names.append("none")
            values.append(0)
            kinds.append(INTEGER)
        else:
            if (number := NUMBERS.get(type(item))) is None:
                raise NotStoredError
            names.append(number)
            is_float = type(item) is float
            values.append(struct.unpack("q", struct.pack("d", item))[0] if is_float else int(item))
            kinds.append(FLOAT if is_float else INTEGER)
    return f"({', '.join(names)})"


def _flatten_array(array: np.ndarray[Any, Any], values: list[int], kinds: list[str]) -> str:
    flags = array.flags
    if not flags.aligned:
        raise NotStoredError
    layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
    # numba's owner and Python's owner of the memory, which kernels do not use
    size, address = array.size, array.ctypes.data
    values += (0, 0, size, array.itemsize, address, *array.shape, *array.strides)
    kinds += [INTEGER] * (5 + 2 * array.ndim)
    return _array_name(_dtype_name(array.dtype), array.ndim, layout, is_mutable=flags.writeable)


@cache
def _dtype_name(kind: np.dtype[Any]) -> str:
    return str(kind)


def _array_name(kind: str, dimensions: int, layout: str, *, is_mutable: bool) -> str:
    return f"{kind}[{dimensions}{layout}{'' if is_mutable else ', constant'}]"


@cache
def processor() -> str:
    """The name and the features of the processor for which code is compiled."""
    llvm: Any = import_module("llvmlite.binding")
    try:
        features = llvm.get_host_cpu_features().flatten()
    except RuntimeError:
        features = ""
    return f"{llvm.get_process_triple()} {llvm.get_host_cpu_name()} {features}"


class CodeLoader:
    """Loads stored machine code into this process."""

    def __init__(self) -> None:
        llvm: Any = import_module("llvmlite.binding")
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine(opt=0)
        self._llvm = llvm
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._program = ctypes.CDLL(None)
        self._count = 0

    def load(self, data: bytes, kinds: list[str]) -> Binder:
        """Load a compile result. kinds: the types of all fields of the arguments.

        Raises NotStoredError if it needs numba.
        """
        code = StoredCode(*pickle.loads(data))
        is_new = self._llvm.llvm_version_info[0] >= OLDEST_LLVM
        if not (is_new and code.function and code.library[1] == "object"):
            raise NotStoredError
        missing = {name for name in code.externals if not hasattr(self._program, name)}
        if not missing <= UNUSED_FUNCTIONS:
            raise NotStoredError
        for name in missing:
            if self._llvm.address_of_symbol(name) is None:  # else numba has been imported
                address = ctypes.cast(self._program.abort, ctypes.c_void_p).value
                self._llvm.add_symbol(name, address)
        machine_code = code.library[2][0]
        self._engine.add_object_file(self._llvm.ObjectFileRef.from_data(machine_code))
        self._engine.finalize_object()
        self._count += 1
        caller = f"call{self._count}"
        address = self._engine.get_function_address(code.function)
        self._engine.add_module(self._llvm.parse_assembly(_caller(caller, address, kinds)))
        self._engine.finalize_object()
        function = FUNCTION(self._engine.get_function_address(caller))
        return partial(_bind, function, RESULTS[code.result])


def _caller(name: str, address: int, kinds: list[str]) -> str:
    """Return, in LLVM's language, a function that calls another with the fields in an array.

    The array starts with room for the result and for the address of an error.
    """
    fields = range(2, 2 + len(kinds))
    places = (f"%p{at} = getelementptr i64, ptr %p0, i64 {at}" for at in (1, *fields))
    loads = (f"%v{at} = load {kind}, ptr %p{at}" for at, kind in zip(fields, kinds, strict=True))
    values = (f"{kind} %v{at}" for at, kind in zip(fields, kinds, strict=True))
    call = f"%status = call i32 %function({', '.join(('ptr %p0', 'ptr %p1', *values))})"
    function = f"%function = inttoptr i64 {address} to ptr"
    head, end = f"define i32 @{name}(ptr %p0) {{", "ret i32 %status\n}"
    return "\n".join((head, *places, *loads, function, call, end))


def _bind(
    caller: Callable[[Any], int],
    result: Callable[[int], Any],
    fields: list[int],
    integers: int,
    owners: tuple[Any, ...],
) -> Callable[..., Any]:
    """Return a kernel as in ``Binder``. result: converts the result of ``caller``."""
    array = (ctypes.c_int64 * (2 + len(fields)))(0, 0, *fields)
    first = len(array) - integers

    def call(*last: int) -> Any:
        array[first:] = [*last]
        array[0] = 0
        if caller(array):
            raise RuntimeError(f"a kernel of {len(owners)} arguments has failed")
        return result(array[0])

    return call
