"""A stage whose Lab inspects fake searches."""

from __future__ import annotations

from types import MappingProxyType

from puzzler.board import Scenario
from tests.game.fakes import FakeExaminer
from tests.game.test_session import Stage


class ExaminedStage(Stage):
    """A stage with a shuffled board. ``examiners`` has every inspected search."""

    def __init__(
        self, start, goal, examiner=FakeExaminer, handed_in=MappingProxyType({}), **settings
    ):
        self.examiners = []

        def examine(*arguments, **keywords):
            self.examiners.append(examiner(*arguments, **keywords))
            return self.examiners[-1]

        scenario = Scenario(start, goal, seed=3, shuffle_moves=9, difficulty="easy")
        super().__init__(scenario, {"start_examiner": examine} | handed_in, **settings)
