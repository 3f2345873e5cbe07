"""How far boards are from their goals, and which move is next: found in the background.

Whoever wants to know asks for a purpose, and the most urgent purpose comes first. Up to 16 cells
one thread proves distances, with tables that are built once for a goal; on larger boards
``anytime`` closes in on the present one from both sides in a few seconds. Hints are looked for with
shorter and shorter patience while there are no tables, until one is found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from puzzler.board.board import Board, exits
from puzzler.board.move import Move
from puzzler.board.parity import is_solvable
from puzzler.board.scenario import Problem
from puzzler.game.coach.agenda import CELLS_FOR_TABLES, Agenda, Key, Purpose
from puzzler.game.coach.known import Ends, Known
from puzzler.game.coach.ladder import LARGE_LADDER, QUICK_LADDER, Ladder
from puzzler.game.watch.run import Run
from puzzler.game.watch.runner import CELLS_FOR_PLAIN, Runner
from puzzler.search.engine.measuring import Question
from puzzler.search.heuristics.heuristic import BuildProgress
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.result import Outcome, SearchResult
from puzzler.solver.distances import DistancesWorker, Measured
from puzzler.solver.messages import Ask
from puzzler.solver.preparation import Preparation, PreparationState

__all__ = ["CELLS_FOR_TABLES", "Distances", "Purpose", "Shortest", "around"]

HINT_SECONDS = 3.0
"""Seconds that a proof may take where the tables are built and somebody waits for a hint."""
LARGE_PATIENCE = 3.0
"""The same for both ends of a distance on larger boards."""
MOST_HEARD = 32
"""Answers that are heard in one tick: a frame waits for them."""


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


class Distances:
    """The one home of all that is known of distances. Nothing here waits."""

    def __init__(
        self,
        preparation: Preparation,
        runner: Runner,
        measurer: DistancesWorker,
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
        self._agenda = Agenda(self._known)
        self._hopeless: set[Key] = set()  # hints that could not be found
        self._sent: tuple[Question, ...] = ()
        self._is_free = True  # as the last tick said
        self._noticed = 0  # what was known when the last tick began
        self._hint: Key | None = None  # wanted and not known yet
        self._hint_since = 0.0
        self._hint_search: Ladder | None = None
        self._large_search: Ladder | None = None

    # -- what is known ------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """An answer may come without further input, also to what the next tick will ask.

        Until a tick has passed since the last news, too: whoever asked may then ask for more.
        """
        if self._known.learned != self._noticed:
            return True
        is_searching = self._hint_search is not None or self._large_search is not None
        waits = bool(self._agenda.open) and not self._preparation.can_measure
        is_asking = waits or self._next_large is not None or self._questions != self._sent
        return is_searching or is_asking or self._measurer.is_busy

    @property
    def building(self) -> BuildProgress | None:
        """How far the tables are that distances are proven with, while they are being built."""
        return self._measurer.building

    def shortest(self, board: Board, goal: Board) -> Shortest:
        """What is known of the shortest answer, and whether it is being looked for."""
        at_least, at_most = self._known.ends(board, goal)
        if at_least == at_most:
            return Shortest(at_least, at_least, at_most)
        return Shortest(None, at_least, at_most, is_computing=self._agenda.has((board, goal)))

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

        What is known, was tried before, or cannot be solved costs nothing. Of very many questions
        the first few hundred are heard.
        """
        self._agenda.ask(purpose, questions)

    def ask_hint(self, board: Board, goal: Board) -> None:
        """Find a move, and forget that one was not found before."""
        self._hopeless.discard((board, goal))
        known = self._known.next_move(board, goal)
        if known is not None and not known[1] and goal in self._measurer.latest:
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
        if self._hint_search is not None:
            self._hint_search.cancel()
            self._hint_search = None

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

    # -- what comes next ----------------------------------------------------------------------

    def tick(self, *, is_free: bool) -> None:
        """Hear what was found and say what to look for next.

        is_free: no other search runs. While one does, nothing new is begun, and on large boards,
        where a distance is looked for with all patience, what was begun gives way.
        """
        self._is_free = is_free
        self._noticed = self._known.learned
        self._listen()
        self._begin_hint()
        self._begin_large()
        self._listen()
        if self._questions != self._sent:
            self._sent = self._questions
            self._measurer.send(Ask(self._sent))

    @property
    def _questions(self) -> tuple[Question, ...]:
        """What the measurer is to answer now."""
        questions = self._agenda.open
        if not self._preparation.can_measure:
            return ()
        if not self._is_free:
            begun = {(question.board, question.goal) for question in self._sent}
            return tuple(each for each in questions if (each.board, each.goal) in begun)
        return questions

    # -- listening ----------------------------------------------------------------------------

    def _listen(self) -> None:
        for measured in self._measurer.poll(MOST_HEARD):
            self._hear_measured(measured)
        for search in (self._hint_search, self._large_search):
            if search is not None:
                search.poll()
                self.learn_bound(*search.question, search.lower_bound)
                if search.is_over:
                    self._hear(search)
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
        if measured.is_over and self._agenda.is_wanted(measured.question):
            self._agenda.give_up((board, goal))

    def _hear(self, search: Ladder) -> None:
        """Take over what has come of it."""
        result = search.result
        if result is not None:
            self.learn(result)
            if result.status is Outcome.SOLVED:
                self._known.learn_path(
                    result.start, result.goal, result.moves, is_shortest=result.proven_optimal
                )
        if search is self._large_search:
            self._large_search = None
            self._agenda.give_up(search.question)
            return
        self._hint_search = None
        if result is None or result.status is not Outcome.SOLVED:
            self._hopeless.add(search.question)
            self.drop_hint()

    # -- searches -----------------------------------------------------------------------------

    def _begin_hint(self) -> None:
        """Look for a hint step by step, unless the measurer is quicker or nothing can be found."""
        question = self._hint
        if question is None or self._hint_search is not None:
            return
        if not is_solvable(*question):
            self._hopeless.add(question)
            self.drop_hint()
            return
        is_large = len(question[0].tiles) > CELLS_FOR_TABLES
        is_proving = not is_large and not self._agenda.has_given_up(question)
        is_early = self._clock() < self._hint_since + HINT_SECONDS
        if is_proving and is_early and question[1] in self._measurer.latest:
            return
        if not self._can_begin(question, is_urgent=True):
            return
        if self._large_search is not None:  # the processor is for the hint now
            self._large_search.cancel()
            self._large_search = None
        self._hint_search = self._begun(question, *(LARGE_LADDER if is_large else QUICK_LADDER))

    def _begin_large(self) -> None:
        search = self._large_search
        if search is not None and (search.question != self._agenda.large or not self._is_free):
            search.cancel()
            self._large_search = None
        question = self._next_large
        if question is not None:
            self._large_search = self._begun(question, self._large_method())

    @property
    def _next_large(self) -> Key | None:
        """The board on whose ends the next search is to close in, if one may begin now."""
        question = self._agenda.large
        if question is None or self._large_search is not None or self._hint_search is not None:
            return None
        return question if self._is_free and self._can_begin(question, is_urgent=False) else None

    def _can_begin(self, question: Key, *, is_urgent: bool) -> bool:
        """Only what somebody waits for, on a small board, begins while kernels are compiled."""
        if self._preparation.state is not PreparationState.PREPARING:
            return True
        return is_urgent and len(question[0].tiles) <= CELLS_FOR_PLAIN

    def _large_method(self) -> Method:
        if self._preparation.state is not PreparationState.READY:
            return Method("idastar", "linear-conflict", limit=Limit(expansions=1))
        return Method("anytime", limit=Limit(seconds=LARGE_PATIENCE))

    def _begun(self, question: Key, *methods: Method) -> Ladder:
        return Ladder(*question, methods, self._start)

    def _start(self, problem: Problem, method: Method) -> Run:
        limit = method.limit
        memory = [most for most in (limit.memory_bytes, self.memory_bytes) if most is not None]
        limit = replace(limit, memory_bytes=min(memory, default=None))
        return self._runner.start(problem, replace(method, limit=limit))
