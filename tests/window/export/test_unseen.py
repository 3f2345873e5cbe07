"""Drawing without a window does not change the display."""

from __future__ import annotations

import os

import pygame
import pytest

from puzzler.window.core.display import DRIVER_VARIABLES, drawing_hidden


def test_no_display_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.display.quit()
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    monkeypatch.delenv("SDL_VIDEO_DRIVER", raising=False)
    with drawing_hidden():
        assert pygame.display.get_driver() == "dummy"
        pygame.Surface((2, 2)).convert()
    assert not pygame.display.get_init()
    assert [os.environ.get(name) for name in DRIVER_VARIABLES] == ["x11", None]


def test_an_open_window_is_not_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    surface = pygame.display.set_mode((30, 20))
    with drawing_hidden():
        assert pygame.display.get_surface() is surface
    assert pygame.display.get_surface() is surface
    pygame.display.quit()
