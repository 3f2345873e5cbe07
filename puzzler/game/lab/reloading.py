"""Reloading of user code when its file changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from puzzler.board.board import Board
from puzzler.game.core.background import Background
from puzzler.progress import Reporter, one_step
from puzzler.search.custom.source import digest_of, functions_of, named
from puzzler.search.method import Method
from puzzler.search.registry import HEURISTICS

LOOK_EVERY = 1.0
"""Seconds between checks."""
_LOOKING, _RELOADING = "look at code", "reload code"


class Reloading:
    """Checks every second, in the background, whether a file has changed."""

    def __init__(self, background: Background, reload: Callable[[], object]) -> None:
        """reload: called when a changed file can be loaded."""
        self._background = background
        self._reload = reload
        self._waited = LOOK_EVERY
        self.seconds_to_look: float | None = None
        self._method: Method | None = None
        self._digests: tuple[str, ...] | None = None

    def tick(self, elapsed: float, method: Method, goal: Board) -> None:
        """Check the files of ``method`` if a second has passed."""
        self._waited += elapsed
        sources = [named(name) for name in (method.algorithm, method.heuristic)]
        files = [source.file for source in sources if source is not None]
        self.seconds_to_look = LOOK_EVERY if files else None
        if not files or self._waited < LOOK_EVERY or _LOOKING in self._background:
            return
        self._waited = 0.0

        def look() -> tuple[str, ...]:
            return tuple(map(digest_of, files))

        def take(digests: tuple[str, ...]) -> None:
            before = self._digests if method == self._method else None
            self._method, self._digests = method, digests
            if before not in (None, digests):
                names = " and ".join(dict.fromkeys(file.name for file in files))
                work, text = partial(_load, files, method, goal), f"Reading {names}"
                self._background.run(_RELOADING, text, work, lambda _: self._reload())

        # a file that is being saved may be gone for a moment
        self._background.run(_LOOKING, "", one_step(look), take, fail=lambda _: None)


def _load(files: Iterable[Path], method: Method, goal: Board, report: Reporter) -> None:
    """Load the files and build the tables, so that the search can start immediately."""
    for file in files:
        functions_of(file)
    HEURISTICS[method.heuristic].shared(goal, report)
