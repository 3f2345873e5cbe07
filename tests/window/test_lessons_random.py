"""Whatever hands and keys do in a lesson, nothing falls, and no two parts have one name."""

from __future__ import annotations

import random
from pathlib import Path

import pygame
import pytest

from tests.game.lessons.lesson_texts import lessons
from tests.window.conftest import HARD, Opener

KEYS = [
    *(pygame.K_RETURN, pygame.K_PERIOD, pygame.K_COMMA, pygame.K_DELETE, pygame.K_u, pygame.K_j),
    *(pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_q, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP),
    *(pygame.K_SPACE, pygame.K_END, pygame.K_HOME, pygame.K_TAB, pygame.K_ESCAPE),
    *(pygame.K_LEFTBRACKET, pygame.K_RIGHTBRACKET),
]
VIEW_KEYS = [pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_5]
TEXTS = ["7", "1 2 3/4 0 5", "x"]


@pytest.mark.parametrize(("seed", "size"), [(1, (640, 480)), (2, (1280, 800))], ids=str)
def test_nothing_falls(
    open_board: Opener,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
    size: tuple[int, int],
) -> None:
    for panel in ("lab_plots", "race_plot", "race_table"):
        monkeypatch.setattr(f"puzzler.window.panels.{panel}.results_folder", lambda: tmp_path)
    chance = random.Random(seed)
    window = open_board(HARD, size=size)
    course = window.session.lessons
    for _ in range(120):
        if not course.is_open and not window.open and chance.random() < 0.5:
            course.begin(chance.choice(list(lessons().values())), chance.randrange(3))
        kind = chance.random()
        controls = window.desk.controls.controls
        if kind < 0.5:
            window.key(chance.choice(KEYS))
        elif kind < 0.55:
            window.key(chance.choice(VIEW_KEYS), pygame.KMOD_LCTRL)
        elif kind < 0.6:
            window.send(pygame.Event(pygame.TEXTINPUT, text=chance.choice(TEXTS)))
        elif kind < 0.9 and controls:
            window.click(chance.choice(controls).rect.center)
        else:
            window.click((chance.randrange(size[0]), chance.randrange(size[1])))
        keys = [part.key for part in window.screen.parts()]
        assert len(keys) == len(set(keys))
