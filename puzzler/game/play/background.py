"""Work that a person waits for: done in the background, said in the line, and theirs to stop."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from puzzler.game.play.slide import Feedback
from puzzler.humanize import sentence
from puzzler.solver.worker import CallWorker, one_line
from puzzler.steps import BuildProgress, finish

Step: TypeAlias = float | BuildProgress | None
"""How far work is: a share from 0 to 1, the tables that it builds, or that nobody knows."""
Result = TypeVar("Result")

StartBackground = Callable[..., CallWorker[Any, Any]]
"""``worker.call``: called with the steps and ``prepare=``."""

_log = logging.getLogger("puzzler")


def _always() -> bool:
    return True


@dataclass(eq=False)
class _Work:
    words: str
    steps: Generator[Step, None, Any]
    take: Callable[[Any], object]
    fail: Callable[[str], object]
    prepare: Callable[[], object] | None
    can_begin: Callable[[], bool]
    can_end: Callable[[], bool]
    worker: CallWorker[Step, Any] | None = None
    seconds: float = 0.0

    @property
    def line(self) -> str:
        if self.worker is None:
            return f"{self.words} as soon as the solver is prepared"
        step = self.worker.latest.step
        if isinstance(step, BuildProgress):
            return f"{self.words}: building tables, {100 * step.done:.0f} %"
        if step is not None:
            return f"{self.words}: {100 * step:.0f} %"
        return f"{self.words}: {self.seconds:.0f} s" if self.seconds >= 1 else self.words


class Background:
    """What is done in the background. There is one of each kind; the line says the newest."""

    def __init__(
        self,
        feedback: Feedback,
        start: StartBackground,
        own: Callable[[CallWorker[Any, Any]], object],
    ) -> None:
        """``start`` begins a thread, and ``own`` lets the session end it."""
        self._feedback, self._start, self._own = feedback, start, own
        self._works: dict[str, _Work] = {}  # by kind, the newest last
        self._said = ""

    def __contains__(self, kind: str) -> bool:
        return kind in self._works

    @property
    def line(self) -> str:
        """What is being done, and how far that is; "" for nothing."""
        return next((work.line for work in reversed(self._works.values()) if work.words), "")

    @property
    def is_busy(self) -> bool:
        """Something is being done, whether the line says it or not."""
        return bool(self._works)

    def run(
        self,
        kind: str,
        words: str,
        steps: Generator[Step, None, Result],
        take: Callable[[Result], object],
        *,
        fail: Callable[[str], object] | None = None,
        is_short: bool = False,
        prepare: Callable[[], object] | None = None,
        can_begin: Callable[[], bool] = _always,
        can_end: Callable[[], bool] = _always,
    ) -> None:
        """Do ``steps`` in a thread, instead of what was done of this ``kind``; ``words`` say what.

        Without words it is not said, and the person does not stop it.

        ``take`` gets what they return, or ``fail`` why they failed in one line (by default that is
        said), in the window's thread and in a tick. Where it ``is_short`` all of that is done at
        once. Steps must not share what changes with the window's thread; a thread is stopped
        between two of them. ``prepare`` is called in the thread first. Until the solver is
        prepared, so that it ``can_begin``, and until it ``can_end``, it waits.
        """
        self.drop(kind)
        work = _Work(words, steps, take, fail or self._refuse, prepare, can_begin, can_end)
        if is_short:
            try:
                result = finish(steps)
            except Exception as error:  # as in a thread, whatever it is
                _log.debug("a job failed", exc_info=True)
                work.fail(one_line(error))
            else:
                take(result)
            return
        self._works[kind] = work
        self._begin(work)
        self._say()

    def drop(self, kind: str) -> None:
        """Do no more of this kind; what has been done is forgotten."""
        work = self._works.pop(kind, None)
        if work is not None and work.worker is not None:
            work.worker.cancel()
        if work is not None and self._feedback.message == self._said:
            self._feedback.message = ""

    def stop(self) -> bool:
        """Drop what the line says; False where nothing is being done."""
        works = reversed(self._works.items())
        kind = next((kind for kind, work in works if work.words), None)
        if kind is not None:
            self.drop(kind)
        return kind is not None

    def close(self) -> None:
        """Drop everything, also what is done and was not handed out."""
        for kind in list(self._works):
            self.drop(kind)

    def tick(self, elapsed: float) -> None:
        """Hand out what is done, begin what has waited, and say what goes on."""
        for kind, work in list(self._works.items()):
            if self._works.get(kind) is not work:
                continue  # what was handed out before has put an end to it
            work.seconds += elapsed
            self._begin(work)
            if work.worker is None or not work.worker.latest.is_over or not work.can_end():
                continue
            self.drop(kind)
            if work.worker.failure:
                work.fail(work.worker.failure)
            else:
                work.take(work.worker.latest.result)
        self._say()

    def _begin(self, work: _Work) -> None:
        if work.worker is None and work.can_begin():
            work.worker = self._start(work.steps, prepare=work.prepare)
            self._own(work.worker)

    def _say(self) -> None:
        """Let the line say what goes on, unless it says something else that is newer."""
        line = self.line
        if line and self._feedback.message in ("", self._said):
            self._said = self._feedback.message = line

    def _refuse(self, words: str) -> None:
        self._feedback.refuse(sentence(words))
