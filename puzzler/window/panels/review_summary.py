"""What a review comes to: moves, shortest, lost, time; and the same by stages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Rect

from puzzler.game.review.review import Stage
from puzzler.humanize import NOTHING, precise_time
from puzzler.window.layout import Grow, Size, inset, row
from puzzler.window.panels.still import Still
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import figure, figure_rows, hairline, in_rows, label
from puzzler.window.window import Window

_UNITS = 20
_TITLE_UNITS = 22
_ROW_UNITS = 24
_GAP_UNITS = 10
_MARGIN = 16, 14


class ReviewSummary:
    """There while a play is reviewed."""

    name = "review summary"
    controls: Sequence[Control] = ()

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._still = Still()
        self._area = Rect(0, 0, 0, 0)
        self._followed: object = None
        self._title = ""
        self._figures: list[tuple[str, str]] = []
        self._stages: tuple[Stage, ...] = ()

    @property
    def is_shown(self) -> bool:
        """A play is reviewed."""
        return self._desk.reviewing is not None

    def height(self, painter: Painter, width: int) -> int:
        """A title, the figures in as many rows as they take, and a row for every stage."""
        inner = width - 2 * painter.px(_MARGIN[0])
        lines = len(self._lines(painter, inner))
        height = 2 * painter.px(_MARGIN[1]) + painter.px(_TITLE_UNITS + 6)
        height += lines * (_figure_height(painter) + painter.px(10))
        if self._stages:
            height += painter.px(_ROW_UNITS) * (len(self._stages) + 1) + painter.px(4)
        return height

    def place(self, painter: Painter, area: Rect) -> None:
        """All of it."""
        self._area = inset(area, *map(painter.px, _MARGIN))

    def follow(self) -> None:
        """What is known by now."""
        reviewing = self._desk.reviewing
        if reviewing is None:
            return
        review = reviewing.review
        followed = review, review.ends, reviewing.source.title
        if followed != self._followed:
            self._followed = followed
            self._title = reviewing.source.title
            self._figures = list(reviewing.state().summary)
            self._stages = review.stages

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Title, figures, stages."""
        made_of = self._title, tuple(self._figures), self._stages, painter, tuple(self._area)
        yield from self._still.parts(made_of, lambda: self._made(painter))

    def _lines(self, painter: Painter, width: int) -> list[Sequence[tuple[str, str]]]:
        return in_rows(painter, self._figures, width, units=_UNITS, gap=painter.px(_GAP_UNITS))

    def _made(self, painter: Painter) -> Iterator[Part]:
        theme, area = painter.theme, self._area
        title = Rect(area.left, area.top, area.width, painter.px(_TITLE_UNITS))
        yield label(painter, "title", title, self._title, color=theme.text, face=Face.STRONG)
        top, gap = title.bottom + painter.px(6), painter.px(10)
        lines = self._lines(painter, area.width)
        each = max(map(len, lines), default=1)
        for line in lines:
            place = Rect(area.left, top, area.width, _figure_height(painter))
            places = row(place, [Grow()] * each, painter.px(_GAP_UNITS))
            for (caption, value), rect in zip(line, places, strict=False):
                yield figure(painter, caption, rect, caption, value, units=_UNITS)
            top = place.bottom + gap
        if self._stages:
            yield from self._stage_parts(painter, Rect(area.left, top, area.width, 0))

    def _stage_parts(self, painter: Painter, place: Rect) -> Iterator[Part]:
        """A table: what was finished, in how many moves, how many of them lost, in what time."""
        theme, height = painter.theme, painter.px(_ROW_UNITS)
        has_times = any(stage.seconds is not None for stage in self._stages)
        captions = ("Finished", "Moves", "Lost", *(["Time"] if has_times else []))
        widths: list[Size] = [Grow(), *[painter.px(66)] * (len(captions) - 1)]
        lines = [captions, *(_cells(stage)[: len(captions)] for stage in self._stages)]
        for number, cells in enumerate(lines):
            line = Rect(place.left, place.top + number * height, place.width, height)
            for index, (cell, rect) in enumerate(zip(cells, row(line, widths), strict=True)):
                yield label(
                    painter,
                    f"stage {number} {index}",
                    rect,
                    cell,
                    color=theme.text_muted if not number else theme.text,
                    units=12.5 if not number else 14,
                    face=Face.FIGURES if number and index else Face.BODY,
                    align=1.0 if index else 0.0,
                )
            yield hairline(painter, f"line {number}", line)


def _cells(stage: Stage) -> tuple[str, ...]:
    """A row of the table; nothing stands where nothing is proven."""
    lost = "" if stage.lost is None else f"{stage.lost:,}"
    time = NOTHING if stage.seconds is None else precise_time(stage.seconds)
    return stage.name, f"{stage.moves:,}", lost, time


def _figure_height(painter: Painter) -> int:
    return sum(figure_rows(painter, _UNITS)) + painter.px(3)
