"""A column of panels, one below the other.

Where they find no room those that can be had elsewhere are left out, and those that can do with
less become smaller, the last first. Where that is not enough, all are there, and it scrolls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame
from pygame import Rect
from pygame.event import Event

from puzzler.window.panels.panel import CanShrink, CanYield, HandlesEvents, HasTips, Panel
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part, clipped
from puzzler.window.widgets.card import card
from puzzler.window.widgets.control import RING_UNITS, Control
from puzzler.window.widgets.scroll import THUMB_UNITS, Scroll
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

GAP_UNITS = 14
_TIGHT_UNITS = 8
"""Between the cards of a column that is full."""


class Stack:
    """A panel that holds panels, each on a card of its own."""

    name = "column"
    is_shown = True

    def __init__(self, desk: Window, panels: Sequence[Panel]) -> None:
        self.panels = panels
        self.cards: dict[str, Rect] = {}
        """The cards on show by the names of their panels, in the window's pixels."""
        self._shrinking = {panel.name: panel for panel in panels if isinstance(panel, CanShrink)}
        self._desk = desk
        self._area = Rect(0, 0, 0, 0)
        self._scroll = Scroll()
        self._shape: object = None
        self._pointer = (-1, -1)
        self._wants_end = False

    @property
    def viewport(self) -> Rect:
        """What is seen of it: its controls can be used in here only."""
        return self._area

    @property
    def _shown(self) -> list[Panel]:
        return [panel for panel in self.panels if panel.is_shown]

    @property
    def _is_to_scroll(self) -> bool:
        return self._scroll.can_scroll and self._area.collidepoint(self._pointer)

    def height(self, painter: Painter, width: int) -> int:
        """Of all its cards."""
        heights = [panel.height(painter, width) for panel in self._shown]
        return _content(heights, painter.px(GAP_UNITS))

    def place(self, painter: Painter, area: Rect) -> None:
        """From the top; nothing is stretched that has nothing more to show."""
        self._area, self._shape = area, self._heights(painter)
        width, shown = area.width, self._shown
        natural = [panel.height(painter, width) for panel in shown]
        is_full = _content(natural, painter.px(GAP_UNITS)) > area.height
        gap = painter.px(_TIGHT_UNITS if is_full else GAP_UNITS)
        yielding = [p for p in shown if isinstance(p, CanYield) and p.yields()]
        spared = sum(self._spared(panel, painter, width) for panel in yielding)
        if yielding and _content(natural, gap) - spared > area.height:
            shown = [panel for panel in shown if panel not in yielding]
        heights = self._fitted(shown, painter, width, gap)
        if _content(heights, gap) > area.height:
            width -= painter.px(THUMB_UNITS + 4)
            shown = self._shown
            heights = self._fitted(shown, painter, width, gap)
        self._scroll.fit(area, _content(heights, gap))
        top = area.top - self._scroll.offset
        self.cards = {}
        for panel, height in zip(shown, heights, strict=True):
            rect = Rect(area.left, top, width, height)
            self.cards[panel.name] = rect
            panel.place(painter, rect)
            top = rect.bottom + gap

    def _fitted(self, shown: Sequence[Panel], painter: Painter, width: int, gap: int) -> list[int]:
        """The heights of the cards, smaller from the last on as far as they are too much."""
        heights = [panel.height(painter, width) for panel in shown]
        excess = _content(heights, gap) - self._area.height
        for index in reversed(range(len(shown))):
            panel = shown[index]
            least = self._least_height(panel, painter, width)
            if excess > 0 and least is not None:
                height = max(min(least, heights[index]), heights[index] - excess)
                excess -= heights[index] - height
                heights[index] = height
        return heights

    def follow(self) -> None:
        """Those on show; they change places where one comes, goes or grows."""
        for panel in self.panels:
            panel.follow()
        if self._area.width and self._heights(self._desk.painter) != self._shape:
            self.place(self._desk.painter, self._area)
        if self._wants_end:
            self._wants_end = False
            self._scroll.by(self._scroll.content)
            self.place(self._desk.painter, self._area)

    def reveal_start(self) -> None:
        """Scroll to the start: what stands in it is new."""
        self._wants_end = False
        self._scroll.by(-self._scroll.offset)

    def reveal_end(self) -> None:
        """Scroll to the end as soon as it is laid out: something has come there."""
        self._wants_end = True

    @property
    def controls(self) -> list[Control]:
        """Of all that are shown, from the top."""
        return [control for panel in self._shown for control in panel.controls]

    def reveal(self, control: Control) -> None:
        """Scroll until ``control`` is in sight."""
        painter = self._desk.painter
        top = control.rect.top - self._area.top + self._scroll.offset
        margin = painter.px(2 * RING_UNITS)
        self._scroll.reveal(top - margin, top + control.rect.height + margin)
        self.place(painter, self._area)

    def tip(self, name: str) -> Tip | None:
        """What the panel of that control says."""
        for panel in self._shown:
            if isinstance(panel, HasTips) and name in {c.name for c in panel.controls}:
                return panel.tip(name)
        return None

    def handle(self, event: Event) -> bool:
        """The wheel and the thumb; a press on it reaches nothing that lies below."""
        painter = self._desk.painter
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
            if self._scroll.drag(event.pos, painter):
                self.place(painter, self._area)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._scroll.release()
        elif event.type == pygame.MOUSEBUTTONDOWN and self._area.collidepoint(event.pos):
            if self._scroll.press(event.pos, painter):
                self.place(painter, self._area)
            return True
        elif event.type == pygame.MOUSEWHEEL and self._is_to_scroll:
            self._scroll.by(-event.y * painter.px(48))
            self.place(painter, self._area)
            return True
        return any(panel.handle(event) for panel in self._shown if isinstance(panel, HandlesEvents))

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Card by card, as far as they are in sight."""
        margin = painter.px(2 * RING_UNITS)
        window = self._area.inflate(2 * margin, 2 if self._scroll.can_scroll else 2 * margin)
        for panel in self._shown:
            if panel.name not in self.cards:
                continue
            yield from clipped(card(painter, f"card {panel.name}", self.cards[panel.name]), window)
            for part in panel.parts(painter):
                key = panel.name, part.key
                if window.contains(part.bounds):
                    yield Part(key, part.bounds, part.look, part.draw)
                else:
                    yield from clipped(Part(key, part.bounds, part.look, part.draw), window)
        if self._scroll.can_scroll:
            look = self._scroll.offset, self._scroll.content
            yield Part(
                "column thumb",
                self._area,
                look,
                lambda surface: self._scroll.draw(surface, painter),
            )

    def _heights(self, painter: Painter) -> object:
        width = self._area.width
        return [
            (panel.name, panel.height(painter, width), self._least_height(panel, painter, width))
            for panel in self._shown
        ]

    def _spared(self, panel: Panel, painter: Painter, width: int) -> int:
        """How much smaller it can become."""
        least = self._least_height(panel, painter, width)
        height = panel.height(painter, width)
        return 0 if least is None else height - min(least, height)

    def _least_height(self, panel: Panel, painter: Painter, width: int) -> int | None:
        shrinking = self._shrinking.get(panel.name)
        return None if shrinking is None else shrinking.least_height(painter, width)


def _content(heights: Sequence[int], gap: int) -> int:
    return sum(heights) + gap * max(0, len(heights) - 1)
