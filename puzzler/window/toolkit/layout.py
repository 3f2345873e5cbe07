"""Elements that place others: rows, columns, grids, layers, and what scrolls."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Unpack

import pygame
from pygame import Rect, Surface

from puzzler.window.toolkit.element import (
    RING_UNITS,
    Child,
    Context,
    Control,
    Element,
    Frame,
    Options,
    Point,
    Range,
    Touch,
    own,
)
from puzzler.window.toolkit.theme import mix

THUMB_UNITS = 6


def share(total: int, gap: int, elements: Sequence[Element], sizes: Sequence[Range]) -> list[int]:
    """The size of each element along a line of ``total`` pixels; 0 for those left out.

    What is left over goes to those that grow. Where room is scarce elements yield in the order of
    their priority, of equals the last first: optional ones are left out, others shrink.
    """
    lengths = [size.wanted for size in sizes]
    rest = total - sum(lengths) - gap * max(0, len(lengths) - 1)
    if rest >= 0 and not any(element.grow for element in elements):
        return lengths
    shown = [True] * len(lengths)

    def spare() -> int:
        return total - sum(lengths) - gap * max(0, sum(shown) - 1)

    if rest < 0:
        order = sorted(range(len(lengths)), key=lambda at: (elements[at].priority, -at))
        for at in order:
            if elements[at].is_optional:
                lengths[at], shown[at] = 0, False
            else:
                lengths[at] = max(sizes[at].least, lengths[at] + spare())
            if spare() >= 0:
                break
        for at in reversed(order):  # what leaving out has set free
            if spare() > 0 and shown[at] and lengths[at] < sizes[at].wanted:
                lengths[at] = min(sizes[at].wanted, lengths[at] + spare())
    rest = spare()
    weights = [
        element.grow if is_shown else 0.0 for element, is_shown in zip(elements, shown, strict=True)
    ]
    weight = sum(weights)
    if rest > 0 and weight:
        taken, given = 0.0, 0
        for at, own_weight in enumerate(weights):
            taken += own_weight
            upto = round(rest * taken / weight)
            lengths[at] += upto - given
            given = upto
    return lengths


class Group(Element):
    """An element with children. ``gap`` and ``pad`` are in units."""

    def __init__(
        self,
        *children: Child,
        gap: float = 8,
        pad: float | tuple[float, float] = 0,
        arrows: bool = False,
        **options: Unpack[Options],
    ) -> None:
        """``pad`` is the margin (across, down) around the children.

        arrows: the arrow keys move the focus between the controls within.
        """
        super().__init__(**options)
        self.children = own(children)
        self.gap = gap
        self.pad = pad if isinstance(pad, tuple) else (pad, pad)
        self.arrows = arrows
        self.on_key: Callable[[int, int], bool] | None = None
        """Called with (key, modifiers) for keys that no control took."""

    def emit(self, ui: Context, frame: Frame) -> None:
        if self.tip is not None:
            frame.target(self)
        first, scope = len(frame.targets), frame.enter(self.key)
        for child in self.shown:
            child.emit(ui, frame)
        frame.leave(scope)
        if self.arrows:
            frame.groups.append(frame.targets[first:])
        if self.on_key is not None:
            frame.keys.append(self.on_key)

    @property
    def shown(self) -> Sequence[Element]:
        """The children that are drawn, from back to front."""
        return [child for child in self.children if child.rect.width and child.rect.height]

    def margins(self, ui: Context) -> tuple[int, int]:
        """``pad`` in pixels."""
        across, down = self.pad
        if not across and not down:
            return 0, 0
        return round(across * ui.painter.scale), round(down * ui.painter.scale)

    def space(self, ui: Context) -> int:
        """``gap`` in pixels."""
        return round(self.gap * ui.painter.scale)

    def inside(self, ui: Context, rect: Rect) -> Rect:
        """``rect`` without the margins."""
        across, down = self.margins(ui)
        return rect.inflate(-2 * across, -2 * down)


def _total(ranges: Sequence[Range], gap: int, elements: Sequence[Element]) -> Range:
    """Of elements in a line."""
    kept = [r.least for r, element in zip(ranges, elements, strict=True) if not element.is_optional]
    least = sum(kept) + gap * max(0, len(kept) - 1)
    return Range(least, sum(r.wanted for r in ranges) + gap * max(0, len(ranges) - 1))


class Column(Group):
    """Children one below the other, as wide as the column unless ``align`` says otherwise."""

    def __init__(
        self,
        *children: Child,
        align: float | None = None,
        gap: float = 8,
        pad: float | tuple[float, float] = 0,
        arrows: bool = False,
        **options: Unpack[Options],
    ) -> None:
        """``align``: 0 at the left, 0.5 in the middle, 1 at the right; None stretches."""
        super().__init__(*children, gap=gap, pad=pad, arrows=arrows, **options)
        self.align = align

    def measure_width(self, ui: Context) -> Range:
        widths = [child.widths(ui) for child in self.children]
        across = 2 * self.margins(ui)[0]
        least = max((w.least for w in widths), default=0)
        return Range(least + across, max((w.wanted for w in widths), default=0) + across)

    def measure_height(self, ui: Context, width: int) -> Range:
        across, down = self.margins(ui)
        heights = [
            child.heights(ui, self._width(ui, child, width - 2 * across)) for child in self.children
        ]
        total = _total(heights, self.space(ui), self.children)
        return Range(total.least + 2 * down, total.wanted + 2 * down)

    def arrange(self, ui: Context, rect: Rect) -> None:
        inner, gap = self.inside(ui, rect), self.space(ui)
        widths = [self._width(ui, child, inner.width) for child in self.children]
        heights = [
            child.heights(ui, width) for child, width in zip(self.children, widths, strict=True)
        ]
        top = inner.top
        for child, width, height in zip(
            self.children, widths, share(inner.height, gap, self.children, heights), strict=True
        ):
            left = inner.left + round((inner.width - width) * (self.align or 0.0))
            child.place(ui, Rect(left, top, width, height))
            top += height + gap if height or not child.is_optional else 0

    def _width(self, ui: Context, child: Element, width: int) -> int:
        if self.align is None and child.fixed_width is None:
            return max(0, width)
        return max(0, min(width, child.widths(ui).wanted))


class Row(Group):
    """Children side by side, each as high as it wants and in the middle, or stretched."""

    def __init__(
        self,
        *children: Child,
        stretch: bool = False,
        even: bool = False,
        align: float = 0.5,
        gap: float = 8,
        pad: float | tuple[float, float] = 0,
        arrows: bool = False,
        **options: Unpack[Options],
    ) -> None:
        """``align``: 0 at the top, 0.5 in the middle, 1 at the bottom.

        even: the widths follow ``grow`` alone, so that nothing moves when the content changes.
        """
        super().__init__(*children, gap=gap, pad=pad, arrows=arrows, **options)
        self.stretch, self.align, self.even = stretch, align, even
        self._shared: tuple[int, list[int]] | None = None

    def measure_width(self, ui: Context) -> Range:
        widths = [child.widths(ui) for child in self.children]
        if self.even and widths:
            weight = sum(child.grow for child in self.children)
            each = max(
                w.wanted / child.grow for w, child in zip(widths, self.children, strict=True)
            )
            gaps = self.space(ui) * (len(widths) - 1) + 2 * self.margins(ui)[0]
            return Range(gaps, round(each * weight) + gaps)
        total, across = _total(widths, self.space(ui), self.children), 2 * self.margins(ui)[0]
        return Range(total.least + across, total.wanted + across)

    def measure_height(self, ui: Context, width: int) -> Range:
        across, down = self.margins(ui)
        heights = [
            child.heights(ui, length)
            for child, length in zip(
                self.children, self._shares(ui, width - 2 * across), strict=True
            )
            if length
        ]
        least = max((h.least for h in heights), default=0)
        return Range(least + 2 * down, max((h.wanted for h in heights), default=0) + 2 * down)

    def arrange(self, ui: Context, rect: Rect) -> None:
        inner, gap = self.inside(ui, rect), self.space(ui)
        left = inner.left
        for child, width in zip(self.children, self._shares(ui, inner.width), strict=True):
            height = inner.height
            if not self.stretch or child.fixed_height is not None:
                height = min(height, child.heights(ui, width).wanted)
            top = inner.top + round((inner.height - height) * self.align)
            child.place(ui, Rect(left, top, width, height))
            left += width + gap if width or not child.is_optional else 0

    def _shares(self, ui: Context, width: int) -> list[int]:
        if self._shared is None or self._shared[0] != width:
            widths = [Range(0, 0) if self.even else child.widths(ui) for child in self.children]
            shares = share(max(0, width), self.space(ui), self.children, widths)
            self._shared = width, shares
        return self._shared[1]


class Wrap(Group):
    """Children side by side in as many lines as they need; the lines are ``fill``ed, or not."""

    def __init__(
        self,
        *children: Child,
        fill: bool = False,
        line_gap: float | None = None,
        align: float = 0.0,
        gap: float = 8,
        pad: float | tuple[float, float] = 0,
        arrows: bool = False,
        **options: Unpack[Options],
    ) -> None:
        """fill: the children of a line share all of its width, and lines have about as many.

        line_gap: between lines, by default as between children.
        """
        super().__init__(*children, gap=gap, pad=pad, arrows=arrows, **options)
        self.fill, self.align = fill, align
        self.line_gap = gap if line_gap is None else line_gap

    def measure_width(self, ui: Context) -> Range:
        widths = [child.widths(ui) for child in self.children]
        across = 2 * self.margins(ui)[0]
        least = max((w.least for w in widths), default=0)
        return Range(least + across, _total(widths, self.space(ui), self.children).wanted + across)

    def measure_height(self, ui: Context, width: int) -> Range:
        across, down = self.margins(ui)
        lines = self._lines(ui, width - 2 * across)
        heights = [
            max(child.heights(ui, length).wanted for child, length in line) for line in lines
        ]
        height = sum(heights) + self._apart(ui) * max(0, len(lines) - 1) + 2 * down
        return Range(height, height)

    def arrange(self, ui: Context, rect: Rect) -> None:
        inner, gap = self.inside(ui, rect), self.space(ui)
        top = inner.top
        for line in self._lines(ui, inner.width):
            height = max(child.heights(ui, length).wanted for child, length in line)
            used = sum(length for _, length in line) + gap * (len(line) - 1)
            left = inner.left + round((inner.width - used) * self.align)
            for child, length in line:
                child.place(ui, Rect(left, top, length, height))
                left += length + gap
            top += height + self._apart(ui)

    def _apart(self, ui: Context) -> int:
        return round(self.line_gap * ui.painter.scale)

    def _lines(self, ui: Context, width: int) -> list[list[tuple[Element, int]]]:
        gap, lines, room = self.space(ui), list[list[tuple[Element, int]]](), -1
        for child in self.children:
            length = min(child.widths(ui).wanted, max(0, width))
            if not lines or room < length:
                lines.append([])
                room = width
            lines[-1].append((child, length))
            room -= length + gap
        if self.fill and lines:
            each = -(-len(self.children) // len(lines))
            children = self.children
            lines = [
                [(child, (width + gap) // len(some) - gap) for child in some]
                for some in (children[at : at + each] for at in range(0, len(children), each))
            ]
        return lines


class Grid(Group):
    """Children in cells of one size, as many side by side as are asked for or find room."""

    def __init__(
        self,
        *children: Child,
        columns: int = 0,
        cell: float | None = 120,
        most: int = 99,
        gap: float = 8,
        pad: float | tuple[float, float] = 0,
        arrows: bool = False,
        **options: Unpack[Options],
    ) -> None:
        """columns: 0 for as many as find room at the width ``cell``, in units, at the ``most``.

        Without ``cell`` they are as wide as the widest child wants, and rows have about as many.
        """
        super().__init__(*children, gap=gap, pad=pad, arrows=arrows, **options)
        self.columns, self.cell, self.most = columns, cell, most

    def measure_width(self, ui: Context) -> Range:
        across, gap = 2 * self.margins(ui)[0], self.space(ui)
        count, widest = max(1, len(self.children)), self._widest(ui)
        least = widest if self.cell is None else ui.painter.px(self.cell)
        if self.columns:
            count = min(self.columns, count)
        else:
            widest = least
        return Range(min(widest, least) + across, count * (widest + gap) - gap + across)

    def measure_height(self, ui: Context, width: int) -> Range:
        rows, down = self._rows(ui, width - 2 * self.margins(ui)[0]), self.margins(ui)[1]
        height = sum(height for _, height in rows) + self.space(ui) * max(0, len(rows) - 1)
        return Range(height + 2 * down, height + 2 * down)

    def arrange(self, ui: Context, rect: Rect) -> None:
        inner, gap = self.inside(ui, rect), self.space(ui)
        columns, top = self._columns(ui, inner.width), inner.top
        for some, height in self._rows(ui, inner.width):
            for at, child in enumerate(some):
                left = inner.left + at * (inner.width + gap) // columns
                right = inner.left + (at + 1) * (inner.width + gap) // columns - gap
                child.place(ui, Rect(left, top, right - left, height))
            top += height + gap

    def _columns(self, ui: Context, width: int) -> int:
        if self.columns:
            return self.columns
        gap, count = self.space(ui), max(1, len(self.children))
        cell = self._widest(ui) if self.cell is None else ui.painter.px(self.cell)
        most = max(1, min(count, self.most, (width + gap) // max(1, cell + gap)))
        return most if self.cell is not None else -(-count // -(-count // most))

    def _widest(self, ui: Context) -> int:
        return max((child.widths(ui).wanted for child in self.children), default=0)

    def _rows(self, ui: Context, width: int) -> list[tuple[Sequence[Element], int]]:
        columns, gap = self._columns(ui, width), self.space(ui)
        each = max(0, (width + gap) // columns - gap)
        rows = [self.children[at : at + columns] for at in range(0, len(self.children), columns)]
        return [(row, max(child.heights(ui, each).wanted for child in row)) for row in rows]


class At(Group):
    """One child at a place of the room that it is given, no larger than it wants to be."""

    def __init__(
        self,
        child: Child,
        *,
        x: float | None = 0.5,
        y: float = 0.5,
        pad: float | tuple[float, float] = 0,
        most: float = 1.0,
        **options: Unpack[Options],
    ) -> None:
        """``x``, ``y``: 0 at the left and top, 1 at the right and bottom.

        Without ``x`` the child is as wide as the room. most: of the height of the room.
        """
        super().__init__(child, pad=pad, **options)
        self.x, self.y, self.most = x, y, most

    def measure_width(self, ui: Context) -> Range:
        across = 2 * self.margins(ui)[0]
        widths = [child.widths(ui) for child in self.children] or [Range(0, 0)]
        return Range(widths[0].least + across, widths[0].wanted + across)

    def measure_height(self, ui: Context, width: int) -> Range:
        across, down = self.margins(ui)
        heights = [child.heights(ui, width - 2 * across) for child in self.children] or [
            Range(0, 0)
        ]
        return Range(heights[0].least + 2 * down, heights[0].wanted + 2 * down)

    def arrange(self, ui: Context, rect: Rect) -> None:
        inner = self.inside(ui, rect)
        for child in self.children:
            is_wide = child.grow or self.x is None
            width = inner.width if is_wide else min(inner.width, child.widths(ui).wanted)
            most = round(inner.height * self.most)
            height = most if child.grow else min(most, child.heights(ui, width).wanted)
            left = inner.left + round((inner.width - width) * (self.x or 0.0))
            child.place(
                ui, Rect(left, inner.top + round((inner.height - height) * self.y), width, height)
            )


class Beside(Group):
    """A child beside a point of the window, on the side with more room."""

    def __init__(self, child: Child, at: Point, *, away: float = 12) -> None:
        super().__init__(child)
        self.at, self.away = at, away

    def arrange(self, ui: Context, rect: Rect) -> None:
        away = ui.painter.px(self.away)
        for child in self.children:
            width = child.widths(ui).wanted
            height = child.heights(ui, width).wanted
            left = self.at[0] + (away if self.at[0] < rect.centerx else -away - width)
            child.place(ui, Rect(left, self.at[1] - height // 2, width, height).clamp(rect))


class Stack(Group):
    """Children over each other in the same room, the last one on top."""

    def __init__(
        self,
        *children: Child,
        over: bool = False,
        pad: float | tuple[float, float] = 0,
        **options: Unpack[Options],
    ) -> None:
        """over: it is as large as its first child; the others lie over that."""
        super().__init__(*children, pad=pad, **options)
        self.measured = self.children[:1] if over else self.children

    def measure_width(self, ui: Context) -> Range:
        widths = [child.widths(ui) for child in self.measured] or [Range(0, 0)]
        return Range(max(w.least for w in widths), max(w.wanted for w in widths))

    def measure_height(self, ui: Context, width: int) -> Range:
        heights = [child.heights(ui, width) for child in self.measured] or [Range(0, 0)]
        return Range(max(h.least for h in heights), max(h.wanted for h in heights))

    def arrange(self, ui: Context, rect: Rect) -> None:
        for child in self.children:
            child.place(ui, self.inside(ui, rect))


class Fit(Stack):
    """The first of its children that finds room; the last where none does."""

    def __init__(self, *children: Child, squeeze: bool = False, **options: Unpack[Options]) -> None:
        """squeeze: a child finds room where its least does."""
        super().__init__(*children, **options)
        self.squeeze = squeeze

    def measure_width(self, ui: Context) -> Range:
        widths = [child.widths(ui) for child in self.children]
        return Range(min(w.least for w in widths), widths[0].wanted)

    def measure_height(self, ui: Context, width: int) -> Range:
        return self._fitting(ui, width).heights(ui, width)

    def arrange(self, ui: Context, rect: Rect) -> None:
        fitting = self._fitting(ui, rect.width)
        for child in self.children:
            child.rect = Rect(rect.topleft, (0, 0))
        fitting.place(ui, rect)

    def _fitting(self, ui: Context, width: int) -> Element:
        for child in self.children:
            widths = child.widths(ui)
            if (widths.least if self.squeeze else widths.wanted) <= width:
                return child
        return self.children[-1]


class Pages(Stack):
    """One of its children is shown, in room for the largest: turning a page moves nothing."""

    def __init__(self, *children: Child, shown: int = 0, **options: Unpack[Options]) -> None:
        super().__init__(*children, **options)
        self.page = shown

    @property
    def shown(self) -> Sequence[Element]:
        return self.children[self.page : self.page + 1]


class Ringed(Stack):
    """A child with a ring around it, in the place and with the room of that child."""

    REACH_UNITS = 4

    def __init__(self, child: Element) -> None:
        super().__init__(child, grow=child.grow, priority=child.priority)
        self.fixed_width, self.fixed_height = child.fixed_width, child.fixed_height
        self.is_optional = child.is_optional

    def emit(self, ui: Context, frame: Frame) -> None:
        super().emit(ui, frame)
        painter = ui.painter
        reach = painter.px(self.REACH_UNITS)
        around = self.rect.inflate(2 * reach, 2 * reach)

        def draw(surface: Surface) -> None:
            thick = max(2, painter.px(2.5))
            painter.ring(surface, around, painter.px(16), painter.theme.accent, thick)

        frame.part(around, around.size, draw)


class Responsive(Element):
    """Its content is described when its size is known: ``build(ui, width, height)``, in pixels."""

    def __init__(
        self, build: Callable[[Context, int, int], Element], **options: Unpack[Options]
    ) -> None:
        super().__init__(**options)
        self.build = build
        self.child: Element | None = None
        self._built: tuple[int, int] | None = None

    def arrange(self, ui: Context, rect: Rect) -> None:
        if self.child is None or self._built != rect.size:
            self.child, self._built = self.build(ui, *rect.size), rect.size
        self.child.place(ui, rect)

    def emit(self, ui: Context, frame: Frame) -> None:
        if self.child is not None:
            self.child.emit(ui, frame)


class Space(Element):
    """Nothing: it keeps others apart, by ``width``, ``height`` or ``grow``."""


class Rule(Element):
    """A hairline across a column."""

    def measure_height(self, ui: Context, width: int) -> Range:
        line = max(1, round(ui.painter.scale))
        return Range(line, line)

    def emit(self, ui: Context, frame: Frame) -> None:
        color = ui.painter.theme.panel_edge
        frame.part(self.rect, color, lambda surface: _fill(surface, color, self.rect))


class Card(Column):
    """A column on a raised ground. A floating one casts a shadow and takes presses itself."""

    def __init__(
        self,
        *children: Child,
        gap: float = 8,
        pad: float | tuple[float, float] = (18, 14),
        floating: bool = False,
        arrows: bool = False,
        on_escape: Callable[[], object] | None = None,
        **options: Unpack[Options],
    ) -> None:
        super().__init__(*children, gap=gap, pad=pad, arrows=arrows, **options)
        self.floating, self.on_escape = floating, on_escape

    def emit(self, ui: Context, frame: Frame) -> None:
        painter, rect = ui.painter, self.rect
        blur = painter.px(24) if self.floating else 0
        radius = painter.px(16)
        fill = painter.theme.ground if self.floating else painter.theme.panel

        def draw(surface: Surface) -> None:
            if blur:
                shadow = painter.shadow(rect.width, rect.height, radius, blur, 150)
                surface.blit(shadow, (rect.left - blur, rect.top - blur))
            painter.box(surface, rect, radius, fill, painter.theme.panel_edge)

        look = rect.size, painter.scale, self.floating
        key = ("card", self.key) if self.key is not None else None
        frame.part(rect.inflate(2 * blur, 2 * blur), look, draw, key)
        if self.floating:
            frame.target(self)
        if self.on_escape is not None:
            frame.escapes.append(self.on_escape)
        super().emit(ui, frame)


class Bar(Row):
    """A strip along the upper or lower edge of the window, with a hairline towards the rest."""

    def __init__(
        self, *children: Child, top: bool, gap: float = 8, **options: Unpack[Options]
    ) -> None:
        super().__init__(*children, gap=gap, pad=(16, 10), **options)
        self.top = top

    def emit(self, ui: Context, frame: Frame) -> None:
        theme, rect, high = ui.painter.theme, self.rect, max(1, round(ui.painter.scale))
        line = Rect(rect.left, rect.bottom - high if self.top else rect.top, rect.width, high)

        def draw(surface: Surface) -> None:
            surface.fill(theme.bar, rect)
            surface.fill(theme.panel_edge, line)

        frame.part(rect, rect.size, draw)
        super().emit(ui, frame)


# ---- Scrolling ----------------------------------------------------------------------------


class Scrolled:
    """How far something is scrolled: kept from one tree to the next."""

    def __init__(self) -> None:
        self.offset = 0
        self.content = 0
        """The height of all there is, in pixels."""
        self.height = 0
        """The height of what is in sight."""

    @property
    def can_scroll(self) -> bool:
        """There is more than can be seen at once."""
        return self.content > self.height

    def fit(self, height: int, content: int) -> None:
        """There is room for ``height`` of ``content`` pixels."""
        self.height, self.content = height, content
        self.by(0)

    def by(self, pixels: int) -> bool:
        """Scroll on as far as there is anything to see; False where nothing moves."""
        before = self.offset
        self.offset = max(0, min(self.content - self.height, before + pixels))
        return self.offset != before

    def reveal(self, top: int, bottom: int) -> None:
        """Scroll until ``top`` to ``bottom`` of the content are in sight."""
        if bottom > self.offset + self.height:
            self.offset = bottom - self.height
        self.offset = min(self.offset, top)
        self.by(0)


class Thumb(Control):
    """Shows how far something is scrolled, and drags it."""

    takes_focus = False

    def __init__(self, key: Hashable, scrolled: Scrolled) -> None:
        super().__init__(key=("thumb", key))
        self.scrolled = scrolled

    def thumb(self, ui: Context) -> Rect:
        """Where it is on its track, which is its place."""
        scrolled, lane, width = self.scrolled, self.rect, ui.painter.px(THUMB_UNITS)
        height = lane.height * scrolled.height // max(1, scrolled.content)
        height = min(max(ui.painter.px(32), height), lane.height)
        most = max(1, scrolled.content - scrolled.height)
        top = lane.top + (lane.height - height) * scrolled.offset // most
        return Rect(lane.right - width, top, width, height)

    def look(self, ui: Context, touch: Touch) -> Hashable:
        return self.scrolled.offset, self.scrolled.content, self.scrolled.height, touch.is_held

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        thumb, theme = self.thumb(ui), ui.painter.theme
        color = mix(theme.panel, theme.track, 1 if touch.is_held else 0.5)
        ui.painter.box(surface, thumb, thumb.width, color)

    def press(self, ui: Context, at: Point) -> None:
        thumb = self.thumb(ui)
        grip = at[1] - thumb.top if thumb.top <= at[1] < thumb.bottom else thumb.height // 2
        ui.state(self.key, _Grip).pixels = grip
        self.drag(ui, at)

    def drag(self, ui: Context, at: Point) -> None:
        room = self.rect.height - self.thumb(ui).height
        most = self.scrolled.content - self.scrolled.height
        self.scrolled.offset = 0
        grip = ui.state(self.key, _Grip).pixels
        self.scrolled.by(round((at[1] - grip - self.rect.top) * most / max(1, room)))
        ui.relayout()

    def release(self, ui: Context, at: Point) -> None:
        ui.refresh()


class _Grip:
    """Where the pointer holds a thumb."""

    pixels = 0


class Scroll(Element):
    """A child that is scrolled where it is higher than the room; with a key it stays there."""

    WHEEL_UNITS = 48

    def __init__(self, child: Element, **options: Unpack[Options]) -> None:
        super().__init__(**options)
        self.child = child
        self.view = Rect(0, 0, 0, 0)

    def scrolled(self, ui: Context) -> Scrolled:
        """How far it is scrolled."""
        return ui.state(("scroll", self.key), Scrolled)

    def measure_width(self, ui: Context) -> Range:
        return self.child.widths(ui)

    def measure_height(self, ui: Context, width: int) -> Range:
        heights = self.child.heights(ui, width)
        return Range(min(heights.least, ui.painter.px(2 * self.WHEEL_UNITS)), heights.wanted)

    def arrange(self, ui: Context, rect: Rect) -> None:
        scrolled, width = self.scrolled(ui), rect.width
        heights = self.child.heights(ui, width)
        content = rect.height if heights.least <= rect.height else heights.wanted
        if content > rect.height:
            width -= ui.painter.px(THUMB_UNITS + 4)
            content = self.child.heights(ui, width).wanted
        elif not self.child.grow:
            content = min(content, heights.wanted)
        self.view = rect
        scrolled.fit(rect.height, content)
        self.child.place(ui, Rect(rect.left, rect.top - scrolled.offset, width, content))

    def emit(self, ui: Context, frame: Frame) -> None:
        margin, scrolled = 2 * ui.painter.px(RING_UNITS), self.scrolled(ui)
        with frame.clipping(self.view, self, margin):
            if scrolled.can_scroll:
                frame.target(self)  # the wheel turns it, and keys do, whatever is in it
            scope = frame.enter(self.key)
            self.child.emit(ui, frame)
            frame.leave(scope)
        if scrolled.can_scroll:
            thumb, width = Thumb(self.key, scrolled), ui.painter.px(THUMB_UNITS + 4)
            thumb.place(ui, Rect(self.view.right - width, self.view.top, width, self.view.height))
            thumb.emit(ui, frame)

    def wheel(self, ui: Context, lines: float) -> bool:
        """The wheel turned over it; False where there is no more to see."""
        return self.by(ui, round(lines * ui.painter.px(self.WHEEL_UNITS)))

    def by(self, ui: Context, pixels: int) -> bool:
        """Scroll; False where nothing moves."""
        has_moved = self.scrolled(ui).by(pixels)
        if has_moved:
            ui.relayout()
        return has_moved

    def reveal(self, ui: Context, rect: Rect) -> None:
        """Scroll until ``rect`` is in sight."""
        scrolled, margin = self.scrolled(ui), ui.painter.px(2 * RING_UNITS)
        top = rect.top - self.view.top + scrolled.offset
        scrolled.reveal(top - margin, top + rect.height + margin)
        ui.relayout()

    def page_key(self, ui: Context, key: int) -> bool:
        """Scroll by the keys that scroll a page; False for any other."""
        line, page = ui.painter.px(self.WHEEL_UNITS), self.view.height
        steps = {
            pygame.K_UP: -line,
            pygame.K_DOWN: line,
            pygame.K_PAGEUP: line - page,
            pygame.K_PAGEDOWN: page - line,
            pygame.K_HOME: -self.scrolled(ui).content,
            pygame.K_END: self.scrolled(ui).content,
        }
        return key in steps and (self.by(ui, steps[key]) or True)


def _fill(surface: Surface, color: tuple[int, int, int], rect: Rect) -> None:
    surface.fill(color, rect)
