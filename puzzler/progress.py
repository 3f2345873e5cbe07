"""Work that is done step by step: generators that yield progress and return a value."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

P = TypeVar("P")
Q = TypeVar("Q")
R = TypeVar("R")


_is_to_stop: ContextVar[Callable[[], bool]] = ContextVar("whether a thread is to stop waiting")


class StoppedError(BaseException):
    """Raised by ``attended``. No failure: it must pass whatever handles those."""


@dataclass(frozen=True)
class BuildProgress:
    """How far the building of tables is."""

    done: float
    """0 to 1."""
    what: str
    """What is being done, for the screen."""


def one_step(work: Callable[[], R]) -> Generator[None, None, R]:
    """Work that is not parted: it can be cancelled only before it begins."""
    yield
    return work()


def finish(steps: Generator[P, None, R], report: Callable[[P], object] = lambda _: None) -> R:
    """Take all steps, however long they take, and return their value."""
    while True:
        try:
            progress = next(steps)
        except StopIteration as end:
            value: R = end.value
            return value
        report(progress)


def reporting(steps: Generator[P, None, R], report: Callable[[P], Q]) -> Generator[Q, None, R]:
    """The same steps, yielding what ``report`` makes of their progress."""
    while True:
        try:
            progress = next(steps)
        except StopIteration as end:
            value: R = end.value
            return value
        yield report(progress)


@contextmanager
def stopped_when(is_to_stop: Callable[[], bool]) -> Iterator[None]:
    """Within, in this thread, ``attended`` stops when ``is_to_stop`` says so."""
    outer = _is_to_stop.get(lambda: False)
    token = _is_to_stop.set(lambda: is_to_stop() or outer())
    try:
        yield
    finally:
        _is_to_stop.reset(token)


def attended(steps: Generator[object, None, R]) -> R:
    """As ``finish``; StoppedError as soon as the thread is to stop, see ``stopped_when``."""

    def check(_: object) -> None:
        if _is_to_stop.get(lambda: False)():
            steps.close()
            raise StoppedError

    return finish(steps, check)
