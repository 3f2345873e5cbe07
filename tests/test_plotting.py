"""Plots, with axes that record what is drawn."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from puzzler import Limit, Method, compare, solve, trace
from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.plotting import plot_bounds, plot_expansions, plot_f

NEAR, NEXT, FAR = "1 2 3/4 0 6/7 5 8", "1 2 3/4 5 0/7 8 6", "1 2 3/4 5 6/0 7 8"


class Axes:
    """Axes that record their lines by label, and their settings."""

    def __init__(self) -> None:
        self.lines: dict[str, tuple[list[float], list[float]]] = {}
        self.settings: dict[str, Any] = {}

    def plot(self, x: Any, y: Any, *, label: str, **_: object) -> None:
        self.lines[label] = [*x], [*y]

    def step(self, x: Any, y: Any, *, label: str, where: str) -> None:
        assert where == "post"
        self.plot(x, y, label=label)

    def set(self, **settings: object) -> None:
        self.settings |= settings

    def legend(self, **_: object) -> None:
        self.settings["legend"] = True


def test_expansions_are_means_over_boards_of_the_same_length() -> None:
    limited = Method("idastar", "zero", limit=Limit(expansions=3))
    axes: Any = Axes()
    found = compare([NEAR, FAR, NEXT], ["bfs", limited])
    assert plot_expansions(found, axes) is axes
    one, two, three = (result.stats.expanded for result in found.entries[0].results)
    lines = [*axes.lines.values()]
    assert lines[0] == ([1, 2], [three, (one + two) / 2])
    assert lines[1][0] == [1], "the other boards are not solved"
    assert axes.settings["yscale"] == "log" and axes.settings["legend"]


def test_the_optimal_length_is_used_if_it_is_known() -> None:
    board = Board.parse("8 6 7/2 5 4/3 0 1")
    axes: Any = Axes()
    plot_expansions(compare(board, ["greedy/manhattan", "astar/manhattan"]), axes)
    assert [x for x, _ in axes.lines.values()] == [[31], [31]]
    axes = Axes()
    found = compare(board, ["greedy/manhattan"])
    plot_expansions(found, axes)
    assert [x for x, _ in axes.lines.values()] == [[found.results[0].length]]


def test_f_g_and_h_are_plotted_by_expansion() -> None:
    problem = Problem(Board.parse(NEAR), Board.solved(3, 3))
    expansions = [*trace(problem, Method("astar", "manhattan"))]
    axes: Any = Axes()
    plot_f(iter(expansions), axes)
    numbers = [1, 2]
    assert axes.lines == {
        "f": (numbers, [2, 2]),
        "g": (numbers, [0, 1]),
        "h": (numbers, [2, 1]),
    }


def test_both_bounds_continue_to_the_end_of_the_search() -> None:
    improvements = [
        SimpleNamespace(seconds=seconds, length=length, lower_bound=bound)
        for seconds, length, bound in ((0.5, 40, 30), (2.0, 36, 32))
    ]
    for elapsed, last in ((5.0, 5.0), (1.0, 2.0)):
        result: Any = SimpleNamespace(
            improvements=improvements, stats=SimpleNamespace(elapsed=elapsed)
        )
        axes: Any = Axes()
        plot_bounds(result, axes)
        assert axes.lines == {
            "best solution": ([0.5, 2.0, last], [40, 36, 36]),
            "lower bound": ([0.5, 2.0, last], [30, 32, 32]),
        }
    with pytest.raises(ValueError, match="bfs reports no improvements; anytime does"):
        plot_bounds(solve(NEAR, algorithm="bfs"), Axes())  # type: ignore[arg-type]
