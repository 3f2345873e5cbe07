"""Back and Next through a lesson; and where its rails were left, the button that leads back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame
from pygame import Rect
from pygame.event import Event

from puzzler.window.common.actions import actions
from puzzler.window.layout import Grow, Size, row
from puzzler.window.panels.panel import action_button, action_tip, drawn
from puzzler.window.sheets import put_question
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_BACK, _NEXT, _RETURN, _BOARD = "lesson-back", "lesson-next", "lesson-return", "lesson-board"
_FINISH = "Finish"


class LessonFoot:
    """Every button has its place, whether it is there or not."""

    name = "lesson foot"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self.buttons = {
            name: action_button(desk, actions()[name]) for name in (_BACK, _BOARD, _RETURN, _NEXT)
        }

    @property
    def is_shown(self) -> bool:
        """A step is open."""
        return self._desk.session.lessons.is_open

    def height(self, painter: Painter, width: int) -> int:
        """One line of targets."""
        return painter.target(44)

    def place(self, painter: Painter, area: Rect) -> None:
        """Back at the left, Next at the right, what leads back to the step between them."""
        gap = painter.px(8)
        sides = Button("", lambda: None, label=_FINISH).width(painter)
        change = painter.target(44)
        sizes: list[Size] = [sides, change, Grow(), sides]
        for button, rect in zip(self.buttons.values(), row(area, sizes, gap), strict=True):
            button.rect = rect

    def follow(self) -> None:
        """What can be done here; Next asks to be pressed once nothing is left to be answered."""
        desk, course = self._desk, self._desk.session.lessons
        for name, button in self.buttons.items():
            button.is_enabled = actions()[name].is_enabled(desk)
        step = course.step
        is_asked = step is not None and step.question is not None and course.answered is None
        self.buttons[_NEXT].rank = Rank.NORMAL if is_asked else Rank.PRIMARY
        self.buttons[_NEXT].label = _FINISH if course.is_last else actions()[_NEXT].label

    @property
    def controls(self) -> Sequence[Control]:
        """What leads back to the step only where it was left."""
        is_away = self._desk.session.lessons.is_away
        return [b for name, b in self.buttons.items() if name != _RETURN or is_away]

    def tip(self, name: str) -> Tip | None:
        """Of the actions."""
        return action_tip(self._desk, actions()[name])

    def handle(self, event: Event) -> bool:
        """Enter answers where something is asked, else it goes on."""
        if event.type != pygame.KEYDOWN or event.key not in (pygame.K_RETURN, pygame.K_KP_ENTER):
            return False
        if self._desk.controls.focused is not None:
            return False
        if not put_question(self._desk):
            self._desk.session.lessons.next()
        return True

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The buttons."""
        yield from drawn(self._desk, painter, self.controls)
