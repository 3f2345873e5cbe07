"""The game loop draws changes, sleeps when idle and cleans up."""

from __future__ import annotations

from types import SimpleNamespace
from weakref import WeakSet

import numpy as np
import pygame
import pytest

from puzzler.game.core.settings import Settings, SystemLook
from puzzler.window.core.display import (
    SMALLEST_SIZE,
    display_window,
    is_full_screen,
    open_window,
)
from puzzler.window.main import app
from puzzler.window.main.loop import FRAME_SECONDS, IDLE_SECONDS, GameLoop
from puzzler.window.play.editing import TEXT
from puzzler.window.toolkit.layout import Space
from tests.window.conftest import HARD, Opener, Window, pixels


def test_idle_draws_nothing(window: Window) -> None:
    window.settle()
    parts = window.screen.parts()
    window.frame(100)
    for left in range(5, 60, 5):
        window.point((left, 400))
    assert window.screen.parts() is parts, "nor does a pointer over the background"
    assert not window.screen.is_moving
    assert window.screen.seconds_to_change() is None


@pytest.mark.parametrize(
    "size", [(640, 480), (1920, 1080), (900, 620), (300, 900), (200, 120), (64, 48)], ids=str
)
def test_the_window_can_take_any_size(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board(HARD)
    pygame.display.set_mode(size, pygame.RESIZABLE)
    window.frame()
    assert window.app.size == size
    window.click(window.app.view.geometry.cells[0].center)
    window.settle()


def test_an_exposed_window_is_drawn_again(window: Window) -> None:
    shown = pixels()
    surface = pygame.display.get_surface()
    surface.fill("magenta")
    window.send(pygame.Event(pygame.WINDOWEXPOSED))
    assert np.array_equal(pixels(), shown)


@pytest.mark.parametrize("leave", [pygame.K_F11, pygame.K_ESCAPE], ids=["F11", "Escape"])
def test_full_screen_can_be_entered_and_left(open_board: Opener, leave: int) -> None:
    window = open_board(size=(1000, 700))
    frame = display_window()
    frame.position = 12, 34
    window.key(pygame.K_F11)
    assert window.app.size == pygame.display.get_desktop_sizes()[0]
    window.key(leave)
    assert window.app.size == frame.size == (1000, 700)
    assert frame.position == (12, 34)
    assert frame.minimum_size == SMALLEST_SIZE, "set_mode would reset the position"
    window.key(pygame.K_ESCAPE)
    assert window.app.size == (1000, 700), "Escape must not enter full screen"


def test_escape_first_closes_dialogs_and_menus(window: Window) -> None:
    window.key(pygame.K_F11)
    window.key(pygame.K_F1)
    window.key(pygame.K_ESCAPE)
    assert not window.open
    assert is_full_screen()
    window.key(pygame.K_ESCAPE)
    assert not is_full_screen()


def test_input_methods_are_enabled_only_in_fields(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[object] = []
    monkeypatch.setattr(pygame.key, "set_text_input_rect", calls.append)
    monkeypatch.setattr(pygame.key, "start_text_input", lambda: calls.append("on"))
    monkeypatch.setattr(pygame.key, "stop_text_input", lambda: calls.append("off"))
    window.key(pygame.K_e)
    window.frame()
    assert not calls
    window.click_on(TEXT)
    window.frame()
    assert calls == [window.find(TEXT).rect, "on"]
    window.key(pygame.K_ESCAPE)
    window.frame()
    assert calls[2:] == ["off"]


@pytest.mark.parametrize("is_full", [False, True])
def test_size_and_place_are_stored_when_the_window_closes(window: Window, is_full: bool) -> None:
    display_window().position = 12, 34
    if is_full:
        window.key(pygame.K_F11)
    pygame.event.post(pygame.Event(pygame.QUIT))
    window.loop.run()
    assert window.session.settings.window_bounds == "1280x800+12+34"


@pytest.mark.parametrize(
    ("bounds", "size", "place"),
    [
        ("900x600+12+34", (900, 600), (12, 34)),
        ("900x600-50+34", (900, 600), (-50, 34)),
        ("300x200+12+34", SMALLEST_SIZE, (12, 34)),
        ("9000x6000+12+34", None, (12, 34)),
        ("900x600+9000+34", (900, 600), None),
        ("900x600+12-34", (900, 600), None),
        ("900x600", None, None),
        ("", None, None),
    ],
)
def test_size_and_place_are_restored_if_they_are_on_the_screen(
    no_display: None,
    bounds: str,
    size: tuple[int, int] | None,
    place: tuple[int, int] | None,
) -> None:
    open_window(bounds=bounds)
    frame = display_window()
    assert (frame.size == size) if size else (frame.size <= pygame.display.get_desktop_sizes()[0])
    assert (frame.position == place) is (place is not None)
    assert frame.position[0] < 1000


@pytest.mark.parametrize(("screen", "is_maximized"), [((1280, 800), True), ((1920, 1080), False)])
def test_a_window_that_is_as_high_as_the_screen_is_maximized(
    no_display: None,
    monkeypatch: pytest.MonkeyPatch,
    screen: tuple[int, int],
    is_maximized: bool,
) -> None:
    calls: list[str] = []
    frame = SimpleNamespace(size=(1280, 800), maximize=lambda: calls.append("maximize"))
    monkeypatch.setattr("puzzler.window.core.display.display_window", lambda: frame)
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [screen])
    open_window()
    assert calls == ["maximize"] * is_maximized


@pytest.mark.parametrize(("is_moving", "seconds"), [(True, FRAME_SECONDS), (False, IDLE_SECONDS)])
def test_frames_take_a_sixtieth_of_a_second_and_an_idle_loop_reacts_within_a_frame(
    window: Window, is_moving: bool, seconds: float
) -> None:
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        window.now += seconds
        if len(slept) == 20:
            pygame.event.post(pygame.Event(pygame.QUIT))

    loop = GameLoop(window.screen, clock=lambda: window.now, sleep=sleep)
    loop.draw()
    if is_moving:
        window.session.boards.new()
    loop.run()
    assert slept[1:] == pytest.approx([seconds] * 19)
    assert IDLE_SECONDS < FRAME_SECONDS


def test_an_idle_loop_rests_repeatedly(window: Window) -> None:
    rested: list[float] = []

    def sleep(seconds: float) -> None:
        window.now += 10
        if window.now - start > 65:
            pygame.event.post(pygame.Event(pygame.QUIT))

    start = window.now
    loop = GameLoop(window.screen, clock=lambda: window.now, sleep=sleep,
                    on_rest=lambda: rested.append(window.now - start))  # fmt: skip
    loop.draw()
    loop.run()
    assert rested == [0, 30, 60]


def test_run_opens_a_window_and_closes_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes, fonts, left = [], WeakSet[pygame.font.Font](), list[int]()
    quit_fonts = pygame.font.quit

    def run(loop: GameLoop) -> None:
        sizes.append((pygame.mixer.get_init(), loop.screen))
        fonts.update(loop.screen.window.painter._fonts.values())
        assert fonts

    def quit_and_count() -> None:  # a font that is freed after this remains in memory
        left.append(len(fonts))
        quit_fonts()

    monkeypatch.setattr(GameLoop, "run", run)
    monkeypatch.setattr(pygame.font, "quit", quit_and_count)
    assert app.run(settings=Settings(rows=3, columns=3), notice="read this") == 0
    ((sound, screen),) = sizes
    assert sound is None
    assert left == [0]
    assert screen.session.snapshot().play.board.size == (3, 3)
    assert not pygame.display.get_init()


def test_ctrl_q_quits(window: Window) -> None:
    event = pygame.Event(pygame.KEYDOWN, key=pygame.K_q, mod=pygame.KMOD_LCTRL, unicode="")
    assert window.screen.handle(pygame.Event(pygame.KEYUP, key=pygame.K_q, mod=0))
    assert not window.screen.handle(event)


def test_the_look_of_the_system_is_read_when_the_window_gets_the_keyboard(window: Window) -> None:
    looks = [SystemLook(True, True), SystemLook(False, False)]
    loop = GameLoop(window.screen, clock=lambda: window.now, read_system=looks.pop)
    for is_dark in (False, True):
        loop.frame([pygame.Event(pygame.WINDOWFOCUSGAINED)])
        window.wait()
        assert window.session.context.system.is_dark is is_dark


def test_closing_the_screen_closes_dialogs_sounds_and_fonts(window: Window) -> None:
    closed = list[str]()
    window.sounds.close = lambda: closed.append("sounds")
    window.app.painter.close = lambda: closed.append("painter")
    window.ui.open(Space, "dialog", on_close=lambda: closed.append("dialog"))
    window.screen.close()
    assert closed == ["dialog", "sounds", "painter"]
