"""The play screen at every size: nothing clipped, nothing overlapping, nothing too small."""

from __future__ import annotations

import itertools

import pytest
from pygame import Rect

from puzzler.window.paint import SMALLEST_TARGET, automatic_scale
from tests.window.conftest import Opener, Window

SIZES = [
    (480, 360),
    (640, 480),
    (800, 600),
    (800, 1200),
    (1024, 768),
    (1280, 500),
    (1280, 800),
    (1366, 768),
    (1920, 1080),
    (2560, 1080),
    (3840, 2160),
]


def rects(window: Window) -> dict[str, Rect]:
    """Everything in the window that must not touch anything else, drawer and its contents aside."""
    layout = window.screen.layout
    named = {f"status {name}": rect for name, rect in layout.status.items()}
    named |= {f"top {name}": rect for name, rect in layout.top.items()}
    named |= {f"transport {name}": rect for name, rect in layout.transport.items()}
    named["board"] = window.screen.view.geometry.tray
    if not layout.is_compact:
        named |= {f"card {name}": rect for name, rect in layout.cards.items()}
    return named


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_lies_inside_and_nothing_overlaps(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board(size=size)
    whole = Rect((0, 0), size)
    named = rects(window)
    for name, rect in named.items():
        assert whole.contains(rect), name
        assert rect.width > 0 and rect.height > 0, name
    for (one, first), (other, second) in itertools.combinations(named.items(), 2):
        assert not first.colliderect(second), (one, other)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_panel_holds_its_parts(open_board: Opener, size: tuple[int, int]) -> None:
    layout = open_board(size=size).screen.layout
    assert Rect((0, 0), size).contains(layout.panel)
    for name, places in (
        ("solver", layout.solver),
        ("figures", layout.figures),
        ("board", layout.preview),
    ):
        if not places:
            continue
        card = layout.cards[name]
        assert layout.panel.contains(card)
        inner = {key: rect for key, rect in places.items() if key not in ("buttons", "meter")}
        for key, rect in inner.items():
            assert card.contains(rect), (name, key)
        for (one, first), (other, second) in itertools.combinations(inner.items(), 2):
            assert not first.colliderect(second), (name, one, other)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_control_is_large_enough(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board(size=size)
    if window.screen.layout.is_compact:
        window.click_control("drawer")
    for control in window.screen.controls.controls:
        assert control.rect.width >= SMALLEST_TARGET, control.name
        assert control.rect.height >= SMALLEST_TARGET, control.name
    segments = window.screen.sizes.segments()
    assert min(segment.width for segment in segments) >= SMALLEST_TARGET


@pytest.mark.parametrize("size", [(640, 480), (1280, 800), (1920, 1080), (3840, 2160)], ids=str)
def test_the_board_keeps_its_share(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board(size=size)
    assert window.screen.view.geometry.tray.height >= 0.6 * size[1]


@pytest.mark.parametrize("board", ["1 2 3 4 5 6 7 8 9/10 11 12 13 14 15 16 17 0", "1 2/3 4/5 0"])
def test_boards_of_other_shapes_fit(open_board: Opener, board: str) -> None:
    for size in ((640, 480), (1280, 800)):
        window = open_board(board, size=size)
        assert window.screen.layout.board.contains(window.screen.view.geometry.tray)


def test_the_scale_follows_the_window() -> None:
    assert automatic_scale(640, 480) == 0.75
    assert automatic_scale(1280, 800) == 1.0
    assert automatic_scale(1920, 1080) == 1.35
    assert automatic_scale(3840, 2160) == 2.7
    assert automatic_scale(20000, 20000) == 3.0


def test_at_640_by_480_the_drawer_shows_the_figures(open_board: Opener) -> None:
    window = open_board(size=(640, 480))
    assert window.screen.layout.is_compact
    assert window.screen.layout.figures
