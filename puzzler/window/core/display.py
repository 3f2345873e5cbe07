"""The window itself: how it is opened, how large it is, and how small it may become."""

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
"""Everything can be reached in a window of this size, and it can be made no smaller."""
_SCALE_ONE = (1280, 800)
"""The window in which the automatic interface scale is 1."""
_ROOM = (640, 480)
"""The least that the largest scale leaves, in units."""
UNSEEN_DRIVERS = ("offscreen", "dummy")
"""SDL's drivers that show nothing: for those who ask for them in one of ``DRIVER_VARIABLES``."""
DRIVER_VARIABLES = ("SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")


def interface_scale(chosen: float | None, width: int, height: int) -> float:
    """The scale for a choice; None for the automatic one: 1 at 1280x800, in steps of 0.05.

    From 0.75 to 3, and no larger than the window can take: at the largest there is as much room as
    640x480 has at 1.
    """
    if chosen is None:
        chosen = round(20 * min(width / _SCALE_ONE[0], height / _SCALE_ONE[1])) / 20
    most = min(LARGEST_SCALE, width / _ROOM[0], height / _ROOM[1])
    return max(SMALLEST_SCALE, min(chosen, most))


def open_window(size: tuple[int, int] | None = None) -> pygame.Surface:
    """The window, resizable, by default as large as suits the screen. No sound is touched.

    pygame.error where there is no screen.
    """
    with quiet_libraries():
        pygame.display.init()
    is_asked_for = any(os.environ.get(name) for name in DRIVER_VARIABLES)
    if pygame.display.get_driver() in UNSEEN_DRIVERS and not is_asked_for:
        # SDL's last resort: the program would run and nobody would ever see it
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
    """The window is not shown meanwhile."""
    window = _window()
    window.hide()
    try:
        yield
    finally:
        window.show()


def _window() -> pygame.Window:
    with warnings.catch_warnings():
        # pygame-ce wants one window class for all, but has no other name for that of the display
        warnings.simplefilter("ignore", DeprecationWarning)
        return pygame.Window.from_display_module()


def _first_size() -> tuple[int, int]:
    width, height = pygame.display.get_desktop_sizes()[0]
    share = max(1.0, min(0.66 * width / FIRST_SIZE[0], 0.66 * height / FIRST_SIZE[1]))
    return min(width, round(FIRST_SIZE[0] * share)), min(height, round(FIRST_SIZE[1] * share))


@contextlib.contextmanager
def drawing_unseen() -> Iterator[None]:
    """Pictures can be drawn without a window; where one is open, with that. pygame.error if not."""
    if pygame.display.get_surface() is not None:
        yield
        return
    before = {name: os.environ.get(name) for name in DRIVER_VARIABLES}
    os.environ.update(dict.fromkeys(DRIVER_VARIABLES, UNSEEN_DRIVERS[-1]))
    try:
        pygame.display.init()
        pygame.font.init()
        # what is converted gets the form of this surface
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
    """Nothing reaches standard error: the drivers that SDL tries complain about one another there.

    What matters of it SDL tells in a pygame.error.
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
