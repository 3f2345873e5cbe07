"""A user interface without a program, with trees built by tests and simulated input."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

import pygame
import pytest

from puzzler.window.core.themes import load_theme
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.frame import Scene
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.ui import Ui
from tests.window.conftest import Hand, Pocket, SharedPainter

SIZE = 640, 480


def dark(scale: float = 1.0) -> Painter:
    return SharedPainter(load_theme("dark"), scale)


class Hands(Hand):
    """Displays the elements that ``build`` describes, and sends events to them."""

    def __init__(
        self, build: Callable[[], Element], size: tuple[int, int] = SIZE, scale: float = 1.0
    ) -> None:
        self.pocket = Pocket()
        self.surface = pygame.display.set_mode(size)
        self.ui = Ui(dark(scale), build, self.pocket)
        self.ui.resize(size)
        self.scene = Scene(lambda surface, area: surface.fill("black", area))
        self.frame()

    def describe(self, build: Callable[[], Element], seconds: float = 0.0) -> None:
        self.ui.layers[0].build = build
        self.ui.rebuild()
        self.frame(seconds)

    def again(self) -> None:
        self.ui.rebuild()
        self.frame()

    def frame(self, seconds: float = 0.0) -> None:
        self.ui.tick(self.ui.now + seconds)
        self.scene.update(self.surface, self.ui.parts())

    def find(self, key: Hashable) -> Element:
        found = self.ui.find(key)
        assert found is not None, key
        return found

    @property
    def open(self) -> list[Hashable]:
        return [layer.key for layer in self.ui.layers[1:]]

    def send(self, event: pygame.Event) -> bool:
        is_taken = self.ui.handle(event)
        self.frame()
        return is_taken

    def click(self, at: tuple[int, int] | Hashable) -> None:
        """Click at a position, or in the middle of the element with a key."""
        place = at if isinstance(at, tuple) else self.find(at).rect.center
        self.point(place)
        self.press(place)
        self.release(place)


Show = Callable[..., Hands]


@pytest.fixture(scope="module")
def show() -> Iterator[Show]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(SIZE)
    yield Hands
    pygame.display.quit()
