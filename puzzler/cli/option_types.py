"""Readers of option values; a wrong value raises ``click.BadParameter``, which quotes it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable
from datetime import date
from typing import Any, NamedTuple, TypeVar

import click

from puzzler.board.board import check_shape
from puzzler.board.errors import BoardError, quoted, unknown
from puzzler.search.options import read_weight
from puzzler.search.parameters import MethodParameter

TODAY = "today"
ON, OFF = "on", "off"
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_SIZE = re.compile(r"(\d{1,3})[xX](\d{1,3})")

Value = TypeVar("Value", bound=Hashable)
Given = TypeVar("Given", str, str | float)


class ShapeType(NamedTuple):
    """The shape of a board."""

    rows: int
    columns: int


def whole_number(least: int, most: int | None = None) -> Callable[[str | int], int]:
    """A reader of whole numbers from ``least`` to ``most``."""

    def read(given: str | int) -> int:
        text = str(given)  # click also reads default values
        digits = text.removeprefix("-")
        value = int(text) if digits.isascii() and digits.isdigit() and len(digits) < 20 else None
        if value is None or value < least or (most is not None and value > most):
            bounds = f"from {least}" if most is None else f"from {least} to {most:,}"
            raise click.BadParameter(f"{quoted(text)} is not a whole number {bounds}")
        return value

    return read


def positive_number(text: str) -> float:
    """A finite number above 0."""
    value = _number(text)
    if not (math.isfinite(value) and value > 0):
        raise click.BadParameter(f"{quoted(text)} is not a number above 0")
    return value


def weight(text: str | float) -> float:
    """A weight that a search accepts."""
    return _checked(read_weight, text)


def _number(text: str | float) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


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
    """The date YYYY-MM-DD, or "today"."""
    if text == TODAY:
        return date.today()
    match = _DATE.fullmatch(text)
    try:
        if match is not None:
            return date(*map(int, match.groups()))
    except ValueError:  # 30 February
        pass
    raise click.BadParameter(f"{quoted(text)} is not a date such as 2026-11-21")


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
    from puzzler.search.method import parse_method

    _checked(parse_method, text)
    return text


def parameter(row: MethodParameter) -> Callable[[str], Any]:
    """A reader of the values of a method parameter."""
    if row.name in _NAMED:
        return _NAMED[row.name]
    if row.kind is bool:
        return switch
    if row.bounds is not None:
        return whole_number(*row.bounds)
    return lambda text: _checked(row.read or row.check, text)


_NAMED = {"algorithm": algorithm, "heuristic": heuristic}


def switch(text: str) -> bool:
    """On or off."""
    return one_of(text, [ON, OFF], "choice") == ON


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
