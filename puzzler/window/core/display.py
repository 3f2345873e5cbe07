"""Opening, size and scale of the window."""

from __future__ import annotations

import contextlib
import math
import os
import re
import warnings
from collections.abc import Iterator

import pygame

from puzzler import resources
from puzzler.board.numbers import whole_number
from puzzler.game.core.settings import LARGEST_SCALE, SMALLEST_SCALE

FIRST_SIZE = (1280, 800)
SMALLEST_SIZE = (480, 360)
"""The minimum size of the window, in which everything can be reached."""
_SCALE_ONE = (1280, 800)
"""The size at which the automatic interface scale is 1."""
_ROOM = (640, 480)
"""The minimum size in units, which limits the scale."""
_BOUNDS = re.compile(r"([0-9]{1,5})x([0-9]{1,5})([+-][0-9]{1,5})([+-][0-9]{1,5})")
_GRIP = 64
"""Pixels of a window that must be on the screens, so that it can be dragged."""
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


def open_window(size: tuple[int, int] | None = None, bounds: str = "") -> pygame.Surface:
    """Open the window without sound, by default with a size that depends on the screen.

    bounds: size and place as returned by ``window_bounds``; reduced to what fits the screen.
    Raises pygame.error if there is no screen.
    """
    os.environ.setdefault("SDL_IME_SHOW_UI", "1")  # the candidates of input methods on Windows
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
    stored_size, place = _read_bounds(bounds)
    # called only once, because a second call discards size, place and minimum size of the window
    surface = pygame.display.set_mode(size or stored_size or _first_size(), pygame.RESIZABLE)
    with contextlib.suppress(pygame.error):
        display_window().minimum_size = SMALLEST_SIZE
        if place is not None:
            display_window().position = place
        if not size:
            _maximize_if_high()
    return surface


def _read_bounds(text: str) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """Parse size and place. The place is None if its title bar would be off the screens."""
    found = _BOUNDS.fullmatch(text)
    if found is None:
        return None, None
    width, height, left, top = (
        whole_number(text.removeprefix("+"), -math.inf) for text in found.groups()
    )
    screens = pygame.display.get_desktop_sizes()  # their places are unknown; usually in a row
    across, down = sum(wide for wide, _ in screens), max(high for _, high in screens)
    size = max(SMALLEST_SIZE[0], min(width, across)), max(SMALLEST_SIZE[1], min(height, down))
    can_reach = _GRIP - width <= left <= across - _GRIP and 0 <= top <= down - _GRIP
    return size, (left, top) if can_reach else None


def window_bounds() -> str:
    """Return the size and the place of the window, such as 1280x800+320+140."""
    (width, height), (left, top) = display_window().size, display_window().position
    return f"{width}x{height}{left:+d}{top:+d}"


def is_full_screen() -> bool:
    """Whether the window fills the screen without a frame."""
    return pygame.display.get_init() and pygame.display.is_fullscreen()


def toggle_full_screen() -> None:
    """Enter or leave full screen. The window keeps its size, place and minimum size."""
    with contextlib.suppress(pygame.error):  # some displays have no full screen
        if is_full_screen():
            display_window().set_windowed()
            _maximize_if_high()
        else:
            display_window().set_fullscreen(True)


def _maximize_if_high() -> None:
    """Maximize the window if it would not fit the screen with its title bar."""
    if display_window().size[1] + _GRIP > pygame.display.get_desktop_sizes()[0][1]:
        display_window().maximize()


@contextlib.contextmanager
def hidden_window() -> Iterator[None]:
    """Context manager: hide the window."""
    window = display_window()
    window.hide()
    try:
        yield
    finally:
        window.show()


def display_window() -> pygame.Window:
    """Return the open window."""
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
