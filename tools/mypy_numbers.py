"""A mypy plugin: int() and float() convert no text outside puzzler/board/numbers.py.

int(), float() and their relatives accept digits of other scripts, underscores and spaces, and raise
Python's own errors for thousands of digits. Conversions of numbers are allowed. In the packages
that read texts of users, a value without a type counts as text, and json.loads() is refused.

The plugin does not see int as a default argument or in a dictionary, and no arithmetic with ord().
A test in tests/test_project.py refuses them.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from mypy.nodes import RefExpr
from mypy.plugin import FunctionContext, Plugin
from mypy.plugins.default import DefaultPlugin
from mypy.types import AnyType, Instance, Type, TypeVarType, UnionType, get_proper_type

READERS = "puzzler/board/numbers.py"
TEXT_PACKAGES = tuple(
    f"puzzler/{name}/"
    for name in ("board", "formats", "cli", "game/core", "game/files", "game/lessons", "game/play")
)
NUMBERS = {
    "builtins.int", "builtins.float", "builtins.complex", "decimal.Decimal",
    "numpy.signedinteger", "numpy.unsignedinteger", "numpy.floating", "numpy.float64",
    "ast.literal_eval",
}  # fmt: skip
TEXTS = {"builtins.str", "builtins.bytes", "builtins.bytearray", "builtins.memoryview"}
Hook = Callable[[FunctionContext], Type]


class NumbersPlugin(Plugin):
    """Reports conversions of text, also those by a function that int or float is passed to."""

    def get_function_hook(self, fullname: str) -> Hook | None:
        """Return the check of a call, or None for other functions."""
        if fullname == "functools.partial":
            usual = DefaultPlugin(self.options).get_function_hook(fullname)
            return lambda context: _check_partial(context, usual)
        checks = dict.fromkeys(NUMBERS, _check_call) | {"json.loads": _check_json}
        passing = ("map", "filter", "sorted", "min", "max")
        return (checks | {f"builtins.{name}": _check_passing for name in passing}).get(fullname)


def _check_call(context: FunctionContext) -> Type:
    is_any_text = _is_in(context, *TEXT_PACKAGES)
    for type_ in chain.from_iterable(context.arg_types[:1]):
        if _is_text(type_) or (is_any_text and isinstance(get_proper_type(type_), AnyType)):
            _report(context)
    return context.default_return_type


def _check_json(context: FunctionContext) -> Type:
    if _is_in(context, *TEXT_PACKAGES):
        _report(context)
    return context.default_return_type


def _check_passing(context: FunctionContext) -> Type:
    items = (get_proper_type(each) for each in chain.from_iterable(context.arg_types))
    if _passes_number(context) and any(_is_text(arg) for each in items if isinstance(each, Instance)
                                       for arg in (*each.args, each)):  # fmt: skip
        _report(context)
    return context.default_return_type


def _check_partial(context: FunctionContext, usual: Hook | None) -> Type:
    if _passes_number(context):
        _report(context)
    return context.default_return_type if usual is None else usual(context)


def _passes_number(context: FunctionContext) -> bool:
    arguments = chain.from_iterable(context.args)
    return any(isinstance(each, RefExpr) and each.fullname in NUMBERS for each in arguments)


def _is_in(context: FunctionContext, *places: str) -> bool:
    path: str = context.api.path  # type: ignore[attr-defined]  # of the type checker
    return any(place in path.replace("\\", "/") for place in places)


def _report(context: FunctionContext) -> None:
    if not _is_in(context, READERS):
        context.api.fail("Read numbers in text with puzzler.board.numbers", context.context)


def _is_text(type_: Type) -> bool:
    match get_proper_type(type_):
        case UnionType(items=items):
            return any(map(_is_text, items))
        case TypeVarType(upper_bound=bound):
            return _is_text(bound)
        case Instance(type=info):
            return any(base.fullname in TEXTS for base in info.mro)
    return False


def plugin(version: str) -> type[Plugin]:  # the interface of mypy
    """Return the class of the plugin."""
    return NumbersPlugin
