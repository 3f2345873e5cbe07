"""Background work with a progress message. The user can stop it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from puzzler.game.core.feedback import Feedback, Message
from puzzler.humanize import sentence
from puzzler.progress import BuildProgress, Reporter, no_report
from puzzler.solver.worker import CallWorker, one_line

Result = TypeVar("Result")

StartBackground = Callable[..., CallWorker[Any, Any]]
"""``worker.call``."""

_log = logging.getLogger("puzzler")


@dataclass(eq=False)
class _Work:
    text: str
    start: Callable[[], CallWorker[BuildProgress | None, Any]]
    take: Callable[[Any], object]
    fail: Callable[[str], object]
    can_begin: Callable[[], bool]
    can_end: Callable[[], bool]
    worker: CallWorker[BuildProgress | None, Any] | None = None
    seconds: float = 0.0

    @property
    def line(self) -> str:
        if self.worker is None:
            return f"{self.text} as soon as the solver is prepared"
        progress = self.worker.latest.step
        if progress is not None:
            what = "building tables, " if progress.what else ""
            return f"{self.text}: {what}{100 * progress.done:.0f} %"
        return f"{self.text}: {self.seconds:.0f} s" if self.seconds >= 1 else self.text


class Background:
    """Background jobs, at most one of each kind. The message shows the newest job."""

    def __init__(
        self,
        feedback: Feedback,
        start: StartBackground,
        own: Callable[[CallWorker[Any, Any]], object],
    ) -> None:
        """start: starts a thread. own: registers a worker that the session will end."""
        self._feedback, self._start, self._own = feedback, start, own
        self._works: dict[str, _Work] = {}  # by kind, newest last
        self._message: Message | None = None  # about progress

    def __contains__(self, kind: str) -> bool:
        return kind in self._works

    @property
    def line(self) -> str:
        """The name and progress of the newest job; "" if there is no job."""
        return next((work.line for work in reversed(self._works.values()) if work.text), "")

    @property
    def is_busy(self) -> bool:
        """Whether any job exists, shown or not."""
        return bool(self._works)

    def run(
        self,
        kind: str,
        text: str,
        work: Callable[[Reporter], Result],
        take: Callable[[Result], object],
        *,
        fail: Callable[[str], object] | None = None,
        is_short: bool = False,
        prepare: Callable[[], object] | None = None,
        can_begin: Callable[[], bool] = lambda: True,
        can_end: Callable[[], bool] = lambda: True,
    ) -> None:
        """Call ``work`` in a thread, replacing the job of this ``kind``.

        text: the name of the job in the message. A job without text is not shown and cannot be
        stopped by the user.

        take: called in a tick, in the window's thread, with the result. fail: called with the error
        in one line; by default the error is shown. is_short: call ``work`` immediately instead of
        in a thread. prepare: called in the thread before ``work``. The job waits to start until
        ``can_begin`` and to end until ``can_end``.

        The work must not share mutable data with the window's thread. It is stopped when it reports
        progress.
        """
        self.drop(kind)
        fail = fail or (lambda text: self._feedback.refuse(sentence(text)))
        if is_short:
            try:
                result = work(no_report)
            except Exception as error:  # as in a thread
                _log.debug("a job failed", exc_info=True)
                fail(one_line(error))
            else:
                take(result)
            return
        start = partial(self._start, work, prepare=prepare)
        self._works[kind] = _Work(text, start, take, fail, can_begin, can_end)
        self._begin(self._works[kind])
        self._say()

    def drop(self, kind: str) -> None:
        """Cancel the job of this kind and discard its result."""
        work = self._works.pop(kind, None)
        if work is not None and work.worker is not None:
            work.worker.cancel()
        if work is not None and self._message is not None:
            self._message.clear()

    def stop(self) -> bool:
        """Cancel the job that the message shows. Return False if there is none."""
        works = reversed(self._works.items())
        kind = next((kind for kind, work in works if work.text), None)
        if kind is not None:
            self.drop(kind)
        return kind is not None

    def close(self) -> None:
        """Cancel all jobs, including finished ones whose result was not delivered."""
        for kind in list(self._works):
            self.drop(kind)

    def tick(self, elapsed: float) -> None:
        """Deliver results, start waiting jobs and update the message."""
        for kind, work in list(self._works.items()):
            if self._works.get(kind) is not work:
                continue  # cancelled when an earlier result was delivered
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
            work.worker = work.start()
            self._own(work.worker)

    def _say(self) -> None:
        """Show the progress, unless a newer message is shown."""
        line, message = self.line, self._message
        if line and message is not None and message.is_shown:
            message.update(line)
        elif line and not self._feedback.message:
            self._message = self._feedback.say(line)
