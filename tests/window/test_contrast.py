"""All drawn text is readable: contrast of its colour with the pixels behind it."""

from __future__ import annotations

import numpy as np
import pygame
import pytest
from pygame import Rect, Surface

from puzzler.game.core.settings import Settings
from puzzler.window.common.actions import actions
from puzzler.window.common.views import go_to, views
from puzzler.window.toolkit.control import Control
from puzzler.window.toolkit.paint import SMALLEST_TARGET, Face, Painter
from puzzler.window.toolkit.scroll import Thumb
from puzzler.window.toolkit.theme import Color
from tests.window.conftest import NEAR, Opener, Window, bundled_lessons
from tests.window.test_theme import MARK, TEXT, THEMES, contrast

OPENED = "settings", "new", "help", "edit", "statistics", "files"
"""Dialogs and a menu."""


_WRITE = Painter.write
Found = dict[tuple[str, Color, Color], float]


class RecordingPainter(Painter):
    """A painter that records the contrast of every text with its most frequent background."""

    found: Found

    def write(
        self,
        surface: Surface,
        words: str,
        face: Face,
        pixels: int,
        color: Color,
        area: Rect,
        *,
        align: float = 0.0,
    ) -> Rect:
        room = area.inflate(0, 2 * pixels).clip(surface.get_clip()).clip(surface.get_rect())
        before = pygame.surfarray.array2d(surface.subsurface(room)) if room else None
        place = _WRITE(self, surface, words, face, pixels, color, area, align=align)
        visible = place.clip(room).move(-room.left, -room.top)
        if before is not None and visible and words.strip():
            kinds, counts = np.unique(
                before[visible.left : visible.right, visible.top : visible.bottom],
                return_counts=True,
            )
            red, green, blue, _ = surface.unmap_rgb(int(kinds[counts.argmax()]))
            ground = red, green, blue
            self.found[words, color, ground] = contrast(color, ground)
        return place


def show(window: Window, name: str) -> None:
    if name == "finish":
        actions()["watch-or-stop"].do(window.app)
        window.wait_for(lambda: not window.session.is_busy)
    if name == "lesson":
        window.session.lessons.begin(next(iter(bundled_lessons().lessons.values())))
    for view in views():
        if view.name == name:
            go_to(view, window.app)
    if name in OPENED:
        actions()[name].do(window.app)
    window.settle()


@pytest.mark.parametrize("theme", THEMES)
def test_all_text_is_readable(
    open_board: Opener, monkeypatch: pytest.MonkeyPatch, theme: str
) -> None:
    found: Found = {}
    window = open_board(NEAR, settings=Settings(theme=theme, coach=True), size=(1024, 768))
    for name in (*OPENED, *(view.name for view in views()), "lesson", "finish"):
        show(window, name)
        surface = pygame.display.get_surface()
        assert surface is not None
        with monkeypatch.context() as patch:
            patch.setattr(Painter, "write", RecordingPainter.write)
            patch.setattr(Painter, "found", found, raising=False)
            window.screen.draw_ground(surface, surface.get_rect())
            for part in window.screen.parts():
                part.draw(surface)
        window.ui.close_all()
    assert len(found) > 150
    # WCAG has no limit for disabled controls, so they may be fainter.
    faint = window.app.painter.theme.text_disabled
    minimum_contrast = {each: MARK if each[1] == faint else TEXT for each in found}
    assert set(minimum_contrast.values()) == {MARK, TEXT}
    assert {each: is_ for each, is_ in found.items() if is_ < minimum_contrast[each]} == {}


@pytest.mark.parametrize("name", [view.name for view in views()])
def test_at_200_percent_targets_and_board_are_large(open_board: Opener, name: str) -> None:
    window = open_board(NEAR, settings=Settings(interface_scale=2), size=(1920, 1080))
    show(window, name)
    assert window.app.painter.scale == 2
    minimum = max(SMALLEST_TARGET, window.app.painter.px(24))
    for target in window.ui.top.frame.targets:
        control = target.element
        if isinstance(control, Control) and not isinstance(control, Thumb):
            assert min(control.rect.size) >= minimum, (control.key, control.rect)
    if name == "play":
        assert window.app.view.geometry.tray.height > 0.6 * 1080
