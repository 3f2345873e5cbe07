"""Readers of option values; a wrong value raises ``click.BadParameter``, which quotes it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable
from contextlib import suppress
from datetime import date
from typing import Any, NamedTuple, TypeVar

import click

from puzzler.board.board import check_shape
from puzzler.board.errors import BoardError, quoted, unknown
from puzzler.search.options import read_weight
from puzzler.search.parameters import MethodParameter

_SIZE = re.compile(r"(\d{1,3})[xX](\d{1,3})")

Value = TypeVar("Value", bound=Hashable)
Given = TypeVar("Given", str, str | float)


class ShapeType(NamedTuple):
    """The shape of a board."""

    rows: int
    columns: int


class WholeNumber(click.IntRange):
    """An integer in a range, which click's messages call a whole number."""

    name = "whole number"

    def __init__(self, smallest: int, largest: int = 2**63 - 1) -> None:
        super().__init__(smallest, largest)


def positive_number(text: str) -> float:
    """Convert a finite number above 0. ``click.FloatRange`` would accept NaN."""
    with suppress(ValueError):
        value = float(text)
        if math.isfinite(value) and value > 0:
            return value
    raise click.BadParameter(f"{quoted(text)} is not a number above 0")


def weight(text: str | float) -> float:
    """A weight that a search accepts."""
    return _checked(read_weight, text)


def size(text: str) -> ShapeType:
    """The shape that RxC names."""
    match = _SIZE.fullmatch(text)
    if match is None:
        raise click.BadParameter(f"{quoted(text)} is not a size such as 4x4 or 3x5")
    shape = ShapeType(int(match[1]), int(match[2]))
    try:
        check_shape(*shape)
    except BoardError as error:
        raise click.BadParameter(f"{quoted(text)}: {error.reason}") from None
    return shape


def day(text: str) -> date:
    """Convert an ISO date or "today"."""
    try:
        return date.today() if text == "today" else date.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(f"{quoted(text)} is not a date such as 2026-11-21") from None


def difficulty(text: str) -> str:
    """The name of a difficulty."""
    from puzzler.game.core.category import CHOICES

    return one_of(text, list(CHOICES), "difficulty")


def one_of(text: str, names: list[str], kind: str) -> str:
    """``text``, which must be one of ``names``; ``kind`` is what these are."""
    if text not in names:
        raise click.BadParameter(unknown(kind, text, names))
    return text


def algorithm(text: str) -> str:
    """The name of an algorithm, also given by an alias."""
    from puzzler.search.custom.source import find, is_source
    from puzzler.search.registry import algorithm_called

    if is_source(text):  # it must be there
        return _checked(lambda name: find(name, search=True).name, text)
    return _checked(lambda name: algorithm_called(name).name, text)


def heuristic(text: str) -> str:
    """The name of a heuristic, also given by an alias."""
    from puzzler.search.custom.source import find, is_source
    from puzzler.search.registry import heuristic_called

    if is_source(text):
        return _checked(lambda name: find(name, search=False).name, text)
    return _checked(lambda name: heuristic_called(name).name, text)


def method(text: str) -> str:
    """A method such as astar/manhattan/1.5, as given."""
    from puzzler.search.method import read_named

    _checked(read_named, text)
    return text


def parameter(row: MethodParameter) -> click.ParamType | Callable[[str], Any]:
    """Return the converter of the values of a method parameter."""
    if row.name in _NAMED:
        return _NAMED[row.name]
    if row.kind is bool:
        return lambda text: one_of(text, ["on", "off"], "choice") == "on"
    if row.bounds is not None:
        return WholeNumber(*row.bounds)
    return lambda text: _checked(row.read or row.check, text)


_NAMED = {"algorithm": algorithm, "heuristic": heuristic}


def several(read: Callable[[str], Value]) -> Callable[[str], list[Value]]:
    """A reader of values separated by commas: each once, in the order given."""

    def read_all(text: str) -> list[Value]:
        return list(dict.fromkeys(read(word.strip()) for word in text.split(",")))

    return read_all


def _checked(read: Callable[[Given], Value], text: Given) -> Value:
    try:
        return read(text)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
