"""Calls stored kernels without numba, whose import takes half the time of a short command.

The machine code is loaded with LLVM alone and called with numba's calling convention: addresses for
the result and for an error, then all arguments, with tuples and arrays split into their fields.
Numba reads arguments faster, so a process that calls many kernels should load it.
"""

from __future__ import annotations

import ctypes
import pickle
import sys
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

IS_SUPPORTED = sys.platform == "linux"
"""Whether this has been tested on the system."""
RESULTS = {"int64": ctypes.c_int64, "bool": ctypes.c_bool, "none": ctypes.c_void_p}
NUMBERS: dict[type, tuple[str, Any]] = {
    int: ("int64", ctypes.c_int64),
    np.int64: ("int64", ctypes.c_int64),
    bool: ("bool", ctypes.c_bool),
    float: ("float64", ctypes.c_double),
}
"""The C types of numbers, by their type."""
ARRAY_KINDS = [ctypes.c_void_p] * 2 + [ctypes.c_int64] * 11
"""The C types of the fields of an array of up to four dimensions."""


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


def flatten(arguments: tuple[Any, ...]) -> tuple[str, list[Any], list[Any]]:
    """Return the name of the types of ``arguments``, and the values and C types of their fields.

    Raises NotStoredError if a type is not supported.
    """
    values: list[Any] = []
    kinds: list[Any] = []
    return _flatten_tuple(arguments, values, kinds), values, kinds


def _flatten_tuple(items: tuple[Any, ...], values: list[Any], kinds: list[Any]) -> str:
    names = []
    for item in items:
        if isinstance(item, np.ndarray):
            names.append(_flatten_array(item, values, kinds))
        elif isinstance(item, tuple):
            prefix = type(item).__name__ if hasattr(item, "_fields") else ""
            names.append(prefix + _flatten_tuple(item, values, kinds))
        elif item is None:
            names.append("none")
            values.append(None)
            kinds.append(ctypes.c_void_p)
        else:
            if (number := NUMBERS.get(type(item))) is None:
                raise NotStoredError
            names.append(number[0])
            values.append(item if type(item) is not np.int64 else int(item))
            kinds.append(number[1])
    return f"({', '.join(names)})"


def _flatten_array(array: np.ndarray[Any, Any], values: list[Any], kinds: list[Any]) -> str:
    flags = array.flags
    if not flags.aligned:
        raise NotStoredError
    layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
    # numba's owner and Python's owner of the memory, which kernels do not use
    size, address = array.size, array.ctypes.data
    values += (None, None, size, array.itemsize, address, *array.shape, *array.strides)
    kinds += ARRAY_KINDS[: 5 + 2 * array.ndim]
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
        machine = llvm.Target.from_default_triple().create_target_machine()
        self._llvm = llvm
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._program = ctypes.CDLL(None)

    def load(self, data: bytes, kinds: list[Any]) -> StoredFunction:
        """Load a compile result. kinds: the C types of all fields of the arguments.

        Raises NotStoredError if it needs numba.
        """
        code = StoredCode(*pickle.loads(data))
        if not code.function or code.library[1] != "object":
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
        address = self._engine.get_function_address(code.function)
        kind = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *kinds)
        return StoredFunction(kind(address), RESULTS[code.result])


class StoredFunction(NamedTuple):
    """A kernel for given types of arguments."""

    function: Any
    result: Any
    """The C type of the result."""

    def call(self, values: list[Any]) -> Any:
        """Call the kernel with the fields of its arguments, and return its result."""
        result, error = self.result(), ctypes.c_void_p()
        if self.function(ctypes.byref(result), ctypes.byref(error), *values):
            raise RuntimeError("a kernel has failed")
        return result.value
