"""The program's own window without a screen: hands, a clock that is moved by hand, and patience."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pygame

from puzzler.board import Move, Scenario
from puzzler.game.core.settings import Settings
from puzzler.game.session import Session
from puzzler.game.storage.store import Store
from puzzler.search.compilation import KernelState, is_complete
from puzzler.solver.preparation import Preparation
from puzzler.window.core.display import open_window
from puzzler.window.core.keymap import chord
from puzzler.window.core.window import Window as App
from puzzler.window.main.app import SWITCH_SECONDS
from puzzler.window.main.game_loop import FRAME_SECONDS, GameLoop
from puzzler.window.main.view_screen import ViewScreen
from puzzler.window.toolkit.context import Clipboard

PATIENCE = 300.0
"""Seconds until what is waited for is given up."""
_ARROWS = {
    # an arrow moves the tile, which goes against the blank
    Move.UP: "down",
    Move.DOWN: "up",
    Move.LEFT: "right",
    Move.RIGHT: "left",
}


class NoClipboard(Clipboard):
    """Nothing that lies about on this machine gets into a picture."""

    def copy(self, text: str) -> bool:
        """It is lost."""
        return True

    def paste(self) -> str | None:
        """There is nothing."""
        return None


class Window:
    """The program in its loop. Its time passes by frames, so that a game takes what it should."""

    def __init__(self, scenario: Scenario, settings: Settings, size: tuple[int, int]) -> None:
        self.now = 0.0
        sys.setswitchinterval(SWITCH_SECONDS)
        open_window(size)
        self.session = Session(
            settings,
            lambda: self.now,
            scenario=scenario,
            preparation=Preparation(),
            store=Store.open(),
        )
        self.screen = ViewScreen(App(self.session, clipboard=NoClipboard()), size)
        self.app = self.screen.window
        self.loop = GameLoop(self.screen, clock=lambda: self.now)
        self.loop.draw()
        preparation = self.session.context.preparation
        self.wait(lambda: preparation.poll() is not KernelState.MISSING, "compiled kernels")
        self.wait(is_complete, "all other kernels")
        preparation.load()

    # ---- Time -----------------------------------------------------------------------------

    def frame(self) -> None:
        """One frame of the loop."""
        self.now += FRAME_SECONDS
        self.loop.frame(pygame.event.get())

    def pass_time(self, seconds: float) -> None:
        """Let the window's time pass: nobody waits for it."""
        end = self.now + seconds
        while self.now < end:
            self.frame()

    def wait(self, condition: Callable[[], object], what: str) -> None:
        """Until it holds, while the searches in the background have the real time they take."""
        then = time.monotonic()
        end = then + PATIENCE
        while not condition():
            if then > end:
                raise TimeoutError(f"waited in vain for {what}")
            time.sleep(FRAME_SECONDS)
            self.frame()
            now = time.monotonic()
            self.now += max(0.0, now - then - FRAME_SECONDS)  # it was late
            then = now

    def rest(self, seconds: float) -> None:
        """Give what works beside the window so much real time."""
        end = time.monotonic() + seconds
        self.wait(lambda: time.monotonic() > end, "time")

    def settle(self) -> None:
        """Until slides, glows and figures have come to rest."""
        self.pass_time(1.5)

    # ---- Hands ----------------------------------------------------------------------------

    def key(self, words: str) -> None:
        """Press a key, named as in the settings: ``ctrl+2``."""
        key, with_ctrl, with_shift = chord(words)
        mod = pygame.KMOD_CTRL * with_ctrl | pygame.KMOD_SHIFT * with_shift
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))
        self.frame()

    def click(self, at: tuple[int, int]) -> None:
        """Point, press, release, and take the hand away."""
        left = {"pos": at, "button": 1}
        pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, left))
        pygame.event.post(pygame.Event(pygame.MOUSEBUTTONUP, left))
        pygame.event.post(pygame.Event(pygame.WINDOWLEAVE))
        self.frame()

    def click_cell(self, cell: int) -> None:
        """Click the tile on a cell."""
        self.click(self.app.view.geometry.cells[cell].center)

    def play(self, moves: str, seconds: float) -> None:
        """Make moves of the blank, over UDLR, with the arrow keys, in so many seconds in all."""
        names = {move.name[0]: move for move in Move}
        for letter in moves:
            self.key(_ARROWS[names[letter]])
            self.pass_time(seconds / len(moves) - FRAME_SECONDS)

    # ---- The picture ----------------------------------------------------------------------

    @property
    def surface(self) -> pygame.Surface:
        """What is seen."""
        self.frame()
        surface = pygame.display.get_surface()
        assert surface is not None, "the window is open"
        return surface


@contextmanager
def opened(scenario: Scenario, settings: Settings, size: tuple[int, int]) -> Iterator[Window]:
    """A window, closed at the end."""
    window = Window(scenario, settings, size)
    try:
        yield window
    finally:
        window.screen.close()
        pygame.display.quit()
        pygame.font.quit()
