"""Opens the Lab and seeks moments of a search."""

from __future__ import annotations

import pygame

from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.lab.state import LabState
from puzzler.search.method import Method
from tests.window.conftest import Opener, Window

START = "4 2 0/5 1 3"
"""Seven moves from the goal."""


def open_lab(
    open_board: Opener, method: Method | None = None, board: str = START, **more: object
) -> Window:
    """Open a window and its Lab on ``board``, at the first moment."""
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
    assert state is not None, "the Lab must be open"
    return state


def arrive(window: Window) -> None:
    """Wait until the requested moment is displayed, if a search is inspected."""
    if window.session.snapshot().lab is not None:
        window.wait_for(lambda: lab(window).glimpse is not None and not lab(window).is_busy)
    window.settle()


def go(window: Window, moment: int) -> None:
    inspecting(window).seek(moment)
    arrive(window)


def end(window: Window) -> int:
    inspecting(window).to_end()
    arrive(window)
    assert lab(window).is_at_end
    return lab(window).expansions
