"""Random events: partial drawing. tests/trust tests that no exception is raised."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pygame
import pytest

from puzzler.game.core.settings import Settings
from puzzler.window.common.actions import default_keys
from puzzler.window.core.keymap import chord
from puzzler.window.toolkit.frame import Scene
from tests.window.conftest import Opener, Window, pixels

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
"""Kinds of events and their weights."""
MORE_KEYS = (pygame.K_TAB, pygame.K_SPACE, pygame.K_RETURN, pygame.K_PAGEDOWN, pygame.K_BACKSPACE)


class EventSource:
    """Generates events from a seed: first one of every kind, then by weight."""

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
            full_area = pygame.Rect((0, 0), app.size)
            return self.random.choice(targets or [full_area]).center
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
                return pygame.Event(kind, file=str(self.folder / "none.png"))
            case pygame.KEYDOWN if self.random.random() < 0.3:
                return pygame.Event(kind, key=choose(MORE_KEYS), mod=0, unicode="")
            case pygame.KEYDOWN:
                key, with_ctrl, with_shift = choose(CHORDS)
                mod = pygame.KMOD_LCTRL * with_ctrl | pygame.KMOD_LSHIFT * with_shift
                return pygame.Event(kind, key=key, mod=mod, unicode="")
        return pygame.Event(kind)


@pytest.mark.parametrize("size", [(900, 620), (480, 360)], ids=str)
def test_drawing_changes_equals_drawing_everything(
    open_board: Opener, tmp_path: Path, size: tuple[int, int]
) -> None:
    window = open_board("1 2 3/4 0 5/7 8 6", size=size, settings=Settings(playback_speed=8))
    hand = EventSource(size[0], window, tmp_path)
    for turn in range(150):
        window.send(hand.event())
        if turn % 10 == 0:
            shown, surface = pixels(), pygame.display.get_surface()
            Scene(window.screen.draw_ground).update(surface, window.screen.parts())
            # Blending at another offset may round differently.
            assert np.abs(pixels().astype(int) - shown).max() <= 2
