"""The visible state of the Lab: a search at one of its moments."""

from __future__ import annotations

from dataclasses import dataclass, field

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.game.core.live_figures import LiveFigures
from puzzler.game.lab.prediction import PredictionQuestion, Verdict
from puzzler.game.storage.practice import PredictionScore
from puzzler.progress import BuildProgress
from puzzler.search.inspection.observation import Glimpse
from puzzler.search.inspection.recording import ExpansionLog
from puzzler.search.method import Method
from puzzler.solver.inspection.moment import Moment


@dataclass(frozen=True, kw_only=True)
class LabState:
    """An inspected search at one of its moments."""

    problem: Problem
    method: Method
    own_path: tuple[Board, ...]
    """The boards that the player visited in the game, if they have this size."""
    moment: Moment | None
    """The moment that is shown; None until the search has started."""
    expansions: int
    board: Board
    """The board of the state expanded last, or the start before the first expansion."""
    is_goal_shown: bool
    """Whether the goal is shown, one step past the last expansion of a solved search."""
    outcome: str
    """The result in one line, if the end is shown; otherwise ""."""
    target: int | None
    """The requested moment; None once it is shown, and while the search runs."""
    is_running: bool
    is_seeking: bool
    seeking: float | None
    """Progress towards the requested moment, 0 to 1; None if that moment is shown."""
    building: BuildProgress | None
    """Progress of building tables or compiling; None if neither is in progress."""
    is_busy: bool
    rate: float | None
    """Expansions per second, 1 to 1000; None is unlimited."""
    question: PredictionQuestion | None
    """The open question; the search waits for an answer."""
    verdict: Verdict | None
    failure: str
    """The error that ended the search, in one line. The search can resume from an earlier
    moment."""
    is_predicting: bool
    """Whether a question or verdict is shown, or will be shown."""
    score: PredictionScore
    log: ExpansionLog = field(compare=False)
    """All expansions, for the map and the tree. The log changes only together with ``moment``."""
    log_known: tuple[int, int]
    """How many expansions of ``log`` have ranks, and how many are in the tree."""
    code_step: int = 0
    """The current step of the pseudocode in the trace of ``moment``."""
    code_range: tuple[int, int] = (0, 0)
    """The first and last step of this position."""

    @property
    def can_step_back(self) -> bool:
        """Whether a step back is possible."""
        return self.position > 0 or self.code_step > self.code_range[0]

    @property
    def can_step_forward(self) -> bool:
        """Whether a step forward is possible."""
        is_last = self.is_at_end and self.position == self.last_position
        return not is_last or self.code_step < self.code_range[1]

    @property
    def glimpse(self) -> Glimpse | None:
        """The data of the search at the shown moment."""
        return None if self.moment is None else self.moment.glimpse

    @property
    def figures(self) -> LiveFigures | None:
        """The figures of the search at this moment."""
        if self.glimpse is None:
            return None
        return LiveFigures(method=self.method, stats=self.glimpse.stats)

    @property
    def is_at_end(self) -> bool:
        """Whether the moment is the last of the search."""
        return self.moment is not None and self.moment.at_end

    @property
    def is_end_known(self) -> bool:
        """Whether the search has reached its end."""
        return self.moment is not None and self.moment.total is not None

    @property
    def last_known(self) -> int:
        """The number of all expansions if known, else of those reached so far."""
        if self.moment is None:
            return 0
        total, reached = self.moment.total, max(self.moment.reached, self.target or 0)
        return reached if total is None else total

    @property
    def goal(self) -> Board:
        """The goal of the search."""
        return self.problem.goal

    @property
    def position(self) -> int:
        """The position on the track: the expansions, plus one if the goal is shown."""
        return self.expansions + self.is_goal_shown

    @property
    def last_position(self) -> int:
        """The end of the track."""
        result = None if self.moment is None else self.moment.result
        has_goal = self.is_end_known and result is not None and result.length is not None
        return max(self.last_known, self.expansions) + has_goal
