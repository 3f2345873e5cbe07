"""What can be done with a lane of a finished race."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect

from puzzler.window.toolkit.cells import Item
from puzzler.window.toolkit.menu import open_menu
from puzzler.window.window import Window


def open_lane_menu(desk: Window, lane: int, anchor: Rect) -> None:
    """Play its answer, if it has one; look inside it in the Lab."""
    racing, race = desk.racing, desk.session.race
    if racing is None or not 0 <= lane < len(racing.methods):
        return
    title = racing.methods[lane].title
    deeds: list[tuple[Item, Callable[[int], object]]] = []
    if lane < len(racing.state().entries) and racing.state().entries[lane].solved:
        deeds.append((Item("Play its answer", icon="play"), race.play))
    deeds.append((Item("Look inside it in the Lab", title, icon="lab"), race.look_inside))

    def do(chosen: int) -> None:
        deeds[chosen][1](lane)

    open_menu(desk.ui, anchor, [item for item, _ in deeds], -1, do, marked=0)
