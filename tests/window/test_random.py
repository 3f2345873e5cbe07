"""Thousands of random events: nothing breaks, the board stays a permutation, undo leads back."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pygame
import pytest

from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.lessons.learning import Learning
from puzzler.game.play.settings import Face, Settings
from puzzler.game.race.racing import Racing
from puzzler.game.review.drilling import Drilling
from puzzler.game.review.reviewing import Reviewing
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.solver.race.values import Pace, RaceRules
from puzzler.window.common.actions import default_keys
from puzzler.window.keymap import chord
from puzzler.window.toolkit.scene import Scene
from puzzler.window.window import Next
from tests.game.fakes import call
from tests.game.lessons.lesson_texts import lessons
from tests.window.conftest import NEAR, Opener, Window, pixels
from tests.window.review.test_statistics import fill

EVENTS = 1500
TO_A_FRAME = 25
"""As when a machine is busy: what matters is in which order things come, not how they look."""
SIZES = ((480, 360), (640, 480), (900, 620), (1024, 700))
TRAINED = (
    Settings(),
    Settings(coach=True),
    Settings(blindfold=True, inspection=5),
    Settings(coach=True, inspection=5, face=Face.PICTURE),
)
TEXTS = {
    "board.txt": "8 6 7/2 5 4/3 0 1",
    "both.txt": "3\n8 1 3\n4 0 2\n7 6 5\n",
    "list.txt": "1 2 3 4 5 6 7 0 8\n1 2 3 0\n",
    "moves.txt": "1 2 3/4 5 6/0 7 8 R2",
    "bad.txt": "1 2 x",
}
"""What is dropped, by the names of the files."""
CHORDS = [
    chord(name)
    for action, names in default_keys(Settings(letters_move_tiles=True)).items()
    if action not in ("quit", "full-screen", "watch")
    for name in names
]
MORE_KEYS = (pygame.K_TAB, pygame.K_SPACE, pygame.K_RETURN, pygame.K_PAGEDOWN, pygame.K_BACKSPACE)


class Hand:
    """Makes events from a seed; the same seed makes the same ones."""

    def __init__(self, seed: int, window: Window, folder: Path) -> None:
        self.random = random.Random(seed)
        self.window = window
        self.folder = folder

    def place(self) -> tuple[int, int]:
        kind = self.random.random()
        app = self.window.app
        if kind < 0.4:
            return self.random.choice(app.view.geometry.cells).center
        if kind < 0.6:
            targets = [target.element.rect for target in app.ui.top.frame.targets]
            whole = pygame.Rect((0, 0), app.size)
            return self.random.choice(targets or [whole]).center
        return self.random.randrange(app.size[0]), self.random.randrange(app.size[1])

    def event(self) -> pygame.Event:
        kind = self.random.random()
        at = self.place()
        if kind < 0.55:
            return self.pointer(kind, at)
        if kind < 0.6:
            return pygame.Event(pygame.MOUSEWHEEL, x=0, y=self.random.choice((-1, 1)))
        if kind < 0.62:
            return pygame.Event(pygame.TEXTINPUT, text=self.random.choice("47x"))
        if kind < 0.63:
            return pygame.Event(self.random.choice((pygame.WINDOWLEAVE, pygame.WINDOWEXPOSED)))
        if kind < 0.635:
            name = self.random.choice(("good.png", "bad.png", "none.png", *TEXTS))
            return pygame.Event(pygame.DROPFILE, file=str(self.folder / name))
        if kind < 0.75:
            key = self.random.choice(MORE_KEYS)
            return pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="")
        key, with_ctrl, with_shift = self.random.choice(CHORDS)
        mod = pygame.KMOD_LCTRL * with_ctrl | pygame.KMOD_LSHIFT * with_shift
        return pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")

    def pointer(self, kind: float, at: tuple[int, int]) -> pygame.Event:
        if kind < 0.25:
            return pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0))
        down = pygame.MOUSEBUTTONDOWN if kind < 0.4 else pygame.MOUSEBUTTONUP
        return pygame.Event(down, pos=at, button=1)


@pytest.mark.parametrize("size", [(1280, 800), (640, 480)], ids=str)
def test_drawing_what_changed_equals_drawing_all(
    open_board: Opener, tmp_path: Path, size: tuple[int, int]
) -> None:
    window = open_board("1 2 3/4 0 5/7 8 6", size=size, settings=Settings(playback_speed=8))
    hand = Hand(size[0], window, tmp_path)
    for turn in range(400):
        window.send(hand.event())
        if turn % 10 == 0:
            shown, surface = pixels(), pygame.display.get_surface()
            Scene(window.screen.backdrop()).update(surface, window.screen.parts())
            # a blend at another offset may round another way, and that is all
            assert np.abs(pixels().astype(int) - shown).max() <= 2


@pytest.mark.parametrize("seed", range(4))
def test_random_events(open_board: Opener, tmp_path: Path, monkeypatch, seed: int) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    pygame.image.save(pygame.Surface((64, 64)), tmp_path / "good.png")
    (tmp_path / "bad.png").write_bytes(b"bad")
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text)
    window = open_board(NEAR, size=SIZES[seed], settings=TRAINED[seed])
    hand = Hand(seed, window, tmp_path)
    for number in range(EVENTS):
        assert window.screen.handle(hand.event()) is not Next.QUIT
        tiles = window.play.board.tiles
        assert sorted(tiles) == list(range(len(tiles)))
        if number % TO_A_FRAME == 0:
            window.frame()
        if number % 500 == 499:
            pygame.display.set_mode(hand.random.choice(SIZES), pygame.RESIZABLE)
        if window.is_searching:
            window.key(pygame.K_ESCAPE)
    window.app.ui.close_all()
    window.session.stop()
    call(window.session, "cancel_edit")
    if (
        window.session.challenges.relay is not None
    ):  # undo leads into no board that its clock has left
        window.session.boards.new()
        window.frame()
    while window.session.undo():
        pass
    window.settle()
    assert str(window.play.board) == NEAR


# ---- In every view -------------------------------------------------------------------------


EVENTS_IN_A_VIEW = 400
START = "1 2 3/0 4 5"
PASTED = ("1 2 3/4 0 5 RLUD", "LR", "bad", "")
KEYS = (
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END, pygame.K_SPACE, pygame.K_TAB),
    *(pygame.K_MINUS, pygame.K_EQUALS, pygame.K_LEFTBRACKET, pygame.K_RIGHTBRACKET, pygame.K_q),
    *(pygame.K_RETURN, pygame.K_BACKSPACE, pygame.K_INSERT, pygame.K_1, pygame.K_2, pygame.K_3),
    *(pygame.K_PERIOD, pygame.K_COMMA, pygame.K_DELETE, pygame.K_u, pygame.K_j),
)
NAMES = [name for name in ALGORITHMS if name != "anytime"]


def lab(window: Window, hand: Hand) -> None:
    """Looks inside a search, sometimes another one."""
    session = window.session
    if not isinstance(session.activity, Inspecting):
        session.stop()
        session.lab.open()
    if hand.random.random() < 0.4 and isinstance(session.activity, Inspecting):
        session.lab.current.set_method(Method(hand.random.choice(NAMES), "manhattan"))


def lesson(window: Window, hand: Hand) -> None:
    """Opens a step of a lesson."""
    shown = window.session.snapshot().lesson
    if shown is None or not shown.is_open:
        found = hand.random.choice(list(lessons().values()))
        window.session.lessons.begin(found, hand.random.randrange(3))


def race(window: Window, hand: Hand) -> None:
    """Opens a race, sometimes with other lanes and rules."""
    session = window.session
    if session.race.opened is None:
        session.stop()
        session.race.open()
    racing = session.race.opened
    if racing is not None and hand.random.random() < 0.4:
        lanes = hand.random.choices(NAMES, k=hand.random.randint(2, 4))
        racing.set_methods([Method(name, "manhattan") for name in lanes])
        racing.set_rules(RaceRules(hand.random.choice(list(Pace))))


def review(window: Window, hand: Hand) -> None:
    """Opens a review, a drill, or the statistics."""
    session, kind = window.session, hand.random.randrange(5)
    if kind == 0:
        session.reviews.open_last()
    elif kind == 1:
        session.drills.begin_generated(2, 3, hand.random.randrange(1, 15))
    elif kind == 2:
        window.key(pygame.K_t)
    elif kind == 3:
        window.clipboard.text = hand.random.choice(PASTED)
        session.files.review_text(hand.random.choice(PASTED))
    else:
        session.reviews.open_solve(hand.random.randrange(1, 40), is_playing=True)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("begin", "kinds"),
    [(lab, {Inspecting}), (lesson, {Learning}), (race, {Racing}), (review, {Reviewing, Drilling})],
)
def test_random_events_in_every_view(
    open_board: Opener,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
    begin: Callable[[Window, Hand], None],
    kinds: set[type],
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    pygame.image.save(pygame.Surface((64, 64)), tmp_path / "good.png")
    window = open_board(START, size=SIZES[seed], knows=True)
    fill(window.session, 40, rows=2)
    hand, seen = Hand(seed, window, tmp_path), set[type]()
    for number in range(EVENTS_IN_A_VIEW):
        if number % 25 == 0:
            window.app.ui.close_all()
            begin(window, hand)
            window.frame()
        event = hand.event()
        if hand.random.random() < 0.4:
            key = hand.random.choice(KEYS)
            event = pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="")
        assert window.screen.handle(event) is not Next.QUIT
        seen.add(type(window.session.activity))
        if number % 5 == 0:
            window.frame()
            parts = [part.key for part in window.screen.parts()]
            assert len(parts) == len(set(parts)), number
        if number % 150 == 149:
            pygame.display.set_mode(hand.random.choice(SIZES), pygame.RESIZABLE)
        if window.is_searching:
            window.key(pygame.K_ESCAPE)
    assert kinds <= seen
