"""A display, for drawings that are made without a window."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"

from collections.abc import Iterator

import pygame
import pytest
from pygame import Surface

from tests.window.lab.drawing import SIZE


@pytest.fixture
def display() -> Iterator[Surface]:
    pygame.display.init()
    pygame.font.init()
    yield pygame.display.set_mode(SIZE)
    pygame.display.quit()
    pygame.font.quit()
