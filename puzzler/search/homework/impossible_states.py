"""Mistakes in a user's own moves, by which a search reaches states that legal moves do not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations, product

from puzzler.board.board import moves_from_cell
from puzzler.board.move import Move
from puzzler.search.homework.causes import Cause, Diagnosis
from puzzler.search.homework.runs import Reason, RecordedRun, State, Violation, swapped

_MAX_CONTENTS = 1000
"""Number of states of each run that the contents of one list must explain."""


def find_impossible_states(runs: Sequence[RecordedRun], size: tuple[int, int]) -> Diagnosis | None:
    """Return why no legal moves lead to some states, or None if no typical mistake explains it."""
    shown = ((number, _first_impossible(run)) for number, run in enumerate(runs))
    number, violation = next((each for each in shown if each[1] is not None), (0, None))
    if violation is None:
        return None
    for order in permutations(Move):
        for is_again, is_early in product((False, True), repeat=2):
            shared = _SharedList(size, order, is_again, is_early)
            if all(shared.explains(run) for run in runs):
                return Diagnosis(Cause.SHARED_LIST, number, violation)
    if all(_has_only_wrapped_moves(run, size) for run in runs):
        return Diagnosis(Cause.WRAPPED, number, violation)
    return None


def _first_impossible(run: RecordedRun) -> Violation | None:
    generated = {run.start}
    for index, state in enumerate(run.states):
        if state not in generated:
            return Violation(index, Reason.NOT_GENERATED)
        generated.update(run.neighbours(state))
    return None


def _has_only_wrapped_moves(run: RecordedRun, size: tuple[int, int]) -> bool:
    """Whether each state follows from an earlier one if moves may cross an edge of the board."""
    reached = {run.start}
    for state in run.states:
        if state not in reached:
            return False
        reached.update(run.neighbours(state), _wrapped(state, size))
    return True


def _wrapped(state: State, size: tuple[int, int]) -> Iterator[State]:
    """Yield the states after moves of the blank across an edge of the board.

    Such a move leads to the next row, to the other end of the row or to that of the column.
    """
    blank, (rows, columns) = state.index(0), size
    row, column = divmod(blank, columns)
    legal = moves_from_cell(rows, columns, blank).values()
    for step in (1, -1):
        others = (blank + step, row * columns + (column + step) % columns, blank + step * columns)
        for target in {other % len(state) for other in others}:
            if target not in legal:
                yield swapped(state, blank, target)


@dataclass(frozen=True)
class _SharedList:
    """One list of tiles that is the state of all nodes, and that each expansion changes."""

    size: tuple[int, int]
    order: tuple[Move, ...]
    is_searched_again: bool
    """Whether each move searches for the blank in the list that the move before has changed."""
    is_early: bool
    """Whether the contents between the moves of an expansion are compared with the goal, too."""

    def explains(self, run: RecordedRun) -> bool:
        """Whether the first states of a run are the contents of the list."""
        states = run.states[:_MAX_CONTENTS]
        contents = islice(self._contents(run.start), 4 * len(states) + 4)
        return tuple(dict.fromkeys(contents))[: len(states)] == states

    def _contents(self, start: State) -> Iterator[State]:
        tiles = bytearray(start)
        yield start
        while True:
            blank = tiles.index(0)
            for move in self.order:
                if self.is_searched_again:
                    blank = tiles.index(0)
                target = moves_from_cell(*self.size, blank).get(move)
                if target is not None:
                    tiles[blank], tiles[target] = tiles[target], tiles[blank]
                    if self.is_early:
                        yield bytes(tiles)
            if not self.is_early:
                yield bytes(tiles)
