"""Many random events in the Lab: nothing breaks, and what is drawn is what there is."""

from __future__ import annotations

import random
from pathlib import Path

import pygame
import pytest

from puzzler.game.lab.inspecting import Inspecting
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.window.screen import Next
from tests.window.conftest import Opener, Window
from tests.window.test_lab import START
from tests.window.test_random_events import SIZES, Hand

EVENTS = 800
KEYS = (
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END, pygame.K_SPACE, pygame.K_q),
    *(pygame.K_MINUS, pygame.K_EQUALS, pygame.K_LEFTBRACKET, pygame.K_RIGHTBRACKET, pygame.K_TAB),
    *(pygame.K_RETURN, pygame.K_1, pygame.K_2, pygame.K_3),
)


def look_inside(window: Window, chance: random.Random) -> None:
    """The Lab is open, with another method where chance has it."""
    if window.desk.inspecting is None:
        window.desk.ui.close_all()
        window.session.stop()
        window.session.lab.open()
        window.frame()
    if window.desk.inspecting is not None and chance.random() < 0.4:
        algorithm = chance.choice([name for name in ALGORITHMS if name != "anytime"])
        window.desk.inspecting.set_method(Method(algorithm, "manhattan"))


@pytest.mark.parametrize("seed", range(3))
def test_random_events(
    open_board: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    pygame.image.save(pygame.Surface((64, 64)), tmp_path / "good.png")
    (tmp_path / "bad.png").write_bytes(b"bad")
    window = open_board(START, size=SIZES[seed])
    hand, looked = Hand(seed, window, tmp_path), 0
    for number in range(EVENTS):
        if number % 25 == 0:
            look_inside(window, hand.random)
        event = hand.event()
        if hand.random.random() < 0.4:
            key = hand.random.choice(KEYS)
            event = pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="")
        assert window.screen.handle(event) is not Next.QUIT
        looked += isinstance(window.session.activity, Inspecting)
        if number % 5 == 0:
            window.frame()
        if number % 200 == 199:
            pygame.display.set_mode(hand.random.choice(SIZES), pygame.RESIZABLE)
        if window.is_searching:
            window.key(pygame.K_ESCAPE)
    assert looked > EVENTS // 4
    window.desk.ui.close_all()
    window.session.stop()
    window.settle()
