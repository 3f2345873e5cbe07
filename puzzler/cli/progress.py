"""Status line and progress bar, shown if standard error is a terminal."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

from puzzler import humanize
from puzzler.progress import BuildProgress, Reporter

if TYPE_CHECKING:
    from rich.progress import Progress, Task
    from rich.text import Text

    from puzzler.search.result import SearchStats

SEARCHING = "searching; Ctrl-C stops"
TAKING = "Ctrl-C keeps the best solution so far"
KEEPING = "Ctrl-C keeps finished results"
COMPILING = "preparing this method (first time only)"


Result = TypeVar("Result")


class StatusLine:
    """The text of a status line. rich requests it at every refresh."""

    def __init__(self, doing: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.doing = doing
        """The current action."""
        self.advice = TAKING
        """The effect of Ctrl-C once there is a solution."""
        self._clock = clock
        self._began = clock()
        self._series = self._bounds = self._figures = ""

    def begin(self, which: str, *, is_timed: bool = True) -> None:
        """Start a search of a series, such as "2 of 9, A*". is_timed: show only its own time."""
        self._series, self.doing, self._bounds = which, "", ""
        if is_timed:
            self._began = self._clock()

    def show_figures(self, stats: SearchStats) -> None:
        """Show the number of expanded states and their memory."""
        self._figures = f"{stats.expanded:,} expanded, {humanize.memory(stats.bytes)}"

    def show_bounds(self, lower: int, upper: int) -> None:
        """Show bounds on the length of an optimal solution."""
        self._bounds = f"at least {lower:,}, at most {upper:,}"

    def follow(self, work: Callable[[Reporter], Result]) -> Result:
        """Call ``work``, show the progress of table builds, and return the result."""
        doing = self.doing
        return work(lambda progress: self.show_build(progress, doing))

    def show_build(self, progress: BuildProgress | None, otherwise: str) -> None:
        """Show the progress of a table build, or ``otherwise`` if none is running."""
        is_building = progress is not None and progress.done < 1
        self.doing = otherwise
        if progress is not None and is_building:
            self.doing = f"building {progress.what}, once: {100 * progress.done:.0f} %"

    @property
    def text(self) -> str:
        """The complete line."""
        if self._series:
            parts = ", ".join(filter(None, (self.doing, self._bounds, self._elapsed)))
            return f"{self._series}: {parts}; {KEEPING}"
        if self._bounds:
            return f"{self._bounds}, {self._elapsed}; {self.advice}"
        return ", ".join(filter(None, (self._figures, self._figures and self._elapsed, self.doing)))

    def __rich__(self) -> Text:
        from rich.text import Text

        from puzzler.search.compilation import is_compiling

        # truncated on a narrow terminal, because several lines cannot be erased after a resize
        line = COMPILING if is_compiling() and not self._bounds else self.text
        return Text(line, no_wrap=True, overflow="ellipsis")

    @property
    def _elapsed(self) -> str:
        return humanize.precise_time(self._clock() - self._began)


@contextlib.contextmanager
def status(line: str | StatusLine = SEARCHING) -> Iterator[StatusLine]:
    """Show a status line, and erase it at the end."""
    shown = StatusLine(line) if isinstance(line, str) else line
    if sys.stderr is None or not sys.stderr.isatty():
        yield shown
        return
    from rich.console import Console

    with Console(stderr=True).status(shown):
        yield shown


class ProgressLine:
    """A progress bar. Without a terminal its methods do nothing."""

    def __init__(self, progress: Progress | None, doing: str, total: float | None) -> None:
        self._progress = progress
        if progress is not None:
            self._task = progress.add_task(doing, total=total)

    def show(self) -> None:
        """Show the bar."""
        if self._progress is not None:
            self._progress.start()

    def advance(self) -> None:
        """Count one more item as done."""
        if self._progress is not None:
            self._progress.advance(self._task)

    def set(self, done: float, doing: str | None = None) -> None:
        """Set the completed amount and the current action."""
        if self._progress is not None:
            self._progress.update(self._task, completed=done, description=doing)

    @contextlib.contextmanager
    def hidden(self) -> Iterator[None]:
        """Context manager: erase the bar while other text is printed on the same terminal."""
        is_in_the_way = sys.stdout is not None and sys.stdout.isatty()
        if self._progress is None or not is_in_the_way:
            yield
            return
        self._progress.stop()
        try:
            yield
        finally:
            self._progress.start()


@contextlib.contextmanager
def bar(doing: str, total: float | None, *, advice: str = KEEPING) -> Iterator[ProgressLine]:
    """Context manager for a progress bar, which is drawn after ``show`` and erased at the end.

    total: the amount of work, None if unknown, 1 for a share. advice: the effect of Ctrl-C.
    """
    progress = _progress(advice, is_share=total == 1)
    try:
        yield ProgressLine(progress, doing, total)
    finally:
        if progress is not None:
            progress.stop()


def _progress(advice: str, *, is_share: bool) -> Progress | None:
    """Return None without a terminal, or if the terminal cannot erase lines."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class RateColumn(ProgressColumn):
        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text("" if speed is None else f"{speed:,.1f} per second")

    console = Console(stderr=True)
    if not console.is_interactive:  # such as with TERM=dumb
        return None
    counts = (TaskProgressColumn(),) if is_share else (MofNCompleteColumn(), RateColumn())
    return Progress(
        BarColumn(bar_width=20),
        *counts,
        TextColumn("{task.description}"),
        TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn(advice),
        console=console,
        transient=True,
    )
