"""How tiles are placed by hand, in the column: nothing there is left of the play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Rect

from puzzler.window.layout import inset
from puzzler.window.play.actions import is_editing
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.words import Words
from puzzler.window.window import Window

_TITLE = "Placing tiles by hand"
_NOTES = (
    "Click two tiles to swap them.",
    "The arrow keys move a cursor; Enter or Space picks a tile.",
    "The whole board can also be typed or pasted as text, below the tiles.",
)


class EditNotes:
    """There while tiles are placed by hand."""

    name = "edit notes"
    controls: Sequence[Control] = ()

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._blocks = [
            Words(_TITLE, units=16, is_strong=True),
            *(Words(note) for note in _NOTES),
        ]

    @property
    def is_shown(self) -> bool:
        """While tiles are placed by hand."""
        return is_editing(self._desk)

    def height(self, painter: Painter, width: int) -> int:
        """Of its paragraphs."""
        inner = width - 2 * painter.px(20)
        heights = [block.height(painter, inner) for block in self._blocks]
        return sum(heights) + painter.px(6) * (len(heights) - 1) + 2 * painter.px(16)

    def place(self, painter: Painter, area: Rect) -> None:
        """One below the other."""
        inner = inset(area, painter.px(20), painter.px(16))
        top = inner.top
        for block in self._blocks:
            height = block.height(painter, inner.width)
            block.place(painter, Rect(inner.left, top, inner.width, height))
            top += height + painter.px(6)

    def follow(self) -> None:
        """It never changes."""

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The paragraphs."""
        for number, block in enumerate(self._blocks):
            for part in block.parts(painter):
                yield Part((number, part.key), part.bounds, part.look, part.draw)
