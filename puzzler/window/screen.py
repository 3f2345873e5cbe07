"""What a screen is to the loop. A screen never switches screens: it says what should come next."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from enum import Enum
from typing import Protocol

from pygame import Surface
from pygame.event import Event

from puzzler.window.toolkit.scene import Part


class Next(Enum):
    """What should come after an event."""

    STAY = "stay"
    FULL_SCREEN = "full screen"
    """Into full screen, or back out of it."""
    QUIT = "quit"


class Screen(Protocol):
    """Something that fills the window."""

    @property
    def title(self) -> str:
        """For the window's title bar."""
        ...

    @property
    def is_moving(self) -> bool:
        """The picture may change every frame without any input."""
        ...

    @property
    def is_over_control(self) -> bool:
        """The pointer is over something that can be used."""
        ...

    def resize(self, size: tuple[int, int]) -> None:
        """The window is of this size now, in pixels."""
        ...

    @property
    def setting(self) -> Hashable:
        """What the backdrop depends on besides the size: another one has all drawn anew."""
        ...

    def backdrop(self) -> Surface:
        """What lies behind everything."""
        ...

    def handle(self, event: Event) -> Next:
        """One event."""
        ...

    def tick(self, now: float) -> None:
        """Let time pass up to ``now``."""
        ...

    def seconds_to_change(self) -> float | None:
        """While nothing moves: when to tick again without input; None where there is no need."""
        ...

    def parts(self) -> Iterable[Part]:
        """The picture, from back to front."""
        ...

    def close(self) -> None:
        """The window is going away."""
        ...
