"""Anytime search: a quick solution that is improved until it is proven optimal.

Two searches take turns by a fixed schedule of expansions. One shortens the solution
(``engine.improving``), the other raises a lower bound on its length (``engine.prover``). The search
ends when the bound reaches the length. On boards of up to 16 cells, nearly all expansions are the
proof's, because it is fast there. About a millisecond is spent on solutions before it, because the
first solution is about twice as long as necessary.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from weakref import WeakMethod

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.search.engine.algorithm import Algorithm
from puzzler.search.engine.constructive import construct, near_solution
from puzzler.search.engine.improving import CELLS_SMALL, Improver
from puzzler.search.engine.prover import Prover
from puzzler.search.engine.shortening import without_cycles
from puzzler.search.engine.stepping import Status, Stepping, Task
from puzzler.search.result import Improvement, SearchStats


def first_solution(problem: Problem) -> list[Move]:
    """Return an optimal solution close to the goal, otherwise one by the constructive method."""
    near = near_solution(problem.start, problem.goal)
    if near is not None:
        return near
    return without_cycles(problem.start, list(construct(problem.start, problem.goal)))


class Turns(NamedTuple):
    """How the expansions are divided between the proof and the search for shorter solutions."""

    first_proof: int
    """Expansions of the proof's first turn, enough for boards close to the goal. If 0, the search
    for shorter solutions has the first turn."""
    first_solutions: int
    """Expansions of the first turn for shorter solutions."""
    proof: int
    """Expansions of each later turn of the proof."""
    solutions: int
    """Expansions of each later turn for shorter solutions."""
    tables: int = 0
    """Total expansions before the proof starts to use pattern databases, if it has any."""


TURNS = (
    (CELLS_SMALL, Turns(0, 2_000, 1_000_000, 10_000)),
    (25, Turns(5_000, 400_000, 400_000, 60_000, 1_200_000)),
    (36, Turns(5_000, 400_000, 300_000, 200_000)),
    (49, Turns(5_000, 2_000_000, 1_000_000, 400_000)),
)
"""(largest number of cells, turns), from small boards to large ones. On 6x6 and 7x7, the proof has
about a third of the time, because an expansion of it takes much less time."""
SMALL_WITHOUT_TABLES = Turns(0, 30_000, 1_000_000, 10_000)
"""For up to CELLS_SMALL cells if the proof has no pattern databases and is therefore slow."""
LARGE_TURNS = Turns(5_000, 2_000_000, 50_000, 400_000)
PREPARING_EVERY = 1_000
"""Expansions between two steps of building the proof's tables; 5x5 takes about 900 steps. The
result does not depend on when they are built, so it is the same if they are loaded from disk."""


class Share(NamedTuple):
    """A run of consecutive expansions by one of the two searches."""

    is_proof: bool
    """Whether these expansions belong to the proof."""
    solutions: int
    """Expansions of the search for solutions before this share."""
    proof: int
    """Expansions of the proof before this share."""


class Anytime(Stepping):
    """An anytime search in progress."""

    reader = "stages.AnytimeReader"
    is_sampled_at_stops = False

    def __init__(self, task: Task, turns: Turns | None = None) -> None:
        """turns: the schedule of a search that returns only a solution that is proven optimal.

        None: the search improves its solution, by a schedule for the number of cells.
        """
        super().__init__(task)
        self.improves = turns is None
        cells = len(task.problem.start.tiles)
        default = next((turns for limit, turns in TURNS if cells <= limit), LARGE_TURNS)
        self.prover = Prover(task)
        if cells <= CELLS_SMALL and self.prover.building is None:
            default = SMALL_WITHOUT_TABLES
        self._turns = turns or default
        # a weak reference, so that a search without users is deleted and releases its tables
        weak = WeakMethod(self._note)

        def note() -> None:
            if method := weak():
                method()

        self.improver = Improver(task, note)
        self._solution: tuple[Move, ...] | None = None
        self.left: int | None = None
        """Remaining expansions of this turn; None before the first solution, 0 between turns."""
        self._next_proof = self._turns.first_proof or self._turns.proof
        self._next_solutions = self._turns.first_solutions
        self._prepared_at = 0  # expansions at the last step of building tables
        self._is_proving = False
        self._can_improve = True
        self.shares = [Share(is_proof=False, solutions=0, proof=0)]

    @property
    def expanded(self) -> int:
        return self.improver.expanded + self.prover.expanded

    def work(self, budget: int) -> Status:
        if self.is_done():
            return Status.SOLVED
        if self.left is None:
            if self._solution is None:
                self.improver.construct(budget)
            if self.history:
                self._is_proving, self.left = not self._turns.first_proof, 0
        elif self.left == 0:
            self._change_turns()
        elif self.prover.building and self.expanded >= self._prepared_at + PREPARING_EVERY:
            # not in the same call as expansions, because the caller times those
            self._prepared_at = self.expanded
            self.prover.prepare()
        elif self._is_proving:
            self._prove(self._piece(budget))
        else:
            self._improve(self._piece(budget))
        if self.is_done():
            return Status.SOLVED
        is_stuck = not self._can_improve and self.prover.is_exhausted
        return Status.LIMIT if is_stuck else Status.RUNNING

    def _piece(self, budget: int) -> int:
        assert self.left is not None
        budget = min(budget, self.left)
        return min(budget, PREPARING_EVERY) if self.prover.building else budget

    def is_done(self) -> bool:
        """Whether the solution is as short as the lower bound, and thus optimal."""
        return self._solution is not None and len(self._solution) <= self.prover.bound

    def _change_turns(self) -> None:
        is_due = self.expanded >= self._turns.tables
        if (self._is_proving and self._can_improve) or self.prover.is_exhausted:
            self._is_proving, self.left = False, self._next_solutions
            self._next_solutions = self._turns.solutions
        elif is_due and self.prover.building and not self.prover.has_tables:
            self.prover.prepare()  # the proof must not continue without its tables
        else:
            if is_due:
                self.prover.take_tables()
            self._is_proving, self.left = True, self._next_proof
            self._next_proof = self._turns.proof

    def _improve(self, budget: int) -> None:
        assert self.left is not None
        self._begin_share(is_proof=False)
        before = self.improver.expanded
        self._can_improve = self._can_improve and self.improver.advance(budget)
        self.left -= self.improver.expanded - before
        if not self._can_improve:
            self.left = 0

    def _prove(self, budget: int) -> None:
        assert self.left is not None
        self._begin_share(is_proof=True)
        before = self.prover.expanded
        solution = self.prover.advance(budget)
        self.left -= self.prover.expanded - before
        if self.prover.is_exhausted:
            self.left = 0
        if solution is not None and (self._solution is None or len(solution) < len(self._solution)):
            self._solution = solution
            if self.improver.fixed:
                self.improver.join(solution)
            else:  # the proof's solution is optimal, so joining it with another gains nothing
                self.improver.take(solution)
        if solution is not None or not self.left:
            self.prover.bound = self.prover.live_bound()
            self._note()

    def _begin_share(self, *, is_proof: bool) -> None:
        if self.shares[-1].is_proof is not is_proof:
            self.shares.append(Share(is_proof, self.improver.expanded, self.prover.expanded))

    def _note(self) -> None:
        moves = self.improver.moves
        if moves is not None and (self._solution is None or len(moves) < len(self._solution)):
            self._solution = tuple(moves)
        if self._solution is None:
            return
        length, bound = len(self._solution), self.prover.bound
        last = self.history[-1] if self.history else None
        if last is None or (last.length, last.lower_bound) != (length, bound):
            self.history.append(Improvement(0.0, self.expanded, length, bound))

    def adopt(self, moves: Sequence[Move], fixed: int) -> None:
        self.improver.adopt(moves, fixed)
        if self._solution is not None:
            self.improver.join(self._solution)
        self._can_improve = True
        self._note()

    def path(self) -> tuple[Move, ...] | None:
        moves = self.improver.moves
        return tuple(moves) if moves is not None and self.improves else None

    def stats(self) -> SearchStats:
        improver, prover = self.improver.stats(), self.prover.stats()
        return improver._replace(
            expanded=self.expanded,
            generated=improver.generated + prover.generated,
            bound=self.prover.live_bound(),
            deepest=max(improver.deepest, prover.deepest),
            depth=len(self._solution or ()),
            best_h=self.task.start_h,
            bytes=improver.bytes + prover.bytes,
        )

    def current(self) -> Board:
        return self.improver.current()

    def solution(self) -> tuple[Move, ...] | None:
        return self._solution if self.improves or self.is_done() else None

    def lower_bound(self) -> int:
        return self.prover.live_bound()

    def sample(self, since: int, status: Status) -> None:
        return None  # the two searches take turns, so there is no single series of states

    def sizes(self) -> None:
        return None


ALGORITHM = Algorithm(
    name="anytime",
    title="Anytime",
    summary="finds a solution quickly, then shortens it until it is proven optimal",
    rank=17,
    make=Anytime,
    find_first=first_solution,
    heuristic="learned",
    parts=(("idastar", "pattern-database"), ("beam", "learned")),
    figures=("bound",),
    bound_name="Lower bound",
    bound_meaning="A proof that no solution is shorter.",
    improves=True,
    parameters=frozenset({"heuristic"}),
)
