"""A mypy plugin: int() and float() convert no text outside puzzler/board/numbers.py.

int() and float() accept digits of other scripts, underscores and spaces, and raise Python's own
errors for thousands of digits. Conversions of numbers are allowed.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from mypy.nodes import RefExpr
from mypy.plugin import FunctionContext, Plugin
from mypy.types import Instance, Type, UnionType, get_proper_type

READERS = "puzzler/board/numbers.py"
NUMBERS = {"builtins.int", "builtins.float"}
TEXTS = {"builtins.str", "builtins.bytes", "builtins.bytearray"}


class NumbersPlugin(Plugin):
    """Reports int(), float() and map() with one of them if the argument is text."""

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """Return the check of a call, or None for other functions."""
        return {
            "builtins.int": _check_call,
            "builtins.float": _check_call,
            "builtins.map": _check_map,
        }.get(fullname)


def _check_call(context: FunctionContext) -> Type:
    if any(map(_is_text, chain.from_iterable(context.arg_types[:1]))):
        _report(context)
    return context.default_return_type


def _check_map(context: FunctionContext) -> Type:
    function = context.args[0][0]
    items = (get_proper_type(each) for each in chain.from_iterable(context.arg_types[1:]))
    is_conversion = isinstance(function, RefExpr) and function.fullname in NUMBERS
    if is_conversion and any(_is_text(arg) for each in items if isinstance(each, Instance)
                             for arg in (*each.args, each)):  # fmt: skip
        _report(context)
    return context.default_return_type


def _report(context: FunctionContext) -> None:
    path: str = context.api.path  # type: ignore[attr-defined]  # of the type checker
    if not path.replace("\\", "/").endswith(READERS):
        context.api.fail("Read numbers in text with puzzler.board.numbers", context.context)


def _is_text(type_: Type) -> bool:
    type_ = get_proper_type(type_)
    if isinstance(type_, UnionType):
        return any(map(_is_text, type_.items))
    return isinstance(type_, Instance) and type_.type.fullname in TEXTS


def plugin(version: str) -> type[Plugin]:  # the interface of mypy
    """Return the class of the plugin."""
    return NumbersPlugin
