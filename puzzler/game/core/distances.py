"""What is known of the distances between boards and their goals, and what is asked of them."""

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
"""Up to this size distances are proven."""

MOST_ASKED = 300
"""Questions for one purpose; who has more asks again once some are answered."""

Key = tuple[Board, Board]


class Purpose(IntEnum):
    """What distances are asked for; the smaller, the more urgent."""

    HINT = 0
    COACH = 1
    DRILL = 2
    REVIEW = 3
    START = 4
    STATISTICS = 5


LARGE_PURPOSES = (Purpose.COACH, Purpose.START)
"""Of these the first board is looked at where it has more than ``CELLS_FOR_TABLES`` cells."""
_is_solvable = lru_cache(maxsize=4096)(is_solvable)
MOST_BOARDS = 200_000
"""Of one goal; then all is forgotten, and proven anew where it is asked for."""

Ends = tuple[int, int | None]
"""A distance is at least and at most so much; None where that is not known."""
NOTHING: Ends = (0, None)
REACH = 40
"""Moves that news goes from board to board; further off it is of no use soon."""
MOST_MOVES = 300
"""Of a path, that are remembered board by board: on large boards paths are much longer."""


@dataclass(frozen=True)
class ShortestLength:
    """What is known of the length of the shortest solution."""

    moves: int | None = None
    at_least: int = 0
    """No solution is shorter; 0 where nothing is known."""
    at_most: int | None = None
    """There is a solution of this length; None where none is known."""
    is_computing: bool = False
    """It was asked for, and more will be known soon."""

    @property
    def text(self) -> str:
        """46, "at least 44", "computing" while neither is known, or "" where nothing was asked."""
        if self.moves is not None:
            return f"{self.moves:,}"
        if self.at_least:
            return f"at least {self.at_least:,}"
        return "computing" if self.is_computing else ""


class Distances:
    """The ends of distances, by goal and board, moves towards the goal, and questions about them.

    ``coach.finder`` answers the questions, the most urgent first. A move changes a distance by
    exactly one, so that the ends of a board hold for its neighbours too, one wider; and all
    solutions of a board have the same parity. What is learned goes from board to board, as far as
    it is news and not too far.
    """

    def __init__(self) -> None:
        self.learned = 0
        """Grows with everything that is news."""
        self._ends: dict[Board, dict[Board, Ends]] = {}
        self._next: dict[Board, dict[Board, tuple[Move, bool]]] = {}  # and whether it is proven
        self.given_up: set[Key] = set()
        """What was tried in vain."""
        self._asked: dict[Purpose, tuple[DistanceQuestion, ...]] = {}
        self._made_of = -1  # what was known when the next were made; -1: make them anew
        self.open: tuple[DistanceQuestion, ...] = ()
        """What is to be proven, the most urgent first, each with what is known already."""
        self.large: Key | None = None
        """The board too large for that whose ends are wanted most; None where there is none."""
        self._keys: frozenset[Key] = frozenset()  # of all that is asked

    # ---- What is learned --------------------------------------------------------------------

    def learn(self, board: Board, goal: Board, at_least: int, at_most: int | None = None) -> None:
        """It is proven that the distance is at least, and at most, so much.

        Nothing is learned where no moves lead to the goal.
        """
        if not _is_solvable(board, goal):
            return
        if len(self._ends_to(goal)) > MOST_BOARDS:
            del self._ends[goal]
            self._next.pop(goal, None)
        known = self._ends_to(goal)
        # each with how many moves the news has come
        waiting = deque([(board, at_least, at_most, 0)])
        if board not in known:
            waiting.appendleft((board, *self._beside(board, goal), 0))
        while waiting:
            here, at_least, at_most, steps = waiting.popleft()
            before = known.get(here)
            now = narrowed(before or NOTHING, at_least, at_most, _parity(here, goal))
            if now == before:
                continue
            self.learned += 1
            known[here] = now
            if steps < REACH:
                further = None if now[1] is None else now[1] + 1
                waiting += [
                    (beside, now[0] - 1, further, steps + 1)
                    for beside in map(here.apply, here.legal_moves())
                    if beside in known
                ]

    def learn_result(self, result: SearchResult) -> None:
        """Take over what a search has found and proven."""
        at_most = result.length
        is_proven = at_most is not None and result.proven_optimal
        at_least = at_most if is_proven and at_most is not None else result.lower_bound
        self.learn(result.start, result.goal, at_least, at_most)

    def learn_path(
        self, board: Board, goal: Board, moves: Iterable[Move], *, is_shortest: bool
    ) -> None:
        """``moves`` lead from ``board`` to ``goal``, and no fewer do where they are shortest."""
        moves = tuple(moves)
        if not moves:
            return
        self.learn(board, goal, len(moves) if is_shortest else 0, len(moves))
        known, following = self._ends_to(goal), self._next.setdefault(goal, {})
        parity = _parity(board, goal)
        self.learned += 1
        for left, move in zip(range(len(moves), 0, -1), moves[:MOST_MOVES], strict=False):
            # without telling their neighbours: of long paths that would take too long
            before = known.get(board, NOTHING)
            known[board] = narrowed(before, left if is_shortest else 0, left, parity)
            is_best = known[board] == (left, left)
            if is_best or board not in following:
                following[board] = move, is_best
            board, parity = board.apply(move), 1 - parity

    def forget_next(self, board: Board, goal: Board) -> None:
        """The move that is known of ``board`` is not wanted any more."""
        self._next.get(goal, {}).pop(board, None)

    # ---- What is known ----------------------------------------------------------------------

    def ends(self, board: Board, goal: Board) -> Ends:
        """The distance is at least and at most that much; 0 and None where nothing is known."""
        known = self._ends_to(goal).get(board)
        return self._beside(board, goal) if known is None else known

    def known(self, goal: Board) -> dict[Board, Ends]:
        """The ends of all boards of which something was learned, as they are now."""
        return dict(self._ends_to(goal))

    def distance(self, board: Board, goal: Board) -> int | None:
        """The distance; None where it is not proven."""
        at_least, at_most = self.ends(board, goal)
        return at_least if at_least == at_most else None

    def next_move(self, board: Board, goal: Board) -> tuple[Move, bool] | None:
        """A move towards the goal, and whether it is proven to begin a shortest solution."""
        known = self._next.get(goal, {}).get(board)
        if known is not None and known[1]:
            return known
        nearer = next((move for move, is_nearer in self._moves(board, goal) if is_nearer), None)
        return known if nearer is None else (nearer, True)

    def first_moves(self, board: Board, goal: Board) -> frozenset[Move] | None:
        """All moves that begin a shortest solution; None while that is not known of each."""
        if self.distance(board, goal) is None:
            return None
        moves = dict(self._moves(board, goal))
        if None in moves.values():
            return None
        return frozenset(move for move, is_nearer in moves.items() if is_nearer)

    def path(self, board: Board, goal: Board) -> tuple[Move, ...] | None:
        """A shortest solution; None where none is proven."""
        left, path = self.distance(board, goal), list[Move]()
        if left is None:
            return None
        for _ in range(left):
            known = self.next_move(board, goal)
            if known is None or not known[1]:
                return None
            path.append(known[0])
            board = board.apply(known[0])
        return tuple(path)

    def _moves(self, board: Board, goal: Board) -> Iterator[tuple[Move, bool | None]]:
        """Each move, and whether it leads nearer to the goal; None where that is not known."""
        distance = self.distance(board, goal)
        for move in board.legal_moves():
            at_least, at_most = self.ends(board.apply(move), goal)
            is_nearer = None
            if distance is not None and at_most is not None and at_most < distance:
                is_nearer = True
            elif distance is not None and at_least > distance:
                is_nearer = False
            yield move, is_nearer

    def _ends_to(self, goal: Board) -> dict[Board, Ends]:
        if goal not in self._ends:
            self._ends[goal] = {goal: (0, 0)}
        return self._ends[goal]

    def _beside(self, board: Board, goal: Board) -> Ends:
        known, ends = self._ends_to(goal), NOTHING
        for beside in map(board.apply, board.legal_moves()):
            if beside in known:
                at_least, at_most = known[beside]
                further = None if at_most is None else at_most + 1
                ends = narrowed(ends, at_least - 1, further, _parity(board, goal))
        return ends

    def shortest(self, board: Board, goal: Board) -> ShortestLength:
        """What is known of the shortest solution, and whether it is being looked for."""
        at_least, at_most = self.ends(board, goal)
        if at_least == at_most:
            return ShortestLength(at_least, at_least, at_most)
        self.refresh()
        return ShortestLength(None, at_least, at_most, is_computing=(board, goal) in self._keys)

    # ---- Questions --------------------------------------------------------------------------

    def ask(self, purpose: Purpose, questions: Sequence[DistanceQuestion]) -> None:
        """Find these out, in this order; what was asked before for the purpose is dropped.

        What is known, was tried before, or cannot be solved costs nothing. Of very many questions
        the first few hundred are taken.
        """
        questions = tuple(questions[:MOST_ASKED])
        if self._asked.get(purpose, ()) != questions:
            self._asked[purpose] = questions
            self._made_of = -1
            for question in questions:
                if question.board not in self._ends_to(question.goal):
                    # from now on its ends are kept, and whatever is learned of others goes to it
                    self.learn(question.board, question.goal, 0)

    def give_up(self, question: Key) -> None:
        """It was tried, and is not tried again."""
        self.given_up.add(question)
        self._made_of = -1

    def is_wanted(self, question: DistanceQuestion) -> bool:
        """Not all is known of it that was asked for, and it was not given up."""
        key = question.board, question.goal
        if key in self.given_up or not _is_solvable(*key):
            return False
        if self.distance(*key) is None:
            return True
        return question.with_path and self.path(*key) is None

    def refresh(self) -> None:
        """Bring ``open`` and ``large`` up to date."""
        if self._made_of == self.learned:
            return
        self._made_of = self.learned
        wanted: dict[Key, DistanceQuestion] = {}
        self.large = None
        for purpose in Purpose:
            for number, question in enumerate(self._asked.get(purpose, ())):
                key = question.board, question.goal
                if len(question.board.tiles) > CELLS_FOR_TABLES:
                    is_next = self.large is None and number == 0 and purpose in LARGE_PURPOSES
                    if is_next and self.is_wanted(question):
                        self.large = key
                elif self.is_wanted(question):
                    with_path = question.with_path or (key in wanted and wanted[key].with_path)
                    wanted[key] = DistanceQuestion(*key, *self.ends(*key), with_path)
        self.open = tuple(wanted.values())
        self._keys = frozenset(wanted if self.large is None else {*wanted, self.large})


def beside(board: Board, goal: Board) -> list[DistanceQuestion]:
    """What proves the distance of a board, and which moves begin a shortest solution of it."""
    return [
        DistanceQuestion(each, goal) for each in (board, *map(board.apply, board.legal_moves()))
    ]


def around(board: Board, goal: Board) -> list[DistanceQuestion]:
    """The board, and all boards that one slide can make of it.

    Boards one move away come before those of slides of several tiles.
    """
    slides = [board.moves_to_slide(cell) for cell in range(len(board.tiles))]
    slides = sorted(filter(None, slides), key=lambda moves: (len(moves), moves[0]))
    boards = [board.apply_all(moves) for moves in slides]
    return [DistanceQuestion(each, goal) for each in (board, *boards)]


def _parity(board: Board, goal: Board) -> int:
    """That of the distance, where there is one: the blank's taxicab distance has it too."""
    row, column = divmod(board.blank, board.columns)
    goal_row, goal_column = divmod(goal.blank, goal.columns)
    return (row + column + goal_row + goal_column) % 2


def narrowed(ends: Ends, at_least: int, at_most: int | None, parity: int) -> Ends:
    """Both pairs of ends in one, each of that parity, but for a lower end that tells nothing."""
    least, most = max(ends[0], at_least), ends[1]
    if at_most is not None:
        at_most -= (at_most + parity) % 2
        most = at_most if most is None else min(most, at_most)
    if least or most is not None:
        least += (least + parity) % 2
    return least, most
