"""What the Lab shows: a search at one of its moments."""

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
from puzzler.solver.inspection.job import Moment


@dataclass(frozen=True, kw_only=True)
class LabState:
    """A search under inspection, at one of its moments."""

    problem: Problem
    method: Method
    own_path: tuple[Board, ...]
    """The boards that the person has been through in the game, where they are of this size."""
    moment: Moment | None
    """What is shown; None until the search is made."""
    expansions: int
    """How many states have been expanded then."""
    is_at_end: bool
    last_known: int
    """The end of the track: all expansions where they are known, else those seen so far."""
    is_end_known: bool
    board: Board
    """The state expanded last, as far as that is known."""
    is_goal_shown: bool
    """One step past the last expansion, where the search has a solution: its end is the board."""
    outcome: str
    """How the search ended, in one line, where its end is shown; else ""."""
    target: int | None
    """The moment that was asked for; None once it is shown, and while it runs."""
    is_running: bool
    is_seeking: bool
    seeking: float | None
    """How much of that is done, 0 to 1; None when there. Worth showing where it takes long."""
    building: BuildProgress | None
    """Progress of tables or machine code, while they are being made."""
    is_busy: bool
    rate: float | None
    """Expansions a second while it runs, 1 to 1000; None is as fast as it goes."""
    question: PredictionQuestion | None
    """What is asked: the search waits for an answer."""
    verdict: Verdict | None
    """The outcome of the last answer, until something else is done."""
    failure: str
    """What has ended the search, in one line; it goes on from an earlier moment."""
    is_predicting: bool
    """A question is asked, or about to be, or its outcome is shown."""
    score: PredictionScore
    """How good the predictions were, those of earlier days included."""
    log: ExpansionLog = field(compare=False)
    """What was expanded from the first on, for the map and the tree; it has more where ``moment``
    differs."""
    log_known: tuple[int, int]
    """How many expansions of ``log`` are known with ranks, and with the tree."""
    code_step: int = 0
    """Which step along the pseudocode is shown, by its number in the trace of ``moment``."""
    code_range: tuple[int, int] = (0, 0)
    """The first and the last step that belong to where it stands."""

    @property
    def is_behind(self) -> bool:
        """A step goes back from here."""
        return self.position > 0 or self.code_step > self.code_range[0]

    @property
    def is_ahead(self) -> bool:
        """A step goes on from here."""
        is_last = self.is_at_end and self.position == self.last_position
        return not is_last or self.code_step < self.code_range[1]

    @property
    def glimpse(self) -> Glimpse | None:
        """The search at the moment that is shown."""
        return None if self.moment is None else self.moment.glimpse

    @property
    def figures(self) -> LiveFigures | None:
        """The figures of the search at this moment."""
        if self.glimpse is None:
            return None
        return LiveFigures(method=self.method, stats=self.glimpse.stats)

    @property
    def goal(self) -> Board:
        """The goal of the search."""
        return self.problem.goal

    @property
    def position(self) -> int:
        """Where the track stands: expansions, and one more where the goal is shown."""
        return self.expansions + self.is_goal_shown

    @property
    def last_position(self) -> int:
        """The end of the track."""
        result = None if self.moment is None else self.moment.result
        has_goal = self.is_end_known and result is not None and result.length is not None
        return max(self.last_known, self.expansions) + has_goal
