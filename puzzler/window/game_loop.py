"""The loop of the window: events in, time passes, what changed is drawn, and else it sleeps."""

from __future__ import annotations

import contextlib
import math
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from puzzler import resources
from puzzler.window.scene import Scene
from puzzler.window.screens.screen import Next, Screen

if TYPE_CHECKING:
    from puzzler.board.scenario import Scenario
    from puzzler.game.settings import Settings

FRAME_SECONDS = 1 / 60
IDLE_SECONDS = 0.012
"""How often an idle window looks for input: within a frame, and for less than 1 % of a core."""
FIRST_SIZE = (1280, 800)
SMALLEST_SIZE = (480, 360)
SWITCH_SECONDS = 0.0005
"""How long another thread may keep the interpreter: its default of 5 ms makes frames late."""


def run(
    scenario: Scenario | None = None,
    settings: Settings | None = None,
    *,
    watch: bool = False,
    notice: str = "",
) -> int:
    """Open the window and stay until it is closed; the exit status for the command line.

    scenario: the board to begin with, by default a freshly shuffled one of the settings' size.
    settings: by default the user's own; a caller that overrides some of them loads them with
    ``game.settings.load_settings``, replaces fields, and hands on what the loader had to say as
    ``notice``, which is shown. watch: start solving at once. Returns 0, or 1 where no window can
    be opened, which is then said on standard error.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        surface = open_window()
    except pygame.error as error:
        print(f"puzzler: no window can be opened: {error}", file=sys.stderr)
        return 1
    try:
        loop = GameLoop(_play_screen(scenario, settings, notice, surface.get_size()))
        try:
            loop.draw()
            if watch:
                loop.screen.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0))
            loop.run()
        finally:
            loop.screen.close()
    finally:
        pygame.display.quit()
        pygame.font.quit()
    return 0


def open_window(size: tuple[int, int] | None = None) -> pygame.Surface:
    """The window, resizable, by default as large as suits the screen. No sound is touched."""
    pygame.display.init()
    pygame.font.init()
    icons = resources.assets() / "icons"
    pygame.display.set_icon(pygame.image.load_sized_svg(str(icons / "puzzler.svg"), (64, 64)))
    surface = pygame.display.set_mode(size or _first_size(), pygame.RESIZABLE)
    pygame.Window.from_display_module().minimum_size = SMALLEST_SIZE
    return surface


def _first_size() -> tuple[int, int]:
    """1280x800, more on a large screen, less on a small one."""
    width, height = pygame.display.get_desktop_sizes()[0]
    share = max(1.0, min(0.66 * width / FIRST_SIZE[0], 0.66 * height / FIRST_SIZE[1]))
    return min(width, round(FIRST_SIZE[0] * share)), min(height, round(FIRST_SIZE[1] * share))


def _play_screen(
    scenario: Scenario | None, settings: Settings | None, notice: str, size: tuple[int, int]
) -> Screen:
    from puzzler.game.session import Session
    from puzzler.game.settings import load_settings
    from puzzler.solver.preparation import Preparation
    from puzzler.window.screens.play import PlayScreen
    from puzzler.window.theme import load_theme

    if settings is None:
        settings, notice = load_settings()
    session = Session(settings, time.perf_counter, scenario=scenario, preparation=Preparation())
    return PlayScreen(session, load_theme("dark"), size, notice=notice)


class GameLoop:
    """Runs a screen in the window until it wants to quit."""

    def __init__(
        self,
        screen: Screen,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.screen = screen
        self.frames_drawn = 0
        """Frames in which anything changed."""
        self._clock = clock
        self._sleep = sleep
        self._due = clock()
        self._scene: Scene | None = None
        self._is_hand = False
        self._windowed_size: tuple[int, int] | None = None
        pygame.display.set_caption(screen.title)

    def run(self) -> None:
        """Until the window is closed."""
        while self.frame(self._wait()):
            pass

    def frame(self, events: list[pygame.Event]) -> bool:
        """One turn: handle ``events``, let time pass, draw what changed. False to quit."""
        for event in events:
            outcome = self._handle(event)
            if outcome is Next.QUIT:
                return False
            if outcome is Next.FULL_SCREEN:
                self._toggle_full_screen()
        self.draw()
        return True

    def draw(self) -> None:
        """Let time pass up to now and bring the window up to date."""
        self.screen.tick(self._clock())
        surface = pygame.display.get_surface()
        assert surface is not None
        if self._scene is None or self._scene.backdrop.get_size() != surface.get_size():
            self.screen.resize(surface.get_size())
            self._scene = Scene(self.screen.backdrop())
        damages = self._scene.update(surface, self.screen.parts())
        if damages:
            self.frames_drawn += 1
            pygame.display.update(damages)
        self._show_pointer()

    def _wait(self) -> list[pygame.Event]:
        """Sleep until the next frame is due or, where nothing moves, until something happens."""
        now = self._clock()
        if self.screen.is_moving:
            self._due = max(self._due + FRAME_SECONDS, now)
            self._sleep(self._due - now)
            return pygame.event.get()
        seconds = self.screen.seconds_to_change()
        wake = math.inf if seconds is None else now + seconds
        # pygame.event.wait would do the same, but looks every millisecond: that is no idling
        while not (events := pygame.event.get()) and now < wake:
            self._sleep(min(IDLE_SECONDS, wake - now))
            now = self._clock()
        self._due = now
        return events

    def _handle(self, event: pygame.Event) -> Next:
        if event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSIZECHANGED):
            self._scene = None  # what the window showed may be lost
            return Next.STAY
        return self.screen.handle(event)

    def _toggle_full_screen(self) -> None:
        if self._windowed_size is None:
            self._windowed_size = pygame.display.get_window_size()
            pygame.display.set_mode(pygame.display.get_desktop_sizes()[0], pygame.FULLSCREEN)
        else:
            pygame.display.set_mode(self._windowed_size, pygame.RESIZABLE)
            self._windowed_size = None
        self._scene = None

    def _show_pointer(self) -> None:
        """A hand over what can be used, else an arrow."""
        if self.screen.is_over_control != self._is_hand:
            self._is_hand = self.screen.is_over_control
            cursor = pygame.SYSTEM_CURSOR_HAND if self._is_hand else pygame.SYSTEM_CURSOR_ARROW
            with contextlib.suppress(pygame.error):  # some displays have no pointers to choose from
                pygame.mouse.set_cursor(cursor)
