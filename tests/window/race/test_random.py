"""Many random events in a race: nothing breaks."""

from __future__ import annotations

import random
from pathlib import Path

import pygame
import pytest

from puzzler.game.race.racing import Racing
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.solver.race.values import Pace, RaceRules
from puzzler.window.common import search_plot
from puzzler.window.race import table
from puzzler.window.window import Next
from tests.window.conftest import Opener, Window
from tests.window.race.conftest import START
from tests.window.test_random_events import SIZES, Hand

EVENTS = 500
KEYS = (
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END, pygame.K_SPACE, pygame.K_TAB),
    *(pygame.K_MINUS, pygame.K_EQUALS, pygame.K_LEFTBRACKET, pygame.K_RIGHTBRACKET),
    *(pygame.K_RETURN, pygame.K_BACKSPACE, pygame.K_INSERT),
)


def race(window: Window, chance: random.Random) -> None:
    """A race is open, sometimes with other lanes and rules."""
    if window.session.race.opened is None:
        window.app.ui.close_all()
        window.session.stop()
        window.session.race.open()
        window.frame()
    racing = window.session.race.opened
    if racing is not None and chance.random() < 0.4:
        names = [name for name in ALGORITHMS if name != "anytime"]
        lanes = chance.choices(names, k=chance.randint(2, 4))
        racing.set_methods([Method(name, "manhattan") for name in lanes])
        racing.set_rules(RaceRules(chance.choice(list(Pace))))


@pytest.mark.parametrize("seed", range(3))
def test_random_events(
    open_board: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for module in (search_plot, table):
        monkeypatch.setattr(module, "results_folder", lambda: tmp_path)
    window = open_board(START, size=SIZES[seed])
    hand, raced = Hand(seed, window, tmp_path), 0
    for number in range(EVENTS):
        if number % 25 == 0:
            race(window, hand.random)
        event = hand.event()
        if hand.random.random() < 0.4:
            key = hand.random.choice(KEYS)
            event = pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="")
        assert window.screen.handle(event) is not Next.QUIT
        raced += isinstance(window.session.activity, Racing)
        if number % 5 == 0:
            window.frame()
        if number % 200 == 199:
            pygame.display.set_mode(hand.random.choice(SIZES), pygame.RESIZABLE)
        if window.is_searching:
            window.key(pygame.K_ESCAPE)
    assert raced > EVENTS // 4
    window.session.stop()
    window.settle()
