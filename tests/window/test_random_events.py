"""Thousands of random events: nothing breaks, the board stays a permutation, undo leads back."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pygame
import pytest

from puzzler.game.play.settings import Face, Settings
from puzzler.window.common.actions import default_keys
from puzzler.window.keymap import chord
from puzzler.window.toolkit.scene import Scene
from puzzler.window.window import Next
from tests.game.fakes import call
from tests.window.conftest import NEAR, Opener, Window, pixels

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
