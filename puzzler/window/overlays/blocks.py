"""The blocks that sheets are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from pygame import Rect

from puzzler.window.layout import Grow, Size, row
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.button import Button
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import hairline, label

LINE_UNITS = 21


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


class Field:
    """A control with its name at the left and, below that, a line on what it means."""

    def __init__(
        self, name: str, control: Control, *, note: str = "", control_units: int = 250
    ) -> None:
        self.name = name
        self.controls: Sequence[Control] = (control,)
        self.note = note
        self._control_units = control_units
        self._words = Rect(0, 0, 0, 0)

    def height(self, painter: Painter, width: int) -> int:
        """One or two lines, at least as high as the control."""
        notes = len(self._note_lines(painter, self._words_width(painter, width)))
        return max(painter.target(40), painter.px(24) + notes * _note_height(painter))

    def place(self, painter: Painter, area: Rect) -> None:
        """Words at the left, the control at the right."""
        width = self._words_width(painter, area.width)
        control_width = area.width - width - painter.px(12)
        self._words = Rect(area.left, area.top, width, area.height)
        rect = Rect(area.right - control_width, 0, control_width, painter.target(40))
        rect.centery = area.centery
        self.controls[0].rect = rect

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Name and note."""
        theme = painter.theme
        notes = self._note_lines(painter, self._words.width)
        line, note_line = painter.px(24), _note_height(painter)
        top = self._words.top + (self._words.height - line - len(notes) * note_line) // 2
        area = Rect(self._words.left, top, self._words.width, line)
        yield label(painter, "name", area, self.name, color=theme.text, units=15, face=Face.STRONG)
        for number, words in enumerate(notes):
            area = Rect(area.left, top + line + number * note_line, area.width, note_line)
            yield label(painter, f"note {number}", area, words, color=theme.text_muted, units=13)

    def _words_width(self, painter: Painter, width: int) -> int:
        asked = getattr(self.controls[0], "width", None)
        control = painter.px(self._control_units)
        if asked is not None and self._control_units == 0:
            control = asked(painter)
        return max(painter.px(90), width - min(control, width * 3 // 5) - painter.px(12))

    def _note_lines(self, painter: Painter, width: int) -> list[str]:
        if not self.note:
            return []
        return painter.wrapped(self.note, Face.BODY, painter.type_size(13), width)


class Line:
    """Controls side by side: those with a width of their own take it, the others share the rest."""

    def __init__(self, controls: Sequence[Control], *, fills: bool = False) -> None:
        self.controls: Sequence[Control] = tuple(controls)
        self._fills = fills
        """Buttons share the width, too."""

    def height(self, painter: Painter, width: int) -> int:
        """One line."""
        return painter.target(40)

    def place(self, painter: Painter, area: Rect) -> None:
        """From left to right."""
        sizes: list[Size] = []
        for control in self.controls:
            if isinstance(control, Button) and not self._fills:
                sizes.append(control.width(painter))
            else:
                sizes.append(Grow())
        if not any(isinstance(size, Grow) for size in sizes):
            sizes.append(Grow())
        rects = row(area, sizes, painter.px(10))
        for control, rect in zip(self.controls, rects, strict=False):
            control.rect = rect

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Nothing but the controls."""
        return iter(())


class Facts:
    """Two columns: keys and what they do, or names and their figures."""

    controls: Sequence[Control] = ()

    def __init__(
        self, rows: Sequence[tuple[str, str]], *, share: float = 0.36, are_figures: bool = False
    ) -> None:
        """are_figures: the second column is what one looks for, not the first."""
        self._rows = tuple(rows)
        self._are_figures = are_figures
        self._share = share
        self._area = Rect(0, 0, 0, 0)

    def height(self, painter: Painter, width: int) -> int:
        """One line each."""
        return painter.px(28) * len(self._rows)

    def place(self, painter: Painter, area: Rect) -> None:
        """Remember where."""
        self._area = area

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Row by row, with a hairline between."""
        theme, height = painter.theme, painter.px(28)
        left = round(self._area.width * self._share)
        for number, (first, second) in enumerate(self._rows):
            line = Rect(self._area.left, self._area.top + number * height, self._area.width, height)
            one, two = row(line, [left, Grow()], painter.px(12))
            sought, other = ("b", "a") if self._are_figures else ("a", "b")
            words = {"a": (one, first), "b": (two, second)}
            yield label(
                painter,
                f"{sought}{number}",
                *words[sought],
                color=theme.text,
                units=13.5,
                face=Face.FIGURES,
            )
            yield label(
                painter, f"{other}{number}", *words[other], color=theme.text_muted, units=14
            )
            yield hairline(painter, f"c{number}", line)


def _note_height(painter: Painter) -> int:
    return round(painter.type_size(13) * 1.4)
