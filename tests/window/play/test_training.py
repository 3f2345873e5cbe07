"""Inspection time, and splits of a relay."""

from __future__ import annotations

import pygame
import pytest

from puzzler.game.core.category import Relay, Split
from puzzler.game.core.settings import Settings
from puzzler.game.play.challenges import Challenges
from puzzler.humanize import NOTHING
from puzzler.window.toolkit.labels import Text
from tests.window.conftest import NEAR, Opener, Window
from tests.window.layout import FEW_SIZES, check_layout


def test_the_countdown_ends_and_the_timer_starts(open_board: Opener) -> None:
    window = open_board(NEAR, settings=Settings(instant_shuffle=True, inspection=5))
    assert window.session.challenges.inspection_left is None, "the first board has no inspection"
    window.key(pygame.K_n)
    window.frame(2)
    texts = []
    while window.session.challenges.inspection_left is not None:
        wait = window.screen.seconds_to_change()
        assert window.screen.is_moving or (wait is not None and 0 < wait <= 1.01)
        words = window.element("inspection").text
        texts += [words] if words not in texts[-1:] else []
        window.frame(6)
    assert texts == ["5", "4", "3", "2", "1"]
    window.frame(2)
    assert window.play.is_timing
    assert window.element("inspection") is None and window.element("relay") is None


@pytest.mark.parametrize("size", FEW_SIZES, ids=str)
def test_the_countdown_is_large_and_covers_nothing(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    tray = window.app.view.geometry.tray
    monkeypatch.setattr(Challenges, "inspection_left", 59.4)
    window.frame(2)
    assert window.app.view.geometry.tray == tray, "the board must not move"
    check_layout(window)
    texts = [e for e in window.elements() if isinstance(e, Text) and not e.rect.colliderect(tray)]
    assert not [text.text for text in texts if text.is_cut]
    assert "60" in window.words


def test_splits_have_time_and_moves_and_the_current_board(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    relay = Relay(1, 3, (Split(2, 2, 1.5, 6), Split(3, 3, 60.0, 30)), 80.0)
    monkeypatch.setattr(Challenges, "relay", relay)
    window.frame(2)
    card = window.element("relay")
    texts = [each.text for each in window.elements(card) if isinstance(each, Text) and each.text]
    assert texts == [
        *("Relay", "no best time yet", "1:20.00"),
        *("2×2", "1.50 s", "6 moves"),
        *("3×3", "1:00.00", "30 moves"),
        *("4×4", "now"),
        *("5×5", NOTHING),
    ]
    assert not window.has("watch-or-stop"), "a relay is a race of the player"
