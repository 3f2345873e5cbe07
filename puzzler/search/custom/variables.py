"""Short texts of the values of a user's variables. No code of the user is called for them."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from itertools import islice
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

from puzzler.board.board import Board

MAX_VARIABLES = 20
MAX_TEXT = 160
"""Limit on the characters of a value."""
_MAX_ITEMS, _MAX_ATTRIBUTES = 3, 5
"""Limits on the items of a collection and on the attributes of an object."""
_MAX_DEPTH = 4
"""Limit on nested collections and objects."""
_BRACKETS: dict[type, str] = {
    list: "[]",
    tuple: "()",
    dict: "{}",
    set: "{}",
    frozenset: "{}",
    deque: "[]",
}
_HIDDEN = FunctionType, BuiltinFunctionType, MethodType, ModuleType, type


def describe_variables(variables: Mapping[str, object], problem: object) -> list[tuple[str, str]]:
    """Return the names and texts of variables, without functions, modules and ``problem``."""
    shown = (
        (name, _rows(value) if issubclass(type(value), Board) else describe(value))  # type: ignore[arg-type]
        for name, value in variables.items()
        if value is not problem and name != "_" and not issubclass(type(value), _HIDDEN)
    )
    return [*islice(shown, MAX_VARIABLES)]


def describe(value: object) -> str:
    """Return a value as text of at most MAX_TEXT characters: "[1 2/0 3, ... 41 more]"."""
    text = _describe(value, _MAX_DEPTH)
    return text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 3]}..."


def _rows(board: Board) -> str:
    """Return a board as one line per row, with aligned columns."""
    width, tiles = len(str(len(board.tiles) - 1)), iter(board.tiles)
    rows = (islice(tiles, board.columns) for _ in range(board.rows))
    return "\n".join(" ".join(f"{tile:{width}}" for tile in row) for row in rows)


def _describe(value: object, depth: int, *, is_attribute: bool = False) -> str:
    """Return a value as text. An object that is an attribute, such as a parent, is only named."""
    kind = type(value)
    if issubclass(kind, Board):
        return str(value)
    if kind is str:
        return repr(value[:MAX_TEXT])  # type: ignore[index]
    if kind is int:
        is_long = int.bit_length(value) > 4 * MAX_TEXT  # type: ignore[arg-type]
        return "a long integer" if is_long else repr(value)
    if value is None or kind in (bool, float, range):
        return repr(value)
    base = next((each for each in kind.__mro__ if each in _BRACKETS), None)
    name = "" if kind is base or kind.__name__.startswith("_") else kind.__name__
    if base is None:
        try:
            attributes = object.__getattribute__(value, "__dict__")
        except AttributeError:
            attributes = {}
        if not depth or is_attribute:
            return name
        texts = [
            f"{key}={_describe(each, depth - 1, is_attribute=True)}"
            for key, each in islice(attributes.items(), _MAX_ATTRIBUTES)
        ]
        count, brackets = len(attributes), "()"
    else:
        count, brackets = base.__len__(value), _BRACKETS[base]  # type: ignore[attr-defined]
        first = islice(base.__iter__(value) if depth else (), _MAX_ITEMS)  # type: ignore[attr-defined]
        texts = [
            f"{_describe(each, depth - 1)}: {_describe(dict.__getitem__(value, each), depth - 1)}"  # type: ignore[index]
            if base is dict
            else _describe(each, depth - 1)
            for each in first
        ]
    if count > len(texts):
        texts.append(f"... {count - len(texts):,} more" if texts else f"{count:,} items")
    return f"{name}{brackets[0]}{', '.join(texts)}{brackets[1]}"
