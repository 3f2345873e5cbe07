"""The window without a screen, with simulated input and a simulated clock."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

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
from puzzler.window.main.loop import FRAME_SECONDS, GameLoop
from puzzler.window.main.screen import ViewScreen

PATIENCE = 300.0
"""Timeout of waiting in seconds."""


class Window:
    """The program in its loop. Its time advances by frames."""

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
        self.screen = ViewScreen(App(self.session), size)
        self.app = self.screen.window
        self.loop = GameLoop(self.screen, clock=lambda: self.now)
        self.loop.draw()
        preparation = self.session.context.preparation
        self.wait(lambda: preparation.poll() is not KernelState.MISSING)
        self.wait(is_complete)
        preparation.load()

    def frame(self) -> None:
        """Run one frame of the loop."""
        self.now += FRAME_SECONDS
        self.loop.frame(pygame.event.get())

    def pass_time(self, seconds: float) -> None:
        """Advance the time of the window without waiting."""
        end = self.now + seconds
        while self.now < end:
            self.frame()

    def wait(self, condition: Callable[[], object]) -> None:
        """Run frames until the condition holds, in real time for searches in the background."""
        then = time.monotonic()
        end = then + PATIENCE
        while not condition():
            if then > end:
                raise TimeoutError
            time.sleep(FRAME_SECONDS)
            self.frame()
            now = time.monotonic()
            self.now += max(0.0, now - then - FRAME_SECONDS)  # the frame was late
            then = now

    def rest(self, seconds: float) -> None:
        """Wait in real time for work in the background."""
        end = time.monotonic() + seconds
        self.wait(lambda: time.monotonic() > end)

    def settle(self) -> None:
        """Run frames until animations have finished."""
        self.pass_time(1.5)

    def key(self, words: str) -> None:
        """Press a key, named as in the settings: ``ctrl+2``."""
        key, with_ctrl, with_shift = chord(words)
        mod = pygame.KMOD_CTRL * with_ctrl | pygame.KMOD_SHIFT * with_shift
        for kind in (pygame.KEYDOWN, pygame.KEYUP):  # a held key would repeat
            pygame.event.post(pygame.Event(kind, key=key, mod=mod, unicode=""))
        self.frame()

    def click_cell(self, cell: int) -> None:
        """Click the tile on a cell and move the pointer away."""
        left = {"pos": self.app.view.geometry.cells[cell].center, "button": 1}
        pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, left))
        pygame.event.post(pygame.Event(pygame.MOUSEBUTTONUP, left))
        pygame.event.post(pygame.Event(pygame.WINDOWLEAVE))
        self.frame()

    def play(self, moves: str, seconds: float) -> None:
        """Make moves of the blank, given as UDLR, with the arrow keys within ``seconds``."""
        for letter in moves:  # an arrow key moves the tile, which is opposite to the blank
            self.key(Move(letter).inverse.name.lower())
            self.pass_time(seconds / len(moves) - FRAME_SECONDS)

    @property
    def surface(self) -> pygame.Surface:
        """Return the picture of the window."""
        self.frame()
        surface = pygame.display.get_surface()
        assert surface is not None, "the window must be open"
        return surface

    def close(self) -> None:
        """Close the window."""
        self.screen.close()
        pygame.display.quit()
        pygame.font.quit()
