"""How far boards are from their goals, and which move is next: found in the background.

Up to 16 cells distances are proven with pattern databases, whose tables are built once for a goal.
On larger boards ``anytime`` proves what it can in a few seconds: of what is far from solved it says
how long an answer must be at least. Hints are looked for with shorter and shorter patience until
one is found.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from puzzler.board.board import Board
from puzzler.board.errors import UnsolvableError
from puzzler.board.move import Move
from puzzler.game.runs.run import Run
from puzzler.game.runs.runner import CELLS_FOR_PLAIN, Runner
from puzzler.search.limits import Limit
from puzzler.search.method import Method
from puzzler.search.problem import Problem
from puzzler.search.result import Outcome, SearchResult
from puzzler.solver.preparation import Preparation, PreparationState

CELLS_FOR_TABLES = 16
"""Up to this size the tables of the shortest method are built for the coach."""
PATIENCE = 300.0
"""Seconds that building tables and proving a distance may take, where it can be proven."""
HINT_SECONDS = 3.0
"""The same for a hint, where the tables are built and somebody waits."""
LARGE_PATIENCE = 3.0
"""The same on larger boards, where it can be proven only near the goal."""
BLINK = 0.3
"""Seconds that an attempt may take where it will probably fail."""
_MEMORY = 64 * 2**20

BY_RULE = Method("beam", "manhattan", limit=Limit(seconds=10.0, memory_bytes=2**13))
"""With so little memory the beam gives way at once to the constructive method: it never fails."""
QUICK_LADDER = (
    Method("astar", "manhattan", limit=Limit(seconds=BLINK, memory_bytes=_MEMORY)),
    Method("astar", "manhattan", 1.5, Limit(seconds=0.25, memory_bytes=_MEMORY)),
    Method("astar", "manhattan+misplaced", 3, Limit(seconds=0.5, memory_bytes=2 * _MEMORY)),
    BY_RULE,
)
"""For a hint: each is tried where the one before it found nothing, from short answers to any."""
LARGE_LADDER = (
    Method("astar", "manhattan", limit=Limit(seconds=0.1, memory_bytes=_MEMORY)),
    Method("anytime", limit=Limit(seconds=BLINK, memory_bytes=_MEMORY)),
    BY_RULE,
)
"""The same for boards of more than ``CELLS_FOR_TABLES`` cells."""

Question = tuple[Board, Board]
"""A board, and the goal to reach."""


@dataclass(frozen=True)
class Shortest:
    """What is known of the length of the shortest answer."""

    moves: int | None = None
    """The length itself, where it is proven."""
    at_least: int = 0
    """No answer is shorter; 0 where nothing is known."""
    is_computing: bool = False
    """It was asked for, and more will be known soon."""

    @property
    def text(self) -> str:
        """46, "at least 44", "computing" while not even that is known, or "" where nobody asked."""
        if self.moves is not None:
            return f"{self.moves:,}"
        if self.at_least:
            return f"at least {self.at_least:,}"
        return "computing" if self.is_computing else ""


@dataclass
class _Job:
    """One question under way: its methods are tried in turn."""

    question: Question
    methods: tuple[Method, ...]
    run: Run
    tried: int = 0


class Distances:
    """Answers what it is asked: at most one distance and one hint at a time, hints first."""

    def __init__(self, preparation: Preparation, runner: Runner) -> None:
        self.memory_bytes: int | None = None
        """What a search may use at most, besides what it is held to here; None is the default."""
        self._preparation = preparation
        self._runner = runner
        self._proven: dict[Question, int] = {}
        self._least: dict[Question, int] = {}
        self._next: dict[Question, tuple[Move, bool]] = {}  # and whether it is proven
        self._tried: set[Question] = set()  # distances that could not be proven
        self._hopeless: set[Question] = set()  # hints that could not be found
        self._ready: set[Board] = set()  # goals whose tables are built
        self._asked: Question | None = None  # the distance that is wanted
        self._hint: Question | None = None  # wanted and not begun
        self._distance_job: _Job | None = None
        self._hint_job: _Job | None = None

    @property
    def is_busy(self) -> bool:
        """An answer may come without further input."""
        return self._distance_job is not None or self._hint_job is not None

    def shortest(self, board: Board, goal: Board) -> Shortest:
        """What is known of the shortest answer, and whether it is being looked for."""
        question = board, goal
        moves, at_least = self._proven.get(question), self._least.get(question, 0)
        is_open = question == self._asked and question not in self._tried
        return Shortest(moves, moves or at_least, is_computing=moves is None and is_open)

    def next_move(self, board: Board, goal: Board) -> Move | None:
        """A move towards the goal, where one is known."""
        known = self._next.get((board, goal))
        return None if known is None else known[0]

    def is_shortest(self, board: Board, goal: Board) -> bool:
        """``next_move`` begins a shortest answer, and that is proven."""
        known = self._next.get((board, goal))
        return known is not None and known[1]

    def is_hopeless(self, board: Board, goal: Board) -> bool:
        """A move was looked for and not found."""
        return (board, goal) in self._hopeless

    def ask_distance(self, board: Board, goal: Board) -> None:
        """Find the distance, unless that was tried before; nothing else is wanted any more."""
        self._asked = board, goal

    def ask_hint(self, board: Board, goal: Board) -> None:
        """Find a move, and forget that one was not found before."""
        question = board, goal
        self._hopeless.discard(question)
        if question in self._next and goal in self._ready and not self._next[question][1]:
            del self._next[question]  # by now it can be proven
        is_under_way = self._hint_job is not None and self._hint_job.question == question
        if question not in self._next and not is_under_way:
            self._hint = question

    def drop_hint(self) -> None:
        """Nobody waits for a move any more."""
        self._hint = None
        if self._hint_job is not None:
            self._hint_job.run.cancel()
            self._hint_job = None

    def learn(self, result: SearchResult) -> None:
        """Take over what another search has proven."""
        if result.status is Outcome.SOLVED and result.proven_optimal:
            self._proven[result.start, result.goal] = len(result.moves)
        self.learn_bound(result.start, result.goal, result.lower_bound)

    def learn_bound(self, board: Board, goal: Board, bound: int) -> None:
        """The same of a search that runs yet: no answer is shorter than ``bound``."""
        if bound > self._least.get((board, goal), 0):
            self._least[board, goal] = bound

    def tick(self, *, is_free: bool) -> None:
        """Hear the searches and begin the next; no distance where a watched one has the machine.

        is_free: no other search runs. On large boards, where a distance is looked for with all
        patience, it gives way to one that begins.
        """
        self._listen()
        job = self._distance_job
        if not is_free and job is not None and len(job.question[0].tiles) > CELLS_FOR_TABLES:
            job.run.cancel()
            self._distance_job = None
        self._begin_hint()
        self._begin_distance(is_free=is_free)
        self._listen()

    def _listen(self) -> None:
        for job in (self._hint_job, self._distance_job):
            if job is None:
                continue
            job.run.poll()
            self.learn_bound(*job.question, job.run.lower_bound)
            if job.run.has_begun and job.run.method.heuristic == "pattern-database":
                self._ready.add(job.question[1])
            if job.run.result is not None:
                self._hear(job.run.result, job)
            elif job.run.is_over:
                self._give_up(job)

    def _begin_hint(self) -> None:
        if self._hint is None or not self._can_begin(self._hint, is_urgent=True):
            return
        question, self._hint = self._hint, None
        self.drop_hint()
        job = self._distance_job
        if job is not None and job.run.building is None:
            # the processor is for the hint now; tables that are half built go on, though
            job.run.cancel()
            self._distance_job = None
        self._hint_job = self._begun(question, self._hint_methods(question))
        if self._hint_job is None:
            self._hopeless.add(question)

    def _begin_distance(self, *, is_free: bool) -> None:
        question = self._asked
        if question is None or question in self._proven or question in self._tried:
            return
        if self._distance_job is not None:
            if self._distance_job.question == question:
                return
            if self._distance_job.run.building is not None and self._has_tables(question):
                return  # its tables serve this question as well
            self._distance_job.run.cancel()
            self._distance_job = None
        if self._hint_job is None and is_free and self._can_begin(question, is_urgent=False):
            self._distance_job = self._begun(question, (self._distance_method(question),))
            if self._distance_job is None:
                self._tried.add(question)

    def _has_tables(self, question: Question) -> bool:
        """The distance job builds the tables that ``question`` needs."""
        job = self._distance_job
        return job is not None and job.question[1] == question[1]

    def _can_begin(self, question: Question, *, is_urgent: bool) -> bool:
        """Only what somebody waits for, on a small board, begins while kernels are compiled."""
        if self._preparation.state is not PreparationState.PREPARING:
            return True
        return is_urgent and len(question[0].tiles) <= CELLS_FOR_PLAIN

    def _distance_method(self, question: Question) -> Method:
        rows, columns = question[0].size
        is_plain = self._preparation.state is not PreparationState.READY
        if is_plain and rows * columns > CELLS_FOR_PLAIN:
            return Method("idastar", "linear-conflict", limit=Limit(expansions=1))
        if is_plain:
            return Method("astar", "manhattan", limit=Limit(seconds=PATIENCE))
        if rows * columns > CELLS_FOR_TABLES:
            return Method("anytime", limit=Limit(seconds=LARGE_PATIENCE))
        return Method.shortest(rows, columns, Limit(seconds=PATIENCE))

    def _hint_methods(self, question: Question) -> tuple[Method, ...]:
        board, goal = question
        if len(board.tiles) > CELLS_FOR_TABLES:
            return LARGE_LADDER
        if goal in self._ready:
            return (Method.shortest(*board.size, Limit(seconds=HINT_SECONDS)), *QUICK_LADDER)
        return QUICK_LADDER

    def _begun(self, question: Question, methods: tuple[Method, ...]) -> _Job | None:
        """A search for the answer; None where the board cannot be solved."""
        try:
            problem = Problem(*question)
        except UnsolvableError:
            return None
        return _Job(question, methods, self._start(problem, methods[0]))

    def _start(self, problem: Problem, method: Method) -> Run:
        limit = method.limit
        memory = [most for most in (limit.memory_bytes, self.memory_bytes) if most is not None]
        limit = replace(limit, memory_bytes=min(memory, default=None))
        return self._runner.start(problem, replace(method, limit=limit))

    def _hear(self, result: SearchResult, job: _Job) -> None:
        self.learn(result)
        if result.status is Outcome.SOLVED:
            board = result.start
            for move in result.moves:
                if result.proven_optimal or (board, result.goal) not in self._next:
                    self._next[board, result.goal] = move, result.proven_optimal
                board = board.apply(move)
            self._end(job)
        elif result.status is Outcome.LIMIT and job.tried + 1 < len(job.methods):
            job.tried += 1
            job.run = self._start(job.run.problem, job.methods[job.tried])
        else:
            self._give_up(job)

    def _give_up(self, job: _Job) -> None:
        if job is self._hint_job:
            self._hopeless.add(job.question)
        self._end(job)

    def _end(self, job: _Job) -> None:
        if job is self._distance_job:
            self._distance_job = None
            self._tried.add(job.question)
        else:
            self._hint_job = None
