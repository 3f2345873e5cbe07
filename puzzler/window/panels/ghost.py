"""The state that a search is expanding, as a small ghost of a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Rect

from puzzler.window.layout import inset
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.mini_board import captioned_board
from puzzler.window.window import Window

_LEAST_SECONDS = 0.3
"""A search that is over sooner shows no ghost: it would only flash."""

_UNITS = 112
_LEAST_UNITS = 84


class GhostPanel:
    """There while a search runs."""

    name = "ghost"
    controls: Sequence[Control] = ()

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._area = Rect(0, 0, 0, 0)

    @property
    def is_shown(self) -> bool:
        """A search has run for long enough to be watched."""
        watching, progress = self._desk.watching, self._desk.progress
        is_searching = watching is not None and watching.is_searching
        return is_searching and progress is not None and progress.stats.elapsed >= _LEAST_SECONDS

    def height(self, painter: Painter, width: int) -> int:
        """Large enough for its numbers to be read."""
        return painter.px(_UNITS)

    def least_height(self, painter: Painter, width: int) -> int:
        """Small, but its numbers can be read."""
        return painter.px(_LEAST_UNITS)

    def place(self, painter: Painter, area: Rect) -> None:
        """All of it."""
        is_low = area.height < painter.px(_UNITS)
        self._area = inset(area, painter.px(16), painter.px(8 if is_low else 14))

    def follow(self) -> None:
        """The desk keeps what it shows still for as long as it takes to read it."""

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The board, and beside it whose it is."""
        desk = self._desk
        if desk.progress is None or desk.figures is None:
            return
        yield from captioned_board(
            painter,
            self._area,
            desk.progress.current,
            desk.session.activity.goal,
            desk.view.skin,
            "Being expanded",
            f"By {desk.figures.method.title}",
            is_ghost=True,
        )
