"""Opening, size and scale of the window."""

from __future__ import annotations

import contextlib
import os
import warnings
from collections.abc import Iterator

import pygame

from puzzler import resources
from puzzler.game.core.settings import LARGEST_SCALE, SMALLEST_SCALE

FIRST_SIZE = (1280, 800)
SMALLEST_SIZE = (480, 360)
"""The minimum size of the window, in which everything can be reached."""
_SCALE_ONE = (1280, 800)
"""The size at which the automatic interface scale is 1."""
_ROOM = (640, 480)
"""The minimum size in units, which limits the scale."""
HIDDEN_DRIVERS = ("offscreen", "dummy")
"""Video drivers without a screen, used only if set in one of ``DRIVER_VARIABLES``."""
DRIVER_VARIABLES = ("SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")


def interface_scale(chosen: float | None, width: int, height: int) -> float:
    """Return the scale for a setting. None selects a scale in steps of 0.05: 1 at 1280x800.

    The scale is at least 0.75, at most 3, and leaves at least 640x480 units if possible.
    """
    if chosen is None:
        chosen = round(20 * min(width / _SCALE_ONE[0], height / _SCALE_ONE[1])) / 20
    limit = min(LARGEST_SCALE, width / _ROOM[0], height / _ROOM[1])
    return max(SMALLEST_SCALE, min(chosen, limit))


def open_window(size: tuple[int, int] | None = None) -> pygame.Surface:
    """Open the window without sound; by default its size depends on the screen.

    Raises pygame.error if there is no screen.
    """
    with quiet_libraries():
        pygame.display.init()
    is_requested = any(os.environ.get(name) for name in DRIVER_VARIABLES)
    if pygame.display.get_driver() in HIDDEN_DRIVERS and not is_requested:
        # SDL falls back to these drivers, and the program would run unseen
        pygame.display.quit()
        raise pygame.error("there is no screen to show it on")
    pygame.font.init()
    icons = resources.assets() / "icons"
    pygame.display.set_icon(pygame.image.load_sized_svg(str(icons / "puzzler.svg"), (64, 64)))
    surface = pygame.display.set_mode(size or _first_size(), pygame.RESIZABLE)
    with contextlib.suppress(AttributeError, pygame.error):
        _window().minimum_size = SMALLEST_SIZE
    return surface


@contextlib.contextmanager
def hidden_window() -> Iterator[None]:
    """Context manager: hide the window."""
    window = _window()
    window.hide()
    try:
        yield
    finally:
        window.show()


def _window() -> pygame.Window:
    with warnings.catch_warnings():
        # deprecated, but pygame-ce has no other function that returns the window of the display
        warnings.simplefilter("ignore", DeprecationWarning)
        return pygame.Window.from_display_module()


def _first_size() -> tuple[int, int]:
    width, height = pygame.display.get_desktop_sizes()[0]
    share = max(1.0, min(0.66 * width / FIRST_SIZE[0], 0.66 * height / FIRST_SIZE[1]))
    return min(width, round(FIRST_SIZE[0] * share)), min(height, round(FIRST_SIZE[1] * share))


@contextlib.contextmanager
def drawing_hidden() -> Iterator[None]:
    """Context manager: allow drawing without a window, or with the open one.

    Raises pygame.error if that is impossible.
    """
    if pygame.display.get_surface() is not None:
        yield
        return
    before = {name: os.environ.get(name) for name in DRIVER_VARIABLES}
    os.environ.update(dict.fromkeys(DRIVER_VARIABLES, HIDDEN_DRIVERS[-1]))
    try:
        pygame.display.init()
        pygame.font.init()
        # converted surfaces get the format of this surface
        pygame.display.set_mode((1, 1), depth=32)
        yield
    finally:
        pygame.display.quit()
        pygame.font.quit()
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextlib.contextmanager
def quiet_libraries() -> Iterator[None]:
    """Context manager: discard standard error, where drivers report that others are missing.

    Errors that matter are also raised as pygame.error.
    """
    try:
        standard_error = os.dup(2)
    except OSError:  # the process has none
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(standard_error, 2)
        os.close(standard_error)
