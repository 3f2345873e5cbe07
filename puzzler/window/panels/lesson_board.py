"""The board of a lesson: under the lens, and a tile that is pressed slides."""

from __future__ import annotations

import pygame
from pygame.event import Event

from puzzler.window.panels.board import BoardPanel
from puzzler.window.panels.lab_board import LabBoard


class LessonBoard(LabBoard):
    """Whoever slides a tile leaves the step for a board of his own."""

    def follow(self) -> None:
        """The board; the pointer's light stays on a tile that can slide."""
        hovered = self._desk.view.hovered
        super().follow()
        self._desk.view.hovered = hovered

    def handle(self, event: Event) -> bool:
        """The wheel goes along the search, the hand slides tiles."""
        if event.type in (pygame.MOUSEWHEEL, pygame.MOUSEMOTION) and super().handle(event):
            return True
        return event.type != pygame.MOUSEWHEEL and BoardPanel.handle(self, event)
