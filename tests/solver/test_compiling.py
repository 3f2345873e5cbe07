"""Compiling a heuristic of the user, without a compiler."""

from __future__ import annotations

from pathlib import Path
from types import CodeType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from puzzler.solver.user_code import compiling
from puzzler.solver.user_code.compiling import LookAhead, failure_reason

FILE = Path("/nowhere/mine.py")
PROGRAM = """
import not_there
LISTS = [[1], 2]
@decorator
def decorated(board): return 1
def sum_of(board): return sum(tile for tile in board)
h = lambda board: sum_of(board)
"""


@pytest.mark.parametrize(
    ("text", "location", "reason"),
    [
        ("Failed in nopython mode\n\n no such type \nmore", None, "no such type"),
        ("why", SimpleNamespace(line=3, filename=str(FILE)), "line 3: why"),
        ("why", SimpleNamespace(line=3, filename="numpy.py"), "why"),
        ("Failed in it", SimpleNamespace(line=3, filename=str(FILE)), "TypeError"),
        ("", None, "TypeError"),
    ],
)
def test_the_reason_of_a_failure_is_one_line(text: str, location: object, reason: str) -> None:
    error = TypeError(text)
    error.loc = location  # type: ignore[attr-defined]
    assert failure_reason(error, FILE) == reason


def test_lists_become_tuples_and_generators_become_lists(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(PROGRAM)
    module: Any = ModuleType("mine")
    module.LISTS, module.decorated = [[1], 2], print
    names = compiling._names_for_numba(module, file)
    assert names["LISTS"] == ((1,), 2)
    assert names["decorated"] is print
    assert names["h"]((1, 2)) == 3
    parts = [each for each in names["sum_of"].__code__.co_consts if isinstance(each, CodeType)]
    assert "<genexpr>" not in {part.co_name for part in parts}


@pytest.mark.parametrize(
    ("values", "seconds", "difference", "limit"),
    [
        ([3.0, 4.0], 0.01, "", 3),
        ([3.0, 4.0], 0.0, "", compiling.MAX_BOARDS),
        ([3.0, 4.0], 1.0, "", 1),
        ([3.0, 4.5], 0.01, "it returns 4.5 instead of 4", 1),
        ([2.0, 4.0], 0.01, "it returns 2 instead of 3", 1),
    ],
)
def test_compiled_values_are_compared_and_timed(
    monkeypatch: pytest.MonkeyPatch,
    values: list[float],
    seconds: float,
    difference: str,
    limit: int,
) -> None:
    times = iter([10.0, 10.0 + seconds])
    monkeypatch.setattr(compiling, "time", SimpleNamespace(process_time=lambda: next(times)))
    found = iter([*values, 0.0])
    look_ahead: Any = object.__new__(LookAhead)
    look_ahead._board_limit = 1
    look_ahead.values_from = lambda _: (None, np.array([next(found)]))
    tiles = np.zeros((2, 4), np.uint8)
    assert look_ahead.difference(tiles, np.array([3.0, 4.0])) == difference
    assert look_ahead._board_limit == limit
