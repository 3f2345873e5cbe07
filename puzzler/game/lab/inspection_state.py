"""What there is to see of a search under the lens: all that a window reads to draw."""

from __future__ import annotations

from collections.abc import Hashable

from puzzler.board.board import Board
from puzzler.board.scenario import Problem, Scenario
from puzzler.game.play.game import Play
from puzzler.search.heuristics.heuristic import BuildProgress
from puzzler.search.inspection.recording import ExpansionLog
from puzzler.search.inspection.values import Expansion, Glimpse
from puzzler.search.method import Method
from puzzler.search.result import SearchResult
from puzzler.search.samples import Sampled
from puzzler.solver.inspection.job import InspectionWorker
from puzzler.solver.inspection.moments import Moment
from puzzler.solver.messages import Progress


class Inspected:
    """Read at any time; nothing here changes anything. ``Inspecting`` adds what a person does."""

    is_aside = True

    def __init__(
        self,
        problem: Problem,
        method: Method,
        examiner: InspectionWorker,
        own_path: tuple[Board, ...],
    ) -> None:
        self.problem = problem
        """Start and goal of the search."""
        self.method = method
        """What it searches with; ``set_method`` replaces it."""
        self.own_path = own_path
        """The boards that the person has been through in the game, where they are of this size."""
        self._examiner = examiner
        self._moment: Moment | None = None
        self._board = problem.start
        self._target: int | None = None  # the moment asked for, until it is shown
        self._ran_from: int | None = None  # the moment's sequence when it was let run; None: not
        self._is_over = False

    @property
    def moment(self) -> Moment | None:
        """What is shown; None until the search is made."""
        return self._moment

    @property
    def glimpse(self) -> Glimpse | None:
        """The search at that moment."""
        return None if self._moment is None else self._moment.glimpse

    @property
    def expansions(self) -> int:
        """The moment that is shown: how many states have been expanded."""
        return 0 if self._moment is None else self._moment.expansions

    @property
    def target(self) -> int | None:
        """The moment that was asked for; None once it is shown, and while it runs."""
        return self._target

    @property
    def coming(self) -> Expansion | None:
        """What is expanded next, where it stands still: not to be shown while it is asked about."""
        return None if self._moment is None else self._moment.coming

    @property
    def sampled(self) -> Sampled | None:
        """Figures against expansions, up to the furthest moment that has been seen."""
        return None if self._moment is None else self._moment.samples

    @property
    def run_key(self) -> Hashable:
        """Another one whenever another search is under the lens."""
        return self.problem, self.method

    @property
    def last_known(self) -> int:
        """The end of the track: all expansions where they are known, else those seen so far."""
        if self._moment is None:
            return 0
        total = self._moment.total
        return max(self._moment.reached, self._target or 0) if total is None else total

    @property
    def is_end_known(self) -> bool:
        """``last_known`` is the end of the search."""
        return self._moment is not None and self._moment.total is not None

    @property
    def is_at_end(self) -> bool:
        """What is shown is the end of the search."""
        return self._moment is not None and self._moment.at_end

    @property
    def result(self) -> SearchResult | None:
        """What comes of the search, as soon as its end has been seen."""
        return None if self._moment is None else self._moment.result

    @property
    def is_running(self) -> bool:
        """It goes on by itself."""
        return self._ran_from is not None

    @property
    def is_seeking(self) -> bool:
        """It is under way to a moment that was asked for."""
        return self._target is not None and self._examiner.is_busy

    @property
    def seeking(self) -> float | None:
        """How much of that is done, 0 to 1; None when there. Worth showing where it takes long."""
        return self._examiner.latest.seeking

    @property
    def building(self) -> BuildProgress | None:
        """How far tables or machine code are, while they are being made."""
        return self._examiner.building

    @property
    def log(self) -> ExpansionLog:
        """What was expanded from the first on, for the map and the tree; see ``record``."""
        return self._examiner.latest.log

    @property
    def board(self) -> Board:
        """The board under the lens: the state expanded last, as far as that is known."""
        return self._board

    @property
    def goal(self) -> Board:
        """The goal of the search."""
        return self.problem.goal

    @property
    def play(self) -> Play:
        """A play that stands where the search does."""
        depth = 0 if self.glimpse is None else max(0, len(self.glimpse.path) - 1)
        return Play(Scenario(self.problem.start, self.problem.goal), self.board, depth, 0.0)

    @property
    def progress(self) -> Progress | None:
        """No search is watched."""
        return None

    @property
    def is_busy(self) -> bool:
        """Another moment may come by itself."""
        examiner = self._examiner
        return examiner.is_busy or examiner.latest.moment is not self._moment

    @property
    def is_over(self) -> bool:
        """It was left."""
        return self._is_over

    @property
    def is_paused(self) -> bool:
        """It stands still."""
        return not self.is_running

    @property
    def holds_timer(self) -> bool:
        """The game waits."""
        return True

    @property
    def can_undo(self) -> bool:
        """Nothing is changed here."""
        return False

    @property
    def can_redo(self) -> bool:
        """Nothing is changed here."""
        return False
