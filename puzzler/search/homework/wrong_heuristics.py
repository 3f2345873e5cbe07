"""Typical wrong heuristics, to recognise those of users by their values."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from puzzler.board.board import Board
from puzzler.board.goal import GOALS
from puzzler.search.heuristics import linear_conflict
from puzzler.search.homework.runs import State, Values

Distance = Callable[[int, int], float]
"""A distance for a difference in rows and one in columns."""
_TOLERANCE = 1e-9
_NO_BLANK = "do not count the blank, otherwise h overestimates"
_CONFLICTS = "add 2 for each tile that must leave its line"
_CELLS = "cell i is in row i // columns and column i % columns"


class WrongHeuristic(NamedTuple):
    """A wrong heuristic, or a right one that is not the one of the comparison."""

    title: str
    advice: str
    h: Values
    to: Callable[[State], Values] | None = None
    """Returns h of a search from a start, if h depends on the start."""

    def values(self, start: State) -> Values:
        """Return h of a search from ``start``."""
        return self.h if self.to is None else self.to(start)

    def cached(self) -> WrongHeuristic:
        """Return the heuristic with stored values."""
        to = self.to
        stored = None if to is None else cache(lambda start: cache(to(start)))
        return self._replace(h=cache(self.h), to=stored)


def wrong_heuristics(goal: Board) -> Iterator[WrongHeuristic]:
    """Yield typical wrong heuristics for a goal, then right ones."""
    for title, advice, h in _for_other_goals(goal):
        yield WrongHeuristic(f"the heuristic is {title}", advice, h)
    own, displaced = own_manhattan(goal), own_misplaced(goal)
    for title, make_h in (("Manhattan", own_manhattan), ("misplaced tiles", own_misplaced)):
        yield WrongHeuristic(
            f"the heuristic is {title} to the start, not to the goal",
            "use the distance to the goal",
            own,
            _to_start(make_h, goal.size),
        )
    conflicts, pairs = _conflicts(goal, own), _conflict_pairs(goal)
    for title, advice, h in (
        ("is Manhattan and counts the blank", _NO_BLANK, _summed(goal, _manhattan, first=0)),
        ("is misplaced tiles and counts the blank", _NO_BLANK, _summed(goal, _is_off, first=0)),
        ("adds each linear conflict twice", _CONFLICTS, _plus(own, conflicts, 2)),
        ("adds 2 for each pair of tiles in linear conflict", _CONFLICTS, _plus(own, pairs, 2)),
        ("adds 4 for each linear conflict", _CONFLICTS, _plus(own, pairs, 4)),
        (
            "is not 0 at the goal",
            "h of the goal must be 0",
            _plus(own, lambda state: state == bytes(goal.tiles)),
        ),
        ("is twice Manhattan", "a move changes Manhattan by 1, not by 2", _plus(own, own)),
        (
            "is half of Manhattan, rounded down (//)",
            "add the whole distance of each tile",
            lambda state: own(state) // 2,
        ),
        *((f"is {title}", advice, _summed(goal, distance)) for title, advice, distance in _SUMS),
        *_with_wrong_cells(goal),
        (
            "is Manhattan plus misplaced tiles",
            "use the larger of both, because the sum overestimates",
            _plus(own, displaced),
        ),
        (
            "is the number of inversions",
            "one move can change it by more than 1, so that it overestimates",
            _inversions(goal),
        ),
    ):
        yield WrongHeuristic(f"the heuristic {title}", advice, h)
    for title, name, h in (
        ("Manhattan", "manhattan", own),
        ("misplaced tiles", "misplaced", displaced),
        ("linear conflict", "linear-conflict", _plus(own, conflicts)),
        ("always 0", "zero", lambda state: 0),
    ):
        advice = f"compare with --heuristic {name} to check only the search"
        yield WrongHeuristic(f"the heuristic is {title}", advice, h)


_SUMS: tuple[tuple[str, str, Distance], ...] = (
    ("Manhattan without abs() of rows", "use abs()", lambda row, column: row + abs(column)),
    ("Manhattan without abs() of rows", "use abs()", lambda row, column: abs(column) - row),
    ("Manhattan without abs() of columns", "use abs()", lambda row, column: abs(row) + column),
    ("Manhattan without abs() of columns", "use abs()", lambda row, column: abs(row) - column),
    ("Manhattan without abs() of rows and columns", "use abs()", lambda row, column: row + column),
    ("Manhattan without abs() of rows and columns", "use abs()", lambda row, column: -row - column),
    (
        "the sum of squared distances",
        "it overestimates; add rows and columns without squaring them",
        lambda row, column: row * row + column * column,
    ),
    ("the sum of Euclidean distances", "", math.hypot),
    (
        "the sum of the larger distances of rows and columns",
        "",
        lambda row, column: max(abs(row), abs(column)),
    ),
    ("the sum of distances in rows", "", lambda row, column: abs(row)),
    ("the sum of distances in columns", "", lambda row, column: abs(column)),
    ("the sum of distances in rows, twice", "", lambda row, column: 2 * abs(row)),
    ("the sum of distances in columns, twice", "", lambda row, column: 2 * abs(column)),
)
"""Sums of a wrong distance of each tile: title, advice and distance."""


def _for_other_goals(goal: Board) -> Iterator[tuple[str, str, Values]]:
    rows, columns = goal.size
    numbers = tuple(range(rows * columns))
    others = {
        "the goal with the blank first": numbers,
        "the goal with the blank last": (*numbers[1:], 0),
    }
    named = {f"the goal {name!r}": make(rows, columns).tiles for name, make in GOALS.items()}
    others |= {name: tiles for name, tiles in named.items() if tiles not in others.values()}
    if rows == columns:
        transposed = tuple(goal.tiles[c * columns + r] for r in range(rows) for c in range(columns))
        others["the transposed goal (rows and columns are swapped)"] = transposed
    for name, tiles in others.items():
        if tiles != goal.tiles:
            other = Board(rows, columns, tiles)
            yield f"Manhattan for {name}", f"use the goal {goal}", own_manhattan(other)
            yield f"misplaced tiles for {name}", f"use the goal {goal}", own_misplaced(other)


def _to_start(
    make_h: Callable[[Board], Values], size: tuple[int, int]
) -> Callable[[State], Values]:
    """Return a function that returns the heuristic whose goal is a start."""
    return lambda start: make_h(Board(*size, tuple(start)))


def _with_wrong_cells(goal: Board) -> Iterator[tuple[str, str, Values]]:
    """Yield Manhattan distances with usual mistakes in the arithmetic of cells."""
    columns, size = goal.columns, len(goal.tiles)
    mixed: tuple[Callable[[int, int, int, int], float], ...] = (
        lambda row, _, end_row, end_column: abs(row - end_row) + abs(row - end_column),
        lambda row, column, end_row, _: abs(row - end_row) + abs(column - end_row),
        lambda row, column, _, end_column: abs(column - end_column) + abs(row - end_column),
        lambda _, column, end_row, end_column: abs(column - end_column) + abs(column - end_row),
    )
    for distance in mixed:
        yield "mixes rows and columns (// and %)", _CELLS, _summed_by_cells(goal, distance)
    for divisor in range(2, 2 * columns):
        if divisor != columns:
            title = f"divides cells by {divisor}, not by the {columns} columns"
            yield title, _CELLS, _summed(goal, _manhattan, divisor=divisor)
    yield (
        "is the sum of differences of cell numbers",
        "add rows and columns, because a move up or down changes the number by more than 1",
        _summed(goal, lambda row, column: abs(row * columns + column)),
    )
    for name, cell in (("first", 0), ("last", size - 1)):
        title = f"does not count the tile on the {name} cell"
        yield title, "count all tiles", _summed(goal, _manhattan, left_out=cell)


def _manhattan(row: int, column: int) -> float:
    return abs(row) + abs(column)


def _is_off(row: int, column: int) -> float:
    return (row, column) != (0, 0)


def _plus(first: Values, second: Values, weight: float = 1) -> Values:
    return lambda state: first(state) + weight * second(state)


def _conflict_pairs(goal: Board) -> Values:
    """Return the number of pairs of tiles in linear conflict, as a function."""
    columns = goal.columns
    goals = [divmod(goal.tiles.index(tile), columns) for tile in range(len(goal.tiles))]

    def h(state: State) -> float:
        found = 0
        placed = [(divmod(cell, columns), goals[tile]) for cell, tile in enumerate(state) if tile]
        for (cell, end), (other, other_end) in combinations(placed, 2):
            for line, place in ((0, 1), (1, 0)):
                is_same = len({cell[line], end[line], other[line], other_end[line]}) == 1
                found += is_same and cell[place] < other[place] and end[place] > other_end[place]
        return found

    return h


def cause_of(goal: Board, values: Sequence[tuple[State, float]]) -> str:
    """Return which typical mistake explains the values of h for some states, or "".

    values: first that of the goal.
    """
    for wrong in wrong_heuristics(goal):
        if wrong.to is None and all(
            abs(wrong.h(state) - value) <= _TOLERANCE for state, value in values
        ):
            return f"{wrong.title}; {wrong.advice}" if wrong.advice else wrong.title
    goal_h = values[0][1]
    if len({value for _, value in values}) == 1:
        return f"h is {goal_h:g} for all states; h of the goal must be 0"
    for name, h in (("Manhattan", own_manhattan(goal)), ("misplaced tiles", own_misplaced(goal))):
        more = {round(value - h(state), 6) for state, value in values}
        ratios = {round(value / h(state), 6) for state, value in values if h(state)}
        if len(more) == 1:
            return f"the heuristic is {name} plus {more.pop():g}; h of the goal must be 0"
        if len(ratios) == 1 and not goal_h:
            return f"the heuristic is {ratios.pop():g} times {name}; use it without a factor"
    if abs(goal_h) > _TOLERANCE:
        return f"h of the goal is {goal_h:g}, not 0; is it for another goal? See --goal"
    return ""


def own_manhattan(goal: Board) -> Values:
    """Return Manhattan distance for ``goal`` as a function."""
    return _summed(goal, _manhattan)


def own_misplaced(goal: Board) -> Values:
    """Return the number of misplaced tiles for ``goal`` as a function."""
    return _summed(goal, _is_off)


def _summed(goal: Board, distance: Distance, **options: int) -> Values:
    """Return the sum of a distance of each tile. The options are those of ``_summed_by_cells``."""

    def between(row: int, column: int, end_row: int, end_column: int) -> float:
        return distance(row - end_row, column - end_column)

    return _summed_by_cells(goal, between, **options)


def _summed_by_cells(
    goal: Board,
    distance: Callable[[int, int, int, int], float],
    first: int = 1,
    divisor: int = 0,
    left_out: int = -1,
) -> Values:
    """Return the sum of a distance between the cell and the goal cell of each tile.

    distance: gets the row and column of both cells. first: the number of the first tile that is
    counted; 0 is the blank. divisor: by default the columns. left_out: a cell that is not counted.
    """
    cells = [divmod(cell, divisor or goal.columns) for cell in range(len(goal.tiles))]
    ends = [cells[goal.tiles.index(tile)] for tile in range(len(cells))]
    table = [
        [
            distance(*cell, *end) if tile >= first and number != left_out else 0
            for number, cell in enumerate(cells)
        ]
        for tile, end in enumerate(ends)
    ]
    return lambda state: sum(table[tile][cell] for cell, tile in enumerate(state))


def _inversions(goal: Board) -> Values:
    order = {tile: place for place, tile in enumerate(goal.tiles)}

    def h(state: State) -> float:
        places = [order[tile] for tile in state if tile]
        return sum(first > second for first, second in combinations(places, 2))

    return h


def _conflicts(goal: Board, own: Values) -> Values:
    """Return the increase of ``own``, Manhattan distance, by linear conflicts, as a function."""
    tables = linear_conflict.build(goal)

    def h(state: State) -> float:
        return tables.evaluate(Board(*goal.size, tuple(state))) - own(state)

    return h
