"""The game loop, which passes events to the screen and draws it."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable

import pygame
from pygame import Rect

from puzzler.game.core.settings import SystemLook
from puzzler.search.kernels.jit import forbid_kernels
from puzzler.window.core.screen_reader import EVERY_SECONDS, REQUEST, open_screen_reader
from puzzler.window.main.screen import ViewScreen
from puzzler.window.toolkit.frame import Part, Scene
from puzzler.window.toolkit.theme import Theme

FRAME_SECONDS = 1 / 60
IDLE_SECONDS = 0.012
"""Seconds between two polls for input in an idle window. They cost less than 1 % of a core."""
REST_SECONDS = 30.0
"""Seconds between two calls of ``on_rest`` in an idle window."""
_REDRAW_EVENTS = pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSIZECHANGED
"""Events after which the pixels of the window may be lost."""


class GameLoop:
    """Runs a screen in the window until the person quits."""

    def __init__(
        self,
        screen: ViewScreen,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] = time.sleep,
        *,
        on_rest: Callable[[], None] | None = None,
        read_system: Callable[[], SystemLook] | None = None,
    ) -> None:
        """on_rest: called when nothing moves, for work that would delay a frame; then repeated.

        read_system: reads the look of the system; called when the window gets the keyboard focus.
        """
        self._read_system = read_system
        self.screen = screen
        self._on_rest = on_rest
        self._clock = clock
        self._sleep = sleep
        self._due = clock()
        self._scene: Scene | None = None
        self._theme: Theme | None = None
        self._parts: tuple[Part, ...] | None = None
        self._is_hand = False
        self._writing_place: Rect | None = None
        pygame.key.stop_text_input()
        pygame.display.set_caption("Puzzler")
        self._reader = open_screen_reader(screen.describe)

    def run(self) -> None:
        """Run until the window is closed."""
        while self.frame(self._wait()):
            pass
        self.screen.window.store_bounds()

    @forbid_kernels()
    def frame(self, events: list[pygame.Event]) -> bool:
        """Handle ``events``, advance the time and draw changes. Return False to quit."""
        for event in events:
            if event.type in _REDRAW_EVENTS:
                self._scene = None
                continue
            if event.type == REQUEST:
                self.screen.window.end_message()
            if self._reader is not None and self._reader.handle(event):
                self.screen.window.ui.rebuild()
            if event.type == REQUEST:
                self._parts = None  # the tree is sent again
                continue
            if event.type == pygame.WINDOWFOCUSGAINED and self._read_system is not None:
                self.screen.window.update_system_look(self._read_system)
            if event.type == pygame.WINDOWMINIMIZED:
                self.screen.session.pause_game()
            if not self.screen.handle(event):
                return False
        self.draw()
        return True

    @forbid_kernels()
    def draw(self) -> None:
        """Advance the time and draw changes."""
        self.screen.tick(self._clock())
        surface = pygame.display.get_surface()
        assert surface is not None
        if self._scene is None or self.screen.window.size != surface.get_size():
            self.screen.resize(surface.get_size())
            self._scene = None
        theme = self.screen.window.painter.theme
        if self._scene is None or self._theme is not theme:
            self._theme, self._parts = theme, None
            self._scene = Scene(self.screen.draw_ground)
        parts = self.screen.parts()
        if parts is not self._parts:
            self._parts = parts
            damages = self._scene.update(surface, parts)
            if damages:
                pygame.display.update(damages)
            self._show_pointer()
            self._place_text_input()
            if self._reader is not None:
                self._reader.send(self._clock(), is_moving=self._changes_soon())

    def _changes_soon(self) -> bool:
        """Whether something moves, or the clock runs."""
        seconds = self.screen.seconds_to_change()
        return self.screen.is_moving or (seconds is not None and seconds < EVERY_SECONDS)

    def _wait(self) -> list[pygame.Event]:
        """Sleep until the next frame is due, or until the next event if nothing moves."""
        now = self._clock()
        if self.screen.is_moving:
            self._due = max(self._due + FRAME_SECONDS, now)
            self._sleep(self._due - now)
            return pygame.event.get()
        if self._reader is not None and self._reader.is_due and not self._changes_soon():
            self._reader.send(self._clock(), is_moving=False)
        rest_at = now
        seconds = self.screen.seconds_to_change()
        wake = math.inf if seconds is None else now + seconds
        # pygame.event.wait polls every millisecond, which takes too much of a core
        while not (events := pygame.event.get()) and now < wake:
            if now >= rest_at and self._on_rest is not None:
                self._on_rest()
                rest_at = now + REST_SECONDS
            self._sleep(min(IDLE_SECONDS, wake - now))
            now = self._clock()
        self._due = now
        return events

    def _place_text_input(self) -> None:
        """Turn input methods on in a field only, because elsewhere they would take the keys."""
        place = self.screen.window.ui.writing_place
        if place == self._writing_place:
            return
        self._writing_place = place
        if place is None:
            pygame.key.stop_text_input()
        else:
            pygame.key.set_text_input_rect(place)
            pygame.key.start_text_input()

    def _show_pointer(self) -> None:
        is_hand = self.screen.window.ui.is_over_control
        if is_hand != self._is_hand:
            self._is_hand = is_hand
            cursor = pygame.SYSTEM_CURSOR_HAND if is_hand else pygame.SYSTEM_CURSOR_ARROW
            with contextlib.suppress(pygame.error):  # some displays do not support cursors
                pygame.mouse.set_cursor(cursor)
