"""The quality of every move of a play, from bounds on the distances of its boards.

A move changes the distance by exactly one. A move that is not optimal therefore costs two moves:
the move itself and the move that compensates for it. If two distances differ by the number of moves
between them, all of these moves are optimal, and nothing needs to be searched. Otherwise the board
in the middle is the next question, first where most moves may be lost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, Self

import numpy as np

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.parity import check_solvable
from puzzler.board.path import boards_along
from puzzler.game.core.category import moves_per_second
from puzzler.search.distance_bounds import UNKNOWN, Bounds, DistanceBounds
from puzzler.search.engine.measuring import DistanceQuestion

Floats = np.ndarray[tuple[int], np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.signedinteger[Any]]]


@dataclass(frozen=True)
class Detour:
    """Moves away from the goal, until the distance is the same as before or the play ends."""

    first: int
    """Index of the first move, which was not optimal."""
    last: int
    """Index of the last move of the detour."""
    cost: int
    """Extra moves: two for each move that was not optimal."""


@dataclass(frozen=True)
class ReviewStage:
    """The part of a solution that finishes a row or a column for the rest of the play."""

    name: str
    """For example "Row 1", "Row 2, column 1", "Last 2x2" or "Not finished"."""
    moves: int
    lost: int | None
    """Extra moves in this stage; None if not proven."""
    seconds: float | None
    """Duration; None if the times are unknown."""


class Review:
    """A play and the proven bounds of its boards, which ``learn`` adds in any order.

    Derived values are computed when they are first read, and again after a change.

    >>> review = Review(Board.parse("1 2 3/4 5 6/7 0 8"), Board.solved(3, 3), [Move.RIGHT])
    >>> review.is_solved, review.bounds
    (True, [(1, 1), (0, 0)])
    """

    def __init__(
        self,
        start: Board,
        goal: Board,
        moves: Sequence[Move],
        times: Sequence[float] | None = None,
        *,
        on_work: Callable[[], object] = lambda: None,
    ) -> None:
        """times: seconds of the play's timer, one for each move.

        on_work: called from time to time while moves are replayed and bounds are learned. It may
        raise an error to stop this; the bounds stay correct.

        Raises PuzzlerError with the number of the first illegal move, counted from 1, and
        UnsolvableError if ``start`` cannot reach ``goal``.
        """
        check_solvable(start, goal)
        self.start, self.goal = start, goal
        self.moves = tuple(moves)
        self.times = None if times is None else tuple(times)
        """Seconds from the start of the play to each move; None if unknown."""
        if self.times is not None and len(self.times) != len(self.moves):
            raise ValueError(f"{len(self.times)} times do not fit {len(self.moves)} moves")
        self.board_bounds = DistanceBounds(goal, on_work=on_work)
        """The bounds of the boards; use ``learn`` to change them."""
        self._states = self.board_bounds.add_path(boards_along(start, self.moves))
        """The number of the board at each position."""
        different = list(self.board_bounds.numbers)
        self.boards = tuple(map(different.__getitem__, self._states))
        """The start, and the board after each move."""
        self.is_solved = self.boards[-1] == goal
        self.learn(goal, 0, 0)

    def __repr__(self) -> str:
        shortest, lost = self.distances[0], self.lost
        return f"<Review: {len(self.moves)} moves, shortest {shortest}, extra {lost}>"

    def copy(self) -> Self:
        """Return a copy that does not change when the review learns."""
        result = copy(self)
        result.board_bounds = self.board_bounds.copy()
        return result

    # -- bounds and what follows from them ----------------------------------------------------

    @cached_property
    def bounds(self) -> list[Bounds]:
        """The bounds of the distance at the start and after each move."""
        at_least, at_most = self.bound_arrays
        return list(zip(at_least.tolist(), replace_unknown(at_most), strict=True))

    @cached_property
    def bound_arrays(self) -> Ints:
        """Lower and upper bounds, shape (2, moves + 1); unknown upper bounds are -1."""
        return np.array([self.board_bounds.at_least, self.board_bounds.at_most])[:, self._states]

    @cached_property
    def distances(self) -> tuple[int | None, ...]:
        """The distance at the start and after each move; None if not proven."""
        at_least, at_most = self.bound_arrays
        return tuple(replace_unknown(np.where(at_least == at_most, at_least, UNKNOWN)))

    @cached_property
    def proven(self) -> int:
        """Number of positions, the start included, with a proven distance."""
        return len(self.boards) - self.distances.count(None)

    @cached_property
    def highest(self) -> int:
        """The largest bound that is known, at least 1."""
        return max(1, *self.board_bounds.at_least, *self.board_bounds.at_most)

    @cached_property
    def curves(self) -> tuple[Floats, Floats]:
        """Lower and upper bounds for a plot; unknown upper bounds are ``highest``."""
        at_least, at_most = self.bound_arrays.astype(float)
        return at_least, np.where(at_most < 0, self.highest, at_most)

    def distance(self, position: int) -> int | None:
        """Return the distance after that many moves, or None if it is not proven."""
        at_least, at_most = self.board_bounds[self._states[position]]
        return at_least if at_least == at_most else None

    @property
    def shortest(self) -> int | None:
        """Length of a shortest solution of the start; None if not proven."""
        return self.distance(0)

    @property
    def lost(self) -> int | None:
        """Extra moves of the whole play; None if not proven."""
        return self._lost(0, len(self.moves))

    @property
    def lost_bounds(self) -> Bounds:
        """Bounds on the number of extra moves."""
        count, (low, high), (last_low, last_high) = len(self.moves), self.bounds[0], self.bounds[-1]
        at_least = 0 if high is None else count - high + last_low
        at_most = None if last_high is None else count - low + last_high
        return at_least, at_most

    @cached_property
    def mistakes(self) -> tuple[int, ...]:
        """Indices of the moves that provably increase the distance."""
        low, high = self.bound_arrays
        return tuple(np.flatnonzero((high[:-1] >= 0) & (low[1:] > high[:-1])).tolist())

    @property
    def is_complete(self) -> bool:
        """Whether every distance is proven."""
        return self.board_bounds.proven_count == len(self.board_bounds.numbers)

    @cached_property
    def detours(self) -> tuple[Detour, ...]:
        """The proven detours. The sum of their costs is ``lost`` if every distance is proven."""
        found, position, end, bounds = list[Detour](), 0, len(self.moves), self.bounds
        nearest = bounds[0][0]  # no earlier board is nearer to the goal
        while position < end:
            distance = self.distance(position)
            nearest = min(nearest, bounds[position][0])
            if distance is None or distance > nearest or bounds[position + 1][0] <= distance:
                position += 1
                continue
            back = position + 1
            while back < end and bounds[back][0] > distance:
                back += 1
            cost, (low, high) = self._lost(position, back), bounds[back]
            is_certain = cost and (low > distance or high == distance)
            if cost is not None and is_certain:
                found.append(Detour(position, back - 1, cost))
            position = back  # no other detour starts between, where all boards are further away
        return tuple(found)

    @cached_property
    def detours_by_cost(self) -> list[Detour]:
        """The detours in order of decreasing cost."""
        return sorted(self.detours, key=lambda detour: (-detour.cost, detour.first))

    @cached_property
    def stages(self) -> tuple[ReviewStage, ...]:
        """The play divided where rows and columns were finished; see ``finished_parts``."""
        stages, before, start = list[ReviewStage](), 0, 0.0
        for name, position in finished_parts(self.boards, self.goal):
            if position > before:
                end = None if self.times is None else self.times[position - 1]
                seconds = None if end is None else end - start
                lost = self._lost(before, position)
                stages.append(ReviewStage(name, position - before, lost, seconds))
                before, start = position, end or 0.0
        return tuple(stages)

    @property
    def moves_a_second(self) -> float | None:
        """None if the times are unknown or too short."""
        return moves_per_second(len(self.moves), self.times[-1]) if self.times else None

    # -- learning -----------------------------------------------------------------------------

    def learn(self, board: Board, at_least: int, at_most: int | None) -> None:
        """Store proven bounds of a board. Ignores boards that are not in the play.

        >>> from puzzler import review
        >>> found = review("1 2 3/4 0 6/7 5 8", "DR", seconds=0)
        >>> found.learn(found.start, 2, 2)
        >>> found.shortest
        2
        """
        changes = self.board_bounds.changes
        try:
            self.board_bounds.learn(board, at_least, at_most)
        finally:
            if self.board_bounds.changes != changes:
                for name in DERIVED:
                    vars(self).pop(name, None)

    def questions(self) -> list[DistanceQuestion]:
        """Return the distances to prove next: first both ends, then where most moves may be lost.

        The list is empty if everything is proven.
        """
        found = list[tuple[int, int]]()  # the moves that may be lost, and the position to prove
        end, bounds = len(self.moves), self.bounds
        for is_proven, group in groupby(range(end + 1), lambda at: self.distance(at) is not None):
            if is_proven:
                continue
            positions = list(group)
            first, last = positions[0], positions[-1]
            if first == 0:
                found.append((2 * end + 2, 0))
            if last == end and end > 0:
                found.append((2 * end + 1, end))
            if first > 0 and last < end:
                before, after = bounds[first - 1][0], bounds[last + 1][0]
                moves = last - first + 2
                found.append((moves - abs(before - after), (first + last) // 2))
        found.sort(key=lambda entry: -entry[0])
        boards = dict.fromkeys(self.boards[position] for _, position in found)
        return [
            DistanceQuestion(each, self.goal, *self.board_bounds.bounds(each)) for each in boards
        ]

    def _lost(self, first: int, last: int) -> int | None:
        """Return the extra moves between two positions, or None if that is not proven."""
        before, after = self.distance(first), self.distance(last)
        if before is None or after is None:
            return None
        return last - first - before + after


DERIVED = [name for name, value in vars(Review).items() if isinstance(value, cached_property)]
"""Properties that are computed again after a change of the bounds."""


def replace_unknown(numbers: Ints) -> list[int | None]:
    """Replace negative numbers by None."""
    return [None if number < 0 else number for number in numbers.tolist()]


SMALLEST = 2
"""Number of remaining rows or columns that are not divided further."""


def finished_parts(boards: Sequence[Board], goal: Board) -> list[tuple[str, int]]:
    """Return the names of the parts in the order they were finished, each with its move count.

    boards: the start of a play and the board after each move. A row or column is finished when
    none of its tiles moves away from its goal cell again. The outermost remaining lines are
    considered, except those of the goal's blank, until two rows and two columns are left: "Row 1",
    "Row 2, column 1". The last part is "Last 2x2", "Whole board", or "Not finished" if the play
    does not end at the goal.
    """
    settled = _settled(boards, goal)
    width = goal.columns
    rows = [settled[first : first + width] for first in range(0, len(settled), width)]
    grids = rows, [settled[column::width] for column in range(width)]
    left = list(range(goal.rows)), list(range(width))
    own = divmod(goal.blank, width)
    found = list[tuple[list[str], int]]()
    while True:
        # for each line: when it is finished, whether it is the last one left, axis and number
        lines = [
            (max(grid[number][other] for other in along), number != across[0], axis, number)
            for axis, (grid, across, along) in enumerate(zip(grids, left, left[::-1], strict=True))
            for number in {across[0], across[-1]} - {own[axis]}
            if len(across) > SMALLEST
        ]
        place, _, axis, number = min(lines, default=(len(boards), False, 0, 0))
        if place >= len(boards):
            break
        left[axis].remove(number)
        name = f"{'column' if axis else 'row'} {number + 1}"
        if found and found[-1][1] == place:
            found[-1][0].append(name)
        else:
            found.append(([name], place))
    parts = [(", ".join(names).capitalize(), place) for names, place in found if place > 0]
    rest = f"Last {len(left[0])}x{len(left[1])}" if found else "Whole board"
    return [*parts, (rest if boards[-1] == goal else "Not finished", len(boards) - 1)]


def _settled(boards: Sequence[Board], goal: Board) -> list[int]:
    """Return the move after which each cell stays as in the goal; len(boards) if it does not."""
    never, before = len(boards), boards[0].blank
    starts = zip(boards[0].tiles, goal.tiles, strict=True)
    settled = [0 if tile == target else never for tile, target in starts]
    for place, board in enumerate(boards):
        for cell in (before, board.blank):  # the cells that a move changes
            if board.tiles[cell] != goal.tiles[cell]:
                settled[cell] = never
            elif settled[cell] == never:
                settled[cell] = place
        before = board.blank
    return settled
