"""The state under the lens: the board that is expanded, and how its h is made up, drawn on it."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
from pygame.event import Event

from puzzler.search.heuristics.contributions import Breakdown
from puzzler.window.board.heuristic_parts import shares_part, told_on
from puzzler.window.panels.board import BoardPanel
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.window import Window


class LabBoard(BoardPanel):
    """The pointer on a tile has its share told; the wheel goes along the search."""

    def __init__(self, desk: Window) -> None:
        super().__init__(desk)
        self._over: int | None = None

    @property
    def told(self) -> str:
        """What the tile under the pointer adds to h, in words; "" where that is nothing."""
        parts = self._parts
        return "" if parts is None or self._over is None else told_on(parts, self._over)

    def follow(self) -> None:
        """The board; nothing on it is lit up to be played."""
        super().follow()
        view = self._desk.view
        view.marks, view.ticked, view.hovered = [], (), None

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The board, and over it what adds up to h, once its tiles have come to rest."""
        yield from super().parts(painter)
        parts = self._parts
        if parts is not None and not self._desk.view.is_moving:
            yield shares_part(painter, self._desk.view.geometry, parts, self._over)

    def handle(self, event: Event) -> bool:
        """The wheel and the pointer; a search is not played by hand."""
        inspecting = self._desk.inspecting
        if event.type == pygame.MOUSEWHEEL and inspecting is not None and event.y:
            inspecting.step(-event.y)
            return True
        if event.type == pygame.MOUSEMOTION:
            self._over = self._desk.view.geometry.cell_at(event.pos)
        return False

    @property
    def _parts(self) -> Breakdown | None:
        """How h of the board that is shown is made up."""
        inspecting = self._desk.inspecting
        glimpse = None if inspecting is None else inspecting.glimpse
        if glimpse is None or (glimpse.expansion is None and glimpse.expansions):
            return None
        return glimpse.breakdown
