"""Groups that place their children in several lines, in a grid or by a function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Unpack

from pygame import Rect

from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import Child, Element, Range, exactly
from puzzler.window.toolkit.layout import Group, GroupOptions, _largest, _total

Line = list[tuple[Element, int, int]]
"""Elements next to each other, with their left edges and widths in pixels."""


def _evenly(elements: Sequence[Element], columns: int, gap: int, width: int) -> Line:
    """Place elements in the first of ``columns`` columns that share ``width`` pixels."""
    edges = [at * (width + gap) // columns for at in range(len(elements) + 1)]
    return [
        (element, left, after - gap - left)
        for element, (left, after) in zip(elements, pairwise(edges), strict=True)
    ]


class Placed(Group):
    """Children placed by a function, which is called with the area without the margins."""

    def __init__(
        self,
        place: Callable[[Context, Rect], object],
        *children: Child,
        **options: Unpack[GroupOptions],
    ) -> None:
        super().__init__(*children, **options)
        self.place_children = place

    def arrange_children(self, ui: Context, inner: Rect) -> None:
        self.place_children(ui, inner)


class _Lines(Group):
    """Children in several lines. Subclasses distribute children over lines and columns."""

    line_gap: float | None = None
    """The gap between lines, in units; by default the gap between children."""

    def lines(self, ui: Context, width: int) -> list[Line]:
        """The children of each line."""
        raise NotImplementedError

    def inner_height(self, ui: Context, width: int) -> Range:
        heights, gap = self._line_heights(ui, self.lines(ui, width)), self._gap_below(ui)
        return exactly(sum(heights) + gap * max(0, len(heights) - 1))

    def arrange_children(self, ui: Context, inner: Rect) -> None:
        lines, top = self.lines(ui, inner.width), inner.top
        for line, height in zip(lines, self._line_heights(ui, lines), strict=True):
            for child, left, width in line:
                child.place(ui, Rect(inner.left + left, top, width, height))
            top += height + self._gap_below(ui)

    def _line_heights(self, ui: Context, lines: list[Line]) -> list[int]:
        return [max(e.heights(ui, width).preferred for e, _, width in line) for line in lines]

    def _gap_below(self, ui: Context) -> int:
        return ui.painter.space(self.gap if self.line_gap is None else self.line_gap)

    def rows(self, columns: int) -> list[Sequence[Element]]:
        """The children in rows of ``columns``."""
        return [self.children[at : at + columns] for at in range(0, len(self.children), columns)]


class Wrap(_Lines):
    """Children next to each other, wrapped into as many lines as needed."""

    def __init__(
        self,
        *children: Child,
        fill: bool = False,
        line_gap: float | None = None,
        **options: Unpack[GroupOptions],
    ) -> None:
        """fill: children share the width of their line, and lines have about the same length."""
        super().__init__(*children, **options)
        self.fill, self.line_gap = fill, line_gap

    def inner_width(self, ui: Context) -> Range:
        widths = [child.widths(ui) for child in self.children]
        total = _total(widths, ui.painter.space(self.gap), self.children)
        return Range(_largest(widths).minimum, total.preferred)

    def lines(self, ui: Context, width: int) -> list[Line]:
        gap, lines, left = ui.painter.space(self.gap), list[Line](), width + 1
        for child in self.children:
            length = min(child.widths(ui).preferred, max(0, width))
            if left + length > width:
                lines.append([])
                left = 0
            lines[-1].append((child, left, length))
            left += length + gap
        if self.fill and lines:
            rows = self.rows(-(-len(self.children) // len(lines)))
            return [_evenly(row, len(row), gap, width) for row in rows]
        if self.align:
            spare = [round((width - line[-1][1] - line[-1][2]) * self.align) for line in lines]
            return [
                [(child, left + shift, length) for child, left, length in line]
                for line, shift in zip(lines, spare, strict=True)
            ]
        return lines


class Grid(_Lines):
    """Children in cells of equal width, in a fixed number of columns or as many as fit."""

    def __init__(
        self,
        *children: Child,
        columns: int = 0,
        cell: float | None = 120,
        max_columns: int = 99,
        **options: Unpack[GroupOptions],
    ) -> None:
        """columns: number of columns; 0 for as many as fit, at most ``max_columns``.

        cell: minimum width of a cell in units; None for the preferred width of the widest child,
        with rows of about the same length.
        """
        super().__init__(*children, **options)
        self.columns, self.cell, self.max_columns = columns, cell, max_columns

    def inner_width(self, ui: Context) -> Range:
        gap, count = ui.painter.space(self.gap), max(1, len(self.children))
        widest = super().inner_width(ui).preferred
        min_width = widest if self.cell is None else ui.painter.px(self.cell)
        if self.columns:
            count = min(self.columns, count)
        else:
            widest = min_width
        return Range(min(widest, min_width), count * (widest + gap) - gap)

    def lines(self, ui: Context, width: int) -> list[Line]:
        gap, count, columns = ui.painter.space(self.gap), max(1, len(self.children)), self.columns
        if not columns:
            widest = super().inner_width(ui).preferred
            cell = widest if self.cell is None else ui.painter.px(self.cell)
            columns = max(1, min(count, self.max_columns, (width + gap) // max(1, cell + gap)))
            if self.cell is None:
                columns = -(-count // -(-count // columns))
        return [_evenly(row, columns, gap, width) for row in self.rows(columns)]
