"""How good every move of a play was: distances along its boards, and what follows from them.

A move of one tile changes the distance by exactly one, so that a move which is not the best loses
two: itself, and the one that makes up for it. What is proven of one board therefore tells something
of those before and behind it. Where two distances differ by as much as there are moves between
them, every move there was a best one, and nothing needs to be searched. Elsewhere the board in the
middle is asked for next, where most moves were lost first.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterable, KeysView, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, Self

import numpy as np

from puzzler.board.board import Board
from puzzler.board.errors import IllegalMoveError, PuzzlerError
from puzzler.board.move import Move
from puzzler.board.parity import check_solvable, permutation_parity
from puzzler.game.core.distances import Bounds, narrowed
from puzzler.search.engine.measuring import DistanceQuestion

Floats = np.ndarray[tuple[int], np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.signedinteger[Any]]]


@dataclass(frozen=True)
class Detour:
    """Moves that led away from the goal until all of that was won back, or until the end."""

    first: int
    """The move, from 0, that began it: the first that was not the best."""
    last: int
    """The move after which the distance is what it was before the first, or the last of all."""
    cost: int
    """Moves lost in it, two for each that was not the best."""


@dataclass(frozen=True)
class ReviewStage:
    """A part of a solution: up to where a row or a column is finished and stays so."""

    name: str
    """What was finished: "Row 1", "Row 2, column 1", "Last 2x2", "Not finished"."""
    moves: int
    lost: int | None
    """Moves lost in it; None where that is not proven."""
    seconds: float | None
    """Seconds; None where they are not known."""


WORK = 4096
"""Steps of long work between two calls of ``on_work``: some milliseconds."""


class Review:
    """A play and what is proven of its boards: filled in by ``learn``, in any order.

    What follows from that is made when it is asked for first, and anew after news.
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
        """``times`` are seconds of the play's timer, one for each move.

        on_work: called now and then while moves are replayed, and while something is learned; what
        it raises ends that, and what is known by then stays true.

        PuzzlerError names the first move, from 1, that would leave the board; it is an
        UnsolvableError where ``start`` cannot reach ``goal``.
        """
        check_solvable(start, goal)
        self.start, self.goal = start, goal
        self.moves = tuple(moves)
        self.times = None if times is None else tuple(times)
        """Seconds from the start of the play to each move; None where they are not known."""
        if self.times is not None and len(self.times) != len(self.moves):
            raise ValueError(f"{len(self.times)} times do not fit {len(self.moves)} moves")
        self.learned = 0
        """Counts up whenever ``ends`` become closer."""
        self.known = 0
        """How many different boards have a proven distance."""
        self._on_work = on_work
        self._numbers: dict[Board, int] = {}
        self._least, self._most = array("i"), array("i")
        """What is known of every state; -1 for what is not."""
        parity = permutation_parity(start, goal)
        self._states, different = array("i"), list[Board]()
        """For the start and after each move the number of its board; a board has one number."""
        for place, board in enumerate(_boards(start, self.moves)):
            if place and not place % WORK:
                on_work()
            state = self._numbers.setdefault(board, len(different))
            if state == len(different):
                self._least.append((parity + place) % 2)
                self._most.append(-1)
                different.append(board)
            self._states.append(state)
        self._neighbours, self._first_neighbours = _neighbours(self._states, len(different))
        self.boards = tuple(map(different.__getitem__, self._states))
        """The start, and the board after each move."""
        self.is_solved = self.boards[-1] == goal
        self.learn(goal, 0, 0)

    def copy(self) -> Self:
        """The review as it is now: no news comes to it."""
        made = copy(self)
        made._least, made._most = self._least[:], self._most[:]
        return made

    # -- what is known ------------------------------------------------------------------------

    @cached_property
    def ends(self) -> list[Bounds]:
        """For the start and after each move: the distance is at least and at most so much."""
        least, most = self.bound_arrays
        return list(zip(least.tolist(), or_none(most), strict=True))

    @cached_property
    def bound_arrays(self) -> Ints:
        """``ends`` in two rows, (2, moves + 1): at least, and at most, -1 where that is unknown."""
        return np.array([self._least, self._most])[:, self._states]

    @cached_property
    def distances(self) -> tuple[int | None, ...]:
        """The distance of the start and after each move; None where it is not proven."""
        least, most = self.bound_arrays
        return tuple(or_none(np.where(least == most, least, -1)))

    @cached_property
    def proven(self) -> int:
        """How many distances are proven."""
        return len(self.boards) - self.distances.count(None)

    @cached_property
    def highest(self) -> int:
        """The largest distance that is possible, as far as one is known; 1 at the least."""
        return max(1, *self._least, *self._most)

    @cached_property
    def curves(self) -> tuple[Floats, Floats]:
        """What the distances are at least and at most; ``highest`` where that is not known."""
        least, most = self.bound_arrays.astype(float)
        return least, np.where(most < 0, self.highest, most)

    def distance(self, place: int) -> int | None:
        """The distance after so many moves; None where it is not proven."""
        state = self._states[place]
        least = self._least[state]
        return least if least == self._most[state] else None

    @property
    def distinct(self) -> KeysView[Board]:
        """The boards, each once."""
        return self._numbers.keys()

    def bounds(self, board: Board) -> Bounds:
        """What is known of a board that occurs."""
        return self._bounds(self._numbers[board])

    def _bounds(self, state: int) -> Bounds:
        most = self._most[state]
        return self._least[state], None if most < 0 else most

    @property
    def shortest(self) -> int | None:
        """The length of the shortest solution of the start; None where it is not proven."""
        return self.distance(0)

    @property
    def lost(self) -> int | None:
        """Moves lost from the start to the end; None where that is not proven."""
        return self._lost(0, len(self.moves))

    @property
    def lost_ends(self) -> Bounds:
        """As many moves were lost at least and at most; None where that is not known."""
        made, ends = len(self.moves), self.ends
        (least, most), (left_least, left_most) = ends[0], ends[-1]
        fewest = 0 if most is None else made - most + left_least
        return max(2 * len(self.mistakes), fewest), (
            None if left_most is None else made - least + left_most
        )

    @cached_property
    def mistakes(self) -> tuple[int, ...]:
        """The moves, from 0, after which the distance is larger: those that are proven so far."""
        least, most = self.bound_arrays
        return tuple(np.flatnonzero((most[:-1] >= 0) & (least[1:] > most[:-1])).tolist())

    @property
    def is_complete(self) -> bool:
        """Every distance is proven."""
        return self.known == self.different

    @property
    def different(self) -> int:
        """How many different boards there are."""
        return len(self._least)

    @cached_property
    def detours(self) -> tuple[Detour, ...]:
        """Where moves were lost, as far as that is proven; the sum of all costs is ``lost``."""
        found, place, end, ends = list[Detour](), 0, len(self.moves), self.ends
        nearest = ends[0][0]  # no board before is nearer to the goal
        while place < end:
            distance = self.distance(place)
            nearest = min(nearest, ends[place][0])
            if distance is None or distance > nearest or ends[place + 1][0] <= distance:
                place += 1
                continue
            back = place + 1
            while back < end and ends[back][0] > distance:
                back += 1
            cost, (least, most) = self._lost(place, back), ends[back]
            is_certain = cost and (least > distance or most == distance)
            if cost is not None and is_certain:
                found.append(Detour(place, back - 1, cost))
            place = back  # all between are further from the goal: no other begins there
        return tuple(found)

    @cached_property
    def dearest(self) -> list[Detour]:
        """The detours, those that cost most first."""
        return sorted(self.detours, key=lambda detour: (-detour.cost, detour.first))

    @cached_property
    def stages(self) -> tuple[ReviewStage, ...]:
        """The play by the rows and columns that were finished, in the order in which they were.

        What counts as finished is told by ``finished_parts``.
        """
        stages, before, begun = list[ReviewStage](), 0, 0.0
        for name, place in finished_parts(self.boards, self.goal):
            if place > before:
                ended = None if self.times is None else self.times[place - 1]
                seconds = None if ended is None else ended - begun
                stages.append(ReviewStage(name, place - before, self._lost(before, place), seconds))
                before, begun = place, ended or 0.0
        return tuple(stages)

    @property
    def moves_a_second(self) -> float | None:
        """None where the times are not known."""
        if not self.times or self.times[-1] <= 0:
            return None
        return len(self.moves) / self.times[-1]

    # -- learning -----------------------------------------------------------------------------

    def learn(self, board: Board, at_least: int, at_most: int | None) -> None:
        """Take over what is proven of a board; of one that did not occur that is nothing."""
        if board not in self._numbers:
            return
        waiting, learned = deque([(self._numbers[board], at_least, at_most)]), self.learned
        try:
            while waiting:
                self._learn_one(waiting)
        finally:
            if self.learned != learned:
                for name in FOLLOWS:
                    vars(self).pop(name, None)

    def _learn_one(self, waiting: deque[tuple[int, int, int | None]]) -> None:
        """Take over the first that waits, by its state; what follows from it waits then."""
        state, at_least, at_most = waiting.popleft()
        before = self._bounds(state)
        least, most = narrowed(before, at_least, at_most, before[0] % 2)
        if (least, most) == before:
            return
        self._least[state], self._most[state] = least, -1 if most is None else most
        self.learned += 1
        self.known += least == most
        if not self.learned % WORK:
            self._on_work()
        further = None if most is None else most + 1
        first, end = self._first_neighbours[state : state + 2]
        waiting += [(each, least - 1, further) for each in self._neighbours[first:end]]

    def questions(self) -> list[DistanceQuestion]:
        """What to prove next: both ends of the play, then where most moves may have been lost.

        Empty once all is proven.
        """
        found = list[tuple[int, int]]()  # how many moves may have been lost, and where to ask
        end, ends = len(self.moves), self.ends
        for is_proven, places in groupby(range(end + 1), lambda at: self.distance(at) is not None):
            if is_proven:
                continue
            stretch = list(places)
            first, last = stretch[0], stretch[-1]
            if first == 0:
                found.append((2 * end + 2, 0))
            if last == end and end > 0:
                found.append((2 * end + 1, end))
            if first > 0 and last < end:
                before, behind = ends[first - 1][0], ends[last + 1][0]
                moves = last - first + 2
                found.append((moves - abs(before - behind), (first + last) // 2))
        found.sort(key=lambda entry: -entry[0])
        boards = dict.fromkeys(self.boards[place] for _, place in found)
        return [DistanceQuestion(each, self.goal, *self.bounds(each)) for each in boards]

    def _lost(self, first: int, last: int) -> int | None:
        """Moves lost between two places; None where that is not proven."""
        before, behind = self.distance(first), self.distance(last)
        if before is None or behind is None:
            return None
        return last - first - before + behind


FOLLOWS = [name for name, it in vars(Review).items() if isinstance(it, cached_property)]
"""What is made anew after news."""


def or_none(numbers: Ints) -> list[int | None]:
    """The numbers, None for those below zero."""
    return [None if number < 0 else number for number in numbers.tolist()]


def _neighbours(states: array[int], count: int) -> tuple[list[int], list[int]]:
    """Before and behind every state: those of number n are from first[n] to first[n + 1].

    states: as they follow each other, numbers below ``count``.
    """
    before, behind = np.array(states[:-1], np.int64), np.array(states[1:], np.int64)
    pairs = np.concatenate([before * count + behind, behind * count + before])
    pairs.sort()
    pairs = pairs[np.diff(pairs, prepend=-1) > 0]
    first = np.searchsorted(pairs, np.arange(count + 1) * count)
    return (pairs % count).tolist(), first.tolist()


def _boards(start: Board, moves: Iterable[Move]) -> Iterable[Board]:
    board = start
    yield board
    for number, move in enumerate(moves, 1):
        try:
            board = board.apply(move)
        except IllegalMoveError as error:
            raise PuzzlerError(f"move {number}, {move.letter}: {error}") from None
        yield board


SMALLEST = 2
"""Rows and columns that are left are not divided further."""


def finished_parts(boards: Sequence[Board], goal: Board) -> list[tuple[str, int]]:
    """Names of what was finished, in that order, each with the moves that had been made by then.

    boards: the start of a play and what it was after each move. A row or a column counts as
    finished where it stays so to the end. The outermost of what is left come next, never those of
    the goal's blank, until two rows and two columns are left: "Row 1", "Row 2, column 1", and at
    last "Last 2x2", "Whole board", or "Not finished" where the play does not end at the goal.
    """
    settled = _settled(boards, goal)
    width = goal.columns
    rows = [settled[first : first + width] for first in range(0, len(settled), width)]
    grids = rows, [settled[column::width] for column in range(width)]
    left = list(range(goal.rows)), list(range(width))
    own = divmod(goal.blank, width)
    found = list[tuple[list[str], int]]()
    before = 0
    while True:
        # when each line is finished, whether it is the last of its kind or a column, and its number
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
        before = max(before, place)
        if found and found[-1][1] == before:
            found[-1][0].append(name)
        else:
            found.append(([name], before))
    parts = [(", ".join(names).capitalize(), place) for names, place in found if place > 0]
    rest = f"Last {len(left[0])}x{len(left[1])}" if found else "Whole board"
    return [*parts, (rest if boards[-1] == goal else "Not finished", len(boards) - 1)]


def _settled(boards: Sequence[Board], goal: Board) -> list[int]:
    """For each cell: after how many moves it is for good as in the goal; else as many as boards."""
    never, before = len(boards), boards[0].blank
    starts = zip(boards[0].tiles, goal.tiles, strict=True)
    settled = [0 if tile == wanted else never for tile, wanted in starts]
    for place, board in enumerate(boards):
        for cell in (before, board.blank):  # where a move changes the board
            if board.tiles[cell] != goal.tiles[cell]:
                settled[cell] = never
            elif settled[cell] == never:
                settled[cell] = place
        before = board.blank
    return settled
