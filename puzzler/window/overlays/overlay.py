"""What lies over a screen and has the input while it does; and the stack of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from pygame import Rect, Surface
from pygame.event import Event

from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part

_VEIL_ALPHA = 150


class Overlay(Protocol):
    """Something over the screen."""

    is_veiled: bool
    """What lies below is darkened."""

    @property
    def is_over_control(self) -> bool:
        """The pointer is over something that can be used."""
        ...

    def place(self, window: Rect, painter: Painter) -> None:
        """The window is of this size now; called before anything is drawn."""
        ...

    def handle(self, event: Event) -> bool:
        """One event; False where it asks for this to be closed."""
        ...

    def tick(self, now: float) -> None:
        """Let time pass up to ``now``."""
        ...

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The picture, from back to front."""
        ...

    def close(self) -> None:
        """It is being put away."""
        ...


@runtime_checkable
class Moves(Protocol):
    """An overlay that changes without input: every frame has its tick."""

    @property
    def is_moving(self) -> bool:
        """It does so now."""
        ...


class Overlays:
    """The stack: only the topmost has the input."""

    def __init__(self) -> None:
        self._stack: list[Overlay] = []
        self._window = Rect(0, 0, 0, 0)
        self._painter: Painter | None = None

    @property
    def top(self) -> Overlay | None:
        """The one that has the input."""
        return self._stack[-1] if self._stack else None

    @property
    def is_moving(self) -> bool:
        """One of them changes without input."""
        return any(isinstance(each, Moves) and each.is_moving for each in self._stack)

    def open(self, overlay: Overlay) -> None:
        """Put it on top."""
        if self._painter is not None:
            overlay.place(self._window, self._painter)
        self._stack.append(overlay)

    def close(self, overlay: Overlay | None = None) -> None:
        """Put away the topmost, or this one and what lies on it."""
        while self._stack and (overlay is None or overlay in self._stack):
            gone = self._stack.pop()
            gone.close()
            if overlay is None:
                break

    def close_all(self) -> None:
        """Put away every one."""
        while self._stack:
            self.close()

    def place(self, window: Rect, painter: Painter) -> None:
        """The window is of this size now."""
        self._window, self._painter = window, painter
        for overlay in self._stack:
            overlay.place(window, painter)

    def handle(self, event: Event) -> bool:
        """Give the event to the topmost; False where there is none."""
        top = self.top
        if top is None:
            return False
        if not top.handle(event) and top in self._stack:
            # not what it has opened meanwhile, as a menu opens a sheet
            self._stack.remove(top)
            top.close()
        return True

    def tick(self, now: float) -> None:
        """Let time pass up to ``now``."""
        for overlay in self._stack:
            overlay.tick(now)

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Every one, the topmost last; what lies below a veil is darkened."""
        for depth, overlay in enumerate(self._stack):
            if overlay.is_veiled:
                yield _veil(painter, self._window, depth)
            for part in overlay.parts(painter):
                yield Part((depth, part.key), part.bounds, part.look, part.draw)


def _veil(painter: Painter, window: Rect, depth: int) -> Part:
    def draw(surface: Surface) -> None:
        clip = surface.get_clip()
        veil = painter.made(("veil", window.size), lambda: _sheet_of_dark(window.size, painter))
        surface.blit(veil, clip, clip)

    return Part(("veil", depth), window, painter.theme.shadow, draw)


def _sheet_of_dark(size: tuple[int, int], painter: Painter) -> Surface:
    veil = Surface(size)
    veil.fill(painter.theme.shadow)
    veil.set_alpha(_VEIL_ALPHA)
    return veil
