"""Typical wrong heuristics, to recognise those of users by their values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.search.heuristics import linear_conflict
from puzzler.search.homework.replay import State, Values


@dataclass(frozen=True)
class WrongHeuristic:
    """A wrong heuristic, or a right one that is not the one of the comparison."""

    title: str
    advice: str
    h: Values


def wrong_heuristics(goal: Board) -> Iterator[WrongHeuristic]:
    """Yield wrong heuristics for a goal, by a description without a subject."""
    rows, columns = goal.size
    numbers = tuple(range(rows * columns))
    others = {
        "the goal with the blank first": numbers,
        "the goal with the blank last": (*numbers[1:], 0),
    }
    if rows == columns:
        transposed = tuple(goal.tiles[c * columns + r] for r in range(rows) for c in range(columns))
        others["the transposed goal (rows and columns are swapped)"] = transposed
    for name, tiles in others.items():
        if tiles != goal.tiles:
            advice = f"use the goal {goal}"
            for title, h in (
                ("Manhattan", _manhattan(tiles, columns)),
                ("misplaced tiles", _misplaced(tiles)),
            ):
                yield WrongHeuristic(f"the heuristic is {title} for {name}", advice, h)
    own = own_manhattan(goal)
    counted = _manhattan(goal.tiles, columns, first=0)
    misplaced = _misplaced(goal.tiles, first=0)
    advice = "do not count the blank, otherwise h overestimates"
    yield WrongHeuristic("the heuristic is Manhattan and counts the blank", advice, counted)
    yield WrongHeuristic("the heuristic is misplaced tiles and counts the blank", advice, misplaced)
    conflicts = _conflicts(goal)
    yield WrongHeuristic(
        "the heuristic adds each linear conflict twice",
        "add 2 for each tile that must leave its line",
        lambda state: own(state) + 2 * conflicts(state),
    )
    yield WrongHeuristic(
        "the heuristic is not 0 at the goal",
        "h of the goal must be 0",
        lambda state: own(state) + (state == bytes(goal.tiles)),
    )
    yield WrongHeuristic(
        "the heuristic is twice Manhattan",
        "a move changes Manhattan by 1, not by 2",
        lambda state: 2 * own(state),
    )
    yield WrongHeuristic("the heuristic is Manhattan", "", own)
    yield WrongHeuristic("the heuristic is misplaced tiles", "", own_misplaced(goal))
    yield WrongHeuristic(
        "the heuristic is the sum of Euclidean distances",
        "",
        _manhattan(goal.tiles, columns, power=0.5),
    )
    yield WrongHeuristic(
        "the heuristic is the sum of squared distances",
        "it overestimates; add rows and columns without squaring them",
        _manhattan(goal.tiles, columns, power=1),
    )
    yield WrongHeuristic("the heuristic is always 0", "", lambda state: 0)


def own_manhattan(goal: Board) -> Values:
    """Return Manhattan distance for ``goal`` as a function."""
    return _manhattan(goal.tiles, goal.columns)


def own_misplaced(goal: Board) -> Values:
    """Return the number of misplaced tiles for ``goal`` as a function."""
    return _misplaced(goal.tiles)


def _manhattan(
    tiles: tuple[int, ...], columns: int, first: int = 1, power: float | None = None
) -> Values:
    """Return Manhattan distance of the tiles from ``first`` on, as a function.

    power: sum this power of the squared Euclidean distances instead.
    """
    table = [[0.0] * len(tiles) for _ in tiles]
    for goal_cell, tile in enumerate(tiles):
        for cell in range(len(tiles)):
            (r, c), (row, column) = divmod(cell, columns), divmod(goal_cell, columns)
            distance: float = abs(r - row) + abs(c - column)
            if power is not None:
                distance = ((r - row) ** 2 + (c - column) ** 2) ** power
            table[tile][cell] = distance * (tile >= first)

    def h(state: State) -> float:
        return sum(table[tile][cell] for cell, tile in enumerate(state))

    return h


def _misplaced(tiles: tuple[int, ...], first: int = 1) -> Values:
    def h(state: State) -> float:
        return sum(a != b and a >= first for a, b in zip(state, tiles, strict=True))

    return h


def _conflicts(goal: Board) -> Values:
    """Return the increase of h by linear conflicts, as a function."""
    tables = linear_conflict.build(goal)
    own = own_manhattan(goal)

    def h(state: State) -> float:
        return tables.evaluate(Board(*goal.size, tuple(state))) - own(state)

    return h
