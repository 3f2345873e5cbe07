"""What the Lab shows: a search at one of its moments."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.game.lab.prediction import Question, Verdict
from puzzler.game.storage.practice import PredictionScore
from puzzler.search.inspection.recording import ExpansionLog
from puzzler.search.inspection.values import Expansion, Glimpse
from puzzler.search.method import Method
from puzzler.search.result import SearchResult
from puzzler.search.samples import Sampled
from puzzler.solver.inspection.job import Moment
from puzzler.steps import BuildProgress

LAB_WHILE_SEARCHING = "A search is running. Stop it first to look inside."
INSPECTED = "This is the Lab. Leave it to play on."
NOTHING_TO_PREDICT = "The search has ended: go back to predict"
NO_QUESTION_HERE = "There is nothing to predict at this moment"


@dataclass(frozen=True)
class LabState:
    """A search under inspection."""

    problem: Problem
    method: Method
    own_path: tuple[Board, ...]
    """The boards that the person has been through in the game, where they are of this size."""
    moment: Moment | None
    """What is shown; None until the search is made."""
    board: Board
    """The state expanded last, as far as that is known."""
    target: int | None
    """The moment that was asked for; None once it is shown, and while it runs."""
    is_running: bool
    is_seeking: bool
    seeking: float | None
    """How much of that is done, 0 to 1; None when there. Worth showing where it takes long."""
    building: BuildProgress | None
    """How far tables or machine code are, while they are being made."""
    is_busy: bool
    rate: float | None
    """Expansions a second while it runs, 1 to 1000; None is as fast as it goes."""
    question: Question | None
    """What is asked: the search waits for an answer."""
    verdict: Verdict | None
    """The outcome of the last answer, until something else is done."""
    is_predicting: bool
    """A question is asked, or about to be, or its outcome is shown."""
    score: PredictionScore
    """How good the predictions were, those of earlier days included."""
    log: ExpansionLog = field(compare=False)
    """What was expanded from the first on, for the map and the tree; it has more where ``moment``
    differs."""
    log_known: tuple[int, int]
    """How many expansions of ``log`` are known with ranks, and with the tree."""

    @property
    def glimpse(self) -> Glimpse | None:
        """The search at the moment that is shown."""
        return None if self.moment is None else self.moment.glimpse

    @property
    def expansions(self) -> int:
        """The moment that is shown: how many states have been expanded."""
        return 0 if self.moment is None else self.moment.expansions

    @property
    def coming(self) -> Expansion | None:
        """What is expanded next, where it stands still: not to be shown while it is asked about."""
        return None if self.moment is None else self.moment.coming

    @property
    def sampled(self) -> Sampled | None:
        """Figures against expansions, up to the furthest moment that has been seen."""
        return None if self.moment is None else self.moment.samples

    @property
    def run_key(self) -> Hashable:
        """Tells the searches that are inspected apart."""
        return self.problem, self.method

    @property
    def last_known(self) -> int:
        """The end of the track: all expansions where they are known, else those seen so far."""
        if self.moment is None:
            return 0
        total = self.moment.total
        return max(self.moment.reached, self.target or 0) if total is None else total

    @property
    def is_end_known(self) -> bool:
        """``last_known`` is the end of the search."""
        return self.moment is not None and self.moment.total is not None

    @property
    def is_at_end(self) -> bool:
        """What is shown is the end of the search."""
        return self.moment is not None and self.moment.at_end

    @property
    def result(self) -> SearchResult | None:
        """The result of the search, as soon as its end has been seen."""
        return None if self.moment is None else self.moment.result

    @property
    def goal(self) -> Board:
        """The goal of the search."""
        return self.problem.goal
