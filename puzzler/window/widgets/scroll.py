"""How far something long is scrolled, and the thumb that shows and moves it."""

from __future__ import annotations

from pygame import Rect, Surface

from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.theme import mix
from puzzler.window.widgets.control import Point

THUMB_UNITS = 6


class Scroll:
    """The offset into ``content`` pixels, of which ``viewport`` shows a part."""

    def __init__(self) -> None:
        self.viewport = Rect(0, 0, 0, 0)
        self.content = 0
        self.offset = 0
        self._grip: int | None = None

    @property
    def can_scroll(self) -> bool:
        """There is more than can be seen at once."""
        return self.content > self.viewport.height

    def fit(self, viewport: Rect, content: int) -> None:
        """There is room for ``viewport`` on ``content`` pixels."""
        self.viewport, self.content = viewport, content
        self.by(0)

    def by(self, pixels: int) -> None:
        """Scroll on, as far as there is anything to see."""
        most = max(0, self.content - self.viewport.height)
        self.offset = max(0, min(most, self.offset + pixels))

    def reveal(self, top: int, bottom: int) -> None:
        """Scroll until ``top`` to ``bottom`` of the content are in sight."""
        if bottom > self.offset + self.viewport.height:
            self.offset = bottom - self.viewport.height
        self.offset = min(self.offset, top)
        self.by(0)

    def thumb(self, painter: Painter) -> Rect:
        """Where the thumb is: at the right edge of the viewport."""
        view = self.viewport
        height = max(painter.px(32), view.height * view.height // max(1, self.content))
        height = min(height, view.height)
        room = view.height - height
        most = max(1, self.content - view.height)
        top = view.top + room * self.offset // most
        return Rect(view.right - painter.px(THUMB_UNITS), top, painter.px(THUMB_UNITS), height)

    def draw(self, surface: Surface, painter: Painter) -> None:
        """Draw the thumb, where there is anything to scroll."""
        if self.can_scroll:
            thumb = self.thumb(painter)
            color = mix(painter.theme.panel, painter.theme.track, 0.5 if self._grip is None else 1)
            painter.box(surface, thumb, thumb.width, color)

    def press(self, at: Point, painter: Painter) -> bool:
        """Take the thumb, or call it; False where ``at`` is beside its track."""
        view = self.viewport
        width = painter.px(THUMB_UNITS + 8)
        lane = Rect(view.right - width, view.top, width, view.height)
        if not self.can_scroll or not lane.collidepoint(at):
            return False
        thumb = self.thumb(painter)
        inside = thumb.top <= at[1] < thumb.bottom
        self._grip = at[1] - thumb.top if inside else thumb.height // 2
        self.drag(at, painter)
        return True

    def drag(self, at: Point, painter: Painter) -> bool:
        """Follow the pointer; False where the thumb is not held."""
        if self._grip is None:
            return False
        room = self.viewport.height - self.thumb(painter).height
        most = self.content - self.viewport.height
        self.offset = 0
        self.by(round((at[1] - self._grip - self.viewport.top) * most / max(1, room)))
        return True

    def release(self) -> bool:
        """Let the thumb go; False where it was not held."""
        was_held, self._grip = self._grip is not None, None
        return was_held
