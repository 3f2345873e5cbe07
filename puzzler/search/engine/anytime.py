"""An answer at once, ever shorter, between two ends that close in.

Two searches take turns, by a fixed schedule of expansions: one looks for shorter answers
(``improving``), the other proves that there is none below a length (``proving``). It ends when both
meet. Up to 16 cells nearly all the work goes to the proof, which ends soon: it begins right behind
the first answer, and is the search that ``Method.shortest`` would be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple
from weakref import WeakMethod

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.improving import Improver
from puzzler.search.engine.proving import Prover
from puzzler.search.engine.stepping import Advance, Status
from puzzler.search.engine.task import Task
from puzzler.search.stats import SearchStats


class Turns(NamedTuple):
    """How the expansions are shared out."""

    glance: int
    """Expansions of the proof right after the first answer: enough for boards close to the goal."""
    first: int
    """Expansions for shorter answers after that."""
    proof: int
    """Expansions of each turn of the proof."""
    answers: int
    """Expansions of each turn for shorter answers."""
    tables: int = 0
    """Expansions in all before the proof takes its tables, where it has any."""


TURNS = (
    (16, Turns(0, 0, 1_000_000, 10_000)),
    (25, Turns(5_000, 400_000, 400_000, 60_000, 1_200_000)),
    (36, Turns(5_000, 400_000, 100_000, 60_000)),
)
"""By the largest number of cells."""
LARGE_TURNS = Turns(5_000, 2_000_000, 50_000, 400_000)
PREPARING_EVERY = 1_000
"""Expansions between two parts of the tables that are built meanwhile: 5x5 has some 900 parts. What
comes of the search does not depend on when they are built, so that it is the same where they are on
the disk already."""


class Share(NamedTuple):
    """A stretch of work of one of the two searches."""

    is_proof: bool
    """It belongs to the proof."""
    answers: int
    """States that had been expanded for answers when it began."""
    proof: int
    """The same for the proof."""


def _weakly(note: Callable[[], None]) -> Callable[[], None]:
    """``note`` without a hold on whose it is: a search that is dropped ends at once.

    Its claim on the tables that it was making ends with it, and others need not wait for them.
    """
    held = WeakMethod(note)

    def call() -> None:
        method = held()
        if method is not None:
            method()

    return call


class Anytime:
    """A search in progress; see ``stepping.Improving``."""

    def __init__(self, task: Task) -> None:
        self._task = task
        cells = len(task.problem.start.tiles)
        self._turns = next((turns for most, turns in TURNS if cells <= most), LARGE_TURNS)
        self._prover = Prover(task)
        self._improver = Improver(task, _weakly(self._note))
        self._answer: tuple[Move, ...] | None = None
        self._left: int | None = None  # expansions of this turn; None before the first answer
        self._next_answers = self._turns.first
        self._prepared_at = 0  # expansions when a part of the tables was built last
        self._is_proving = False
        self._can_improve = True
        self._history: list[Advance] = []
        self._shares = [Share(is_proof=False, answers=0, proof=0)]

    @property
    def expanded(self) -> int:
        """How many states have been expanded so far."""
        return self._improver.expanded + self._prover.expanded

    def work(self, budget: int) -> Status:
        """Expand at most ``budget`` states; see ``stepping.Stepping``."""
        if not self._is_done():
            self._take_turn(budget)
        if self._is_done():
            return Status.SOLVED
        is_stuck = not self._can_improve and self._prover.is_exhausted
        return Status.LIMIT if is_stuck else Status.RUNNING

    def _take_turn(self, budget: int) -> None:
        if self._left is None:
            self._first_answer(budget)
        elif self._left == 0:
            self._change_turns()
        elif not self._prover.is_prepared and self.expanded >= self._prepared_at + PREPARING_EVERY:
            # apart from what is expanded: how long that takes is what the caller goes by
            self._prepared_at = self.expanded
            self._prover.prepare()
        elif self._is_proving:
            self._prove(self._piece(budget))
        else:
            self._improve(self._piece(budget))

    def _piece(self, budget: int) -> int:
        """How much of ``budget`` is worked off at a time."""
        assert self._left is not None
        budget = min(budget, self._left)
        return budget if self._prover.is_prepared else min(budget, PREPARING_EVERY)

    def _is_done(self) -> bool:
        return self._answer is not None and len(self._answer) <= self._prover.bound

    def _first_answer(self, budget: int) -> None:
        if self._answer is None:
            self._improver.construct(budget)
        if self._history:
            self._is_proving, self._left = self._turns.glance > 0, self._turns.glance

    def _change_turns(self) -> None:
        if (self._is_proving and self._can_improve) or self._prover.is_exhausted:
            self._is_proving, self._left = False, self._next_answers
            self._next_answers = self._turns.answers
        elif self.expanded >= self._turns.tables and not self._prover.is_prepared:
            self._prover.prepare()
        else:
            if self.expanded >= self._turns.tables:
                self._prover.take_tables()
            self._is_proving, self._left = True, self._turns.proof

    def _improve(self, budget: int) -> None:
        assert self._left is not None
        self._begin_share(is_proof=False)
        before = self._improver.expanded
        self._can_improve = self._can_improve and self._improver.advance(budget)
        self._left -= self._improver.expanded - before
        if not self._can_improve:
            self._left = 0

    def _prove(self, budget: int) -> None:
        assert self._left is not None
        self._begin_share(is_proof=True)
        before = self._prover.expanded
        answer = self._prover.advance(budget)
        self._left -= self._prover.expanded - before
        if self._prover.is_exhausted:
            self._left = 0
        if answer is not None and (self._answer is None or len(answer) < len(self._answer)):
            self._answer = answer
            self._improver.join(answer)
        if answer is not None or not self._left:
            self._prover.settle()
            self._note()

    def _begin_share(self, *, is_proof: bool) -> None:
        if self._shares[-1].is_proof is not is_proof:
            self._shares.append(Share(is_proof, self._improver.expanded, self._prover.expanded))

    # -- answers ------------------------------------------------------------------------------

    def _note(self) -> None:
        """Put what is new into the history."""
        moves = self._improver.moves
        if moves is not None and (self._answer is None or len(moves) < len(self._answer)):
            self._answer = tuple(moves)
        if self._answer is None:
            return
        length, bound = len(self._answer), min(self._prover.bound, len(self._answer))
        last = self._history[-1] if self._history else None
        if last is None or (last.length, last.bound) != (length, bound):
            self._history.append(Advance(self.expanded, length, bound))

    def history(self) -> list[Advance]:
        """Every answer and every bound that was better than the one before, in order."""
        return self._history

    def adopt(self, moves: Sequence[Move], fixed: int) -> None:
        """Go on from what is played; see ``stepping.Improving``."""
        self._improver.adopt(moves, fixed)
        if self._answer is not None:
            self._improver.join(self._answer)
        self._can_improve = True
        self._note()

    def path(self) -> tuple[Move, ...] | None:
        """The fewest moves known behind those that stay; see ``stepping.Improving``."""
        return None if self._improver.moves is None else tuple(self._improver.moves)

    def stats(self) -> SearchStats:
        """The figures so far; the bound is what is proven."""
        improver, prover = self._improver, self._prover
        return SearchStats(
            expanded=self.expanded,
            generated=improver.generated + prover.generated,
            duplicates=improver.duplicates,
            peak_frontier=improver.peak_frontier,
            bound=prover.live_bound(),
            deepest=max(improver.deepest, prover.deepest),
            depth=len(self._answer or ()),
            best_h=self._task.start_h,
            bytes=improver.bytes + prover.bytes,
        )

    def current(self) -> Board:
        """A state that was expanded lately."""
        return self._improver.current()

    def answer(self) -> tuple[Move, ...] | None:
        """The best moves from start to goal so far; None while there are none."""
        return self._answer

    def lower_bound(self) -> int:
        """No answer is shorter than this, by all that has been searched."""
        return self._prover.live_bound()

    def note(self) -> str:
        """Nothing: it ends with an answer."""
        return ""

    # -- for those who look into it, and change nothing ---------------------------------------

    @property
    def improver(self) -> Improver:
        """What looks for shorter answers."""
        return self._improver

    @property
    def prover(self) -> Prover:
        """What proves that there are none."""
        return self._prover

    @property
    def is_between_turns(self) -> bool:
        """Whose turn is next is not said yet."""
        return self._left == 0

    @property
    def shares(self) -> Sequence[Share]:
        """Which of them worked when."""
        return self._shares
