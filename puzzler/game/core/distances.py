"""Proven distances of boards, and open questions about distances."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.parity import is_solvable
from puzzler.search.distance_bounds import Bounds, DistanceBounds
from puzzler.search.engine.measuring import DistanceQuestion
from puzzler.search.result import SearchResult

CELLS_FOR_TABLES = 16
"""Largest number of cells of a board for which distances are proven."""

MAX_QUESTIONS = 300
"""Maximum number of questions per purpose. Further questions follow when some are answered."""

Key = tuple[Board, Board]
"""A board and its goal."""


class Purpose(IntEnum):
    """Why distances are requested; the smallest value is the most urgent."""

    HINT = 0
    COACH = 1
    DRILL = 2
    REVIEW = 3
    START = 4
    STATISTICS = 5


LARGE_PURPOSES = (Purpose.COACH, Purpose.START)
"""Purposes for which bounds of the first board are improved if it is too large for tables."""
_is_solvable = lru_cache(maxsize=4096)(is_solvable)
MAX_BOARDS = 200_000
"""Maximum number of boards per goal. Beyond it, all bounds for the goal are discarded."""
REACH = 40
"""Largest number of moves over which a new bound spreads to other boards."""
NEAR = 6
"""The largest number of moves from a board to the solution that ``connect`` continues with."""
MAX_PATH = 300
"""Maximum number of moves of a path whose boards are stored. Large boards have longer paths."""


@dataclass(frozen=True)
class ShortestLength:
    """The length of a shortest solution, or bounds on it."""

    at_least: int = 0
    """Lower bound; 0 if unknown."""
    at_most: int | None = None
    """Length of the shortest known solution."""
    is_computing: bool = False
    """A better bound is being computed."""

    @property
    def moves(self) -> int | None:
        """The length, if it is proven."""
        return self.at_least if self.at_least == self.at_most else None

    @property
    def text(self) -> str:
        """Text such as "46", "at least 44" or "computing"; empty if nothing was requested."""
        if self.moves is not None:
            return f"{self.moves:,}"
        if self.at_least:
            return f"at least {self.at_least:,}"
        return "computing" if self.is_computing else ""


class Distances:
    """Stored bounds and moves by goal and board, and the open questions about distances.

    ``coach.finder`` answers the questions, the most urgent first.
    """

    def __init__(self) -> None:
        self.learned = 0
        """Increases whenever a bound or a path is learned."""
        self._bounds: dict[Board, DistanceBounds] = {}
        # each move towards the goal, and whether a shortest solution starts with it
        self._next: dict[Board, dict[Board, tuple[Move, bool]]] = {}
        self.unprovable: set[Key] = set()
        """Positions whose distance could not be proven."""
        self._requested: dict[Purpose, tuple[DistanceQuestion, ...]] = {}
        self._refreshed_at = -1  # ``learned`` at the last refresh; -1 if the questions have changed
        self.open: tuple[DistanceQuestion, ...] = ()
        """Distances to prove, the most urgent first, with their present bounds."""
        self.large: Key | None = None
        """The most urgent board that is too large for tables."""
        self._open_keys: frozenset[Key] = frozenset()

    # ---- Learning ---------------------------------------------------------------------------

    def learn(self, board: Board, goal: Board, at_least: int, at_most: int | None = None) -> None:
        """Store proven bounds of a distance. Does nothing if ``board`` cannot reach ``goal``."""
        if _is_solvable(board, goal):
            self._store(board, goal, at_least, at_most, REACH)

    def _store(
        self, board: Board, goal: Board, at_least: int, at_most: int | None, reach: int
    ) -> None:
        bounds = self._bounds_to(goal)
        if len(bounds.numbers) > MAX_BOARDS:
            del self._bounds[goal]
            self._next.pop(goal, None)
            bounds = self._bounds_to(goal)
        before = bounds.changes
        bounds.add(board, reach=reach)
        bounds.learn(board, at_least, at_most, reach=reach)
        self.learned += bounds.changes - before

    def learn_result(self, result: SearchResult) -> None:
        """Store what a search has proven about its start."""
        self.learn(result.start, result.goal, result.lower_bound, result.length)

    def learn_path(
        self, board: Board, goal: Board, moves: Iterable[Move], *, is_shortest: bool
    ) -> None:
        """Store a path from ``board`` to ``goal`` and the bounds that it proves for its boards."""
        moves = tuple(moves)
        if not moves or not _is_solvable(board, goal):
            return
        following = self._next.setdefault(goal, {})
        self.learned += 1
        for left, move in zip(range(len(moves), 0, -1), moves[:MAX_PATH], strict=False):
            # bounds spread from the start only, because a long path would take too long
            reach = REACH if left == len(moves) else 0
            self._store(board, goal, left if is_shortest else 0, left, reach)
            is_best = self.distance(board, goal) == left
            if is_best or board not in following:
                following[board] = move, is_best
            board = board.apply(move)

    def connect(self, board: Board, goal: Board) -> bool:
        """Store the moves to a near board with a stored move. Return False if there is none.

        If several boards are within NEAR moves, the shortest way to the goal is chosen.
        """
        following, bounds = self._next.get(goal, {}), self._bounds_to(goal)
        paths: dict[Board, tuple[Move, ...]] = {board: ()}
        layer, solutions = [board], list[tuple[float, tuple[Move, ...]]]()
        for depth in range(NEAR + 1):
            near = [each for each in layer if each in following or each == goal]
            for each in near:
                left = bounds.bounds(each)[1]
                solutions.append((depth + (math.inf if left is None else left), paths[each]))
            layer = [each for each in layer if each not in near]
            pairs = [(each, move) for each in layer for move in each.legal_moves()]
            layer = []
            for each, move in pairs:
                after = each.apply(move)
                if after not in paths:
                    paths[after] = (*paths[each], move)
                    layer.append(after)
        if not solutions:
            return False
        for move in min(solutions, key=lambda solution: (solution[0], len(solution[1])))[1]:
            self._next.setdefault(goal, {}).setdefault(board, (move, False))
            board = board.apply(move)
        self.learned += 1
        return True

    def forget_next(self, board: Board, goal: Board) -> None:
        """Discard the stored move of ``board``."""
        self._next.get(goal, {}).pop(board, None)

    # ---- Answers ----------------------------------------------------------------------------

    def bounds(self, board: Board, goal: Board) -> Bounds:
        """Return the bounds of the distance. The upper bound is None if unknown."""
        return self._bounds_to(goal).bounds(board)

    def all_bounds(self, goal: Board) -> dict[Board, Bounds]:
        """Return the current bounds of all boards with a stored bound."""
        bounds = self._bounds_to(goal)
        return {board: bounds[number] for board, number in bounds.numbers.items()}

    def distance(self, board: Board, goal: Board) -> int | None:
        """Return the distance, or None if it is not proven."""
        at_least, at_most = self.bounds(board, goal)
        return at_least if at_least == at_most else None

    def next_move(self, board: Board, goal: Board) -> tuple[Move, bool] | None:
        """Return a move towards the goal and whether a shortest solution provably starts with it.

        Returns None if no move is known.
        """
        stored = self._next.get(goal, {}).get(board)
        if stored is not None and stored[1]:
            return stored
        nearer = next((move for move, is_nearer in self._moves(board, goal) if is_nearer), None)
        return stored if nearer is None else (nearer, True)

    def first_moves(self, board: Board, goal: Board) -> frozenset[Move] | None:
        """Return all moves that start a shortest solution, or None if some are undecided."""
        if self.distance(board, goal) is None:
            return None
        moves = dict(self._moves(board, goal))
        if None in moves.values():
            return None
        return frozenset(move for move, is_nearer in moves.items() if is_nearer)

    def path(self, board: Board, goal: Board) -> tuple[Move, ...] | None:
        """Return a proven shortest solution, or None if there is none yet."""
        left, path = self.distance(board, goal), list[Move]()
        if left is None:
            return None
        for _ in range(left):
            following = self.next_move(board, goal)
            if following is None or not following[1]:
                return None
            path.append(following[0])
            board = board.apply(following[0])
        return tuple(path)

    def _moves(self, board: Board, goal: Board) -> Iterator[tuple[Move, bool | None]]:
        """Yield each legal move and whether it reduces the distance, None if undecided."""
        distance = self.distance(board, goal)
        for move in board.legal_moves():
            at_least, at_most = self.bounds(board.apply(move), goal)
            is_nearer = None
            if distance is not None and at_most is not None and at_most < distance:
                is_nearer = True
            elif distance is not None and at_least > distance:
                is_nearer = False
            yield move, is_nearer

    def _bounds_to(self, goal: Board) -> DistanceBounds:
        bounds = self._bounds.get(goal)
        if bounds is None:
            bounds = self._bounds[goal] = DistanceBounds(goal)
            bounds.add(goal)
            bounds.learn(goal, 0, 0)
        return bounds

    def shortest(self, board: Board, goal: Board) -> ShortestLength:
        """Return the length of a shortest solution, or the proven bounds of the length."""
        at_least, at_most = self.bounds(board, goal)
        if at_least == at_most:
            return ShortestLength(at_least, at_most)
        self.refresh()
        is_computing = (board, goal) in self._open_keys
        if at_most is None and at_least == 1:
            at_least = 0  # it follows from the parity alone
        return ShortestLength(at_least, at_most, is_computing)

    # ---- Questions --------------------------------------------------------------------------

    def ask(self, purpose: Purpose, questions: Sequence[DistanceQuestion]) -> None:
        """Request these distances, in this order, instead of the earlier ones of ``purpose``.

        Questions that are answered, unprovable or unsolvable are skipped. Only the first
        MAX_QUESTIONS are used.
        """
        questions = tuple(questions[:MAX_QUESTIONS])
        if self._requested.get(purpose, ()) != questions:
            self._requested[purpose] = questions
            self._refreshed_at = -1
            for question in questions:
                if question.board not in self._bounds_to(question.goal).numbers:
                    # bounds that are learned of other boards now spread to this one
                    self.learn(question.board, question.goal, 0)

    def give_up(self, question: Key) -> None:
        """Mark a distance as unprovable, so that no further search tries to prove it."""
        self.unprovable.add(question)
        self._refreshed_at = -1

    def is_pending(self, question: DistanceQuestion) -> bool:
        """Whether the question is not completely answered and not unprovable."""
        key = question.board, question.goal
        if key in self.unprovable or not _is_solvable(*key):
            return False
        if self.distance(*key) is None:
            return True
        return question.with_path and self.path(*key) is None

    def refresh(self) -> None:
        """Update ``open`` and ``large``."""
        if self._refreshed_at == self.learned:
            return
        self._refreshed_at = self.learned
        pending: dict[Key, DistanceQuestion] = {}
        self.large = None
        for purpose in Purpose:
            for number, question in enumerate(self._requested.get(purpose, ())):
                key = question.board, question.goal
                if len(question.board.tiles) > CELLS_FOR_TABLES:
                    is_next = self.large is None and number == 0 and purpose in LARGE_PURPOSES
                    if is_next and self.is_pending(question):
                        self.large = key
                elif self.is_pending(question):
                    with_path = question.with_path or (key in pending and pending[key].with_path)
                    pending[key] = DistanceQuestion(*key, *self.bounds(*key), with_path)
        self.open = tuple(pending.values())
        self._open_keys = frozenset(pending if self.large is None else {*pending, self.large})


def neighbour_questions(board: Board, goal: Board) -> list[DistanceQuestion]:
    """Return the questions whose answers prove a distance and all optimal first moves."""
    return [
        DistanceQuestion(each, goal) for each in (board, *map(board.apply, board.legal_moves()))
    ]


def slide_questions(board: Board, goal: Board) -> list[DistanceQuestion]:
    """Return questions about a board and all boards one slide away, the shortest slides first."""
    slides = [board.moves_to_slide(cell) for cell in range(len(board.tiles))]
    slides = sorted(filter(None, slides), key=lambda moves: (len(moves), moves[0]))
    boards = [board.apply_all(moves) for moves in slides]
    return [DistanceQuestion(each, goal) for each in (board, *boards)]
