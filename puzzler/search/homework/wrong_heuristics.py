"""Typical wrong heuristics, to recognise those of users by their values."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import combinations
from typing import NamedTuple

from puzzler.board.board import Board
from puzzler.board.goal import GOALS
from puzzler.search.heuristics import linear_conflict
from puzzler.search.homework.runs import State, Values

Distance = Callable[[int, int], float]
"""A distance for a difference in rows and one in columns, or for a cell and a goal cell."""
_TOLERANCE = 1e-9


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
    """Yield wrong heuristics for a goal, by a description without a subject."""
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
            advice = f"use the goal {goal}"
            for title, h in (
                ("Manhattan", own_manhattan(Board(rows, columns, tiles))),
                ("misplaced tiles", own_misplaced(Board(rows, columns, tiles))),
            ):
                yield WrongHeuristic(f"the heuristic is {title} for {name}", advice, h)
    own = own_manhattan(goal)
    for title, make_h in (("Manhattan", own_manhattan), ("misplaced tiles", own_misplaced)):
        yield WrongHeuristic(
            f"the heuristic is {title} to the start, not to the goal",
            "use the distance to the goal",
            own,
            partial(_to_start, make_h, goal.size),
        )
    counted = _summed(goal, partial(_between, columns), first=0)
    misplaced = _summed(goal, operator.ne, first=0)
    advice = "do not count the blank, otherwise h overestimates"
    yield WrongHeuristic("the heuristic is Manhattan and counts the blank", advice, counted)
    yield WrongHeuristic("the heuristic is misplaced tiles and counts the blank", advice, misplaced)
    conflicts = _conflicts(goal)
    yield WrongHeuristic(
        "the heuristic adds each linear conflict twice",
        "add 2 for each tile that must leave its line",
        lambda state: own(state) + 2 * conflicts(state),
    )
    pairs = _conflict_pairs(goal)
    for weight, title in (
        (2, "adds 2 for each pair of tiles in linear conflict"),
        (4, "adds 4 for each linear conflict"),
    ):
        yield WrongHeuristic(
            f"the heuristic {title}",
            "add 2 for each tile that must leave its line",
            partial(_increased, own, pairs, weight),
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
    yield WrongHeuristic(
        "the heuristic is half of Manhattan, rounded down (//)",
        "add the whole distance of each tile",
        lambda state: own(state) // 2,
    )
    signed: tuple[tuple[str, Distance], ...] = (
        ("of rows", lambda row, column: row + abs(column)),
        ("of rows", lambda row, column: abs(column) - row),
        ("of columns", lambda row, column: abs(row) + column),
        ("of columns", lambda row, column: abs(row) - column),
        ("of rows and columns", lambda row, column: row + column),
        ("of rows and columns", lambda row, column: -row - column),
    )
    for parts, distance in signed:
        title = f"the heuristic is Manhattan without abs() {parts}"
        yield WrongHeuristic(title, "use abs()", _summed(goal, _by_offset(columns, distance)))
    yield WrongHeuristic(
        "the heuristic is the sum of squared distances",
        "it overestimates; add rows and columns without squaring them",
        _summed(goal, _by_offset(columns, lambda row, column: row * row + column * column)),
    )
    others_summed: tuple[tuple[str, Distance], ...] = (
        ("Euclidean distances", math.hypot),
        (
            "the larger distances of rows and columns",
            lambda row, column: max(abs(row), abs(column)),
        ),
        ("distances in rows", lambda row, column: abs(row)),
        ("distances in columns", lambda row, column: abs(column)),
        ("distances in rows, twice", lambda row, column: 2 * abs(row)),
        ("distances in columns, twice", lambda row, column: 2 * abs(column)),
    )
    for parts, distance in others_summed:
        h = _summed(goal, _by_offset(columns, distance))
        yield WrongHeuristic(f"the heuristic is the sum of {parts}", "", h)
    yield from _wrong_cells(goal)
    displaced = own_misplaced(goal)
    yield WrongHeuristic(
        "the heuristic is Manhattan plus misplaced tiles",
        "use the larger of both, because the sum overestimates",
        lambda state: own(state) + displaced(state),
    )
    yield WrongHeuristic(
        "the heuristic is the number of inversions",
        "one move can change it by more than 1, so that it overestimates",
        _inversions(goal),
    )
    for title, name, h in (
        ("Manhattan", "manhattan", own),
        ("misplaced tiles", "misplaced", displaced),
        ("linear conflict", "linear-conflict", lambda state: own(state) + conflicts(state)),
        ("always 0", "zero", lambda state: 0),
    ):
        advice = f"compare with --heuristic {name} to check only the search"
        yield WrongHeuristic(f"the heuristic is {title}", advice, h)


def _to_start(make_h: Callable[[Board], Values], size: tuple[int, int], start: State) -> Values:
    """Return the heuristic that ``make_h`` returns if ``start`` is the goal."""
    return make_h(Board(*size, tuple(start)))


def _wrong_cells(goal: Board) -> Iterator[WrongHeuristic]:
    """Yield Manhattan distances with usual mistakes in the arithmetic of cells."""
    columns, size = goal.columns, len(goal.tiles)
    advice = "cell i is in row i // columns and column i % columns"
    mixes = "the heuristic mixes rows and columns (// and %)"
    mixed = ((0, 2), (0, 3)), ((0, 2), (1, 2)), ((1, 3), (0, 3)), ((1, 3), (1, 2))
    for terms in mixed:
        yield WrongHeuristic(mixes, advice, _summed(goal, partial(_mixed, columns, terms)))
    for divisor in range(2, 2 * columns):
        title = f"the heuristic divides cells by {divisor}, not by the {columns} columns"
        if divisor != columns:
            yield WrongHeuristic(title, advice, _summed(goal, partial(_between, divisor)))
    yield WrongHeuristic(
        "the heuristic is the sum of differences of cell numbers",
        "add rows and columns, because a move up or down changes the number by more than 1",
        _summed(goal, lambda cell, end: abs(cell - end)),
    )
    for name, left_out in (("first", 0), ("last", size - 1)):
        title = f"the heuristic does not count the tile on the {name} cell"
        h = _summed(goal, partial(_without_cell, columns, left_out))
        yield WrongHeuristic(title, "count all tiles", h)


def _mixed(columns: int, terms: Sequence[tuple[int, int]], cell: int, end: int) -> float:
    """Return the sum of differences of coordinates: rows and columns of ``cell`` and ``end``."""
    both = (*divmod(cell, columns), *divmod(end, columns))
    return sum(abs(both[first] - both[second]) for first, second in terms)


def _between(columns: int, cell: int, end: int) -> float:
    """Return the Manhattan distance between two cells."""
    return _mixed(columns, ((0, 2), (1, 3)), cell, end)


def _without_cell(columns: int, left_out: int, cell: int, end: int) -> float:
    return 0 if cell == left_out else _between(columns, cell, end)


def _increased(own: Values, pairs: Values, weight: int, state: State) -> float:
    return own(state) + weight * pairs(state)


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
    return _summed(goal, partial(_between, goal.columns))


def own_misplaced(goal: Board) -> Values:
    """Return the number of misplaced tiles for ``goal`` as a function."""
    return _summed(goal, operator.ne)


def _by_offset(columns: int, distance: Distance) -> Distance:
    """Return a distance between cells from one for differences in rows and columns."""

    def between(cell: int, end: int) -> float:
        (row, column), (end_row, end_column) = divmod(cell, columns), divmod(end, columns)
        return distance(row - end_row, column - end_column)

    return between


def _summed(goal: Board, distance: Distance, first: int = 1) -> Values:
    """Return the sum of a distance between the cell and the goal cell of each tile.

    first: the number of the first tile that is counted; 0 is the blank.
    """
    cells = range(len(goal.tiles))
    table = [
        [distance(cell, goal.tiles.index(tile)) if tile >= first else 0 for cell in cells]
        for tile in cells
    ]
    return lambda state: sum(table[tile][cell] for cell, tile in enumerate(state))


def _inversions(goal: Board) -> Values:
    order = {tile: place for place, tile in enumerate(goal.tiles)}

    def h(state: State) -> float:
        places = [order[tile] for tile in state if tile]
        return sum(first > second for first, second in combinations(places, 2))

    return h


def _conflicts(goal: Board) -> Values:
    """Return the increase of h by linear conflicts, as a function."""
    tables = linear_conflict.build(goal)
    own = own_manhattan(goal)

    def h(state: State) -> float:
        return tables.evaluate(Board(*goal.size, tuple(state))) - own(state)

    return h
