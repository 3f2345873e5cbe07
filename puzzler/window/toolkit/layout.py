"""Groups: rows, columns, cards, layers and other elements that place children; empty space."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Unpack

from pygame import Rect, Surface

from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import Access, Child, Element, Options, Range
from puzzler.window.toolkit.frame import Frame


def share(total: int, gap: int, elements: Sequence[Element], sizes: Sequence[Range]) -> list[int]:
    """The size of each element along a line of ``total`` pixels; 0 if an element is left out.

    Remaining space is divided in proportion to ``grow``. If room is scarce, elements yield in order
    of priority, the last of equal priority first: optional elements are left out, others shrink.
    """
    lengths = [size.preferred for size in sizes]
    shown = [
        bool(length or element.grow or not element.is_optional)
        for length, element in zip(lengths, elements, strict=True)
    ]

    def spare() -> int:
        return total - sum(lengths) - gap * max(0, sum(shown) - 1)

    if spare() < 0:
        order = sorted(range(len(lengths)), key=lambda at: (elements[at].priority, -at))
        for at in order:
            if elements[at].is_optional:
                lengths[at], shown[at] = 0, False
            else:
                lengths[at] = max(sizes[at].minimum, lengths[at] + spare())
            if spare() >= 0:
                break
        for at in reversed(order):  # use the space freed by elements that were left out
            if spare() > 0 and shown[at] and lengths[at] < sizes[at].preferred:
                lengths[at] = min(sizes[at].preferred, lengths[at] + spare())
    weight = sum([element.grow for at, element in enumerate(elements) if shown[at]])
    rest, weight_sum, assigned = spare() if weight else 0, 0.0, 0
    if rest > 0:
        for at, element in enumerate(elements):
            weight_sum += element.grow if shown[at] else 0.0
            upto = round(rest * weight_sum / weight)
            lengths[at] += upto - assigned
            assigned = upto
    return lengths


class GroupOptions(Options, total=False):
    """Options of elements with children."""

    gap: float
    """The gap between children, in units."""
    pad: float | tuple[float, float]
    """The margin around the children, or a pair (horizontal, vertical), in units."""
    align: float | None
    """Alignment of the children across a column or row, or along the lines of a wrap: 0 is left or
    top, 1 is right or bottom. None stretches the children of a column."""


class Group(Element):
    """An element with children. Subclasses measure and place within its margins."""

    gap: float = 8
    pad: float | tuple[float, float] = 0
    align: float | None = 0.0
    on_key: Callable[[int, int], bool] | None = None
    """Called with (key, modifiers) for keys that no control handled."""

    def __init__(self, *children: Child, **options: Unpack[GroupOptions]) -> None:
        self.children: Sequence[Element] = tuple(child for child in children if child)
        self.set_options(options)

    def measure_width(self, ui: Context) -> Range:
        minimum, preferred = self.inner_width(ui)
        across = 2 * self.margins(ui)[0] if self.pad else 0
        return Range(minimum + across, preferred + across)

    def measure_height(self, ui: Context, width: int) -> Range:
        if not self.pad:
            return self.inner_height(ui, width)
        across, down = self.margins(ui)
        minimum, preferred = self.inner_height(ui, width - 2 * across)
        return Range(minimum + 2 * down, preferred + 2 * down)

    def arrange(self, ui: Context, rect: Rect) -> None:
        across, down = self.margins(ui)
        self.arrange_children(ui, rect.inflate(-2 * across, -2 * down))

    def inner_width(self, ui: Context) -> Range:
        """``measure_width`` without the margins."""
        return _largest([child.widths(ui) for child in self.children])

    def inner_height(self, ui: Context, width: int) -> Range:
        """``measure_height`` without the margins. ``width`` also excludes the margins."""
        return _largest([child.heights(ui, width) for child in self.children])

    def arrange_children(self, ui: Context, inner: Rect) -> None:
        """Place the children within ``inner``."""
        for child in self.children:
            child.place(ui, inner)

    def access(self, ui: Context) -> Access | None:
        own = super().access(ui)
        if own is None and self.accessible_name:
            return Access(
                role="GROUP", name=self.accessible_name, key=("group", self.key), rect=self.rect
            )
        return own

    def emit(self, ui: Context, frame: Frame) -> None:
        super().emit(ui, frame)
        frame.add_all(ui, self.key, self.shown)
        if self.on_key is not None:
            frame.keys.append(self.on_key)

    @property
    def shown(self) -> Sequence[Element]:
        """The visible children, from back to front."""
        return [child for child in self.children if child.rect.width and child.rect.height]

    def margins(self, ui: Context) -> tuple[int, int]:
        """``pad`` in pixels."""
        if not self.pad:
            return 0, 0
        across, down = self.pad if isinstance(self.pad, tuple) else (self.pad, self.pad)
        return ui.painter.space(across), ui.painter.space(down)


def _largest(ranges: Sequence[Range]) -> Range:
    minimum = max([each.minimum for each in ranges], default=0)
    return Range(minimum, max([each.preferred for each in ranges], default=0))


def _total(ranges: Sequence[Range], gap: int, elements: Sequence[Element]) -> Range:
    """The minimum and preferred size of a line of elements."""
    minima = [r.minimum for r, e in zip(ranges, elements, strict=True) if not e.is_optional]
    minimum = sum(minima) + gap * max(0, len(minima) - 1)
    return Range(minimum, sum([r.preferred for r in ranges]) + gap * max(0, len(ranges) - 1))


class Column(Group):
    """Children below each other, as wide as the column unless ``align`` is set."""

    align: float | None = None

    def inner_height(self, ui: Context, width: int) -> Range:
        heights = [child.heights(ui, self._width(ui, child, width)) for child in self.children]
        return _total(heights, ui.painter.space(self.gap), self.children)

    def arrange_children(self, ui: Context, inner: Rect) -> None:
        gap, top = ui.painter.space(self.gap), inner.top
        widths = [self._width(ui, child, inner.width) for child in self.children]
        ranges = [
            child.heights(ui, width) for child, width in zip(self.children, widths, strict=True)
        ]
        heights = share(inner.height, gap, self.children, ranges)
        for child, width, height in zip(self.children, widths, heights, strict=True):
            left = inner.left + round((inner.width - width) * (self.align or 0.0))
            child.place(ui, Rect(left, top, width, height))
            top += height + gap if height or not child.is_optional else 0

    def _width(self, ui: Context, child: Element, width: int) -> int:
        if self.align is None and child.fixed_width is None:
            return max(0, width)
        return max(0, min(width, child.widths(ui).preferred))


class Row(Group):
    """Children next to each other, each with its preferred height and centred, or stretched."""

    align = 0.5
    _shared: tuple[int, list[int]] | None = None

    def __init__(
        self,
        *children: Child,
        stretch: bool = False,
        even: bool = False,
        **options: Unpack[GroupOptions],
    ) -> None:
        """even: widths depend only on ``grow``, so that changes of content move nothing."""
        super().__init__(*children, **options)
        self.stretch, self.even = stretch, even

    def inner_width(self, ui: Context) -> Range:
        widths, gap = [child.widths(ui) for child in self.children], ui.painter.space(self.gap)
        if not self.even or not widths:
            return _total(widths, gap, self.children)
        weight, gaps = sum(child.grow for child in self.children), gap * (len(widths) - 1)
        each = max(w.preferred / child.grow for w, child in zip(widths, self.children, strict=True))
        return Range(gaps, round(each * weight) + gaps)

    def inner_height(self, ui: Context, width: int) -> Range:
        shares = zip(self.children, self._shares(ui, width), strict=True)
        return _largest([child.heights(ui, length) for child, length in shares if length])

    def arrange_children(self, ui: Context, inner: Rect) -> None:
        gap, left = ui.painter.space(self.gap), inner.left
        for child, width in zip(self.children, self._shares(ui, inner.width), strict=True):
            height = inner.height
            if not self.stretch or child.fixed_height is not None:
                height = min(height, child.heights(ui, width).preferred)
            top = inner.top + round((inner.height - height) * (self.align or 0.0))
            child.place(ui, Rect(left, top, width, height))
            left += width + gap if width or not child.is_optional else 0

    def _shares(self, ui: Context, width: int) -> list[int]:
        if self._shared is None or self._shared[0] != width:
            widths = [Range(0, 0) if self.even else child.widths(ui) for child in self.children]
            shares = share(max(0, width), ui.painter.space(self.gap), self.children, widths)
            self._shared = width, shares
        return self._shared[1]


class At(Group):
    """One child at a relative position, no larger than its preferred size."""

    def __init__(
        self,
        child: Child,
        *,
        x: float | None = 0.5,
        y: float = 0.5,
        max_share: float = 1.0,
        **options: Unpack[GroupOptions],
    ) -> None:
        """x, y: 0 is left and top, 1 is right and bottom. With x None the child has the full width.

        max_share: maximum height as a share of the available height.
        """
        super().__init__(child, **options)
        self.x, self.y, self.max_share = x, y, max_share

    def arrange_children(self, ui: Context, inner: Rect) -> None:
        if not self.children:
            return
        child = self.children[0]
        is_wide = self.x is None or (child.grow and child.fixed_width is None)
        width = inner.width if is_wide else min(inner.width, child.widths(ui).preferred)
        max_height = round(inner.height * self.max_share)
        height = max_height if child.grow else min(max_height, child.heights(ui, width).preferred)
        left = inner.left + round((inner.width - width) * (self.x or 0.0))
        top = inner.top + round((inner.height - height) * self.y)
        child.place(ui, Rect(left, top, width, height))


class Stack(Group):
    """Children on top of each other in the same space, the last child on top."""


class Live(Group):
    """A small element that ``Ui.move`` builds again, in the same place."""

    def __init__(self, build: Callable[[], Element], **options: Unpack[GroupOptions]) -> None:
        """build: returns the element. The view is built again if it becomes wider."""
        super().__init__(build(), **options)
        self.build = build

    def emit(self, ui: Context, frame: Frame) -> None:
        child = self.build()
        if child.widths(ui).preferred > self.children[0].widths(ui).preferred:
            ui.rebuild()  # a new layout of the same trees would use their cached widths
        self.children = (child,)
        self.arrange(ui, self.rect)
        super().emit(ui, frame.moving_frame(self))


class Pages(Group):
    """Shows one child at a time in the space of the largest child, so that nothing moves."""

    def __init__(self, *children: Child, shown: int = 0, **options: Unpack[GroupOptions]) -> None:
        super().__init__(*children, **options)
        self.page = shown

    def chosen(self, ui: Context, width: int) -> Element:
        """The child that is shown."""
        return self.children[self.page]

    def arrange_children(self, ui: Context, inner: Rect) -> None:
        chosen = self.chosen(ui, inner.width)
        for child in self.children:
            child.rect = child.rect if child is chosen else Rect(inner.topleft, (0, 0))
        chosen.place(ui, inner)


class Fit(Pages):
    """The first child that fits the width, or the last child if none fits."""

    def inner_width(self, ui: Context) -> Range:
        widths = [child.widths(ui) for child in self.children]
        return Range(min(w.minimum for w in widths), widths[0].preferred)

    def inner_height(self, ui: Context, width: int) -> Range:
        return self.chosen(ui, width).heights(ui, width)

    def chosen(self, ui: Context, width: int) -> Element:
        fitting = (child for child in self.children if child.widths(ui).preferred <= width)
        return next(fitting, self.children[-1])


class Responsive(Element):
    """Content that is built when its size is known, by ``build(ui, width, height)``, in pixels."""

    _built: tuple[int, int] | None = None

    def __init__(
        self, build: Callable[[Context, int, int], Element], **options: Unpack[Options]
    ) -> None:
        super().__init__(**options)
        self.build = build

    def arrange(self, ui: Context, rect: Rect) -> None:
        if self._built != rect.size:
            self.children, self._built = (self.build(ui, *rect.size),), rect.size
        self.children[0].place(ui, rect)

    def emit(self, ui: Context, frame: Frame) -> None:
        for child in self.children:
            child.emit(ui, frame)


class Space(Element):
    """Empty space. Pass ``width``, ``height`` or ``grow``."""


class Divider(Element):
    """A hairline across a column."""

    high_units = 1

    def emit(self, ui: Context, frame: Frame) -> None:
        color = ui.painter.theme.panel_edge

        def draw(surface: Surface) -> None:
            surface.fill(color, self.rect)

        frame.part(self.rect, color, draw)


class Card(Column):
    """A column on a raised background. A floating card casts a shadow and catches presses."""

    pad = (18, 14)

    def __init__(
        self, *children: Child, floating: bool = False, **options: Unpack[GroupOptions]
    ) -> None:
        super().__init__(*children, **options)
        self.floating = floating

    def emit(self, ui: Context, frame: Frame) -> None:
        painter, rect = ui.painter, self.rect
        blur = painter.px(24) if self.floating else 0

        def draw(surface: Surface) -> None:
            theme, radius = painter.theme, painter.px(16)
            if blur:
                painter.raised(surface, rect, radius, theme.ground, blur, 150)
            else:
                painter.box(surface, rect, radius, theme.panel, theme.panel_edge)

        look = rect.size, painter.scale, self.floating
        key = ("card", self.key) if self.key is not None else None
        frame.part(rect.inflate(2 * blur, 2 * blur), look, draw, key)
        if self.floating:
            frame.target(self)
        super().emit(ui, frame)


class Bar(Row):
    """A strip along the top or bottom edge of the window, with a hairline towards the content."""

    pad = (16, 10)

    def __init__(self, *children: Child, top: bool, **options: Unpack[GroupOptions]) -> None:
        super().__init__(*children, **options)
        self.top = top

    def emit(self, ui: Context, frame: Frame) -> None:
        theme, rect, high = ui.painter.theme, self.rect, ui.painter.px(1)
        line = Rect(rect.left, rect.bottom - high if self.top else rect.top, rect.width, high)

        def draw(surface: Surface) -> None:
            surface.fill(theme.bar, rect)
            surface.fill(theme.panel_edge, line)

        frame.part(rect, rect.size, draw)
        super().emit(ui, frame)
