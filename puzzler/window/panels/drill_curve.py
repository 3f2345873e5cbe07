"""What got better: how many answers of each day were right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Rect

from puzzler.game.storage.practice import DrillDay
from puzzler.humanize import counted, long_date
from puzzler.window.layout import Grow, column, inset
from puzzler.window.panels.panel import drawn
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.widgets.value_curve import Series, ValueCurve
from puzzler.window.window import Window

_UNITS = 180
_LEAST_UNITS = 120
_MARGIN = 16, 12
_MEAN_OF = 7
"""Days that the line counts together."""


class DrillCurve:
    """There while cards are asked, from the first answer on."""

    name = "drill curve"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._head = Rect(0, 0, 0, 0)
        self._followed: object = None
        self._days: list[DrillDay] = []
        self.curve = ValueCurve("drill days", lambda share: f"{share:.0%}")

    @property
    def is_shown(self) -> bool:
        """Cards are asked, and some were answered."""
        return self._desk.drilling is not None and bool(self._days)

    def height(self, painter: Painter, width: int) -> int:
        """Words and the curve."""
        return painter.px(_UNITS)

    def least_height(self, painter: Painter, width: int) -> int:
        """With a lower curve."""
        return painter.px(_LEAST_UNITS)

    def place(self, painter: Painter, area: Rect) -> None:
        """Words, and the curve below them."""
        inner = inset(area, *map(painter.px, _MARGIN))
        self._head, below = column(inner, [painter.px(24), Grow()], painter.px(4))
        self.curve.place(painter, below)

    def follow(self) -> None:
        """Anew after every answer."""
        drilling = self._desk.drilling
        followed = None if drilling is None else (drilling, drilling.state().answered)
        if followed == self._followed:
            return
        self._followed = followed
        self._days = self._desk.session.drills.curve if drilling is not None else []
        self.curve.series = _series(self._days)

    @property
    def controls(self) -> list[Control]:
        """The curve, which says what a day was."""
        return [self.curve]

    def tip(self, name: str) -> Tip | None:
        """The day under the pointer."""
        at = self._desk.controls.touch(self.curve).at
        index = None if at is None else self.curve.index_at(at)
        if index is None or index >= len(self._days):
            return Tip(f"The share of right answers of each day, and of {_MEAN_OF} days together")
        day = self._days[index]
        answers = counted(day.answered, "answer")
        return Tip(f"{long_date(day.day)}: {day.right:,} of {answers} right")

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Words and curve."""
        words = "Right answers, day by day"
        yield label(painter, "title", self._head, words, color=painter.theme.text, face=Face.STRONG)
        yield from drawn(self._desk, painter, self.controls)


def _series(days: Sequence[DrillDay]) -> Series:
    """The share of right answers of each day, and that of the last days together."""
    line = []
    for last in range(1, len(days) + 1):
        some = days[max(0, last - _MEAN_OF) : last]
        line.append(sum(day.right for day in some) / max(1, sum(day.answered for day in some)))
    return Series(
        tuple(day.right / max(1, day.answered) for day in days),
        tuple(line),
        (0.25, 0.5, 1.0),
        1.0,
        long_date(days[0].day) if days else "",
        long_date(days[-1].day) if len(days) > 1 else "",
    )
