"""The blocks of the statistics: the kinds, their figures, the curve, and the list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pygame import Rect

from puzzler.game.play.category import Kind
from puzzler.game.storage.statistics import Means, Summary
from puzzler.humanize import precise_time
from puzzler.window.layout import Grow, Size, column, row
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.dropdown import Dropdown
from puzzler.window.widgets.label import figure, figure_rows, hairline, in_rows, label
from puzzler.window.widgets.segmented import Segmented
from puzzler.window.widgets.table import Table
from puzzler.window.widgets.tabs import Tabs
from puzzler.window.widgets.value_curve import ValueCurve

_UNITS = 20
_ROW_UNITS = 25
_FIGURES_SHARE = 0.54
_CURVE_UNITS = 150
_LEAST_ROWS = 2


class KindBlock:
    """Tabs where all of them find room, else a list to choose from; and which time is meant."""

    def __init__(self, tabs: Tabs[Kind], choice: Dropdown[Kind], times: Segmented[bool]) -> None:
        self._tabs = tabs
        self._choice = choice
        self._times = times
        self._kinds: Tabs[Kind] | Dropdown[Kind] = tabs

    @property
    def controls(self) -> Sequence[Control]:
        """The kinds, then the time."""
        return self._kinds, self._times

    def height(self, painter: Painter, width: int) -> int:
        """One line, or two where it is narrow."""
        line = painter.target(40)
        return line if self._is_one_line(painter, width) else 2 * line + painter.px(8)

    def place(self, painter: Painter, area: Rect) -> None:
        """The kinds at the left, the time at the right or below."""
        line, width = painter.target(40), self._times.width(painter)
        if self._is_one_line(painter, area.width):
            left, self._times.rect = row(area, [Grow(), width], painter.px(16))
        else:
            left, below = column(area, [line, line], painter.px(8))
            self._times.rect = Rect(below.left, below.top, min(width, below.width), line)
        tabs = self._tabs_width(painter)
        self._kinds = self._tabs if tabs <= left.width else self._choice
        self._kinds.rect = Rect(left.left, left.top, min(left.width, tabs), line)
        if self._kinds is self._choice:
            self._kinds.rect.width = min(left.width, painter.px(420))

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Nothing but the controls."""
        return iter(())

    def _tabs_width(self, painter: Painter) -> int:
        size = painter.type_size(15)
        words = [painter.text_width(words, Face.STRONG, size) for _, words in self._tabs.options]
        # a tab has its share by the number of its letters: the widest needs the most
        return round(1.15 * sum(words)) + len(words) * painter.px(28)

    def _is_one_line(self, painter: Painter, width: int) -> bool:
        return width >= painter.px(560)


class FiguresBlock:
    """What is to be beaten, and the means of the last solves beside the best there were."""

    controls: Sequence[Control] = ()

    def __init__(self, summary: Callable[[], Summary]) -> None:
        self._summary = summary
        self._area = Rect(0, 0, 0, 0)

    def height(self, painter: Painter, width: int) -> int:
        """Two rows of figures, and the table of means."""
        rows = len(self._summary().means) + 1
        return (
            len(self._lines(painter, width)) * (_figure_height(painter) + painter.px(8))
            + rows * painter.px(_ROW_UNITS)
            + painter.px(4)
        )

    def place(self, painter: Painter, area: Rect) -> None:
        """Remember where."""
        self._area = area

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The figures, and below them the means."""
        summary, area = self._summary(), self._area
        top, lines = area.top, self._lines(painter, area.width)
        each = max(map(len, lines), default=1)
        for figures in lines:
            line = Rect(area.left, top, area.width, _figure_height(painter))
            places = row(line, [Grow()] * each, painter.px(8))
            for (caption, value), place in zip(figures, places, strict=False):
                if value:
                    yield figure(painter, caption, place, caption, value, units=_UNITS)
            top = line.bottom + painter.px(8)
        yield from self._means(painter, summary, Rect(area.left, top, area.width, 0))

    def _means(self, painter: Painter, summary: Summary, place: Rect) -> Iterator[Part]:
        theme, height = painter.theme, painter.px(_ROW_UNITS)
        lines: list[tuple[str, ...]] = [("", "Now", "moves", "Best", "moves")]
        lines += [_mean(count, means) for count, means in summary.means.items()]
        sizes: list[Size] = [Grow(1.2), Grow(1.2), Grow(), Grow(1.2), Grow()]
        for number, cells in enumerate(lines):
            line = Rect(place.left, place.top + number * height, place.width, height)
            places = row(line, sizes)
            if len(cells) < len(places):  # words instead of figures
                places[1:] = [places[1].unionall(places[2:])]
            for index, (cell, rect) in enumerate(zip(cells, places, strict=True)):
                is_caption = not number or not index or len(cells) < len(sizes)
                yield label(
                    painter,
                    f"mean {number} {index}",
                    rect,
                    cell,
                    color=theme.text_muted if is_caption else theme.text,
                    units=12.5 if not number else 14,
                    face=Face.BODY if is_caption else Face.FIGURES,
                    align=1.0 if index else 0.0,
                )
            yield hairline(painter, f"line {number}", line)

    def _lines(self, painter: Painter, width: int) -> list[Sequence[tuple[str, str]]]:
        return in_rows(painter, _bests(self._summary()), width, units=_UNITS, gap=painter.px(8))


class CurveBlock:
    """The times of the solves; the line above it says what the pointer is over."""

    def __init__(self, curve: ValueCurve, words: Callable[[], str]) -> None:
        self.controls: Sequence[Control] = (curve,)
        self._curve = curve
        self._words = words
        self._head = Rect(0, 0, 0, 0)

    def height(self, painter: Painter, width: int) -> int:
        """Words and the curve."""
        return painter.px(_CURVE_UNITS)

    def place(self, painter: Painter, area: Rect) -> None:
        """The curve has what the words leave."""
        self._head, below = column(area, [painter.px(22), Grow()], painter.px(2))
        self._curve.place(painter, below)

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The words."""
        yield label(
            painter, "curve words", self._head, self._words(), color=painter.theme.text_muted
        )


class SideBySide:
    """The figures, and the curve beside them."""

    def __init__(self, first: FiguresBlock, second: CurveBlock) -> None:
        self.controls: Sequence[Control] = (*first.controls, *second.controls)
        self._first, self._second = first, second

    def height(self, painter: Painter, width: int) -> int:
        """That of the higher one."""
        left, right = self._cut(painter, Rect(0, 0, width, 0))
        return max(
            self._first.height(painter, left.width), self._second.height(painter, right.width)
        )

    def place(self, painter: Painter, area: Rect) -> None:
        """Share the width."""
        left, right = self._cut(painter, area)
        self._first.place(painter, left)
        self._second.place(painter, right)

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Those of both."""
        yield from self._first.parts(painter)
        yield from self._second.parts(painter)

    def _cut(self, painter: Painter, area: Rect) -> tuple[Rect, Rect]:
        left = round(area.width * _FIGURES_SHARE)
        first, second = row(area, [left, Grow()], painter.px(28))
        return first, second


class ListBlock:
    """The table; it has what room there is."""

    def __init__(self, table: Table) -> None:
        self.controls: Sequence[Control] = (table,)
        self._table = table

    def height(self, painter: Painter, width: int) -> int:
        """A few rows at the least."""
        return (_LEAST_ROWS + 1) * self._table.row_height()

    def place(self, painter: Painter, area: Rect) -> None:
        """All of it."""
        self._table.rect = area

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Nothing but the control."""
        return iter(())


def _bests(summary: Summary) -> list[tuple[str, str]]:
    """Captions and values; "" for what there is not yet, whose place is kept."""
    time, moves, efficiency = summary.best_seconds, summary.best_moves, summary.best_efficiency
    speed = summary.moves_a_second
    return [
        ("Best time", "" if time is None else precise_time(time)),
        ("Fewest moves", "" if moves is None else f"{moves:,}"),
        ("Best efficiency", "" if efficiency is None else f"{efficiency:.2f}"),
        ("Moves a second", "" if speed is None else f"{speed:.1f}"),
        ("Solves", f"{summary.count:,}"),
    ]


def _mean(count: int, means: Means) -> tuple[str, ...]:
    """A row: the mean of the last ones, and the lowest there was; or when there will be one."""
    now, best = means
    if now is None or best is None:
        return f"Mean of {count}", f"comes with {count} solves"
    return (
        f"Mean of {count}",
        precise_time(now.seconds),
        f"{now.moves:.1f}",
        precise_time(best.seconds),
        f"{best.moves:.1f}",
    )


def _figure_height(painter: Painter) -> int:
    return sum(figure_rows(painter, _UNITS)) + painter.px(3)
