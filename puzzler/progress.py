"""Progress and cancellation of long computations.

A long computation is a function with a parameter ``report``. It calls ``report`` every few
milliseconds, which may raise ``Cancelled``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Generic, TypeVar

P = TypeVar("P")
R = TypeVar("R")


_is_cancelled: ContextVar[Callable[[], bool]] = ContextVar("whether the thread is to stop")


class Cancelled(BaseException):
    """Raised by ``report`` and ``check_cancelled`` to end a computation."""


@dataclass(frozen=True)
class BuildProgress:
    """The progress of a computation, such as building tables.

    >>> BuildProgress(0.5, "pattern database 6-6-3").done
    0.5

    Attributes:
        done: The part that is done, from 0 to 1.
        what: The current step, as text for the screen.
    """

    done: float
    what: str


Reporter = Callable[[BuildProgress | None], object]
"""Called with the progress, or with None if it is unknown. May raise ``Cancelled``."""


def no_report(progress: object) -> None:
    """A ``report`` that does nothing."""


def one_step(work: Callable[[], R]) -> Callable[[Reporter], R]:
    """Return a function that calls ``work`` and reports only once, before the call."""

    def working(report: Reporter) -> R:
        report(None)
        return work()

    return working


class Steps(Generic[P, R]):
    """The steps of a generator and, after the last one, the value that it returned."""

    value: R

    def __init__(self, steps: Generator[P, None, R]) -> None:
        self._steps = steps

    def __iter__(self) -> Iterator[P]:
        self.value = yield from self._steps


def finish(steps: Generator[P, None, R], report: Callable[[P], object] = no_report) -> R:
    """Run a generator to its end, report what it yields, and return its value."""
    all_steps = Steps(steps)
    with closing(steps):
        for progress in all_steps:
            report(progress)
    return all_steps.value


@contextmanager
def cancelled_when(is_cancelled: Callable[[], bool]) -> Iterator[None]:
    """Let ``check_cancelled`` raise in this thread if ``is_cancelled`` returns True."""
    outer = _is_cancelled.get(lambda: False)
    token = _is_cancelled.set(lambda: is_cancelled() or outer())
    try:
        yield
    finally:
        _is_cancelled.reset(token)


def check_cancelled(progress: object = None) -> None:
    """A ``report`` that raises ``Cancelled`` if a surrounding ``cancelled_when`` applies."""
    if _is_cancelled.get(lambda: False)():
        raise Cancelled
