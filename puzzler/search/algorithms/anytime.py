"""A solution at once, ever shorter, between two ends that close in.

Two searches take turns, by a fixed schedule of expansions: one looks for shorter solutions
(``improving``), the other proves that there is none below a length (``proving``). It ends when both
meet. Up to 16 cells nearly all the work goes to the proof, which ends soon and is the search that
``Method.shortest`` would be; before it about a millisecond goes to solutions, for the first one has
about twice the moves that are needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from weakref import WeakMethod

from typing_extensions import override

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.algorithm import Algorithm
from puzzler.search.engine.improving import CELLS_SMALL, Improver, first_solution
from puzzler.search.engine.prover import Prover
from puzzler.search.engine.stepping import Status, Stepping, Task
from puzzler.search.result import Improvement, SearchStats


class Turns(NamedTuple):
    """How the expansions are shared out."""

    glance: int
    """Expansions of the proof after the first solution: enough for boards close to the goal. With 0
    the first turn is for shorter solutions."""
    first: int
    """Expansions for shorter solutions after that."""
    proof: int
    """Expansions of each turn of the proof."""
    solutions: int
    """Expansions of each turn for shorter solutions."""
    tables: int = 0
    """Expansions in all before the proof takes its tables, where it has any."""


TURNS = (
    (CELLS_SMALL, Turns(0, 2_000, 1_000_000, 10_000)),
    (25, Turns(5_000, 400_000, 400_000, 60_000, 1_200_000)),
    (36, Turns(5_000, 400_000, 100_000, 200_000)),
)
"""By the largest number of cells."""
SMALL_WITHOUT_TABLES = Turns(0, 30_000, 1_000_000, 10_000)
"""Up to CELLS_SMALL, where the proof has no tables and takes long."""
LARGE_TURNS = Turns(5_000, 2_000_000, 50_000, 400_000)
PREPARING_EVERY = 1_000
"""Expansions between two parts of the tables that are built meanwhile: 5x5 has some 900 parts. What
comes of the search does not depend on when they are built, so that it is the same where they are on
the disk already."""


class Share(NamedTuple):
    """A stretch of work of one of the two searches."""

    is_proof: bool
    """It belongs to the proof."""
    solutions: int
    """States that had been expanded for solutions when it began."""
    proof: int
    """The same for the proof."""


class Anytime(Stepping):
    """A search in progress."""

    reader = "stages.AnytimeReader"
    improves = True
    is_sampled_at_stops = False

    def __init__(self, task: Task, turns: Turns | None = None) -> None:
        """``turns`` are by default those for the number of cells."""
        super().__init__(task)
        cells = len(task.problem.start.tiles)
        usual = next((turns for most, turns in TURNS if cells <= most), LARGE_TURNS)
        self.prover = Prover(task)
        if cells <= CELLS_SMALL and self.prover.building is None:
            usual = SMALL_WITHOUT_TABLES
        self._turns = turns or usual
        weak = WeakMethod(self._note)  # a search that is dropped ends, and its claim on tables

        def note() -> None:
            if method := weak():
                method()

        self.improver = Improver(task, note)
        self._solution: tuple[Move, ...] | None = None
        self.left: int | None = None
        """Expansions left of this turn; None before the first solution, 0 between two turns."""
        self._next_proof = self._turns.glance or self._turns.proof
        self._next_solutions = self._turns.first
        self._prepared_at = 0  # expansions when a part of the tables was built last
        self._is_proving = False
        self._can_improve = True
        self.shares = [Share(is_proof=False, solutions=0, proof=0)]

    @property
    @override
    def expanded(self) -> int:
        return self.improver.expanded + self.prover.expanded

    @override
    def work(self, budget: int) -> Status:
        if self.is_done():
            return Status.SOLVED
        if self.left is None:
            if self._solution is None:
                self.improver.construct(budget)
            if self.history:
                self._is_proving, self.left = not self._turns.glance, 0
        elif self.left == 0:
            self._change_turns()
        elif self.prover.building and self.expanded >= self._prepared_at + PREPARING_EVERY:
            # apart from what is expanded: how long that takes is what the caller goes by
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
        """The solution is as short as the bound."""
        return self._solution is not None and len(self._solution) <= self.prover.bound

    def _change_turns(self) -> None:
        if (self._is_proving and self._can_improve) or self.prover.is_exhausted:
            self._is_proving, self.left = False, self._next_solutions
            self._next_solutions = self._turns.solutions
        elif self.expanded >= self._turns.tables and self.prover.building:
            self.prover.prepare()
        else:
            if self.expanded >= self._turns.tables:
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
            else:  # it is a shortest one: no other leads to it sooner
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
        length, bound = len(self._solution), min(self.prover.bound, len(self._solution))
        last = self.history[-1] if self.history else None
        if last is None or (last.length, last.bound) != (length, bound):
            self.history.append(Improvement(0.0, self.expanded, length, bound))

    @override
    def adopt(self, moves: Sequence[Move], fixed: int) -> None:
        self.improver.adopt(moves, fixed)
        if self._solution is not None:
            self.improver.join(self._solution)
        self._can_improve = True
        self._note()

    @override
    def path(self) -> tuple[Move, ...] | None:
        return None if self.improver.moves is None else tuple(self.improver.moves)

    @override
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

    @override
    def current(self) -> Board:
        return self.improver.current()

    @override
    def solution(self) -> tuple[Move, ...] | None:
        return self._solution

    @override
    def lower_bound(self) -> int:
        return self.prover.live_bound()

    @override
    def sample(self, since: int, status: Status) -> None:
        return None  # its parts work on several things in turn

    @override
    def sizes(self) -> None:
        return None


ALGORITHM = Algorithm(
    name="anytime",
    title="Anytime",
    summary="a fast first solution, then ever shorter ones, until one is proven optimal",
    rank=17,
    make=Anytime,
    at_once=first_solution,
    heuristic="learned",
    parts=(("idastar", "pattern-database"), ("beam", "learned")),
    figures=("bound",),
    bound_name="Lower bound",
    bound_meaning="It is proven that no solution is shorter.",
    improves=True,
    parameters=frozenset({"heuristic"}),
)
