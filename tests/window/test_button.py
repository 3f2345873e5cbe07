"""Buttons: what they carry finds room, or is left out."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame
import pytest
from pygame import Rect, Surface

from puzzler.window.themes import load_theme
from puzzler.window.toolkit.paint import Painter
from puzzler.window.widgets.button import Button
from puzzler.window.widgets.control import NO_TOUCH


@pytest.fixture
def painter() -> Painter:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((400, 100))
    return Painter(load_theme("dark"), 1.0)


def drawn(painter: Painter, width: int, hint: str) -> bytes:
    button = Button("review", lambda: None, label="Review", icon="play", hint=hint)
    button.rect = Rect(0, 0, width, 40)
    surface = Surface((400, 100))
    button.draw(surface, painter, NO_TOUCH)
    return pygame.image.tobytes(surface, "RGB")


def test_a_key_is_shown_only_where_it_covers_no_word(painter: Painter) -> None:
    for hint in ("N", "Ctrl+4"):
        shown = [
            drawn(painter, width, hint) != drawn(painter, width, "") for width in range(120, 320)
        ]
        assert not shown[0] and shown[-1]
        assert shown == sorted(shown)
    first = [
        next(w for w in range(120, 320) if drawn(painter, w, hint) != drawn(painter, w, ""))
        for hint in ("N", "Ctrl+4")
    ]
    assert first[1] > first[0] + 40, "a long key needs more room"
