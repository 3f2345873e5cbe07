"""Random events: nothing breaks, the board stays a permutation, undo leads back."""

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

EVENTS = 400
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
KINDS = {
    pygame.MOUSEMOTION: 50,
    pygame.MOUSEBUTTONDOWN: 30,
    pygame.MOUSEBUTTONUP: 30,
    pygame.MOUSEWHEEL: 10,
    pygame.TEXTINPUT: 4,
    pygame.WINDOWLEAVE: 1,
    pygame.WINDOWEXPOSED: 1,
    pygame.DROPFILE: 1,
    pygame.KEYDOWN: 74,
}
"""Kinds of events, and how often each comes."""
MORE_KEYS = (pygame.K_TAB, pygame.K_SPACE, pygame.K_RETURN, pygame.K_PAGEDOWN, pygame.K_BACKSPACE)


class Hand:
    """Makes events from a seed: one of every kind first, then by their weights."""

    def __init__(self, seed: int, window: Window, folder: Path) -> None:
        self.random = random.Random(seed)
        self.window = window
        self.folder = folder
        self.first = self.random.sample(list(KINDS), len(KINDS))

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
        if self.first:
            kind = self.first.pop()
        else:
            [kind] = self.random.choices(list(KINDS), list(KINDS.values()))
        choose, at = self.random.choice, self.place()
        match kind:
            case pygame.MOUSEMOTION:
                return pygame.Event(kind, pos=at, rel=(1, 1), buttons=(0, 0, 0))
            case pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP:
                return pygame.Event(kind, pos=at, button=1)
            case pygame.MOUSEWHEEL:
                return pygame.Event(kind, x=0, y=choose((-1, 1)))
            case pygame.TEXTINPUT:
                return pygame.Event(kind, text=choose("47x"))
            case pygame.DROPFILE:
                name = choose(("good.png", "bad.png", "none.png", *TEXTS))
                return pygame.Event(kind, file=str(self.folder / name))
            case pygame.KEYDOWN if self.random.random() < 0.3:
                return pygame.Event(kind, key=choose(MORE_KEYS), mod=0, unicode="")
            case pygame.KEYDOWN:
                key, with_ctrl, with_shift = choose(CHORDS)
                mod = pygame.KMOD_LCTRL * with_ctrl | pygame.KMOD_LSHIFT * with_shift
                return pygame.Event(kind, key=key, mod=mod, unicode="")
        return pygame.Event(kind)


@pytest.mark.parametrize("size", [(900, 620), (480, 360)], ids=str)
def test_drawing_what_changed_equals_drawing_all(
    open_board: Opener, tmp_path: Path, size: tuple[int, int]
) -> None:
    window = open_board("1 2 3/4 0 5/7 8 6", size=size, settings=Settings(playback_speed=8))
    hand = Hand(size[0], window, tmp_path)
    for turn in range(150):
        window.send(hand.event())
        if turn % 10 == 0:
            shown, surface = pixels(), pygame.display.get_surface()
            Scene(window.screen.draw_ground).update(surface, window.screen.parts())
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
        if number % 100 == 99:
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


EVENTS_IN_A_VIEW, TO_A_BEGINNING = 150, 30
START = "1 2 3/0 4 5"
PASTED = ("1 2 3/4 0 5 RLUD", "LR", "bad", "")
KEYS = (
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END, pygame.K_SPACE, pygame.K_TAB),
    *(pygame.K_MINUS, pygame.K_EQUALS, pygame.K_LEFTBRACKET, pygame.K_RIGHTBRACKET, pygame.K_q),
    *(pygame.K_RETURN, pygame.K_BACKSPACE, pygame.K_INSERT, pygame.K_1, pygame.K_2, pygame.K_3),
    *(pygame.K_PERIOD, pygame.K_COMMA, pygame.K_DELETE, pygame.K_u, pygame.K_j),
)
NAMES = [name for name in ALGORITHMS if name != "anytime"]


def lab(window: Window, hand: Hand, turn: int) -> None:
    session = window.session
    if not isinstance(session.activity, Inspecting):
        session.lab.open()
    if turn % 2:
        session.lab.current.set_method(Method(hand.random.choice(NAMES), "manhattan"))


def lesson(window: Window, hand: Hand, turn: int) -> None:
    shown = window.session.snapshot().lesson
    if shown is None or not shown.is_open:
        found = hand.random.choice(list(lessons().values()))
        window.session.lessons.begin(found, turn % 3)


def race(window: Window, hand: Hand, turn: int) -> None:
    session = window.session
    if session.race.opened is None:
        session.race.open()
    if turn % 2:
        lanes = hand.random.choices(NAMES, k=hand.random.randint(2, 4))
        session.race.current.set_methods([Method(name, "manhattan") for name in lanes])
        session.race.current.set_rules(RaceRules(hand.random.choice(list(Pace))))


def review(window: Window, hand: Hand, turn: int) -> None:
    session = window.session
    match turn:
        case 0:
            session.reviews.open_last()
        case 1:
            session.drills.begin_generated(2, 3, hand.random.randrange(1, 15))
        case 2:
            window.key(pygame.K_t)
        case 3:
            window.clipboard.text = hand.random.choice(PASTED)
            session.files.review_text(hand.random.choice(PASTED))
        case _:
            session.reviews.open_solve(hand.random.randrange(1, 40), is_playing=True)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    ("begin", "kinds"),
    [(lab, {Inspecting}), (lesson, {Learning}), (race, {Racing}), (review, {Reviewing, Drilling})],
)
def test_random_events_in_every_view(
    open_board: Opener,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
    begin: Callable[[Window, Hand, int], None],
    kinds: set[type],
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    pygame.image.save(pygame.Surface((64, 64)), tmp_path / "good.png")
    window = open_board(START, size=SIZES[seed], knows=True)
    fill(window.session, 40, rows=2)
    hand, seen = Hand(seed, window, tmp_path), set[type]()
    for number in range(EVENTS_IN_A_VIEW):
        if number % TO_A_BEGINNING == 0:
            window.app.ui.close_all()
            window.session.stop()
            window.frame()
            begin(window, hand, number // TO_A_BEGINNING)
            seen.add(type(window.session.activity))
            window.frame()
        event = hand.event()
        if hand.random.random() < 0.4:
            key = hand.random.choice(KEYS)
            event = pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="")
        assert window.screen.handle(event) is not Next.QUIT
        if number % 10 == 0:
            window.frame()
            parts = [part.key for part in window.screen.parts()]
            assert len(parts) == len(set(parts)), number
        if number % 50 == 49:
            pygame.display.set_mode(hand.random.choice(SIZES), pygame.RESIZABLE)
        if window.is_searching:
            window.key(pygame.K_ESCAPE)
    assert kinds <= seen
