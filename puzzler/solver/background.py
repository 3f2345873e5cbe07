"""Any work that goes on step by step, in a thread of its own."""

from __future__ import annotations

import logging
import threading
import time
import weakref
from collections.abc import Callable, Generator
from types import TracebackType
from typing import Generic, Protocol, Self, TypeVar

from puzzler.search.compilation import is_compiled
from puzzler.solver.solver_thread import PLAIN_PAUSE, one_line, step_back

SECONDS_TO_END = 2.0
"""How long ``close`` waits for the step under way."""

News_co = TypeVar("News_co", covariant=True)
Made_co = TypeVar("Made_co", covariant=True)
News = TypeVar("News")
Made = TypeVar("Made")

_log = logging.getLogger("puzzler")


class Working(Protocol[News_co, Made_co]):
    """Work in the background, as whoever waits for it sees it; see ``Background``."""

    @property
    def latest(self) -> News_co | None:
        """What it told last; None before its first step."""
        ...

    @property
    def is_over(self) -> bool:
        """It has come to its end: ``result`` or ``failure`` tells to which."""
        ...

    @property
    def result(self) -> Made_co | None:
        """What it has made; None before the end, and where it failed or was closed."""
        ...

    @property
    def failure(self) -> str:
        """Why it failed, in one line; "" where it did not."""
        ...

    def cancel(self) -> None:
        """Ask it to end, and wait for nothing."""
        ...

    def close(self) -> None:
        """End it; harmless to repeat."""
        ...


class Background(Generic[News, Made]):
    """A generator that is stepped in a thread: polled each frame, closed (or used in a ``with``).

    The thread lives until the generator returns or raises, or until the step after ``cancel``. To
    drop the handle cancels it. Frames come first: the thread steps back behind the one that draws,
    and where kernels are not compiled it lets the interpreter go between two steps.
    """

    def __init__(
        self,
        begin: Callable[[], Generator[News, None, Made]],
        *,
        prepare: Callable[[], object] | None = None,
    ) -> None:
        """``prepare`` and then ``begin`` are called in the thread, so that they hold up nobody."""
        self._work: _Work[News, Made] = _Work(begin, prepare)
        # a daemon, so that a program that crashes meanwhile ends nevertheless
        self._thread = threading.Thread(target=self._work.run, name="background", daemon=True)
        weakref.finalize(self, self._work.is_cancelled.set).atexit = False
        self._thread.start()

    @property
    def latest(self) -> News | None:
        """What it told last; None before its first step."""
        return self._work.latest

    @property
    def is_over(self) -> bool:
        """It has come to its end: ``result`` or ``failure`` tells to which."""
        return self._work.is_over

    @property
    def result(self) -> Made | None:
        """What it has made; None before the end, and where it failed or was closed."""
        return self._work.result

    @property
    def failure(self) -> str:
        """Why it failed, in one line; "" where it did not."""
        return self._work.failure

    def cancel(self) -> None:
        """Ask it to end after the step under way, and wait for nothing."""
        self._work.is_cancelled.set()

    def close(self) -> None:
        """End it and wait for its thread; harmless to repeat."""
        self.cancel()
        self._thread.join(SECONDS_TO_END)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class _Work(Generic[News, Made]):
    """What the thread and the handle share; it does not know the handle."""

    def __init__(
        self,
        begin: Callable[[], Generator[News, None, Made]],
        prepare: Callable[[], object] | None,
    ) -> None:
        self.is_cancelled = threading.Event()
        self.latest: News | None = None
        self.result: Made | None = None
        self.failure = ""
        self.is_over = False
        self._begin = begin
        self._prepare = prepare

    def run(self) -> None:
        """To the end, whatever happens."""
        try:
            step_back()
            if self._prepare is not None:
                self._prepare()
            self._go_on(self._begin())
        except BaseException as error:  # whoever waits is told, whatever was raised
            self.failure = one_line(error)
            _log.debug("work in the background failed", exc_info=True)
        finally:
            self.is_over = True

    def _go_on(self, steps: Generator[News, None, Made]) -> None:
        try:
            while not self.is_cancelled.is_set():
                self.latest = next(steps)
                if not is_compiled():
                    time.sleep(PLAIN_PAUSE)
        except StopIteration as end:
            self.result = end.value
        finally:
            steps.close()
