"""The recorded expansions of a search, and the violations that a replay finds in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from puzzler.board.board import moves_from_cell

State = bytes
"""The tiles of a board."""
Values = Callable[[State], float]
Neighbours = Callable[[State], tuple[State, ...]]

_SKIPS = ", and never expands {other} with g {g} in this pass"
_MIN_LOOP = 1_000
"""Number of expansions without a new state after which a search does not end."""


@dataclass(frozen=True, kw_only=True)
class RecordedRun:
    """The expansions of a search on one board."""

    start: State
    goal: State
    states: tuple[State, ...]
    """The expanded states in order, without the goal."""
    is_root: tuple[bool, ...]
    """For each of ``states``, whether it is the root of the search or of a pass."""
    has_found: bool
    """Whether the search ended with the goal."""
    neighbours: Neighbours
    has_given_up: bool = False
    """Whether the search ended without a solution."""
    is_by_tests: bool = False
    """Whether ``states`` are those that were compared with the goal, because the search never
    requested successors. They may be generated states instead of expanded ones."""
    extra_moves: int = 0
    """By how many moves the solution is longer than the shortest one, if that is a fault."""

    expands_again: bool = False
    """Whether a node was expanded twice, not only its state."""

    @property
    def is_depth_first(self) -> bool:
        """Whether each state is a successor of a state on the current path."""
        path = list[State]()
        for state, is_root in zip(self.states, self.is_root, strict=True):
            while path and (is_root or state not in self.neighbours(path[-1])):
                path.pop()
            if not path and not is_root:
                return False
            path.append(state)
        return True

    @property
    def selected(self) -> Iterator[State]:
        """The states that the search has selected: the expanded ones and, if found, the goal."""
        yield from self.states
        if self.has_found:
            yield self.goal

    @property
    def first_repeated(self) -> Violation | None:
        """The first expansion of a state that was expanded before, or None."""
        numbers: dict[State, int] = {}
        for index, state in enumerate(self.states):
            if state in numbers:
                return Violation(index, Reason.EXPANDED_BEFORE, source=numbers[state])
            numbers[state] = index + 1
        return None

    @property
    def last_loop(self) -> Violation | None:
        """The first repeated state if the last thousands of expansions reached no new state."""
        half = len(self.states) // 2
        is_new = self.has_found or not {*self.states[half:]} <= {*self.states[:half]}
        return None if is_new or half < _MIN_LOOP else self.first_repeated

    @property
    def first_taken_back(self) -> Violation | None:
        """The first expansion of a state whose successor was expanded just before, or None."""
        for index, state in enumerate(self.states[2:], 2):
            if state == self.states[index - 2] and not self.is_root[index]:
                return Violation(index, Reason.PREDECESSOR)
        return None

    @property
    def has_two_sides(self) -> bool:
        """Whether the goal is expanded before a state next to it."""
        if self.goal not in self.states:
            return False
        before = self.states[: self.states.index(self.goal)]
        return not set(before) & set(self.neighbours(self.goal))

    @property
    def keeps_visited(self) -> bool:
        """Whether no state is expanded in two passes, except for the start."""
        others = [state for state in self.states if state != self.start]
        return len(others) == len(set(others))

    @property
    def has_tested_siblings(self) -> bool:
        """Whether the successors of the start follow it, as in a test of generated states."""
        children = self.neighbours(self.start)
        tested = self.states[1 : 1 + len(children)]
        return len({*tested, *children}) == len(children) and len({*tested}) == len(tested)

    def without_repeated_states(self) -> RecordedRun:
        """Return the run with the first expansion of each state."""
        states = tuple(dict.fromkeys(self.states))
        roots = dict(zip(self.states[::-1], self.is_root[::-1], strict=True))
        return replace(self, states=states, is_root=tuple(roots[state] for state in states))

    @property
    def has_early_end(self) -> bool:
        """Whether the search may have ended when it first generated the goal."""
        if not self.has_found or not self.states:
            return False
        before = self.neighbours(self.goal)
        return self.states[-1] in before and not any(s in before for s in self.states[:-1])

    def prefix(self, length: int) -> RecordedRun:
        """Return the first expansions as a run that was stopped."""
        if length >= len(self.states):
            return self
        return replace(
            self,
            states=self.states[:length],
            is_root=self.is_root[:length],
            has_found=False,
            has_given_up=False,
        )


class Violation(NamedTuple):
    """The first expansion that the rules of a replay do not allow."""

    at: int
    """The index of the expansion."""
    reason: Reason
    rank: float = 0
    """The priority of the selected state, or the f of a node above the threshold."""
    other: State | None = None
    """The state that should have been selected."""
    other_rank: float = 0
    """The priority of ``other``, or the threshold."""
    source: int = 0
    """The number of the expansion, from 1, that gave ``other`` its g, or that expanded a state."""
    g: int = 0
    """The g of ``other``."""
    is_blind: bool = False
    """Whether f is the depth, because there is no heuristic."""
    is_decreased: bool = False
    """Whether a shorter path to one of both states, or to the parent of ``other``, was found while
    it was in the frontier."""


class Reason(StrEnum):
    """Why an expansion is not allowed: the text after the expanded state.

    f and limit are ``rank`` and ``other_rank`` of the violation, title is that of the other search.
    """

    NOT_GENERATED = ", a state that no earlier expansion generated"
    EXPANDED_BEFORE = (
        ", which it expanded before, at expansion {source:,}; expanded {expanded:,}, "
        "distinct {distinct:,}"
    )
    NOT_SMALLEST = (
        " (f {f:g}), while {other} (f {limit:g}, generated by expansion {source:,}) is in its "
        "frontier"
    )
    ABOVE_THRESHOLD = " with f {f:g}, but the threshold is {limit:g}"
    BELOW_THRESHOLD = (
        " without having expanded {other} (f {f:g}) in the pass with the threshold {limit:g}"
    )
    PREDECESSOR = ", which is the predecessor of the state before"
    SKIPPED_LATER = f"{_SKIPS}, because expansion {{source:,}} had reached it by a longer path"
    SKIPPED_KNOWN = f"{_SKIPS}, because expansion {{source:,}} had reached it"
    SKIPPED_ON_PATH = f"{_SKIPS}, a state on the path"
    SKIPPED = f"{_SKIPS} (f {{f:g}})"
    ORDER = ", {title} does not"
    LONGER = ", with a solution that is {f:g} moves longer than the shortest one"
    GIVEN_UP = ", while {other} is in its frontier"
    GIVEN_UP_PRUNED = ", although nodes with f {limit:g} were pruned"
    RECURSION = ", but recursive best-first search expands {other} (f {limit:g})"
    RECURSION_ENDED = ", but recursive best-first search ends without a solution"


ALLOWED_OMISSIONS = (Reason.SKIPPED_KNOWN, Reason.SKIPPED_ON_PATH)
"""Successors that a search with depth-first passes may leave out."""


def neighbours_of(rows: int, columns: int) -> Neighbours:
    """Return a function that returns the states one move away from a state."""
    targets = [
        tuple(moves_from_cell(rows, columns, cell).values()) for cell in range(rows * columns)
    ]

    def neighbours(state: State) -> tuple[State, ...]:
        blank = state.index(0)
        return tuple(swapped(state, blank, target) for target in targets[blank])

    return neighbours


def swapped(state: State, blank: int, target: int) -> State:
    """Return the state after the blank moves from ``blank`` to ``target``."""
    tiles = bytearray(state)
    tiles[blank], tiles[target] = tiles[target], 0
    return bytes(tiles)


def find_first(
    runs: Sequence[RecordedRun], find: Callable[[RecordedRun], Violation | None]
) -> tuple[int, Violation] | None:
    """Return the index of the first run in which a violation is found, and the violation."""
    found = ((number, find(run)) for number, run in enumerate(runs))
    return next(((number, each) for number, each in found if each is not None), None)
