"""The rooms: what is shown in each view."""

from __future__ import annotations

from collections.abc import Callable

from puzzler.window.common.views import PLAY, RACE, REVIEW
from puzzler.window.screens.play import PlayRoom
from puzzler.window.screens.race import RaceRoom
from puzzler.window.screens.review import ReviewRoom
from puzzler.window.screens.room import Room
from puzzler.window.window import Window

ROOMS: dict[str, Callable[[Window], Room]] = {
    PLAY: PlayRoom,
    RACE: RaceRoom,
    REVIEW: ReviewRoom,
}
"""By the names of their views; each is made when it is first entered."""
