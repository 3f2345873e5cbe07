"""Calls in the background: any work that goes on step by step, such as dealing a graded board."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from typing_extensions import override

from puzzler.search.heuristics.heuristic import BuildProgress
from puzzler.solver.messages import Command
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
    begin: Callable[[], Generator[Step, None, Result]],
    *,
    prepare: Callable[[], object] | None = None,
) -> CallWorker[Step, Result]:
    """Run the generator that ``begin`` returns; the thread that draws goes before.

    ``prepare`` and then ``begin`` are called in the thread.
    """

    def prepared() -> None:
        lower_priority()
        if prepare is not None:
            prepare()

    return Worker(CallJob(begin), name="background", prepare=prepared)


class CallJob(Job[Call[Step, Result]], Generic[Step, Result]):
    """A generator that is run to its end."""

    publish_every = 0.0

    def __init__(self, begin: Callable[[], Generator[Step, None, Result]]) -> None:
        self.building: BuildProgress | None = None
        self._begin = begin
        self._steps: Generator[Step, None, Result] | None = None
        self._call = Call[Step, Result]()

    @property
    @override
    def needs(self) -> Need:
        return Need.END if self._call.is_over else Need.TURN

    @override
    def advance(self, budget: int) -> int:
        if self._steps is None:
            self._steps = self._begin()
        try:
            self._call = replace(self._call, step=next(self._steps))
        except StopIteration as end:
            self._call = replace(self._call, result=end.value, is_over=True)
        return 0

    @override
    def obey(self, command: Command) -> None:
        pass

    @override
    def snapshot(self, *, is_paused: bool) -> Call[Step, Result]:
        return self._call

    @override
    def end(self, error: BaseException | None) -> None:
        self._call = replace(self._call, is_over=True)
        if self._steps is not None:
            self._steps.close()
