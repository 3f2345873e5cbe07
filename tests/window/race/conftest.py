"""Fixtures for races in a window."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from puzzler.game.race.racing import Racing
from puzzler.game.race.state import RacePhase, RaceState
from puzzler.search.method import Method
from puzzler.solver.race.race_rules import RaceRules
from tests.window.conftest import Opener, Window

CTRL, SHIFT = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT
START = "4 2 0/5 1 3"
"""Seven moves from the goal."""
FAR = "5 2 4 8/10 0 3 14/13 6 11 12/1 15 9 7"
LANES = (
    Method("astar", "manhattan"),
    Method("idastar", "manhattan"),
    Method("greedy", "manhattan"),
    Method("bfs"),
)


class RaceWindow:
    def __init__(self, window: Window, methods: tuple[Method, ...], rules: RaceRules) -> None:
        self.window = window
        window.key(pygame.K_3, CTRL)
        self.racing.set_methods(methods or LANES)
        self.racing.set_rules(rules)
        self.racing.set_rate(None)
        window.frame(2)

    @property
    def racing(self) -> Racing:
        return self.window.session.race.current

    @property
    def state(self) -> RaceState:
        return self.racing.state()

    def finish(self) -> RaceWindow:
        if self.racing.phase is RacePhase.READY:
            self.window.key(pygame.K_SPACE)
        self.window.wait_for(lambda: self.racing.phase is RacePhase.OVER)
        self.arrive()
        self.window.settle()
        return self

    def arrive(self) -> None:
        """Wait until all lanes are at the requested moment."""
        self.window.wait_for(
            lambda: (
                not self.racing.is_busy
                and all(lane.is_there or lane.trouble for lane in self.state.lanes)
            )
        )
        self.window.frame(2)

    def go_to(self, moment: int) -> None:
        """Step to a moment from the start of a paused race."""
        self.racing.step(moment)
        self.window.wait_for(lambda: self.state.moment == moment)
        self.window.frame(2 * len(self.racing.methods))

    def focus(self, key: object) -> None:
        self.window.find(key)
        self.window.app.ui.focus(key)


OpenRace = Callable[..., RaceWindow]


@pytest.fixture
def open_race(open_board: Opener) -> OpenRace:

    def opener(
        *methods: Method, board: str = START, rules: RaceRules | None = None, **more: object
    ) -> RaceWindow:
        return RaceWindow(open_board(board, **more), methods, rules or RaceRules())

    return opener


@pytest.fixture
def race(open_race: OpenRace, size: tuple[int, int]) -> RaceWindow:
    return open_race(size=size)
