"""Elements that can be focused and pressed."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from typing import Unpack

import pygame
from pygame import Surface

from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import (
    RING_UNITS,
    Access,
    Action,
    Element,
    Options,
    Point,
    Touch,
)
from puzzler.window.toolkit.frame import Frame

PRESS_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
MODIFIERS = pygame.KMOD_SHIFT | pygame.KMOD_CTRL | pygame.KMOD_ALT
ARROWS = {
    pygame.K_UP: (-1, 0),
    pygame.K_DOWN: (1, 0),
    pygame.K_LEFT: (0, -1),
    pygame.K_RIGHT: (0, 1),
}
"""The (row, column) step of each arrow key."""
_SEEK_STEPS = {
    pygame.K_LEFT: -1,
    pygame.K_RIGHT: 1,
    pygame.K_HOME: -math.inf,
    pygame.K_END: math.inf,
}


def page_steps(line: int, page: int, total: int) -> dict[int, int]:
    """Map each scroll key to its step: ``line``, ``page``, or ``total`` for Home and End."""
    return {
        pygame.K_UP: -line,
        pygame.K_DOWN: line,
        pygame.K_PAGEUP: -page,
        pygame.K_PAGEDOWN: page,
        pygame.K_HOME: -total,
        pygame.K_END: total,
    }


class ControlOptions(Options, total=False):
    """Options of all controls."""

    enabled: bool
    autofocus: bool
    """Whether the control is focused when it appears."""


class Control(Element):
    """An element that can be pressed, dragged or focused."""

    is_control = True
    takes_focus = True
    takes_text = False
    """Whether typed text is passed to ``write``."""
    autofocus = False
    is_on: bool | None = None
    """The state of a switch; None for other controls."""
    shows_focus = True
    """Whether focus is shown by a ring."""
    on_press: Callable[[], object] | None = None

    def __init__(self, **options: Unpack[ControlOptions]) -> None:
        self.set_options(options)

    role = "BUTTON"
    """The name of an accesskit role."""
    lists_children = False

    @property
    def spoken_name(self) -> str:
        """The name for screen readers."""
        return self.accessible_name or ("" if self.tip is None else self.tip.text)

    def spoken_actions(self, ui: Context) -> dict[str, Action]:
        """The actions for screen readers, except that of taking the focus."""
        return {"CLICK": lambda _: self.activate(ui)}

    def access(self, ui: Context) -> Access:
        note = "" if self.tip is None or self.tip.text == self.spoken_name else self.tip.text
        actions = self.spoken_actions(ui) if self.is_enabled else {}
        if self.is_enabled and self.takes_focus:
            actions["FOCUS"] = lambda _: ui.go_to(self.key)
        return Access(
            role=self.role,
            name=self.spoken_name,
            value=self.reads_as or "",
            note=note,
            key=self.key,
            rect=self.rect,
            is_enabled=self.is_enabled,
            is_on=self.is_on,
            has_focus=self.key is not None and self.key == ui.focused,
            actions=actions,
        )

    def look(self, ui: Context, touch: Touch) -> Hashable:
        """Everything that the picture of the control depends on."""
        raise NotImplementedError

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        """Draw the control without the focus ring."""
        raise NotImplementedError

    def emit(self, ui: Context, frame: Frame) -> None:
        """Add the control with its focus ring as a part and as a target."""
        frame.target(self)
        layer, touch, painter = frame.layer, ui.touch(frame.layer, self), ui.painter

        def draw(surface: Surface) -> None:
            with ui.within(layer):
                self.draw(ui, surface, touch)
            if touch.has_focus and self.shows_focus:
                ring = painter.px(RING_UNITS)
                rect = self.rect.inflate(2 * ring, 2 * ring)
                thick = max(2, painter.px(2))
                painter.ring(surface, rect, painter.px(13), painter.theme.focus, thick)

        reach = 2 * painter.px(RING_UNITS)
        look = (self.look(ui, touch), touch.has_focus, painter.scale)
        frame.part(self.rect.inflate(reach, reach), look, draw, ("control", self.key))

    def invites(self, at: Point) -> bool:
        """Whether a press at the point has an effect, so that the pointer becomes a hand."""
        return self.is_enabled

    def press(self, ui: Context, at: Point) -> None:
        """Handle a press of the pointer; by default the first step of a drag."""
        self.drag(ui, at)

    def drag(self, ui: Context, at: Point) -> None:
        """Handle a move of the pressed pointer."""

    def hover(self, ui: Context, start: Point, end: Point) -> None:
        """Handle a move of the pointer without a pressed button."""

    def release(self, ui: Context, at: Point) -> None:
        """Handle the release of a press; by default activates the control if ``at`` is on it."""
        if self.hits(at):
            self.activate(ui)

    def activate(self, ui: Context) -> None:
        """Perform the action of a click."""
        if self.on_press is not None:
            self.on_press()

    def key_down(self, ui: Context, key: int, mod: int) -> bool:
        """Handle a key while focused. Return False if the key is not used."""
        if key not in PRESS_KEYS:
            return False
        self.activate(ui)
        return True

    def write(self, ui: Context, text: str) -> None:
        """Handle typed text while focused."""

    def wheel(self, ui: Context, lines: float, at: Point) -> bool:
        """Handle the wheel over the control; positive is down. Return False if nothing changed."""
        return False


class SeekControl(Control):
    """A control of a position on a line, moved by the wheel, Left, Right, Home and End."""

    def step(self, ui: Context, count: float) -> bool:
        """Move by ``count`` steps; infinity moves to an end. Return False if that is impossible."""
        raise NotImplementedError

    wheel_step = 1.0
    role = "SLIDER"

    def spoken_actions(self, ui: Context) -> dict[str, Action]:
        return {
            "INCREMENT": lambda _: self.step(ui, 1),
            "DECREMENT": lambda _: self.step(ui, -1),
        }

    def wheel(self, ui: Context, lines: float, at: Point) -> bool:
        return self.step(ui, lines * self.wheel_step)

    def key_down(self, ui: Context, key: int, mod: int) -> bool:
        """Handle the keys of ``step``. Keys with Shift, Ctrl or Alt are not handled."""
        count = _SEEK_STEPS.get(key, 0)
        return bool(count) and not mod & MODIFIERS and self.step(ui, count)
