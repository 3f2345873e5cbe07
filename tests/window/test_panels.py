"""A panel takes one file and one row: a toy one is laid out, drawn, used and scrolled to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pygame import Rect

from puzzler.window.layout import inset
from puzzler.window.panels.panel import drawn
from puzzler.window.screens import play
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.button import Button
from puzzler.window.widgets.label import label
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window
from tests.window.conftest import NEAR, Opener


class Toy:
    """Says how many tiles are at home; a press on it says so in the line."""

    name = "toy"
    is_shown = True

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._area = Rect(0, 0, 0, 0)
        self._words = ""
        self.button = Button("say", lambda: desk.say(self._words), label="Say")

    def height(self, painter: Painter, width: int) -> int:
        return painter.target(40) + 2 * painter.px(16)

    def place(self, painter: Painter, area: Rect) -> None:
        self._area = inset(area, painter.px(16))
        self.button.rect = Rect(0, 0, self.button.width(painter), painter.target(40))
        self.button.rect.midright = self._area.midright

    def follow(self) -> None:
        session = self._desk.session
        pairs = zip(
            session.snapshot().play.board.tiles, session.snapshot().play.goal.tiles, strict=True
        )
        self._words = f"{sum(tile == home for tile, home in pairs)} at home"

    @property
    def controls(self) -> list[Button]:
        return [self.button]

    def tip(self, name: str) -> Tip | None:
        return Tip("Say it")

    def parts(self, painter: Painter) -> Iterator[Part]:
        yield label(painter, "home", self._area, self._words, color=painter.theme.text)
        yield from drawn(self._desk, painter, self.controls)


@pytest.mark.parametrize("size", [(1280, 800), (640, 480)], ids=str)
def test_a_toy(open_board: Opener, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]) -> None:
    monkeypatch.setattr(play, "COLUMN", (*play.COLUMN, Toy))
    window = open_board(NEAR, size=size)
    if window.desk.is_compact:
        window.click_control("panel")
    window.panel("column").reveal(window.control("say"))
    window.frame()
    assert "7 at home" in window.words
    window.click_control("say")
    assert window.desk.line == "7 at home"
    window.point((2, size[1] // 2))
    window.point(window.control("say").rect.center)
    window.now += 1
    window.frame()
    assert window.screen.tips.tip == Tip("Say it")
    window.click_cell(8)
    window.settle()
    assert "9 at home" in window.words
