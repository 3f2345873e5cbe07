"""A list as a block of a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Rect

from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.scroll_list import ScrollList


class ListBlock:
    """A fixed number of rows high."""

    def __init__(self, shown: ScrollList, rows: int, row_units: int = 36) -> None:
        self.controls: Sequence[Control] = (shown,)
        self._list = shown
        self._rows = rows
        self._row_units = row_units

    def height(self, painter: Painter, width: int) -> int:
        """So many rows, and the edge."""
        return self._rows * painter.target(self._row_units) + painter.px(10)

    def place(self, painter: Painter, area: Rect) -> None:
        """All of it."""
        self._list.rect = area

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Nothing but the control."""
        return iter(())
