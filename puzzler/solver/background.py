"""Calls in the background: any work that goes on step by step, such as dealing a graded board."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from typing_extensions import override

from puzzler.solver.threads import lower_priority
from puzzler.solver.worker import Job, Need, Worker

Step = TypeVar("Step")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Call(Generic[Step, Result]):
    """A call in the background at some moment."""

    step: Step | None = None
    """What its last step yielded; None before the first."""
    result: Result | None = None
    """What it returned; None before the end, and where it failed or was cancelled."""
    is_over: bool = False
    """It has returned, failed, or was cancelled."""


CallWorker = Worker[Call[Step, Result], None]


def call(
    steps: Generator[Step, None, Result], *, prepare: Callable[[], object] | None = None
) -> CallWorker[Step, Result]:
    """Run a generator to its end, with less priority than the thread that draws.

    ``prepare`` is called in the thread first.
    """

    def prepared() -> None:
        lower_priority()
        if prepare is not None:
            prepare()

    return Worker(CallJob(steps), name="background", prepare=prepared)


class CallJob(Job[Call[Step, Result], None], Generic[Step, Result]):
    """A generator that is run to its end."""

    def __init__(self, steps: Generator[Step, None, Result]) -> None:
        super().__init__()
        self._steps = steps
        self.figures = Call[Step, Result]()

    @property
    @override
    def needs(self) -> Need:
        return Need.END if self.figures.is_over else Need.TURN

    @override
    def advance(self, budget: int) -> int:
        try:
            self.figures = Call(next(self._steps))
        except StopIteration as end:
            self.figures = replace(self.figures, result=end.value, is_over=True)
        return 0

    @override
    def end(self, error: BaseException | None) -> None:
        self.figures = replace(self.figures, is_over=True)
        self._steps.close()
