"""The advisor: quick searches in the background, for hints and for how far a shuffle went.

None of them takes longer than a blink or two, and nothing waits for them. What is not found in that
time stays unknown.
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.board.errors import UnsolvableError
from puzzler.board.move import Move
from puzzler.game.runs.run import Searcher, StartSolver
from puzzler.search.limits import Limit
from puzzler.search.method import Method
from puzzler.search.problem import Problem
from puzzler.search.result import Outcome, SearchResult
from puzzler.solver.messages import Failed, Finished
from puzzler.solver.preparation import Preparation, PreparationState

CELLS_FOR_PLAIN = 9
"""Boards up to this size need no compiled kernels."""
BLINK = 0.3
"""Seconds that the search for a proven shortest way may take."""
_MEMORY = 64 * 2**20

CELLS_FOR_SEARCH = 36
"""Larger boards, unless they are nearly solved, take a search longer than anybody waits."""

SHORTEST = Method("astar", "manhattan", 1, Limit(seconds=BLINK, memory_bytes=_MEMORY))
"""Proves what it finds."""
BY_RULE = Method("beam", "manhattan", 1, Limit(seconds=10.0, memory_bytes=2**13))
"""With so little memory the beam gives way at once to the constructive method: it never fails."""
LADDER = (
    SHORTEST,
    Method("astar", "manhattan", 1.5, Limit(seconds=0.25, memory_bytes=_MEMORY)),
    Method("astar", "manhattan+misplaced", 3, Limit(seconds=0.5, memory_bytes=2 * _MEMORY)),
    BY_RULE,
)
"""For a hint: each is tried where the one before it found nothing, from short answers to any."""
LARGE_LADDER = (
    Method("astar", "manhattan", 1, Limit(seconds=0.1, memory_bytes=_MEMORY)),
    Method("astar", "manhattan+misplaced", 3, Limit(seconds=0.2, memory_bytes=_MEMORY)),
    BY_RULE,
)
"""The same for boards of more than ``CELLS_FOR_SEARCH`` cells."""


Question = tuple[Board, Board]
"""A board, and the goal to reach."""


@dataclass
class _Job:
    """One question under way: its methods are tried in turn."""

    question: Question
    methods: tuple[Method, ...]
    is_hint: bool = False
    tried: int = 0


class Advisor:
    """Answers what it is asked, at most one question at a time; hints come first."""

    def __init__(self, preparation: Preparation, start_solver: StartSolver) -> None:
        self._preparation = preparation
        self._searcher = Searcher(preparation, start_solver)
        self._distances: dict[Question, int | None] = {}
        self._next: dict[Question, tuple[Move, bool]] = {}  # and whether it is proven
        self._hopeless: set[Question] = set()
        self._hint: Question | None = None  # asked for and not begun
        self._distance: Question | None = None  # asked for and not begun
        self._job: _Job | None = None

    @property
    def is_busy(self) -> bool:
        """An answer may come without further input."""
        return self._job is not None

    def distance(self, board: Board, goal: Board) -> int | None:
        """The length of the shortest way, where it is proven."""
        return self._distances.get((board, goal))

    def next_move(self, board: Board, goal: Board) -> Move | None:
        """A move towards the goal, where one is known."""
        known = self._next.get((board, goal))
        return None if known is None else known[0]

    def is_shortest(self, board: Board, goal: Board) -> bool:
        """``next_move`` begins a shortest way, and that is proven."""
        known = self._next.get((board, goal))
        return known is not None and known[1]

    def is_hopeless(self, board: Board, goal: Board) -> bool:
        """A move was looked for and not found."""
        return (board, goal) in self._hopeless

    def ask_distance(self, board: Board, goal: Board) -> None:
        """Find the distance, unless that was tried before."""
        question = board, goal
        is_open = question not in self._distances
        self._distance = question if is_open and not self._is_under_way(question) else None

    def ask_hint(self, board: Board, goal: Board) -> None:
        """Find a move, and forget that one was not found before."""
        question = board, goal
        self._hopeless.discard(question)
        if question not in self._next and not self._is_under_way(question, is_hint=True):
            self._hint = question

    def drop_hint(self) -> None:
        """Nobody waits for a move any more."""
        self._hint = None
        if self._job is not None and self._job.is_hint:
            self._end_job()

    def learn(self, result: SearchResult) -> None:
        """Take over what another search has proven."""
        if result.status is Outcome.SOLVED and result.proven_optimal:
            self._distances[result.start, result.goal] = len(result.moves)

    def tick(self, *, is_free: bool) -> None:
        """Hear the search, and begin the next; not where a search that is watched has the machine.

        is_free: no other search runs.
        """
        self._listen()
        self._begin_next(is_free=is_free)
        self._listen()

    def close(self) -> None:
        """End every search and wait for its thread."""
        self._searcher.close()
        self._job = None

    def _listen(self) -> None:
        for event in self._searcher.poll():
            assert self._job is not None, "whoever ends a job forgets its search"
            if isinstance(event, Finished):
                self._hear(event.result, self._job)
            elif isinstance(event, Failed):
                self._give_up(self._job)

    def _begin_next(self, *, is_free: bool) -> None:
        if self._hint is not None and self._can_begin(self._hint, is_urgent=True):
            self._end_job()
            is_large = len(self._hint[0].tiles) > CELLS_FOR_SEARCH
            self._begin(_Job(self._hint, LARGE_LADDER if is_large else LADDER, is_hint=True))
            self._hint = None
        if self._job is not None or self._distance is None or not is_free:
            return
        if self._can_begin(self._distance, is_urgent=False):
            self._begin(_Job(self._distance, (SHORTEST,)))
            self._distance = None

    def _is_under_way(self, question: Question, *, is_hint: bool = False) -> bool:
        job = self._job
        return job is not None and job.question == question and (job.is_hint or not is_hint)

    def _can_begin(self, question: Question, *, is_urgent: bool) -> bool:
        """Without compiled kernels only small boards are tried, unless someone waits for it."""
        is_small = len(question[0].tiles) <= CELLS_FOR_PLAIN
        match self._preparation.state:
            case PreparationState.READY:
                return True
            case PreparationState.PREPARING:
                return is_small and is_urgent
            case _:
                return is_small or is_urgent

    def _begin(self, job: _Job) -> None:
        try:
            problem = Problem(*job.question)
        except UnsolvableError:
            self._give_up(job)
            return
        self._job = job
        self._searcher.begin(problem, job.methods[job.tried])

    def _hear(self, result: SearchResult, job: _Job) -> None:
        self.learn(result)
        if result.status is Outcome.SOLVED:
            board = result.start
            for move in result.moves:
                if result.proven_optimal or (board, result.goal) not in self._next:
                    self._next[board, result.goal] = move, result.proven_optimal
                board = board.apply(move)
            self._job = None
        elif result.status is Outcome.LIMIT and job.tried + 1 < len(job.methods):
            job.tried += 1
            self._begin(job)
        else:
            self._give_up(job)

    def _give_up(self, job: _Job) -> None:
        self._job = None
        if SHORTEST in job.methods:
            self._distances.setdefault(job.question, None)
        if job.is_hint:
            self._hopeless.add(job.question)

    def _end_job(self) -> None:
        if self._job is not None:
            self._searcher.forget()
            self._job = None
