"""A notice: a message in up to two lines, as large as fits, and cut only where nothing helps."""

from __future__ import annotations

from collections.abc import Hashable

from pygame import Rect, Surface

from puzzler.window.toolkit.paint import SMALLEST_TYPE, Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Point, Touch

_UNITS = (15.0, 14.0, 13.0)
_LEADING = 1.3
_MOST_LINES = 2


def least_height() -> int:
    """Pixels that two lines need at the least."""
    return _MOST_LINES * round(SMALLEST_TYPE * _LEADING)


class Notice:
    """A control only where it is cut: then it can be pointed at and focused, and has a tooltip."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.words = ""
        self.is_good = False
        """It tells of a success."""
        self.is_strong = False
        """It is what one has to read first."""
        self.align = 0.5
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True

    def is_cut(self, painter: Painter) -> bool:
        """There is more to it than can be seen."""
        return self._fit(painter)[2]

    def lines(self, painter: Painter) -> list[str]:
        """What is shown, line by line; two lines are of about the same width."""
        size, lines, is_cut = self._fit(painter)
        if len(lines) == _MOST_LINES and " ".join(lines) == self.words and not is_cut:
            lines = _balanced(painter, self.words, size)
        return lines

    def width(self, painter: Painter) -> int:
        """How wide what is shown is: that of its longest line."""
        size = self._fit(painter)[0]
        return max(painter.text_width(line, Face.BODY, size) for line in self.lines(painter))

    def part(self, painter: Painter) -> Part:
        """The message as a part of the picture."""
        look = self.words, self.is_good, self.is_strong, self.align, self.rect.size
        return Part(self.name, self.rect, look, lambda surface: self._draw(surface, painter))

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        return self.words, self.is_good, self.is_strong

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        self._draw(surface, painter)

    def press(self, at: Point) -> None:
        """Nothing."""

    def drag(self, at: Point) -> None:
        """Nothing."""

    def release(self, at: Point) -> None:
        """Nothing."""

    def key(self, key: int, mod: int = 0) -> bool:
        """None."""
        return False

    def _draw(self, surface: Surface, painter: Painter) -> None:
        theme = painter.theme
        size, lines = self._fit(painter)[0], self.lines(painter)
        color = theme.text if self.is_strong else theme.text_muted
        color = theme.good if self.is_good else color
        height = round(size * _LEADING)
        top = self.rect.top + (self.rect.height - height * len(lines)) // 2
        for number, line in enumerate(lines):
            place = Rect(self.rect.left, top + number * height, self.rect.width, height)
            painter.write(surface, line, Face.BODY, size, color, place, align=self.align)

    def _fit(self, painter: Painter) -> tuple[int, list[str], bool]:
        """Size of type, lines, and whether that is less than all: the largest that shows it all."""
        sizes = sorted({*map(painter.type_size, _UNITS), SMALLEST_TYPE}, reverse=True)
        for size in sizes:
            lines = painter.wrapped(self.words, Face.BODY, size, self.rect.width)
            most = max(1, min(_MOST_LINES, self.rect.height // round(size * _LEADING)))
            if len(lines) <= most:
                return size, lines, False
        return size, [*lines[: most - 1], " ".join(lines[most - 1 :])], True


def _balanced(painter: Painter, message: str, size: int) -> list[str]:
    """Two lines of about the same width: no single word is left for the second."""
    words = message.split(" ")
    halves = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]
    return min(halves, key=lambda lines: max(painter.text_width(x, Face.BODY, size) for x in lines))
