"""The loop of the window: events in, time passes, what changed is drawn, and else it sleeps."""

from __future__ import annotations

import contextlib
import math
import os
import sys
import time
import warnings
from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING

import pygame

from puzzler import resources
from puzzler.window.scene import Scene
from puzzler.window.screens.screen import Next, Screen
from puzzler.window.silence import libraries_silenced

if TYPE_CHECKING:
    from puzzler.board.scenario import Scenario
    from puzzler.game.kept.settings import Settings
    from puzzler.window.screens.play import PlayScreen

FRAME_SECONDS = 1 / 60
IDLE_SECONDS = 0.012
"""How often an idle window looks for input: within a frame, and for less than 1 % of a core."""
FIRST_SIZE = (1280, 800)
UNSEEN_DRIVERS = ("offscreen", "dummy")
"""SDL's ways to show nothing: for those who ask for them in one of ``DRIVER_VARIABLES``."""
DRIVER_VARIABLES = ("SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")
SWITCH_SECONDS = 0.0005
"""How long another thread may keep the interpreter: its default of 5 ms makes frames late."""


def run(
    scenario: Scenario | None = None,
    settings: Settings | None = None,
    *,
    kept_settings: Settings | None = None,
    watch: bool = False,
    notice: str = "",
) -> int:
    """Open the window and stay until it is closed; the exit status for the command line.

    scenario: the board to begin with, by default a freshly shuffled one of the settings' size.
    settings: by default the user's own; a caller that overrides some of them loads them with
    ``game.kept.settings_file.load_settings``, replaces fields, and hands on what was loaded as
    ``kept_settings`` and what the loader had to say as ``notice``, which is shown. What the user
    chooses in the window is kept at the end, and of the overrides nothing. watch: start solving at
    once. Returns 0, or 1 where no window can be opened, which is then said on standard error.
    """
    from puzzler.game.kept.settings_file import SettingsKeeper, load_settings

    if settings is None:
        settings, notice = load_settings()
    kept_settings = kept_settings or settings
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        surface = open_window()
    except pygame.error as error:
        print(f"puzzler: no window can be opened: {error}", file=sys.stderr)
        return 1
    screen = keeper = None
    try:
        screen = _play_screen(scenario, settings, kept_settings, notice, surface.get_size())
        keeper = SettingsKeeper(kept_settings)
        session = screen.session
        previews = _previews()

        def on_rest() -> None:
            keeper.keep(session.kept_settings)
            session.rest()
            next(previews, None)

        loop = GameLoop(screen, on_rest=on_rest)
        loop.draw()
        if watch:
            screen.session.watch()
        loop.run()
    finally:
        # the window goes first: nobody should have to look at it while threads come to their end
        pygame.display.quit()
        pygame.font.quit()
        if screen is not None and keeper is not None:
            screen.close()
            keeper.keep(screen.session.kept_settings)
    return 0


def _previews() -> Iterator[None]:
    """Load the bundled pictures one by one, so that the gallery is there at once."""
    from puzzler.window.pictures import PictureError, bundled_pictures, preview

    for file in bundled_pictures().values():
        with contextlib.suppress(PictureError):
            preview(file)
        yield


def open_window(size: tuple[int, int] | None = None) -> pygame.Surface:
    """The window, resizable, by default as large as suits the screen. No sound is touched.

    pygame.error where there is no screen.
    """
    with libraries_silenced():
        pygame.display.init()
    is_asked_for = any(os.environ.get(name) for name in DRIVER_VARIABLES)
    if pygame.display.get_driver() in UNSEEN_DRIVERS and not is_asked_for:
        # SDL's last resort: the program would run and nobody would ever see it
        pygame.display.quit()
        raise pygame.error("there is no screen to show it on")
    pygame.font.init()
    icons = resources.assets() / "icons"
    pygame.display.set_icon(pygame.image.load_sized_svg(str(icons / "puzzler.svg"), (64, 64)))
    return pygame.display.set_mode(size or _first_size(), pygame.RESIZABLE)


def _first_size() -> tuple[int, int]:
    """1280x800, more on a large screen, less on a small one."""
    width, height = pygame.display.get_desktop_sizes()[0]
    share = max(1.0, min(0.66 * width / FIRST_SIZE[0], 0.66 * height / FIRST_SIZE[1]))
    return min(width, round(FIRST_SIZE[0] * share)), min(height, round(FIRST_SIZE[1] * share))


def _play_screen(
    scenario: Scenario | None,
    settings: Settings,
    kept_settings: Settings,
    notice: str,
    size: tuple[int, int],
) -> PlayScreen:
    from puzzler.game.kept.store import Store
    from puzzler.game.session import Session
    from puzzler.solver.preparation import Preparation
    from puzzler.window.screens.play import PlayScreen
    from puzzler.window.sound import Sounds
    from puzzler.window.theme import load_theme_or_default

    store = Store.open()
    session = Session(
        settings,
        time.perf_counter,
        preparation=Preparation(),
        scenario=scenario,
        store=store,
        kept_settings=kept_settings,
    )
    notice = "; ".join(words for words in (notice, store.notice) if words)
    return PlayScreen(
        session, load_theme_or_default, size, notice=notice, sounds=Sounds(), welcomes=True
    )


class GameLoop:
    """Runs a screen in the window until it wants to quit."""

    def __init__(
        self,
        screen: Screen,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] = time.sleep,
        *,
        on_rest: Callable[[], None] | None = None,
    ) -> None:
        """``on_rest`` is called whenever nothing moves: no frame waits for what it does."""
        self.screen = screen
        self._on_rest = on_rest
        self.frames_drawn = 0
        """Frames in which anything changed."""
        self._clock = clock
        self._sleep = sleep
        self._due = clock()
        self._scene: Scene | None = None
        self._setting: Hashable = None
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
            self._scene = None
        if self._scene is None or self._setting != self.screen.setting:
            self._setting = self.screen.setting
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
            with warnings.catch_warnings():
                # where the window was maximised its manager may want another size, and that is fine
                warnings.simplefilter("ignore", RuntimeWarning)
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
