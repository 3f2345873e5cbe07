"""Opens the Lab on a board, goes along its search, and looks for what is on the screen."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import pygame
from pygame import Rect

from puzzler.game.lab.inspecting import Inspecting, LabState
from puzzler.search.method import Method
from puzzler.window.toolkit.element import Control, Element, walk
from puzzler.window.toolkit.paint import SMALLEST_TARGET
from tests.window.conftest import Opener, Window

START = "4 2 0/5 1 3"
"""Seven moves from the goal."""
SIZES = [(480, 360), (640, 480), (800, 600), (600, 900), (1024, 768), (1280, 800), (1920, 1080)]


def looked_into(
    open_board: Opener, method: Method | None = None, board: str = START, **more: object
) -> Window:
    """A window whose Lab is open on ``board``, at the first moment."""
    window = open_board(board, **more)
    window.key(pygame.K_i)
    if method is not None:
        inspecting(window).set_method(method)
    arrive(window)
    return window


def inspecting(window: Window) -> Inspecting:
    return window.session.lab.current


def lab(window: Window) -> LabState:
    state = window.session.snapshot().lab
    assert state is not None, "the Lab is open"
    return state


def arrive(window: Window) -> None:
    """Wait until what was asked for is shown; nothing where no search is inspected."""
    if window.session.snapshot().lab is not None:
        window.wait_for(lambda: lab(window).glimpse is not None and not lab(window).is_busy)
    window.settle()


def go(window: Window, moment: int) -> None:
    """Go to a number of expansions."""
    inspecting(window).seek(moment)
    arrive(window)


def end(window: Window) -> int:
    """Go to the end; the number of expansions."""
    inspecting(window).to_end()
    arrive(window)
    assert lab(window).is_at_end
    return lab(window).expansions


def elements(window: Window) -> Iterator[Element]:
    """Everything that the view is described by."""
    window.app.ui.update()
    return walk(window.app.ui.layers[0].root)


def keys(window: Window) -> set[Hashable]:
    """The keys of what can be reached."""
    window.app.ui.update()
    return {target.element.key for target in window.app.ui.top.frame.targets}


def tip(window: Window, key: Hashable) -> str:
    """The tooltip of an element, with the pointer on it for a while; "" for none."""
    window.point((1, 1))
    window.point(window.find(key).rect.center)
    window.frame(40)
    shown = window.app.ui.tip
    return "" if shown is None else shown.words


def press(window: Window, key: Hashable) -> None:
    """Click what has the key; the wheel scrolls to it first."""
    ui = window.app.ui
    ui.update()
    target = next(t for t in ui.top.frame.targets if t.element.key == key)
    for _ in range(60 if target.scrolls else 0):
        view, rect = target.scrolls[-1].view, target.element.rect
        if view.collidepoint(rect.center):
            break
        window.point(view.center)
        down = rect.centery > view.centery
        window.send(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1 if down else 1))
        ui.update()
        target = next(t for t in ui.top.frame.targets if t.element.key == key)
    window.click(target.element.rect.center)


def check_places(window: Window) -> None:
    """Controls are in the window and large enough, and none lies over another."""
    ui = window.app.ui
    ui.update()
    whole = Rect((0, 0), window.app.size)
    fixed = [target.element for target in ui.top.frame.targets if not target.scrolls]
    controls = [each for each in fixed if isinstance(each, Control) and each.takes_focus]
    for control in controls:
        assert whole.contains(control.rect), control.key
        assert min(control.rect.size) >= SMALLEST_TARGET - 1, control.key
    for number, control in enumerate(controls):
        for other in controls[number + 1 :]:
            assert not control.rect.colliderect(other.rect), (control.key, other.key)
    for target in ui.top.frame.targets:
        assert all(whole.contains(scroll.view) for scroll in target.scrolls), target.element.key
    parts = [part.key for part in window.screen.parts()]
    assert len(parts) == len(set(parts)), "no two parts have one key"
