"""Types of option values: converters, and the words that a shell completes.

A converter raises ValueError, which quotes an invalid value.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from typing import Any

from puzzler.board.board import check_shape
from puzzler.board.errors import BoardError, quoted, unknown_name
from puzzler.board.numbers import decimal_number, whole_number
from puzzler.cli.click_options import Parser, Words
from puzzler.search.parameters import MethodParameter

_SIZE = re.compile(r"([0-9]{1,3})[xX]([0-9]{1,3})")
_POWER = re.compile(r"(?:([0-9]{1,20})[eE]|10\^)([0-9]{1,2})")
"""A whole number such as 5e6 or 10^6."""

Shape = tuple[int, int]
"""Rows and columns."""


def integer(low: int, high: float = math.inf) -> Callable[[str | float], int]:
    """Return a converter of integers in a range, written in digits or as 5e6 or 10^6."""

    def read(text: str | float) -> int:
        digits = str(text)
        if power := _POWER.fullmatch(digits):
            digits = (power[1] or "1") + "0" * whole_number(power[2])
        return whole_number(digits, low, high)

    return read


def number_between(low: float, high: float) -> Callable[[str], float]:
    """Return a converter of numbers. ``click.FloatRange`` would accept digits of other scripts."""
    return lambda text: decimal_number(text, low, high)


TIME_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0}
MEMORY_UNITS = {"kB": 0.001, "MB": 1.0, "GB": 1000.0}


def with_unit(units: Mapping[str, float]) -> Callable[[str | float], float]:
    """Return a converter of positive numbers with or without a unit, which is a factor."""

    def read(text: str | float) -> float:
        number, factor = str(text), 1.0
        for unit in units:  # no unit ends with another one
            if number.lower().endswith(unit.lower()):
                number, factor = number[: -len(unit)], units[unit]
                break
        with suppress(ValueError):
            if (value := decimal_number(number)) > 0:
                return value * factor
        raise ValueError(
            f"{quoted(str(text))} is not a number above 0, optionally with {', '.join(units)}"
        )

    return read


seconds = with_unit(TIME_UNITS)
megabytes = with_unit(MEMORY_UNITS)


def size(text: str) -> Shape:
    """Parse RxC."""
    match = _SIZE.fullmatch(text)
    if match is None:
        raise ValueError(f"{quoted(text)} is not a size such as 4x4 or 3x5")
    rows, columns = whole_number(match[1]), whole_number(match[2])
    try:
        check_shape(rows, columns)
    except BoardError as error:
        raise ValueError(f"{quoted(text)}: {error.reason}") from None
    return rows, columns


def day(text: str) -> date:
    """Convert an ISO date or "today"."""
    try:
        return date.today() if text == "today" else date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{quoted(text)} is not a date such as 2026-11-21") from None


def check_choice(text: str, names: list[str], kind: str) -> str:
    """Return ``text`` if it is one of ``names``. kind: their kind, for the message."""
    if text not in names:
        raise ValueError(unknown_name(kind, text, names))
    return text


def choice(kind: str, words: Mapping[str, str]) -> Words:
    """Return the type of an option with these values. kind: their kind, for the message."""
    return Words(lambda text: check_choice(text, list(words), kind), lambda _: words)


PRESETS = {
    "shortest": "the default up to 16 cells: a proven shortest solution",
    "anytime": "the default above 16 cells: quickly finds a solution and improves it",
    "watch": "the default of Watch in the window",
}
METRICS = {
    "single": "the default: each tile that slides counts",
    "multi": "a row of tiles that slides together counts once",
}


def _difficulties(_: str) -> Mapping[str, str]:
    from puzzler.game.core.category import CHOICES

    return dict.fromkeys(map(str, CHOICES), "")


difficulty = Words(
    lambda text: check_choice(text, list(_difficulties("")), "difficulty"), _difficulties
)


def _algorithms(_: str) -> Mapping[str, str]:
    from puzzler.search.registry import ALGORITHMS

    return {name: entry.summary for name, entry in ALGORITHMS.items()}


def _heuristics(_: str) -> Mapping[str, str]:
    from puzzler.search.registry import HEURISTICS

    return {name: entry.summary for name, entry in HEURISTICS.items()}


def _read_name(text: str, *, is_search: bool) -> str:
    """Return the name of an algorithm or a heuristic given by name, alias or file."""
    from puzzler.search.custom.source import find, is_source
    from puzzler.search.registry import algorithm_called, heuristic_called

    if is_source(text):  # the file must exist
        return find(text, search=is_search).name
    called = algorithm_called if is_search else heuristic_called
    return called(text).name


algorithm = Words(lambda text: _read_name(text, is_search=True), _algorithms)
heuristic = Words(lambda text: _read_name(text, is_search=False), _heuristics)


def _read_method(text: str) -> str:
    from puzzler.search.method import parse_method

    parse_method(text)
    return text


def _methods(incomplete: str) -> Mapping[str, str]:
    """Return algorithms, and after the first slash heuristics."""
    name, slash, _ = incomplete.partition("/")
    if not slash:
        return _algorithms("")
    return {f"{name}/{word}": meaning for word, meaning in _heuristics("").items()}


method = Words(_read_method, _methods)
"""A method such as astar/manhattan/1.5."""


def parameter(row: MethodParameter) -> Parser:
    """Return the type of a method parameter."""
    if row.name in ("algorithm", "heuristic"):
        return algorithm if row.name == "algorithm" else heuristic
    if row.kind is bool:
        return bool
    if row.bounds is not None:
        return integer(*row.bounds)
    return Words(row.read or row.check, lambda _: row.words)


def comma_separated(each: Words) -> Words:
    """Return the type of comma-separated values: each once, in the order given."""

    def read(text: str) -> tuple[Any, ...]:
        return tuple(dict.fromkeys(each.read(word.strip()) for word in text.split(",")))

    def complete(incomplete: str) -> Mapping[str, str]:
        before, comma, last = incomplete.rpartition(",")
        return {before + comma + word: meaning for word, meaning in each.words(last).items()}

    return Words(read, complete)
