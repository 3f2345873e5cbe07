"""How far boards are from their goals, and which move is next: found in the background.

Whoever wants to know asks for a purpose, and the most urgent purpose comes first. Up to 16 cells
one thread proves distances, with tables that are built once for a goal; on larger boards
``anytime`` closes in on the present one from both sides in a few seconds. Hints are looked for with
shorter and shorter patience while there are no tables, until one is found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from puzzler.board.board import Board, exits
from puzzler.board.move import Move
from puzzler.board.parity import is_solvable
from puzzler.game.coach.known import Ends, Known
from puzzler.game.runs.run import Run
from puzzler.game.runs.runner import CELLS_FOR_PLAIN, Runner
from puzzler.search.engine.measuring import Question
from puzzler.search.heuristics.heuristic import BuildProgress
from puzzler.search.limits import Limit
from puzzler.search.method import Method
from puzzler.search.problem import Problem
from puzzler.search.result import Outcome, SearchResult
from puzzler.solver.measurer import Measured, Measurer
from puzzler.solver.preparation import Preparation, PreparationState

CELLS_FOR_TABLES = 16
"""Up to this size distances are proven."""
HINT_SECONDS = 3.0
"""Seconds that a proof may take where the tables are built and somebody waits for a hint."""
LARGE_PATIENCE = 3.0
"""The same for both ends of a distance on larger boards."""
BLINK = 0.3
"""Seconds that an attempt may take where it will probably fail."""
MOST_HEARD = 32
"""Answers that are heard in one tick: a frame waits for them."""
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

Key = tuple[Board, Board]
"""A board, and the goal to reach."""


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


@dataclass(frozen=True)
class Shortest:
    """What is known of the length of the shortest answer."""

    moves: int | None = None
    """The length itself, where it is proven."""
    at_least: int = 0
    """No answer is shorter; 0 where nothing is known."""
    at_most: int | None = None
    """There is an answer that is no longer; None where none is known."""
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


def around(board: Board, goal: Board) -> list[Question]:
    """What a live coach wants to know: the present board, and all that one slide can make of it.

    Boards one move away come before those of slides of several tiles.
    """
    slides = list[list[Board]]()
    for move in board.legal_moves():
        line, here = list[Board](), board
        while move in exits(here.rows, here.columns, here.blank):
            here = here.apply(move)
            line.append(here)
        slides.append(line)
    furthest = max(map(len, slides))
    boards = [line[steps] for steps in range(furthest) for line in slides if steps < len(line)]
    return [Question(each, goal) for each in (board, *boards)]


@dataclass
class _Job:
    """A search under way: its methods are tried in turn."""

    question: Key
    methods: tuple[Method, ...]
    run: Run
    tried: int = 0


class Distances:
    """The one home of all that is known of distances. Nothing here waits."""

    def __init__(
        self,
        preparation: Preparation,
        runner: Runner,
        measurer: Measurer,
        clock: Callable[[], float],
    ) -> None:
        """``measurer`` proves distances up to 16 cells; ``runner`` starts all other searches."""
        self.memory_bytes: int | None = None
        """What a search may use at most, besides what it is held to here; None is the default."""
        self._preparation = preparation
        self._runner = runner
        self._measurer = measurer
        self._clock = clock
        self._known = Known()
        self._asked: dict[Purpose, tuple[Question, ...]] = {}
        self._tried: set[Key] = set()  # distances that could not be proven
        self._hopeless: set[Key] = set()  # hints that could not be found
        self._is_stale = False  # the next two lists are to be made anew
        self._open: tuple[Question, ...] = ()  # for the measurer
        self._large: Key | None = None  # for anytime
        self._sent: tuple[Question, ...] = ()
        self._hint: Key | None = None  # wanted and not known yet
        self._hint_since = 0.0
        self._hint_job: _Job | None = None
        self._large_job: _Job | None = None

    # -- what is known ------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """An answer may come without further input."""
        is_searching = self._hint_job is not None or self._large_job is not None
        return is_searching or self._measurer.is_busy

    @property
    def building(self) -> BuildProgress | None:
        """How far the tables are that distances are proven with, while they are being built."""
        return self._measurer.building

    def shortest(self, board: Board, goal: Board) -> Shortest:
        """What is known of the shortest answer, and whether it is being looked for."""
        at_least, at_most = self._known.ends(board, goal)
        if at_least == at_most:
            return Shortest(at_least, at_least, at_most)
        return Shortest(None, at_least, at_most, is_computing=self._is_open((board, goal)))

    def ends(self, board: Board, goal: Board) -> Ends:
        """The distance is at least and at most that much; 0 and None where nothing is known.

        The same as ``shortest`` says, for those who ask for many boards.
        """
        return self._known.ends(board, goal)

    @property
    def learned(self) -> int:
        """Grows whenever something may have become known: before that nobody need look again."""
        return self._known.learned

    def first_moves(self, board: Board, goal: Board) -> frozenset[Move] | None:
        """All moves that begin a shortest answer, proven; None while not all is known."""
        return self._known.first_moves(board, goal)

    def path(self, board: Board, goal: Board) -> tuple[Move, ...] | None:
        """A shortest answer, proven; None until one is known, as a question ``with_path`` finds."""
        return self._known.path(board, goal)

    def next_move(self, board: Board, goal: Board) -> Move | None:
        """A move towards the goal, where one is known."""
        known = self._known.next_move(board, goal)
        return None if known is None else known[0]

    def is_shortest(self, board: Board, goal: Board) -> bool:
        """``next_move`` begins a shortest answer, and that is proven."""
        known = self._known.next_move(board, goal)
        return known is not None and known[1]

    def is_hopeless(self, board: Board, goal: Board) -> bool:
        """A move was looked for and not found."""
        return (board, goal) in self._hopeless

    # -- asking -------------------------------------------------------------------------------

    def ask(self, purpose: Purpose, questions: Sequence[Question]) -> None:
        """Find these out, the first first; what was asked before for the purpose is dropped.

        What is known, was tried before, or cannot be solved costs nothing.
        """
        if self._asked.get(purpose, ()) != tuple(questions):
            self._asked[purpose] = tuple(questions)
            self._is_stale = True

    def ask_hint(self, board: Board, goal: Board) -> None:
        """Find a move, and forget that one was not found before."""
        self._hopeless.discard((board, goal))
        known = self._known.next_move(board, goal)
        if known is not None and not known[1] and self._measurer.has_tables(goal):
            self._known.forget_next(board, goal)  # by now it can be proven
            known = None
        if known is None and self._hint != (board, goal):
            self.drop_hint()
            self._hint, self._hint_since = (board, goal), self._clock()
            self.ask(Purpose.HINT, [Question(board, goal, with_path=True)])

    def drop_hint(self) -> None:
        """Nobody waits for a move any more."""
        self._hint = None
        self.ask(Purpose.HINT, ())
        if self._hint_job is not None:
            self._hint_job.run.cancel()
            self._hint_job = None

    def learn(self, result: SearchResult) -> None:
        """Take over what another search has found and proven."""
        at_most = result.length
        at_least = result.lower_bound
        if at_most is not None and result.proven_optimal:
            at_least = at_most
        self._learn(result.start, result.goal, at_least, at_most)

    def learn_bound(self, board: Board, goal: Board, bound: int) -> None:
        """The same of a search that runs yet: no answer is shorter than ``bound``."""
        if bound > self._known.ends(board, goal)[0]:
            self._learn(board, goal, bound)

    def _learn(self, board: Board, goal: Board, at_least: int, at_most: int | None = None) -> None:
        if is_solvable(board, goal):
            self._known.learn(board, goal, at_least, at_most)
            self._is_stale = True

    # -- what comes next ----------------------------------------------------------------------

    def tick(self, *, is_free: bool) -> None:
        """Hear what was found and say what to look for next.

        is_free: no other search runs. While one does, nothing new is begun, and on large boards,
        where a distance is looked for with all patience, what was begun gives way.
        """
        self._listen()
        self._begin_hint()
        self._begin_large(is_free=is_free)
        self._listen()
        self._send(is_free=is_free)

    def _is_open(self, question: Key) -> bool:
        """It was asked for, and more may become known."""
        self._refresh()
        return question == self._large or any(
            (each.board, each.goal) == question for each in self._open
        )

    def _refresh(self) -> None:
        """Make anew what is to be looked for, by all that is known."""
        if not self._is_stale:
            return
        self._is_stale = False
        wanted: dict[Key, Question] = {}
        self._large = None
        for purpose in Purpose:
            for number, question in enumerate(self._asked.get(purpose, ())):
                key = question.board, question.goal
                if len(question.board.tiles) > CELLS_FOR_TABLES:
                    is_next = self._large is None and number == 0 and purpose in LARGE_PURPOSES
                    if is_next and self._is_wanted(question):
                        self._large = key
                elif self._is_wanted(question):
                    before = wanted.get(key, question)
                    at_least, at_most = self._known.ends(*key)
                    with_path = question.with_path or before.with_path
                    wanted[key] = Question(*key, at_least, at_most, with_path)
        self._open = tuple(wanted.values())

    def _is_wanted(self, question: Question) -> bool:
        key = question.board, question.goal
        if key in self._tried or not is_solvable(*key):
            return False
        if self._known.distance(*key) is None:
            return True
        return question.with_path and self._known.path(*key) is None

    def _send(self, *, is_free: bool) -> None:
        """Hand the questions to the measurer, where they are others than before."""
        self._refresh()
        questions = self._open
        if self._preparation.state is PreparationState.PREPARING:
            questions = ()
        elif not is_free:
            begun = {(question.board, question.goal) for question in self._sent}
            questions = tuple(each for each in questions if (each.board, each.goal) in begun)
        if questions != self._sent:
            self._sent = questions
            self._measurer.ask(questions)

    # -- listening ----------------------------------------------------------------------------

    def _listen(self) -> None:
        for measured in self._measurer.poll(MOST_HEARD):
            self._hear_measured(measured)
        for job in (self._hint_job, self._large_job):
            if job is None:
                continue
            job.run.poll()
            self.learn_bound(*job.question, job.run.lower_bound)
            if job.run.result is not None:
                self._hear(job.run.result, job)
            elif job.run.is_over:
                self._give_up(job)
        if self._hint is not None and self._known.next_move(*self._hint) is not None:
            self.drop_hint()

    def _hear_measured(self, measured: Measured) -> None:
        board, goal = measured.question.board, measured.question.goal
        self._learn(board, goal, measured.at_least, measured.at_most)
        path = measured.path
        if path and measured.question.with_path:
            self._known.learn_path(board, goal, path, is_shortest=True)
        elif path:
            self._learn(board.apply(path[0]), goal, len(path) - 1, len(path) - 1)
        if measured.is_over and self._is_wanted(measured.question):
            self._tried.add((board, goal))
            self._is_stale = True

    def _hear(self, result: SearchResult, job: _Job) -> None:
        self.learn(result)
        if result.status is Outcome.SOLVED:
            self._known.learn_path(
                result.start, result.goal, result.moves, is_shortest=result.proven_optimal
            )
            self._end(job)
        elif result.status is Outcome.LIMIT and job.tried + 1 < len(job.methods):
            job.tried += 1
            job.run = self._start(job.run.problem, job.methods[job.tried])
        else:
            self._give_up(job)

    def _give_up(self, job: _Job) -> None:
        if job is self._hint_job:
            self._hopeless.add(job.question)
            self.drop_hint()
        self._end(job)

    def _end(self, job: _Job) -> None:
        if job is self._large_job:
            self._large_job = None
            self._tried.add(job.question)
            self._is_stale = True
        elif job is self._hint_job:
            self._hint_job = None

    # -- searches -----------------------------------------------------------------------------

    def _begin_hint(self) -> None:
        """Look for a hint step by step, unless the measurer is quicker or nothing can be found."""
        question = self._hint
        if question is None or self._hint_job is not None:
            return
        if not is_solvable(*question):
            self._hopeless.add(question)
            self.drop_hint()
            return
        is_large = len(question[0].tiles) > CELLS_FOR_TABLES
        is_proving = not is_large and question not in self._tried
        is_early = self._clock() < self._hint_since + HINT_SECONDS
        if is_proving and is_early and self._measurer.has_tables(question[1]):
            return
        if not self._can_begin(question, is_urgent=True):
            return
        if self._large_job is not None:  # the processor is for the hint now
            self._large_job.run.cancel()
            self._large_job = None
        self._hint_job = self._begun(question, LARGE_LADDER if is_large else QUICK_LADDER)

    def _begin_large(self, *, is_free: bool) -> None:
        self._refresh()
        job, question = self._large_job, self._large
        if job is not None and (job.question != question or not is_free):
            job.run.cancel()
            self._large_job = job = None
        if job is not None or question is None or self._hint_job is not None or not is_free:
            return
        if self._can_begin(question, is_urgent=False):
            self._large_job = self._begun(question, (self._large_method(),))

    def _can_begin(self, question: Key, *, is_urgent: bool) -> bool:
        """Only what somebody waits for, on a small board, begins while kernels are compiled."""
        if self._preparation.state is not PreparationState.PREPARING:
            return True
        return is_urgent and len(question[0].tiles) <= CELLS_FOR_PLAIN

    def _large_method(self) -> Method:
        if self._preparation.state is not PreparationState.READY:
            return Method("idastar", "linear-conflict", limit=Limit(expansions=1))
        return Method("anytime", limit=Limit(seconds=LARGE_PATIENCE))

    def _begun(self, question: Key, methods: tuple[Method, ...]) -> _Job:
        return _Job(question, methods, self._start(Problem(*question), methods[0]))

    def _start(self, problem: Problem, method: Method) -> Run:
        limit = method.limit
        memory = [most for most in (limit.memory_bytes, self.memory_bytes) if most is not None]
        limit = replace(limit, memory_bytes=min(memory, default=None))
        return self._runner.start(problem, replace(method, limit=limit))
