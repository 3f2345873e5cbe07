"""Paragraphs of the column that shows how tiles are placed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from pygame import Rect

from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label


class Words:
    """A paragraph, broken into lines; a function is asked for its words whenever it is drawn."""

    controls: Sequence[Control] = ()

    def __init__(
        self, words: str | Callable[[], str], *, units: float = 14, is_strong: bool = False
    ) -> None:
        self._words = words if callable(words) else partial(str, words)
        self._units = units
        self._is_strong = is_strong
        self._area = Rect(0, 0, 0, 0)

    def height(self, painter: Painter, width: int) -> int:
        """As many lines as it takes."""
        return self._line_height(painter) * len(self._lines(painter, width))

    def place(self, painter: Painter, area: Rect) -> None:
        """Remember where."""
        self._area = area

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Line by line."""
        theme = painter.theme
        height = self._line_height(painter)
        for number, words in enumerate(self._lines(painter, self._area.width)):
            area = Rect(self._area.left, self._area.top + number * height, self._area.width, height)
            yield label(
                painter,
                f"words {number}",
                area,
                words,
                color=theme.text if self._is_strong else theme.text_muted,
                units=self._units,
                face=Face.STRONG if self._is_strong else Face.BODY,
            )

    def _line_height(self, painter: Painter) -> int:
        return painter.type_size(self._units * 1.5)

    def _lines(self, painter: Painter, width: int) -> list[str]:
        face = Face.STRONG if self._is_strong else Face.BODY
        return painter.wrapped(self._words(), face, painter.type_size(self._units), width)
