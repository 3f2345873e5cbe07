"""Known distances of boards to their goals, and the questions to be proven."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.parity import is_solvable
from puzzler.search.engine.measuring import DistanceQuestion
from puzzler.search.result import SearchResult

CELLS_FOR_TABLES = 16
"""Distances are proven for boards up to this size."""

MAX_QUESTIONS = 300
"""Maximum number of questions per purpose. Further questions have to be asked again later."""

Key = tuple[Board, Board]


class Purpose(IntEnum):
    """The purpose of a question; smaller values are more urgent."""

    HINT = 0
    COACH = 1
    DRILL = 2
    REVIEW = 3
    START = 4
    STATISTICS = 5


LARGE_PURPOSES = (Purpose.COACH, Purpose.START)
"""Purposes whose first board gets bounds even if it has more than ``CELLS_FOR_TABLES`` cells."""
_is_solvable = lru_cache(maxsize=4096)(is_solvable)
MAX_BOARDS = 200_000
"""Maximum number of boards per goal. When it is exceeded, all of that goal are deleted."""

Bounds = tuple[int, int | None]
"""Lower and upper bound of a distance; the upper bound is None if unknown."""
UNKNOWN: Bounds = (0, None)
REACH = 40
"""New bounds are passed on to boards up to this many moves away."""
MAX_MOVES = 300
"""Maximum number of boards stored per path. Paths on large boards are much longer."""


@dataclass(frozen=True)
class ShortestLength:
    """The known bounds of the length of a shortest solution."""

    moves: int | None = None
    at_least: int = 0
    """A lower bound; 0 if unknown."""
    at_most: int | None = None
    """An upper bound; None if no solution is known."""
    is_computing: bool = False

    @property
    def text(self) -> str:
        """Text such as "46", "at least 44" or "computing"; "" if unknown and not asked."""
        if self.moves is not None:
            return f"{self.moves:,}"
        if self.at_least:
            return f"at least {self.at_least:,}"
        return "computing" if self.is_computing else ""


class Distances:
    """Bounds of distances by goal and board, moves towards the goal, and questions.

    ``coach.finder`` answers the questions, the most urgent first. A move changes the distance by
    exactly one, so that the bounds of a board imply bounds of its neighbours. All solutions of a
    board have the same parity. New bounds are passed on from board to board up to ``REACH`` moves.
    """

    def __init__(self) -> None:
        self.learned = 0
        """Increases with every new bound."""
        self._bounds: dict[Board, dict[Board, Bounds]] = {}
        self._next: dict[Board, dict[Board, tuple[Move, bool]]] = {}  # with whether it is optimal
        self.unproven: set[Key] = set()
        """Positions whose distance could not be proven."""
        self._requests: dict[Purpose, tuple[DistanceQuestion, ...]] = {}
        self._version = -1  # ``learned`` when ``open`` was made; -1 if outdated
        self.open: tuple[DistanceQuestion, ...] = ()
        """Questions to be proven, the most urgent first, with the bounds known so far."""
        self.large: Key | None = None
        """The most urgent board that is too large to be proven; None if there is none."""
        self._keys: frozenset[Key] = frozenset()  # of all pending questions

    # ---- New bounds -------------------------------------------------------------------------

    def learn(self, board: Board, goal: Board, at_least: int, at_most: int | None = None) -> None:
        """Add proven bounds of a distance, unless no moves lead to the goal."""
        if not _is_solvable(board, goal):
            return
        if len(self._bounds_to(goal)) > MAX_BOARDS:
            del self._bounds[goal]
            self._next.pop(goal, None)
        stored = self._bounds_to(goal)
        # the last item is the number of moves from ``board``
        waiting = deque([(board, at_least, at_most, 0)])
        if board not in stored:
            waiting.appendleft((board, *self._beside(board, goal), 0))
        while waiting:
            here, at_least, at_most, steps = waiting.popleft()
            before = stored.get(here)
            now = narrowed(before or UNKNOWN, at_least, at_most, _parity(here, goal))
            if now == before:
                continue
            self.learned += 1
            stored[here] = now
            if steps < REACH:
                further = None if now[1] is None else now[1] + 1
                waiting += [
                    (beside, now[0] - 1, further, steps + 1)
                    for beside in map(here.apply, here.legal_moves())
                    if beside in stored
                ]

    def learn_result(self, result: SearchResult) -> None:
        """Add the bounds that a search has proven."""
        at_most = result.length
        is_proven = at_most is not None and result.proven_optimal
        at_least = at_most if is_proven and at_most is not None else result.lower_bound
        self.learn(result.start, result.goal, at_least, at_most)

    def learn_path(
        self, board: Board, goal: Board, moves: Iterable[Move], *, is_shortest: bool
    ) -> None:
        """Add a solution. is_shortest: it is proven to be shortest."""
        moves = tuple(moves)
        if not moves:
            return
        self.learn(board, goal, len(moves) if is_shortest else 0, len(moves))
        stored, following = self._bounds_to(goal), self._next.setdefault(goal, {})
        parity = _parity(board, goal)
        self.learned += 1
        for left, move in zip(range(len(moves), 0, -1), moves[:MAX_MOVES], strict=False):
            # not passed on to neighbours, which would take too long for long paths
            before = stored.get(board, UNKNOWN)
            stored[board] = narrowed(before, left if is_shortest else 0, left, parity)
            is_best = stored[board] == (left, left)
            if is_best or board not in following:
                following[board] = move, is_best
            board, parity = board.apply(move), 1 - parity

    def forget_next(self, board: Board, goal: Board) -> None:
        """Delete the stored move of ``board``."""
        self._next.get(goal, {}).pop(board, None)

    # ---- Known bounds -----------------------------------------------------------------------

    def bounds(self, board: Board, goal: Board) -> Bounds:
        """Return the bounds of a distance; 0 and None if unknown."""
        bounds = self._bounds_to(goal).get(board)
        return self._beside(board, goal) if bounds is None else bounds

    def all_bounds(self, goal: Board) -> dict[Board, Bounds]:
        """Return a copy of the bounds of all boards with this goal."""
        return dict(self._bounds_to(goal))

    def distance(self, board: Board, goal: Board) -> int | None:
        """Return the distance; None if it is not proven."""
        at_least, at_most = self.bounds(board, goal)
        return at_least if at_least == at_most else None

    def next_move(self, board: Board, goal: Board) -> tuple[Move, bool] | None:
        """Return a move towards the goal, and whether it is proven optimal; None if unknown."""
        stored = self._next.get(goal, {}).get(board)
        if stored is not None and stored[1]:
            return stored
        nearer = next((move for move, is_nearer in self._moves(board, goal) if is_nearer), None)
        return stored if nearer is None else (nearer, True)

    def first_moves(self, board: Board, goal: Board) -> frozenset[Move] | None:
        """Return all optimal moves; None unless every move is proven optimal or not."""
        if self.distance(board, goal) is None:
            return None
        moves = dict(self._moves(board, goal))
        if None in moves.values():
            return None
        return frozenset(move for move, is_nearer in moves.items() if is_nearer)

    def path(self, board: Board, goal: Board) -> tuple[Move, ...] | None:
        """Return a shortest solution; None if none is proven."""
        left, path = self.distance(board, goal), list[Move]()
        if left is None:
            return None
        for _ in range(left):
            step = self.next_move(board, goal)
            if step is None or not step[1]:
                return None
            path.append(step[0])
            board = board.apply(step[0])
        return tuple(path)

    def _moves(self, board: Board, goal: Board) -> Iterator[tuple[Move, bool | None]]:
        """Yield each move and whether it reduces the distance; None if unknown."""
        distance = self.distance(board, goal)
        for move in board.legal_moves():
            at_least, at_most = self.bounds(board.apply(move), goal)
            is_nearer = None
            if distance is not None and at_most is not None and at_most < distance:
                is_nearer = True
            elif distance is not None and at_least > distance:
                is_nearer = False
            yield move, is_nearer

    def _bounds_to(self, goal: Board) -> dict[Board, Bounds]:
        if goal not in self._bounds:
            self._bounds[goal] = {goal: (0, 0)}
        return self._bounds[goal]

    def _beside(self, board: Board, goal: Board) -> Bounds:
        stored, bounds = self._bounds_to(goal), UNKNOWN
        for beside in map(board.apply, board.legal_moves()):
            if beside in stored:
                at_least, at_most = stored[beside]
                further = None if at_most is None else at_most + 1
                bounds = narrowed(bounds, at_least - 1, further, _parity(board, goal))
        return bounds

    def shortest(self, board: Board, goal: Board) -> ShortestLength:
        """Return the bounds of the shortest solution, and whether a question is pending."""
        at_least, at_most = self.bounds(board, goal)
        if at_least == at_most:
            return ShortestLength(at_least, at_least, at_most)
        self.refresh()
        return ShortestLength(None, at_least, at_most, is_computing=(board, goal) in self._keys)

    # ---- Questions --------------------------------------------------------------------------

    def ask(self, purpose: Purpose, questions: Sequence[DistanceQuestion]) -> None:
        """Replace the questions of ``purpose``. They are answered in this order.

        Answered, unproven and unsolvable questions are skipped, and so are those after
        ``MAX_QUESTIONS``.
        """
        questions = tuple(questions[:MAX_QUESTIONS])
        if self._requests.get(purpose, ()) != questions:
            self._requests[purpose] = questions
            self._version = -1
            for question in questions:
                if question.board not in self._bounds_to(question.goal):
                    # store its bounds from now on, so that new bounds of other boards reach it
                    self.learn(question.board, question.goal, 0)

    def give_up(self, question: Key) -> None:
        """Do not try to prove this distance again."""
        self.unproven.add(question)
        self._version = -1

    def is_pending(self, question: DistanceQuestion) -> bool:
        """Return whether some requested distance or path is still unknown."""
        key = question.board, question.goal
        if key in self.unproven or not _is_solvable(*key):
            return False
        if self.distance(*key) is None:
            return True
        return question.with_path and self.path(*key) is None

    def refresh(self) -> None:
        """Update ``open`` and ``large``."""
        if self._version == self.learned:
            return
        self._version = self.learned
        pending: dict[Key, DistanceQuestion] = {}
        self.large = None
        for purpose in Purpose:
            for number, question in enumerate(self._requests.get(purpose, ())):
                key = question.board, question.goal
                if len(question.board.tiles) > CELLS_FOR_TABLES:
                    is_next = self.large is None and number == 0 and purpose in LARGE_PURPOSES
                    if is_next and self.is_pending(question):
                        self.large = key
                elif self.is_pending(question):
                    with_path = question.with_path or (key in pending and pending[key].with_path)
                    pending[key] = DistanceQuestion(*key, *self.bounds(*key), with_path)
        self.open = tuple(pending.values())
        self._keys = frozenset(pending if self.large is None else {*pending, self.large})


def beside(board: Board, goal: Board) -> list[DistanceQuestion]:
    """Return questions that determine the distance of a board and its optimal moves."""
    return [
        DistanceQuestion(each, goal) for each in (board, *map(board.apply, board.legal_moves()))
    ]


def around(board: Board, goal: Board) -> list[DistanceQuestion]:
    """Return questions about the board and all boards that one slide leads to.

    Boards that are one move away come before those of longer slides.
    """
    slides = [board.moves_to_slide(cell) for cell in range(len(board.tiles))]
    slides = sorted(filter(None, slides), key=lambda moves: (len(moves), moves[0]))
    boards = [board.apply_all(moves) for moves in slides]
    return [DistanceQuestion(each, goal) for each in (board, *boards)]


def _parity(board: Board, goal: Board) -> int:
    """Return the parity of the distance, which is that of the blank's Manhattan distance."""
    row, column = divmod(board.blank, board.columns)
    goal_row, goal_column = divmod(goal.blank, goal.columns)
    return (row + column + goal_row + goal_column) % 2


def narrowed(bounds: Bounds, at_least: int, at_most: int | None, parity: int) -> Bounds:
    """Return the tightest combination of both bounds, adjusted to ``parity``.

    A lower bound of 0 without an upper bound is not adjusted.
    """
    lower, upper = max(bounds[0], at_least), bounds[1]
    if at_most is not None:
        at_most -= (at_most + parity) % 2
        upper = at_most if upper is None else min(upper, at_most)
    if lower or upper is not None:
        lower += (lower + parity) % 2
    return lower, upper
