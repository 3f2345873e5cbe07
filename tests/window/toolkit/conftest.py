"""A user interface without a program: trees that a test describes, and the hands that use them."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"

from collections.abc import Callable, Hashable, Iterator

import pygame
import pytest

from puzzler.window.themes import load_theme
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Scene
from puzzler.window.toolkit.ui import Ui
from tests.window.conftest import Pocket

SIZE = 640, 480


def dark(scale: float = 1.0) -> Painter:
    return Painter(load_theme("dark"), scale)


class Hands:
    """Shows what ``build`` describes, and gives it events."""

    def __init__(
        self, build: Callable[[], Element], size: tuple[int, int] = SIZE, scale: float = 1.0
    ) -> None:
        self.pocket = Pocket()
        self.surface = pygame.display.set_mode(size)
        self.ui = Ui(dark(scale), build, self.pocket)
        self.ui.resize(size)
        self.scene = Scene(pygame.Surface(size))
        self.frame()

    def describe(self, build: Callable[[], Element], seconds: float = 0.0) -> None:
        """Show something else, after so much time."""
        self.ui.layers[0].build = build
        self.ui.rebuild()
        self.frame(seconds)

    def again(self) -> None:
        """Describe it anew."""
        self.ui.rebuild()
        self.frame()

    def frame(self, seconds: float = 0.0) -> None:
        """Let time pass, and draw."""
        self.ui.tick(self.ui.now + seconds)
        self.scene.update(self.surface, self.ui.parts())

    def find(self, key: Hashable) -> Element:
        """What can be reached under a key."""
        found = self.ui.find(key)
        assert found is not None, key
        return found

    @property
    def open(self) -> list[Hashable]:
        """The keys of dialogs and menus."""
        return [layer.key for layer in self.ui.layers[1:]]

    def send(self, kind: int, **values: object) -> bool:
        """One event, and a frame."""
        is_taken = self.ui.handle(pygame.Event(kind, **values))
        self.frame()
        return is_taken

    def key(self, key: int, mod: int = 0) -> bool:
        return self.send(pygame.KEYDOWN, key=key, mod=mod, unicode="")

    def type(self, text: str) -> None:
        self.send(pygame.TEXTINPUT, text=text)

    def point(self, at: tuple[int, int]) -> None:
        self.send(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0))

    def press(self, at: tuple[int, int]) -> None:
        self.send(pygame.MOUSEBUTTONDOWN, pos=at, button=1)

    def release(self, at: tuple[int, int]) -> None:
        self.send(pygame.MOUSEBUTTONUP, pos=at, button=1)

    def click(self, at: tuple[int, int] | Hashable) -> None:
        """A place, or the middle of what has that key."""
        place = at if isinstance(at, tuple) else self.find(at).rect.center
        self.point(place)
        self.press(place)
        self.release(place)

    def wheel(self, lines: int) -> None:
        """Positive is down."""
        self.send(pygame.MOUSEWHEEL, x=0, y=-lines)


Show = Callable[..., Hands]


@pytest.fixture(scope="module")
def show() -> Iterator[Show]:
    """Shows a tree in a window of its own."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(SIZE)
    yield Hands
    pygame.display.quit()
    pygame.font.quit()
