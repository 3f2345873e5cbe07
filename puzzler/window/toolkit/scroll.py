"""Scrolling: a column with a visible section and a scroll bar."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Unpack

from pygame import Rect, Surface

from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.control import Control, page_steps
from puzzler.window.toolkit.element import RING_UNITS, Element, Options, Point, Range, Touch
from puzzler.window.toolkit.frame import Frame
from puzzler.window.toolkit.theme import mix

THUMB_UNITS = 6


class Scrolled:
    """A scroll position that outlives a rebuild of the tree."""

    offset = 0
    content = 0
    """The total height in pixels."""
    height = 0
    """The visible height in pixels."""

    @property
    def can_scroll(self) -> bool:
        """Whether the content is higher than the visible section."""
        return self.content > self.height

    def fit(self, height: int, content: int) -> None:
        """Set the visible height and the total height, in pixels."""
        self.height, self.content = height, content
        self.by(0)

    def by(self, pixels: int) -> bool:
        """Scroll by pixels within the content. Return False if nothing moved."""
        before = self.offset
        self.offset = max(0, min(self.content - self.height, before + pixels))
        return self.offset != before

    def reveal(self, top: int, bottom: int) -> None:
        """Scroll as little as needed to show the section from ``top`` to ``bottom``."""
        if bottom > self.offset + self.height:
            self.offset = bottom - self.height
        self.offset = min(self.offset, top)
        self.by(0)


class Thumb(Control):
    """A scroll bar that shows the position and can be dragged."""

    takes_focus = False

    def __init__(self, key: Hashable, scrolled: Scrolled) -> None:
        super().__init__(key=("thumb", key))
        self.scrolled = scrolled

    def thumb(self, ui: Context) -> Rect:
        """The rectangle of the movable part of the scroll bar."""
        scrolled, lane, width = self.scrolled, self.rect, ui.painter.px(THUMB_UNITS)
        height = lane.height * scrolled.height // max(1, scrolled.content)
        height = min(max(ui.painter.px(32), height), lane.height)
        max_offset = max(1, scrolled.content - scrolled.height)
        top = lane.top + (lane.height - height) * scrolled.offset // max_offset
        return Rect(lane.right - width, top, width, height)

    def show(self, ui: Context, frame: Frame, right: int, view: Rect) -> None:
        """Add the scroll bar left of ``right``, as high as ``view``, if the content can scroll."""
        if not self.scrolled.can_scroll:
            return
        width = ui.painter.px(THUMB_UNITS + 4)
        self.place(ui, Rect(right - width, view.top, width, view.height))
        self.emit(ui, frame)

    def look(self, ui: Context, touch: Touch) -> Hashable:
        return self.scrolled.offset, self.scrolled.content, self.scrolled.height, touch.is_held

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        thumb, theme = self.thumb(ui), ui.painter.theme
        color = mix(theme.panel, theme.track, 1 if touch.is_held else 0.5)
        ui.painter.box(surface, thumb, thumb.width, color)

    def press(self, ui: Context, at: Point) -> None:
        thumb = self.thumb(ui)
        ui.grip = at[1] - thumb.top if thumb.top <= at[1] < thumb.bottom else thumb.height // 2
        self.drag(ui, at)

    def drag(self, ui: Context, at: Point) -> None:
        room = self.rect.height - self.thumb(ui).height
        max_offset = self.scrolled.content - self.scrolled.height
        self.scrolled.offset = 0
        self.scrolled.by(round((at[1] - ui.grip - self.rect.top) * max_offset / max(1, room)))
        ui.relayout()


class Scroll(Element):
    """A child that scrolls if it is too high. With a key its position is stored."""

    WHEEL_UNITS = 48
    MARGIN_UNITS = 2 * RING_UNITS
    """Space around the view in which the focus rings of children are drawn."""
    view = Rect(0, 0, 0, 0)

    def __init__(self, child: Element, **options: Unpack[Options]) -> None:
        super().__init__(**options)
        self.child, self.children = child, (child,)

    def scrolled(self, ui: Context) -> Scrolled:
        """The scroll position, stored in the ``Ui``."""
        return ui.state(("scroll", self.key), Scrolled)

    def measure_width(self, ui: Context) -> Range:
        return self.child.widths(ui)

    def measure_height(self, ui: Context, width: int) -> Range:
        heights = self.child.heights(ui, width)
        return Range(min(heights.minimum, ui.painter.px(2 * self.WHEEL_UNITS)), heights.preferred)

    def arrange(self, ui: Context, rect: Rect) -> None:
        scrolled, width = self.scrolled(ui), rect.width
        heights = self.child.heights(ui, width)
        content = rect.height if heights.minimum <= rect.height else heights.preferred
        if content > rect.height:
            width -= ui.painter.px(THUMB_UNITS + 4)
            content = self.child.heights(ui, width).preferred
        elif not self.child.grow:
            content = min(content, heights.preferred)
        self.view = rect
        scrolled.fit(rect.height, content)
        self.child.place(ui, Rect(rect.left, rect.top - scrolled.offset, width, content))

    def emit(self, ui: Context, frame: Frame) -> None:
        margin, scrolled = ui.painter.px(self.MARGIN_UNITS), self.scrolled(ui)
        with frame.clipping(self.view, self, margin):
            if scrolled.can_scroll:
                frame.target(self)  # a target for the wheel and for keys, whatever the content
            frame.add_all(ui, self.key, self.children)
        Thumb(self.key, scrolled).show(ui, frame, self.view.right, self.view)

    def wheel(self, ui: Context, lines: float) -> bool:
        """Handle the wheel. Return False if nothing moved."""
        return self.by(ui, round(lines * ui.painter.px(self.WHEEL_UNITS)))

    def by(self, ui: Context, pixels: int) -> bool:
        """Scroll by pixels. Return False if nothing moved."""
        has_moved = self.scrolled(ui).by(pixels)
        if has_moved:
            ui.relayout()
        return has_moved

    def reveal(self, ui: Context, rect: Rect) -> None:
        """Scroll as little as needed to show ``rect``."""
        scrolled, margin = self.scrolled(ui), ui.painter.px(self.MARGIN_UNITS)
        top = rect.top - self.view.top + scrolled.offset
        scrolled.reveal(top - margin, top + rect.height + margin)
        ui.relayout()

    def page_key(self, ui: Context, key: int) -> bool:
        """Handle the keys that scroll by line, page or to an end. Return False for other keys."""
        line, page = ui.painter.px(self.WHEEL_UNITS), self.view.height
        steps = page_steps(line, page - line, self.scrolled(ui).content)
        return key in steps and (self.by(ui, steps[key]) or True)


class TextScroll(Scroll):
    """A Scroll whose children have no focus rings, so that no part of a line is above its view."""

    MARGIN_UNITS = 0
