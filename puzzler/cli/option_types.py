"""Readers of option values; a wrong value raises ``click.BadParameter``, which quotes it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable
from datetime import date
from typing import NamedTuple, TypeVar

import click

from puzzler.board.board import check_shape
from puzzler.board.errors import BoardError, quoted, unknown

TODAY = "today"
ON, OFF = "on", "off"
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_SIZE = re.compile(r"(\d{1,3})[xX](\d{1,3})")

Value = TypeVar("Value", bound=Hashable)


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


def weight(given: str | float) -> float:
    """A weight that a search accepts."""
    from puzzler.search.options import RANGE, weight_terms

    value = _number(given)
    try:
        weight_terms(value)
    except ValueError:
        raise click.BadParameter(
            f"{quoted(str(given))} is not a weight: weights go {RANGE}"
        ) from None
    return value


def depth_limit(text: str) -> int:
    """A limit on the depth of a search."""
    from puzzler.search.options import MOST_DEPTH

    return whole_number(1, MOST_DEPTH)(text)


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
    from puzzler.search.method import read_named

    _checked(read_named, text)
    return text


def order(text: str) -> str:
    """U, D, L and R, each once, in capitals."""
    from puzzler.search.options import checked_order

    return _checked(checked_order, text)


def ties(text: str) -> str:
    """The name of a tie-break."""
    from puzzler.search.options import checked_ties

    return _checked(checked_ties, text)


def when(text: str) -> str:
    """When something is tested: early or late."""
    from puzzler.search.options import checked_when

    return _checked(checked_when, text)


def switch(text: str) -> str:
    """On or off."""
    return one_of(text, [ON, OFF], "choice")


def several(read: Callable[[str], Value]) -> Callable[[str], list[Value]]:
    """A reader of values separated by commas: each once, in the order given."""

    def read_all(text: str) -> list[Value]:
        return list(dict.fromkeys(read(word.strip()) for word in text.split(",")))

    return read_all


def _checked(read: Callable[[str], Value], text: str) -> Value:
    try:
        return read(text)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
