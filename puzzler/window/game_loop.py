"""The loop of the window: events in, time passes, what changed is drawn, and else it sleeps."""

from __future__ import annotations

import contextlib
import math
import time
import warnings
from collections.abc import Callable

import pygame

from puzzler.game.play.settings import SystemLook
from puzzler.search.kernels.jit import drawing
from puzzler.window.screen_reader import ASKED, open_screen_reader
from puzzler.window.toolkit.scene import Part, Scene
from puzzler.window.toolkit.theme import Theme
from puzzler.window.view_screen import ViewScreen
from puzzler.window.window import Next

FRAME_SECONDS = 1 / 60
IDLE_SECONDS = 0.012
"""How often an idle window looks for input: within a frame, and for less than 1 % of a core."""

_REDRAWN_AFTER = pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSIZECHANGED
"""What the window showed may be lost."""


class GameLoop:
    """Runs a screen in the window until it wants to quit."""

    def __init__(
        self,
        screen: ViewScreen,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] = time.sleep,
        *,
        on_rest: Callable[[], None] | None = None,
        read_system: Callable[[], SystemLook] | None = None,
    ) -> None:
        """``on_rest`` is called whenever nothing moves: no frame waits for what it does.

        read_system: asked for whenever the window gets the keyboard; the look may be another now.
        """
        self._read_system = read_system
        self.screen = screen
        self._on_rest = on_rest
        self._clock = clock
        self._sleep = sleep
        self._due = clock()
        self._scene: Scene | None = None
        self._theme: Theme | None = None
        self._drawn: tuple[Part, ...] | None = None
        self._is_hand = False
        self._windowed_size: tuple[int, int] | None = None
        pygame.display.set_caption("Puzzler")
        self._reader = open_screen_reader(screen.describe)

    def run(self) -> None:
        """Until the window is closed."""
        while self.frame(self._wait()):
            pass

    @drawing()
    def frame(self, events: list[pygame.Event]) -> bool:
        """One turn: handle ``events``, let time pass, draw what changed. False to quit."""
        for event in events:
            if event.type in _REDRAWN_AFTER:
                self._scene = None
                continue
            if event.type == ASKED:
                self.screen.window.end_message()
            if self._reader is not None and self._reader.takes(event):
                self.screen.window.ui.rebuild()
            if event.type == ASKED:
                self._drawn = None  # the tree is told anew
                continue
            if event.type == pygame.WINDOWFOCUSGAINED and self._read_system is not None:
                self.screen.window.follow_system(self._read_system)
            outcome = self.screen.handle(event)
            if outcome is Next.QUIT:
                return False
            if outcome is Next.FULL_SCREEN:
                self._toggle_full_screen()
        self.draw()
        return True

    @drawing()
    def draw(self) -> None:
        """Let time pass up to now and bring the window up to date."""
        self.screen.tick(self._clock())
        surface = pygame.display.get_surface()
        assert surface is not None
        if self._scene is None or self.screen.window.size != surface.get_size():
            self.screen.resize(surface.get_size())
            self._scene = None
        theme = self.screen.window.painter.theme
        if self._scene is None or self._theme is not theme:
            self._theme, self._drawn = theme, None
            self._scene = Scene(self.screen.draw_ground)
        parts = self.screen.parts()
        if parts is not self._drawn:
            self._drawn = parts
            damages = self._scene.update(surface, parts)
            if damages:
                pygame.display.update(damages)
            self._show_pointer()
            if self._reader is not None:
                self._reader.follow(self._clock(), is_moving=self.screen.is_moving)

    def _wait(self) -> list[pygame.Event]:
        """Sleep until the next frame is due or, where nothing moves, until something happens."""
        now = self._clock()
        if self.screen.is_moving:
            self._due = max(self._due + FRAME_SECONDS, now)
            self._sleep(self._due - now)
            return pygame.event.get()
        if self._reader is not None and self._reader.is_due:
            self._reader.follow(self._clock(), is_moving=False)
        if self._on_rest is not None:
            self._on_rest()
        seconds = self.screen.seconds_to_change()
        wake = math.inf if seconds is None else now + seconds
        # pygame.event.wait would do the same, but looks every millisecond: that is no idling
        while not (events := pygame.event.get()) and now < wake:
            self._sleep(min(IDLE_SECONDS, wake - now))
            now = self._clock()
        self._due = now
        return events

    def _toggle_full_screen(self) -> None:
        if self._windowed_size is None:
            self._windowed_size = pygame.display.get_window_size()
            pygame.display.set_mode(pygame.display.get_desktop_sizes()[0], pygame.FULLSCREEN)
        else:
            with warnings.catch_warnings():
                # where the window was maximised its manager may want another size, and that is fine
                warnings.simplefilter("ignore", RuntimeWarning)
                pygame.display.set_mode(self._windowed_size, pygame.RESIZABLE)
            self._windowed_size = None
        self._scene = None

    def _show_pointer(self) -> None:
        is_hand = self.screen.window.ui.is_over_control
        if is_hand != self._is_hand:
            self._is_hand = is_hand
            cursor = pygame.SYSTEM_CURSOR_HAND if is_hand else pygame.SYSTEM_CURSOR_ARROW
            with contextlib.suppress(pygame.error):  # some displays have no pointers to choose from
                pygame.mouse.set_cursor(cursor)
