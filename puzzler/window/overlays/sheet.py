"""A sheet: the dialog of Puzzler. A title, a column of blocks that scrolls, buttons at the foot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

import pygame
from pygame import Rect
from pygame.event import Event

from puzzler.window.layout import Grow, column, inset, row
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part, clipped
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.card import card
from puzzler.window.widgets.control import RING_UNITS, Control, Controls
from puzzler.window.widgets.label import label
from puzzler.window.widgets.scroll import Scroll

_GAP_UNITS = 12


class Block(Protocol):
    """One piece of a sheet, as wide as the sheet and as high as it needs."""

    @property
    def controls(self) -> Sequence[Control]:
        """In Tab order."""
        ...

    def height(self, painter: Painter, width: int) -> int:
        """What it needs at this width, in pixels."""
        ...

    def place(self, painter: Painter, area: Rect) -> None:
        """Put everything into ``area``."""
        ...

    def parts(self, painter: Painter) -> Iterator[Part]:
        """What there is to see besides the controls."""
        ...


class Sheet:
    """Escape, the cross and a press beside it close it; Enter presses the first button at its foot.

    The blocks may be replaced at any time with ``show``; ``update`` brings the controls up to date
    and is called after every event and every tick.
    """

    is_veiled = True

    def __init__(
        self,
        title: str,
        blocks: Sequence[Block],
        *,
        width_units: int = 560,
        foot: Sequence[Button] = (),
        update: Callable[[], None] | None = None,
        on_close: Callable[[], None] | None = None,
        pages: Sequence[Sequence[Block]] = (),
        growing: Block | None = None,
        is_moving: Callable[[], bool] | None = None,
    ) -> None:
        """``pages`` are what else it may show: it is as high as the highest, and so stays still.

        With a ``growing`` block it is as high as the window, and that block has what is left over.
        ``is_moving``: what it shows changes without input, so that every frame has its tick.
        """
        self.title = title
        self.controls = Controls([])
        self.rect = Rect(0, 0, 0, 0)
        self._blocks = list(blocks)
        self._width_units = width_units
        self.foot = list(foot)
        """The first of them stands at the right, and is what Enter presses."""
        self._foot_labels = list[str]()  # as they were laid out
        self._heights = list[int]()
        self._pages = [list(page) for page in pages]
        self._growing = growing
        self._update = update
        self._on_close = on_close
        self._is_moving = is_moving
        self._is_open = True
        self._scroll = Scroll()
        self._window = Rect(0, 0, 0, 0)
        self._painter: Painter | None = None
        self._title_place = Rect(0, 0, 0, 0)
        self._cross = Button("close", self.dismiss, icon="close", rank=Rank.QUIET)
        if update is not None:
            update()

    @property
    def is_over_control(self) -> bool:
        """The pointer is over something that can be used."""
        return self.controls.is_hovering

    def dismiss(self) -> None:
        """Close after this event."""
        self._is_open = False

    def show(self, blocks: Sequence[Block], growing: Block | None = None) -> None:
        """These blocks from now on."""
        self._blocks, self._growing = list(blocks), growing
        self.arrange()

    @property
    def is_moving(self) -> bool:
        """It changes without input."""
        return self._is_moving is not None and self._is_moving()

    def place(self, window: Rect, painter: Painter) -> None:
        """The window is of this size now."""
        self._window, self._painter = window, painter
        self.arrange()

    def handle(self, event: Event) -> bool:
        """One event; False once it is to be closed."""
        painter = self._painter
        assert painter is not None, "placed before it is used"
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if not self.rect.collidepoint(event.pos):
                return False
            if self._scroll.press(event.pos, painter):
                self.arrange()
                return True
        if event.type == pygame.MOUSEMOTION and self._scroll.drag(event.pos, painter):
            self.arrange()
            return True
        if event.type == pygame.MOUSEBUTTONUP and self._scroll.release():
            return True
        if not self.controls.handle(event):
            if event.type == pygame.MOUSEWHEEL:
                self._scroll.by(-event.y * painter.px(48))
                self.arrange()
            elif event.type == pygame.KEYDOWN and not self._key(event.key, painter):
                return False
        if event.type == pygame.KEYDOWN and event.key == pygame.K_TAB:
            self._reveal_focus(painter)
        self._bring_up_to_date()
        return self._is_open

    def tick(self, now: float) -> None:
        """What it shows may have changed."""
        self._bring_up_to_date()

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The card, the blocks in their window, and what does not scroll."""
        yield card(painter, "sheet", self.rect, is_floating=True)
        yield label(
            painter,
            "title",
            self._title_place,
            self.title,
            color=painter.theme.text,
            units=21,
            face=Face.DISPLAY,
        )
        view = self._scroll.viewport
        margin = painter.px(2 * RING_UNITS)
        window = view.inflate(2 * margin, 2 * margin)
        for number, block in enumerate(self._blocks):
            for part in block.parts(painter):
                yield from clipped(
                    Part((number, part.key), part.bounds, part.look, part.draw), window
                )
            for control in block.controls:
                yield from clipped(self.controls.part(control, painter), window)
        for control in (self._cross, *self.foot):
            yield self.controls.part(control, painter)
        if self._scroll.can_scroll:
            look = self._scroll.offset, self._scroll.content
            yield Part("thumb", view, look, lambda surface: self._scroll.draw(surface, painter))

    def close(self) -> None:
        """It is being put away."""
        if self._on_close is not None:
            self._on_close()

    def _bring_up_to_date(self) -> None:
        if self._update is not None:
            self._update()
        if self._foot_labels != [button.label for button in self.foot]:
            self.arrange()  # one of them needs another width now

    def _key(self, key: int, painter: Painter) -> bool:
        """A key that no control took; False to close."""
        page = self._scroll.viewport.height - painter.px(48)
        steps = {
            pygame.K_UP: -painter.px(48),
            pygame.K_DOWN: painter.px(48),
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
            pygame.K_HOME: -self._scroll.content,
            pygame.K_END: self._scroll.content,
        }
        if key == pygame.K_ESCAPE:
            return False
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if self.foot and self.foot[0].is_enabled:
                self.foot[0].on_press()
        elif key in steps:
            self._scroll.by(steps[key])
            self.arrange()
        return True

    def arrange(self) -> None:
        """Lay it out anew: a block needs another height now."""
        painter = self._painter
        if painter is None:
            return
        room = inset(self._window, painter.px(12))
        width = min(room.width, painter.px(self._width_units))
        margin, gap = painter.px(24), painter.px(_GAP_UNITS)
        head = painter.target(40)
        foot = painter.target(40) + painter.px(18) if self.foot else 0
        inner = width - 2 * margin
        heights = [block.height(painter, inner) for block in self._blocks]
        content = _height(self._blocks, painter, inner, gap)
        most = max([content, *(_height(page, painter, inner, gap) for page in self._pages)])
        around = head + painter.px(16) + 2 * painter.px(18) + foot
        if self._growing in self._blocks:
            spare = max(0, room.height - around - content)
            heights[self._blocks.index(self._growing)] += spare
            content += spare
            most = max(most, content)
        self._heights = heights
        height = min(room.height, most + around)
        self.rect = Rect(0, 0, width, height)
        self.rect.center = self._window.center
        place = inset(self.rect, margin, painter.px(18))
        head_place, body, foot_place = column(place, [head, Grow(), foot])
        body = Rect(body.left, body.top + painter.px(16), body.width, body.height - painter.px(16))
        title, self._cross.rect = row(head_place, [Grow(), head], gap)
        self._title_place = title
        self._scroll.fit(
            Rect(body.left, body.top, body.width + painter.px(16), body.height), content
        )
        top = body.top - self._scroll.offset
        for block, block_height in zip(self._blocks, heights, strict=True):
            block.place(painter, Rect(body.left, top, inner, block_height))
            top += block_height + gap
        self._arrange_foot(painter, foot_place)
        scrolling = [control for block in self._blocks for control in block.controls]
        self.controls.show_only(
            [*scrolling, *self.foot, self._cross],
            dict.fromkeys(
                (control.name for control in scrolling),
                body.inflate(painter.px(2 * RING_UNITS), 0),
            ),
        )

    def reveal(self, block: Block) -> None:
        """Lay it out anew, and scroll until ``block`` is in sight: it has something to say."""
        self.arrange()
        painter = self._painter
        if painter is None:
            return
        place, gap = self._blocks.index(block), painter.px(_GAP_UNITS)
        top = sum(self._heights[:place]) + place * gap
        self._scroll.reveal(top, top + self._heights[place])
        self.arrange()

    def _arrange_foot(self, painter: Painter, place: Rect) -> None:
        """The first button at the right, where the eye ends."""
        if not self.foot:
            return
        self._foot_labels = [button.label for button in self.foot]
        height = painter.target(40)
        line = Rect(place.left, place.bottom - height, place.width, height)
        buttons = list(reversed(self.foot))
        widths = [button.width(painter) for button in buttons]
        rects = row(line, [Grow(), *widths], painter.px(10))[1:]
        for button, rect in zip(buttons, rects, strict=True):
            button.rect = rect

    def _reveal_focus(self, painter: Painter) -> None:
        focused = self.controls.focused
        if focused is None or focused is self._cross or focused in self.foot:
            return
        top = focused.rect.top - self._scroll.viewport.top + self._scroll.offset
        margin = painter.px(2 * RING_UNITS)
        self._scroll.reveal(top - margin, top + focused.rect.height + margin)
        self.arrange()


def _height(blocks: Sequence[Block], painter: Painter, width: int, gap: int) -> int:
    heights = [block.height(painter, width) for block in blocks]
    return sum(heights) + gap * max(0, len(heights) - 1)
