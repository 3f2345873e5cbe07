"""The time to look at a board before the timer runs, large, in place of the figures of the play."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pygame import Rect

from puzzler.window.layout import Grow, column, row
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.label import label
from puzzler.window.window import Window

_NUMBER_UNITS = 52
_SMALL_UNITS = 24


class InspectionCount:
    """A part of the status while a board is looked at."""

    def __init__(self, desk: Window) -> None:
        self.rect = Rect(0, 0, 0, 0)
        self._desk = desk

    @property
    def is_on(self) -> bool:
        """Time is left to look at the board."""
        return self._desk.session.challenges.inspection_left is not None

    def seconds_to_change(self) -> float | None:
        """The next whole second."""
        left = self._desk.session.challenges.inspection_left
        return None if left is None else left - math.ceil(left) + 1.001

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The seconds, and beside them what comes then."""
        left = self._desk.session.challenges.inspection_left
        if left is None:
            return
        theme, is_low = painter.theme, self.rect.height < painter.px(_NUMBER_UNITS)
        units = _SMALL_UNITS if is_low else _NUMBER_UNITS
        seconds = f"{max(1, math.ceil(left))}"
        widest = painter.text_width("00", Face.FIGURES, painter.type_size(units))
        words = painter.px(230)
        if is_low:
            number, beside = row(self.rect, [widest, Grow()], painter.px(14))
        else:
            cut = row(self.rect, [Grow(), widest, words, Grow()], painter.px(22))
            number, beside = cut[1], cut[2]
        yield label(
            painter,
            "inspection",
            number,
            seconds,
            color=theme.accent,
            units=units,
            face=Face.FIGURES,
            align=1.0,
        )
        line = painter.type_size(15 * 1.4)
        said = ("Look at the board", "The timer starts with your first move or at 0")
        lines = [said[0], *painter.wrapped(said[1], Face.BODY, painter.type_size(14), beside.width)]
        lines = [f"{said[0]}: {said[1][0].lower()}{said[1][1:]}"] if is_low else lines
        places = column(beside, [Grow(), *[line] * len(lines), Grow()])[1:-1]
        for at, (place, said_line) in enumerate(zip(places, lines, strict=True)):
            yield label(
                painter,
                f"inspection {at}",
                place,
                said_line,
                color=theme.text_muted if at or is_low else theme.text,
                units=14 if at or is_low else 16,
                face=Face.BODY if at or is_low else Face.STRONG,
            )
