"""Work that is done step by step: generators that yield progress and return a value."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeVar

P = TypeVar("P")
Q = TypeVar("Q")
R = TypeVar("R")


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
