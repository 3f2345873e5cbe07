"""Work that a person waits for: done in the background, said in the line, and theirs to stop."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from puzzler.game.core.feedback import Feedback, Message
from puzzler.humanize import sentence
from puzzler.progress import BuildProgress, Reporter, no_report
from puzzler.solver.worker import CallWorker, one_line

Result = TypeVar("Result")

StartBackground = Callable[..., CallWorker[Any, Any]]
"""``worker.call``."""

_log = logging.getLogger("puzzler")


def _always() -> bool:
    return True


@dataclass(eq=False, kw_only=True)
class _Work:
    words: str
    work: Callable[[Reporter], Any]
    take: Callable[[Any], object]
    fail: Callable[[str], object]
    prepare: Callable[[], object] | None
    can_begin: Callable[[], bool]
    can_end: Callable[[], bool]
    worker: CallWorker[BuildProgress | None, Any] | None = None
    seconds: float = 0.0

    @property
    def line(self) -> str:
        if self.worker is None:
            return f"{self.words} as soon as the solver is prepared"
        progress = self.worker.latest.step
        if progress is not None:
            what = "building tables, " if progress.what else ""
            return f"{self.words}: {what}{100 * progress.done:.0f} %"
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
        self._message: Message | None = None  # the line about what is being done

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
        work: Callable[[Reporter], Result],
        take: Callable[[Result], object],
        *,
        fail: Callable[[str], object] | None = None,
        is_short: bool = False,
        prepare: Callable[[], object] | None = None,
        can_begin: Callable[[], bool] = _always,
        can_end: Callable[[], bool] = _always,
    ) -> None:
        """Call ``work`` in a thread, and cancel the work of the same ``kind``; ``words`` say what.

        Without words it is not said, and the person does not stop it.

        ``take`` gets what it returns, or ``fail`` why it failed in one line (by default that is
        said), in the window's thread and in a tick. Where it ``is_short`` all of that is done at
        once. The work must not share what changes with the window's thread; it is stopped
        when it reports progress. ``prepare`` is called in the thread first. Until the solver is
        prepared, so that it ``can_begin``, and until it ``can_end``, it waits.
        """
        self.drop(kind)
        started = _Work(
            words=words,
            work=work,
            take=take,
            fail=fail or self._refuse,
            prepare=prepare,
            can_begin=can_begin,
            can_end=can_end,
        )
        if is_short:
            try:
                result = work(no_report)
            except Exception as error:  # as in a thread, whatever it is
                _log.debug("a job failed", exc_info=True)
                started.fail(one_line(error))
            else:
                take(result)
            return
        self._works[kind] = started
        self._begin(started)
        self._say()

    def drop(self, kind: str) -> None:
        """Do no more of this kind; what has been done is forgotten."""
        work = self._works.pop(kind, None)
        if work is not None and work.worker is not None:
            work.worker.cancel()
        if work is not None and self._message is not None:
            self._message.clear()

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
            work.worker = self._start(work.work, prepare=work.prepare)
            self._own(work.worker)

    def _say(self) -> None:
        """Let the line say what goes on, unless it says something else that is newer."""
        line, message = self.line, self._message
        if line and message is not None and message.is_shown:
            message.update(line)
        elif line and not self._feedback.message:
            self._message = self._feedback.say(line)

    def _refuse(self, words: str) -> None:
        self._feedback.refuse(sentence(words))
