"""The problem that is passed to a search of the user. It implements three protocols.

Each request for successors is recorded as an expansion. Each state refers to the expansion that
generated it, so that recorded parents and depths are those of the search.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Sequence
from typing import Any

from puzzler.board.board import Board, moves_from_cell
from puzzler.board.errors import IllegalMoveError
from puzzler.board.move import LETTERS, Move
from puzzler.search.custom.calling import ResultError
from puzzler.search.custom.variables import describe_variables

NONE = -1
FIELDS = 4
"""Numbers recorded per expansion: parent, g, the last move, and the line of the user's file that
requested the successors."""
_LONGEST = 40
"""Characters of a wrong answer that a message quotes."""
_WORDS = {"UP": Move.UP, "DOWN": Move.DOWN, "LEFT": Move.LEFT, "RIGHT": Move.RIGHT}


class State(Board):
    """A board for a search of the user. States are compared and ordered by their tiles."""

    parent: int = NONE
    """Number of the expansion that generated it."""
    g: int = 0
    move: int = NONE

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.tiles == other.tiles

    __hash__ = Board.__hash__  # equal to that of an equal board

    def __lt__(self, other: Board) -> bool:
        return self.tiles < other.tiles

    def after(self, move: Move, parent: int) -> State:
        """The state after ``move``."""
        target = moves_from_cell(self.rows, self.columns, self.blank)[move]
        tiles = list(self.tiles)
        tiles[self.blank], tiles[target] = tiles[target], 0
        return state_of(self.rows, self.columns, tuple(tiles), target, parent, self.g + 1, move)


class _Tiles(tuple[int, ...]):
    """The tiles of the goal. Reports each comparison with other tiles."""

    report: Callable[[tuple[int, ...]], None]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, tuple):
            self.report(other)
        return tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = tuple.__hash__

    def __reduce__(self) -> tuple[type, tuple[tuple[int, ...]]]:
        return tuple, (tuple(self),)  # a copy reports nothing


class Goal(State):
    """The goal. Reports each comparison with another board."""

    def __init__(self, goal: Board, report: Callable[[tuple[int, ...]], None]) -> None:
        tiles = _Tiles(goal.tiles)
        tiles.report = report
        self.__dict__.update(rows=goal.rows, columns=goal.columns, tiles=tiles, blank=goal.blank)


def state_of(
    rows: int, columns: int, tiles: tuple[int, ...], blank: int, parent: int, g: int, move: int
) -> State:
    """Create a state without validation."""
    state = object.__new__(State)
    fields = state.__dict__  # faster than a call of update
    fields["rows"], fields["columns"], fields["tiles"] = rows, columns, tiles
    fields["blank"], fields["parent"], fields["g"], fields["move"] = blank, parent, g, move
    return state


class RecordedProblem:
    """A start, a goal, and the moves between states; each move costs 1.

    CS188: ``getStartState``, ``isGoalState``, ``getSuccessors`` (of state, action, cost) and
    ``getCostOfActions``. AIMA: ``initial``, ``goal``, ``actions``, ``result``, ``is_goal`` or
    ``goal_test``, ``action_cost`` or ``path_cost``, ``h``. Plain: ``start``, ``is_goal``,
    ``successors`` (of action, state). An action is the direction of the blank: U, D, L or R.
    """

    def __init__(
        self,
        start: Board,
        goal: Board,
        order: str,
        h: Callable[[Sequence[State]], Sequence[float]],
        file: str,
        pause: Callable[[], None],
    ) -> None:
        """``h`` evaluates states; ``pause`` is called before each expansion."""
        self.start = self.initial = state_of(*start.size, start.tiles, start.blank, NONE, 0, NONE)
        self.goal = Goal(goal, self._test)
        self._evaluate = h
        self._values: dict[tuple[int, ...], float] = {}
        self.expanded = 0
        self.is_by_tests = False
        """Whether the recorded states are those that were compared with the goal, because the
        search has never requested successors."""
        self._is_requested = False
        self._tested: list[State] = []
        """The states that were compared with the goal before ``is_by_tests`` was known."""
        self._other_places: set[int] = set()
        """Places in the file at which other values than the goal are compared."""
        self.has_met_goal = False
        """Whether the goal was compared with itself."""
        self._numbers = set(goal.tiles)
        self._tiles = bytearray()
        self._records = array("i")
        moves = [Move.from_letter(letter) for letter in order]
        self._legal = [
            [move for move in moves if move in moves_from_cell(*goal.size, cell)]
            for cell in range(len(goal.tiles))
        ]
        """The legal moves for each cell of the blank."""
        self._file = file
        self._pause = pause
        self.shows_variables = False
        """Whether to set ``variables``, which takes time."""
        self.variables: list[tuple[str, str]] = []
        """The variables of the user's function that requested the last expansion."""
        self.last: State | None = None
        """The last expanded state."""
        self._last_number = NONE

    def take(self) -> bytes:
        """Return the numbers, then the tiles, of the expansions since the last call."""
        recorded = self._records.tobytes() + bytes(self._tiles)
        del self._records[:], self._tiles[:]
        return recorded

    # plain

    def is_goal(self, state: Any) -> bool:
        """Whether ``state`` is the goal."""
        return bool(self.goal == self._as_state(state))

    def successors(self, state: Any) -> list[tuple[str, State]]:
        """Return (action, state) for each legal action. Counts as an expansion."""
        number, expanded = self._request(state)
        return [(LETTERS[m], expanded.after(m, number)) for m in self._legal[expanded.blank]]

    def h(self, node: Any) -> float:
        """The selected heuristic of a state, or of a node with an attribute ``state``."""
        state = self._as_state(getattr(node, "state", node))
        if state.tiles not in self._values:
            # with its siblings, which are needed soon
            last = self.last
            siblings = (
                [] if last is None else [last.after(m, NONE) for m in self._legal[last.blank]]
            )
            states = dict.fromkeys((state, *siblings))
            unevaluated = [each for each in states if each.tiles not in self._values]
            values = self._evaluate(unevaluated)
            self._values.update(zip((each.tiles for each in unevaluated), values, strict=True))
        return self._values[state.tiles]

    def heuristic(self, state: Any, problem: Any = None) -> float:
        """``h`` with the signature of CS188."""
        return self.h(state)

    # CS188

    def getStartState(self) -> State:  # noqa: N802  named by CS188
        """The start state."""
        return self.start

    isGoalState = is_goal  # noqa: N815  named by CS188

    def getSuccessors(self, state: Any) -> list[tuple[State, str, int]]:  # noqa: N802  named by CS188
        """Return (state, action, cost) for each legal action. Counts as an expansion."""
        return [(after, action, 1) for action, after in self.successors(state)]

    def getCostOfActions(self, actions: Sequence[Any]) -> int:  # noqa: N802  named by CS188
        """The number of actions; 999999 if one is illegal."""
        board: Board = self.start
        try:
            for action in actions:
                board = board.apply(move_of(action))
        except (IllegalMoveError, ValueError):
            return 999999
        return len(actions)

    # AIMA

    def actions(self, state: Any) -> list[str]:
        """The legal actions. Counts as an expansion."""
        _, expanded = self._request(state)
        return [LETTERS[move] for move in self._legal[expanded.blank]]

    def result(self, state: Any, action: Any) -> State:
        """The state after an action."""
        before = self._as_state(state)
        number = self._last_number if before is self.last else NONE
        return before.after(move_of(action), number)

    goal_test = is_goal

    def action_cost(self, state: Any, action: Any, after: Any) -> int:
        """The cost of an action, which is always 1."""
        return 1

    def path_cost(self, cost: float, state: Any, action: Any, after: Any) -> float:
        """``cost`` + 1."""
        return cost + 1

    def value(self, state: Any) -> float:
        """The negated heuristic, for searches that maximize."""
        return -self.h(state)

    def _as_state(self, state: Any) -> State:
        if isinstance(state, State):
            return state
        tiles = state.tiles if isinstance(state, Board) else _tiles_of(state)
        if len(tiles) != len(self._numbers) or set(tiles) != self._numbers:
            Board(*self.start.size, tiles)  # raises an error that names the fault
        return state_of(*self.start.size, tiles, tiles.index(0), NONE, 0, NONE)

    def _test(self, tiles: tuple[int, ...]) -> None:
        """Record a state that is compared with the goal if successors are never requested."""
        self.has_met_goal |= tiles == tuple(self.goal.tiles)
        if self._is_requested or len(tiles) != len(self._numbers):
            return
        state = self._as_state(tiles)
        self._tested.append(state)
        if self.is_by_tests or state.tiles != self._tested[0].tiles:
            self.is_by_tests = True
            for each in self._tested:
                self._expand(each)
            self._tested.clear()

    def compare(self, place: int, left: Any, right: Any) -> None:
        """Record a state that is compared with the user's own copy of the goal.

        A place in the file that compares other values is no longer considered.
        """
        if self._is_requested or self.has_met_goal or place in self._other_places:
            return
        if isinstance(left, Goal | _Tiles) or isinstance(right, Goal | _Tiles):
            return  # the comparison reports itself
        both = [self._tiles_or_none(each) for each in (left, right)]
        goal = tuple(self.goal.tiles)
        if None in both or goal not in both:
            self._other_places.add(place)
            return
        tested = both[both[0] == goal]
        assert tested is not None
        self._test(tested)

    def _tiles_or_none(self, value: Any) -> tuple[int, ...] | None:
        """Return the tiles of a state in a form of the user, or None if it is no state."""
        if isinstance(value, Board):
            return tuple(value.tiles)
        try:
            tiles = _tiles_of(value)
        except (TypeError, IndexError, KeyError):
            return None
        is_state = len(tiles) == len(self._numbers) and set(tiles) == self._numbers
        return tiles if is_state else None

    def _request(self, state: Any) -> tuple[int, State]:
        if self.is_by_tests:
            self.is_by_tests, self.expanded = False, 0
            self.take()
        self._is_requested = True
        return self._expand(self._as_state(state))

    def _expand(self, expanded: State) -> tuple[int, State]:
        self._pause()
        frame, line = sys._getframe(2), 0
        while frame is not None and not line:  # type: ignore[redundant-expr]
            if frame.f_code.co_filename == self._file:
                line = frame.f_lineno
                if self.shows_variables:
                    self.variables = describe_variables(frame.f_locals, self)
            frame = frame.f_back  # type: ignore[assignment]
        self._tiles += bytes(expanded.tiles)
        self._records.extend((expanded.parent, expanded.g, expanded.move, line))
        self.last, self._last_number = expanded, self.expanded
        self.expanded += 1
        return self._last_number, expanded


def _tiles_of(state: Any) -> tuple[int, ...]:
    """Return the tiles of a state in a form of the user: a sequence, its rows, or digits."""
    state = getattr(state, "tolist", lambda: state)()  # an array
    if len(state) and isinstance(state[0], list | tuple):
        state = [tile for row in state for tile in row]
    try:
        return tuple(map(int, state))
    except (TypeError, ValueError):
        return tuple(state)  # an error follows that names the fault


def move_of(action: Any) -> Move:
    """Convert an action (a letter, a word or a ``Move``) to a move. Raises ValueError."""
    if isinstance(action, Move):
        return action
    found = _WORDS.get(action.upper()) if isinstance(action, str) else None
    return Move.from_letter(action) if found is None else found


def moves_of(answer: Any, start: Board) -> list[int] | None:
    """Convert the result of a search to moves; None if it found no solution. Raises ResultError.

    The result may be actions, also as one text, states from the start on, or a node with
    ``solution()`` or ``path()``.
    """
    if answer is None or answer in ("failure", "cutoff"):
        return None
    solution = getattr(answer, "solution", None)
    if callable(solution):
        answer = solution()
    if not isinstance(answer, str | Sequence):
        raise ResultError(_not_actions(answer))
    if isinstance(answer, str):  # letters, or words divided by commas or spaces
        words = answer.replace(",", " ").split()
        parts: list[Any] = [each for w in words for each in ([w] if w.upper() in _WORDS else w)]
    else:
        parts = list(answer)
    if any(isinstance(each, Board) for each in parts):
        return _between(start, parts)
    try:
        return [int(move_of(action)) for action in parts]
    except (ValueError, AttributeError, TypeError):
        raise ResultError(_not_actions(answer)) from None


def _not_actions(answer: Any) -> str:
    text = repr(answer)
    text = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
    return f"returned {text}, which is not a list of actions such as ['U', 'L']"


def _between(start: Board, states: Sequence[Any]) -> list[int]:
    moves, board = [], start
    for state in states[1:] if states[0] == start else states:
        found = [move for move in board.legal_moves() if board.apply(move).tiles == state.tiles]
        if not found:
            raise ResultError(f"returned states of which {state} does not follow {board}")
        moves.append(int(found[0]))
        board = board.apply(found[0])
    return moves
