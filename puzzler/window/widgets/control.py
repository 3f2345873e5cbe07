"""What every control is to the screen, and the one place that knows pointer and focus."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part

Point = tuple[int, int]
RING_UNITS = 3
"""Room around a control for the ring that shows the focus."""


@dataclass(frozen=True, slots=True)
class Touch:
    """What pointer and keyboard are doing to one control."""

    at: Point | None = None
    """Where the pointer is over it, None where it is elsewhere."""
    is_pressed: bool = False
    has_focus: bool = False
    """The keyboard holds it, and the person is using the keyboard."""


NO_TOUCH = Touch()


class Control(Protocol):
    """Something to press, drag or hold with the keyboard."""

    name: str
    """Tells it from the others of its screen."""
    rect: Rect
    is_enabled: bool

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        ...

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it, without the focus ring."""
        ...

    def press(self, at: Point) -> None:
        """The pointer went down on it."""
        ...

    def drag(self, at: Point) -> None:
        """The pointer moves while it is held down."""
        ...

    def release(self, at: Point) -> None:
        """The pointer went up, perhaps elsewhere."""
        ...

    def key(self, key: int, mod: int = 0) -> bool:
        """A key while it has the focus; False where that key means nothing to it."""
        ...


@runtime_checkable
class TakesText(Protocol):
    """A control that is written into: a click gives it the keyboard."""

    def write(self, text: str) -> None:
        """Text came from the keyboard, or from an input method."""
        ...


@runtime_checkable
class TakesWheel(Protocol):
    """A control that scrolls by itself."""

    def wheel(self, lines: int) -> bool:
        """The wheel turned while the pointer was over it, positive is down; False for nothing."""
        ...


@runtime_checkable
class TakesZoom(Protocol):
    """A control that the wheel makes larger and smaller around the pointer."""

    def zoom(self, lines: int, at: Point) -> bool:
        """The wheel turned while the pointer was there, positive is down; False for nothing."""
        ...


class Controls:
    """The controls of a screen in Tab order: who is hovered, held and focused."""

    def __init__(self, controls: Sequence[Control]) -> None:
        self.controls = list(controls)
        self._viewports: Mapping[str, Rect] = {}
        self._hovered: Control | None = None
        self._at: Point = (0, 0)
        self._held: Control | None = None
        self._focused: Control | None = None

    @property
    def focused(self) -> Control | None:
        """What the keyboard holds."""
        return self._focused

    @property
    def is_hovering(self) -> bool:
        """The pointer is over something that can be used."""
        return self._hovered is not None

    @property
    def hovered(self) -> Control | None:
        """What the pointer is over, where it can be used."""
        return self._hovered

    @property
    def is_held(self) -> bool:
        """The pointer holds a control down."""
        return self._held is not None

    def show_only(
        self,
        controls: Sequence[Control],
        viewports: Mapping[str, Rect] | None = None,
    ) -> None:
        """From now on these are there, in this Tab order.

        Those named in ``viewports`` scroll, and are there only inside theirs.
        """
        self.controls = list(controls)
        self._viewports = viewports or {}
        self._hovered = self._hovered if self._hovered in self.controls else None
        self._held = self._held if self._held in self.controls else None
        self._focused = self._focused if self._focused in self.controls else None

    def handle(self, event: Event) -> bool:
        """True where a control took the event."""
        if event.type == pygame.MOUSEMOTION:
            self._at = event.pos
            self._hovered = self._usable_at(event.pos)
            if self._held is not None:
                self._held.drag(event.pos)
            return self._held is not None
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press(event.pos)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._held is not None:
            held, self._held = self._held, None
            held.release(event.pos)
            return True
        if event.type in (pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST):
            self.lose_pointer()
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        focused: object = self._focused
        if event.type == pygame.TEXTINPUT and isinstance(focused, TakesText):
            focused.write(event.text)
            return True
        hovered: object = self._hovered
        if event.type == pygame.MOUSEWHEEL and isinstance(hovered, TakesWheel):
            return hovered.wheel(-event.y)
        if event.type == pygame.MOUSEWHEEL and isinstance(hovered, TakesZoom):
            return hovered.zoom(-event.y, self._at)
        return False

    def focus(self, control: Control | None) -> None:
        """Give the keyboard to ``control``."""
        self._focused = control

    def lose_pointer(self) -> None:
        """The pointer is elsewhere."""
        self._hovered = None

    def clear_focus(self) -> bool:
        """Take the keyboard off whatever it held; False where it held nothing."""
        had, self._focused = self._focused, None
        return had is not None

    def touch(self, control: Control) -> Touch:
        """What is being done to ``control``."""
        return Touch(
            self._at if control is self._hovered and control.is_enabled else None,
            control is self._held,
            control is self._focused,
        )

    def part(self, control: Control, painter: Painter, *, shows_focus: bool = True) -> Part:
        """``control`` as a part of the picture; only what cannot but have the focus hides it."""
        touch = self.touch(control)

        def draw(surface: Surface) -> None:
            control.draw(surface, painter, touch)
            if touch.has_focus and shows_focus:
                ring = painter.px(RING_UNITS)
                painter.ring(
                    surface,
                    control.rect.inflate(2 * ring, 2 * ring),
                    painter.px(13),
                    painter.theme.focus,
                    max(2, painter.px(2)),
                )

        reach = 2 * painter.px(RING_UNITS)
        look = (control.look(touch), touch.has_focus, painter.scale)
        return Part(control.name, control.rect.inflate(reach, reach), look, draw)

    def _press(self, at: Point) -> bool:
        self._at, self._focused = at, None
        control = next((c for c in self.controls if self._hits(c, at)), None)
        if control is None:
            return False
        if control.is_enabled:
            self._hovered = self._held = control
            if isinstance(control, TakesText):
                self._focused = control
            control.press(at)
        return True

    def _key(self, event: Event) -> bool:
        if event.key == pygame.K_TAB and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self._walk(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        focused = self._focused
        return focused is not None and focused.is_enabled and focused.key(event.key, event.mod)

    def _walk(self, step: int) -> None:
        """Give the focus to the next control that can be used."""
        usable = [c for c in self.controls if c.is_enabled or c is self._focused]
        if not usable:
            return
        if self._focused in usable:
            self._focused = usable[(usable.index(self._focused) + step) % len(usable)]
        else:
            self._focused = usable[0 if step > 0 else -1]

    def _usable_at(self, at: Point) -> Control | None:
        return next((c for c in self.controls if c.is_enabled and self._hits(c, at)), None)

    def _hits(self, control: Control, at: Point) -> bool:
        if not control.rect.collidepoint(at):
            return False
        viewport = self._viewports.get(control.name)
        return viewport is None or bool(viewport.collidepoint(at))
