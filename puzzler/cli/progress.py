"""A bar of progress over many boards: how many are done, how fast, and how long it will take."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, Task
    from rich.text import Text


class Bar:
    """What is shown; without a terminal that is nothing."""

    def __init__(
        self, progress: Progress | None, doing: str, total: int | None, is_in_the_way: bool
    ) -> None:
        self._progress = progress
        self._is_in_the_way = is_in_the_way
        if progress is not None:
            self._task = progress.add_task(doing, total=total)

    def show(self) -> None:
        """Show it from now on."""
        if self._progress is not None:
            self._progress.start()

    def advance(self) -> None:
        """One more is done."""
        if self._progress is not None:
            self._progress.advance(self._task)

    @contextlib.contextmanager
    def hidden(self) -> Iterator[None]:
        """Nothing is shown while something else is written on the same terminal."""
        if self._progress is None or not self._is_in_the_way:
            yield
            return
        self._progress.stop()
        try:
            yield
        finally:
            self._progress.start()


@contextlib.contextmanager
def bar(doing: str, total: int | None, *, is_printing: bool) -> Iterator[Bar]:
    """A bar for the terminal behind standard error; it goes at its end.

    total: how many there are; None where that is not known yet. is_printing: something is written
    to standard output meanwhile, within ``hidden``.
    """
    progress = _progress()
    is_same = is_printing and sys.stdout is not None and sys.stdout.isatty()
    try:
        yield Bar(progress, doing, total, is_same)
    finally:
        if progress is not None:
            progress.stop()


def _progress() -> Progress | None:
    """What draws it; None without a terminal, or on one where no line can be wiped out again."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class RateColumn(ProgressColumn):
        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text("" if speed is None else f"{speed:,.1f} a second")

    console = Console(stderr=True)
    if not console.is_interactive:  # such as with TERM=dumb
        return None
    return Progress(
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
        RateColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn("Ctrl-C keeps what is done"),
        console=console,
        transient=True,
    )
