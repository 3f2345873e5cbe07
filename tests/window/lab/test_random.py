"""Many random events in the Lab and in lessons: nothing fails, and no two parts have one key."""

from __future__ import annotations

import random
from pathlib import Path

import pygame
import pytest

from puzzler.game.lab.inspecting import Inspecting
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.window.toolkit.element import Control
from tests.game.lessons.lesson_texts import lessons
from tests.window.conftest import HARD, Opener, Window
from tests.window.lab.looking import START

SIZES = (480, 360), (640, 480), (1280, 800)
KEYS = (
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_HOME, pygame.K_END, pygame.K_SPACE),
    *(pygame.K_MINUS, pygame.K_EQUALS, pygame.K_LEFTBRACKET, pygame.K_RIGHTBRACKET, pygame.K_TAB),
    *(pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_q, pygame.K_1, pygame.K_2, pygame.K_3),
)
LESSON_KEYS = pygame.K_PERIOD, pygame.K_COMMA, pygame.K_DELETE, pygame.K_u, pygame.K_j
VIEW_KEYS = pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_5
TEXTS = "7", "1 2 3/4 0 5", "x"


def place(window: Window, chance: random.Random) -> tuple[int, int]:
    """A tile, a control, or anywhere."""
    app = window.app
    kind = chance.random()
    controls = [t.element for t in app.ui.top.frame.targets if isinstance(t.element, Control)]
    if kind < 0.2:
        return chance.choice(app.view.geometry.cells).center
    if kind < 0.8 and controls:
        return chance.choice(controls).rect.center
    return chance.randrange(app.size[0]), chance.randrange(app.size[1])


def event(window: Window, chance: random.Random, keys: tuple[int, ...]) -> pygame.Event:
    kind, at = chance.random(), place(window, chance)
    if kind < 0.4:
        return pygame.Event(pygame.KEYDOWN, key=chance.choice(keys), mod=0, unicode="")
    if kind < 0.43:
        key = chance.choice(VIEW_KEYS)
        return pygame.Event(pygame.KEYDOWN, key=key, mod=pygame.KMOD_LCTRL, unicode="")
    if kind < 0.48:
        return pygame.Event(pygame.TEXTINPUT, text=chance.choice(TEXTS))
    if kind < 0.55:
        return pygame.Event(pygame.MOUSEWHEEL, x=0, y=chance.choice((-3, -1, 1, 3)))
    if kind < 0.7:
        return pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0))
    down = pygame.MOUSEBUTTONDOWN if kind < 0.85 else pygame.MOUSEBUTTONUP
    return pygame.Event(down, pos=at, button=1)


def run(window: Window, chance: random.Random, keys: tuple[int, ...], events: int) -> None:
    for number in range(events):
        window.send(event(window, chance, keys))
        parts = [part.key for part in window.screen.parts()]
        assert len(parts) == len(set(parts)), number


@pytest.fixture(autouse=True)
def saves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzler.window.common.search_plot.results_folder", lambda: tmp_path)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)


@pytest.mark.parametrize(("seed", "size"), list(enumerate(SIZES)), ids=str)
def test_in_the_lab(open_board: Opener, seed: int, size: tuple[int, int]) -> None:
    chance, looked = random.Random(seed), 0
    window = open_board(START, size=size)
    for _ in range(12):
        if not isinstance(window.session.activity, Inspecting):
            window.app.ui.close_all()
            window.session.stop()
            window.session.lab.open()
            window.frame()
        if chance.random() < 0.4 and isinstance(window.session.activity, Inspecting):
            algorithm = chance.choice([name for name in ALGORITHMS if name != "anytime"])
            window.session.lab.current.set_method(Method(algorithm, "manhattan"))
        run(window, chance, KEYS, 30)
        looked += isinstance(window.session.activity, Inspecting)
        pygame.display.set_mode(chance.choice(SIZES), pygame.RESIZABLE)
    assert looked > 2


@pytest.mark.parametrize(("seed", "size"), list(enumerate(SIZES)), ids=str)
def test_in_lessons(open_board: Opener, seed: int, size: tuple[int, int]) -> None:
    chance = random.Random(seed)
    window = open_board(HARD, size=size)
    course = window.session.lessons
    for _ in range(12):
        if not course.is_open and not window.app.ui.is_covered:
            course.begin(chance.choice(list(lessons().values())), chance.randrange(3))
            window.frame()
        run(window, chance, (*KEYS, *LESSON_KEYS), 20)
